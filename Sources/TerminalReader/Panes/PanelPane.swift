import ReadingList
import ReadingListModel
package import TerminalKit

/// The panel under the text: the open article's contents, links or notes, or what was said of late.
package enum PanelPane {
  /// One line of a panel.
  struct Row {
    var spans: [Span]
    /// What stands at its right end.
    var right: [Span] = []
    /// What choosing it does; nil where there is nothing to do.
    var goal: Goal?
    /// The ground of its first column, which shows a highlight's color.
    var mark: Surface?
    /// Whether it goes on with what the row before it began.
    var isContinued = false

    /// Rows of one thing, which the cursor takes together.
    static func ofOneItem(_ rows: [Row]) -> [Row] {
      rows.enumerated().map { index, row in
        var row = row
        row.isContinued = index > 0
        return row
      }
    }
  }

  /// The rows of each thing that a panel shows.
  static func items(of rows: [Row]) -> [Range<Int>] {
    let starts = rows.indices.filter { $0 == 0 || !rows[$0].isContinued }
    return zip(starts, starts.dropFirst() + [rows.count]).map { $0..<$1 }
  }

  /// Where a row leads.
  enum Goal: Equatable {
    case line(Int)
    case link(String)
    /// A highlight by its id, and the line that it begins on, where the text has it.
    case passage(String, line: Int?)
    /// The article's note.
    case note
  }

  /// Where the rows stand, under the edge that carries the title.
  package static func body(_ frame: Rect) -> Rect {
    Rect(
      column: frame.column,
      row: frame.row + 1,
      columns: frame.columns,
      rows: frame.rows - 1
    )
  }

  /// Columns of a row's text.
  static func columns(_ frame: Rect) -> Int { max(1, frame.columns - 2 * Metrics.margin) }

  /// Draws the panel.
  static func draw(_ interface: Interface, in frame: Rect, on screen: inout Screen) {
    guard let panel = interface.model.navigation.panes.panel else { return }
    let glyphs = interface.glyphs
    let isFocused = interface.focus == .panel
    let rows = interface.panelRows(in: frame)
    let items = items(of: rows)
    let cursor = interface.panelView.cursor.cursor
    let underCursor = items.first { $0.contains(cursor) } ?? cursor..<cursor + 1
    if !interface.layout.isPlain {
      let borders = glyphs.borders
      screen.put(
        String(repeating: borders.horizontal, count: frame.columns),
        at: Point(column: frame.column, row: frame.row),
        style: Style(.border),
        clip: frame
      )
    }
    PaneHeader(
      title: title(of: panel),
      details: [Span(" ", Style(.text))],
      right: rows.isEmpty ? [] : [Span(" \(items.count) ", Style(.secondary))]
    ).draw(
      isFocused: isFocused,
      in: frame.inset(columns: Metrics.margin, rows: 0),
      glyphs: glyphs,
      on: &screen
    )
    let area = body(frame)
    guard !rows.isEmpty else {
      screen.put(
        centered: interface.emptyWords(of: panel),
        row: area.row + (area.rows - 1) / 2,
        style: Style(.placeholder),
        in: area.inset(columns: Metrics.margin, rows: 0)
      )
      return
    }
    let top = interface.panelTop(rows: area.rows, count: rows.count)
    for (offset, row) in rows.dropFirst(top).prefix(area.rows).enumerated() {
      let line = Rect(column: area.column, row: area.row + offset, columns: area.columns, rows: 1)
      var surface: Surface = .base
      if underCursor.contains(top + offset) {
        surface = screen.drawCursor(in: line, isFocused: isFocused, glyphs: glyphs)
        if isFocused, top + offset == max(cursor, top), interface.overlays.isEmpty {
          screen.cursor = Point(column: line.column, row: line.row)
        }
      }
      screen.put(
        left: row.spans,
        right: row.right,
        row: line.row,
        in: line.inset(columns: Metrics.margin, rows: 0),
        ellipsis: glyphs.ellipsis,
        surface: surface
      )
      if let mark = row.mark {
        let first = line.inset(columns: Metrics.margin, rows: 0)
        screen.restyle(
          Rect(column: first.column, row: first.row, columns: min(1, first.columns), rows: 1),
          surface: mark
        )
      }
    }
  }

  private static func title(of panel: PaneState.Panel) -> String {
    switch panel {
    case .contents: "Contents"
    case .links: "Links"
    case .notes: "Notes"
    case .messages: "Messages"
    }
  }
}

/// Where the person is in the panel.
struct PanelView: Equatable {
  /// What the cursor belongs to.
  struct Subject: Equatable {
    var panel: PaneState.Panel
    var article: ArticleID?
  }

  var subject: Subject?
  /// The row that the thing under the cursor begins on.
  var cursor = ListCursor()
  /// Rows of the thing under the cursor that were scrolled away, where the panel is too low for it.
  var skipped = 0
  /// The rows of each thing, when they were last on screen.
  var items: [Range<Int>] = []

  /// How many rows there were.
  var count: Int { items.last?.upperBound ?? 0 }
  /// The number of the thing under the cursor.
  var item: Int { items.lastIndex { $0.lowerBound <= cursor.cursor } ?? 0 }
}
