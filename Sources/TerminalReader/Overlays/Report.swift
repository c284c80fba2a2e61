package import ReadingList
package import TerminalKit

/// A screen that tells of the whole library, or of what is under way.
package struct Report: Overlay, Equatable {
  /// What it tells of.
  package enum Kind: Equatable, Sendable {
    /// What was saved and read.
    case statistics(Statistics.Scope)
    /// What is under way.
    case activity
  }

  package var kind: Kind
  /// The article under the cursor; the first line on screen where there are none.
  package var cursor = ListCursor()
}

/// What a report says now.
struct ReportPage {
  /// An article that can be chosen, or something that is no article.
  struct Row {
    var id: ArticleID?
    var sign: Span
    var title: String
    var detail: String
  }

  var title: String
  var hints: [BoxHint] = [.close]
  /// How wide it gets, at most.
  var columns = Metrics.reportColumns
  /// The lines before the articles; without articles these scroll.
  var lines: [[Span]]
  /// How many articles follow.
  var count = 0
  /// One of them.
  var row: (Int) -> Row? = { _ in nil }
}

/// Draws a report, and tells where its parts stand.
enum ReportView {
  struct Frame {
    var box: Rect
    /// The lines before the articles.
    var head: Rect
    /// The articles.
    var rows: Rect
    /// What is said of the one under the cursor; nil when there is none or no room.
    var foot: Rect?
  }

  /// Rows of the foot: one free, two for what is said.
  private static let footRows = 3
  /// The fewest rows that articles want.
  private static let minRows = 3

  static func frame(_ page: ReportPage, on layout: Layout) -> Frame {
    let feet = page.count > 0 ? footRows : 0
    let box = Dialog.frame(
      on: layout,
      columns: page.columns,
      rows: page.lines.count + page.count + feet + 2
    )
    var rest = box.inset(columns: 2, rows: 1)
    guard page.count > 0 else { return Frame(box: box, head: rest, rows: rest, foot: nil) }
    var head = rest
    head.rows = max(0, min(page.lines.count, rest.rows - minRows))
    rest.row += head.rows
    rest.rows -= head.rows
    guard rest.rows >= min(minRows, page.count) + footRows else {
      return Frame(box: box, head: head, rows: rest, foot: nil)
    }
    rest.rows -= footRows
    let foot = Rect(
      column: rest.column,
      row: rest.endRow + 1,
      columns: rest.columns,
      rows: footRows - 1
    )
    return Frame(box: box, head: head, rows: rest, foot: foot)
  }

  /// The cursor, kept within what there is.
  static func settled(_ report: Report, _ page: ReportPage, on layout: Layout) -> ListCursor {
    let frame = frame(page, on: layout)
    var cursor = report.cursor
    if page.count > 0 {
      cursor.settle(count: page.count, height: frame.rows.rows)
    } else {
      let last = max(0, page.lines.count - frame.head.rows)
      cursor.settle(count: last + 1, height: 1)
    }
    return cursor
  }

  /// The first article on screen: where the wheel left it, else so that the cursor is seen.
  static func top(_ report: Report, _ page: ReportPage, on layout: Layout, wheelTop: Int?) -> Int {
    guard page.count > 0 else { return 0 }
    let rows = frame(page, on: layout).rows.rows
    let top = wheelTop ?? settled(report, page, on: layout).offset
    return min(top, max(0, page.count - rows))
  }

  static func draw(_ report: Report, _ interface: Interface, on screen: inout Screen) {
    let page = report.page(interface)
    let frame = frame(page, on: interface.layout)
    let glyphs = interface.glyphs
    _ = Dialog.draw(page.title, page.hints, in: frame.box, glyphs, on: &screen)
    let cursor = settled(report, page, on: interface.layout)
    let first = page.count > 0 ? 0 : cursor.cursor
    for (offset, line) in page.lines.dropFirst(first).prefix(frame.head.rows).enumerated() {
      screen.put(left: line, row: frame.head.row + offset, in: frame.head, surface: .panel)
    }
    guard page.count > 0 else { return }
    let top = top(report, page, on: interface.layout, wheelTop: interface.overlayWheelTop)
    for offset in 0..<min(frame.rows.rows, page.count - top) {
      guard let row = page.row(top + offset) else { continue }
      let line = frame.rows.line(offset).inset(columns: -1, rows: 0)
      draw(row, isCursor: top + offset == cursor.cursor, in: line, glyphs, on: &screen)
    }
    guard let foot = frame.foot, let row = page.row(cursor.cursor) else { return }
    let words = row.detail.wrapped(toWidth: max(1, foot.columns))
    for (offset, line) in words.prefix(foot.rows).enumerated() {
      screen.put(
        left: [Span(line, Style(.secondary, on: .panel))],
        row: foot.row + offset,
        in: foot
      )
    }
  }

  /// Sign and title in one half, what there is to say in the other.
  private static func draw(
    _ row: ReportPage.Row,
    isCursor: Bool,
    in line: Rect,
    _ glyphs: Glyphs,
    on screen: inout Screen
  ) {
    if isCursor {
      screen.fill(line, style: Style(.text, on: .selection))
      _ = screen.put(
        glyphs.cursorBar,
        at: line.origin,
        style: Style(.accent, on: .selection),
        clip: line
      )
      screen.cursor = line.origin
    }
    let inside = line.inset(columns: 1, rows: 0)
    var title = inside
    title.columns = max(1, inside.columns / 2 - 1)
    var detail = inside
    detail.column += title.columns + 2
    detail.columns = max(0, inside.columns - title.columns - 2)
    let surface: Surface = isCursor ? .selection : .panel
    for (spans, rect) in [
      ([row.sign, Span(" " + row.title, Style(.text, isCursor ? [.bold] : []))], title),
      ([Span(row.detail, Style(.secondary))], detail),
    ] {
      screen.put(left: spans, row: line.row, in: rect, surface: surface)
    }
  }
}
