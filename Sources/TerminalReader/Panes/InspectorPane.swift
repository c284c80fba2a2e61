import ReadingList
import ReadingListModel
package import ReadingServices
package import TerminalKit

/// The inspector: what is known of the article under the cursor, or of the open one.
package enum InspectorPane {
  /// Where the lines stand, under the header.
  package static func body(_ frame: Rect) -> Rect { PaneHeader.body(under: frame) }

  /// The lines for so many columns: labels at the left, texts wrapped beside them, a blank line between
  /// sections.
  package static func lines(of information: ArticleInformation, columns: Int) -> [[Span]] {
    let indent = ArticleInformation.labelColumns + 2
    let width = max(1, columns - indent)
    var lines: [[Span]] = []
    for section in information.sections {
      if !lines.isEmpty { lines.append([]) }
      for line in section {
        for (row, text) in line.text.wrapped(toWidth: width).enumerated() {
          let label = row == 0 ? line.label : ""
          lines.append([
            Span(label.padded(toWidth: indent), Style(.secondary)),
            Span(text, style(of: line), link: line.url),
          ])
        }
      }
    }
    return lines
  }

  private static func style(of line: ArticleInformation.Line) -> Style {
    switch line.label {
    case "Title": Style(.heading, [.bold])
    case "Tags": Style(.tag)
    default: Style(line.url == nil ? .text : .link)
    }
  }

  /// Draws the inspector.
  static func draw(_ interface: Interface, in frame: Rect, on screen: inout Screen) {
    let isFocused = interface.focus == .inspector
    let area = body(frame).inset(columns: Metrics.margin, rows: 0)
    PaneHeader(title: "Information").draw(
      isFocused: isFocused,
      in: frame.inset(columns: Metrics.margin, rows: 0),
      glyphs: interface.glyphs,
      on: &screen
    )
    let lines = interface.inspectorLines.dropFirst(interface.inspectorTop).prefix(area.rows)
    for (offset, line) in lines.enumerated() {
      screen.put(left: line, row: area.row + offset, in: area, ellipsis: interface.glyphs.ellipsis)
    }
    if isFocused, interface.overlays.isEmpty {
      screen.cursor = Point(column: area.column, row: area.row)
    }
  }
}

extension Interface {
  /// The inspector's lines for its present width.
  var inspectorLines: [[Span]] {
    guard let frame = frames.inspector, let article = model.inspector.article else { return [] }
    return InspectorPane.lines(
      of: ArticleInformation(article, links: model.inspector.links, clock: clock),
      columns: frame.columns - 2 * Metrics.margin
    )
  }

  /// Has what the inspector shows read, and keeps its first line among those there are.
  func settleInspector() {
    guard let frame = frames.inspector else { return }
    let id = model.inspector.article?.id
    model.inspect()
    if model.inspector.article?.id != id { inspectorTop = 0 }
    let rows = InspectorPane.body(frame).rows
    inspectorTop = min(max(0, inspectorTop), max(0, inspectorLines.count - rows))
  }

  /// Scrolls the inspector by lines; `settleInspector` keeps it among them.
  func scrollInspector(by lines: Int) {
    inspectorTop = max(
      0,
      min(inspectorTop, inspectorLines.count) + min(max(lines, -1 << 20), 1 << 20)
    )
  }

  /// Puts a line of the inspector at its top, as far as there are lines.
  func showInspector(from line: Int) { inspectorTop = max(0, line) }

  /// Shows the inspector, or puts it away.
  ///
  /// Where it takes the place of the text it has the focus.
  func toggleInspector() {
    if frames.inspector != nil {
      model.setInspector(shown: false)
      model.returnFocus()
      return
    }
    model.setZen(false)
    model.setInspector(shown: true)
    if frames.inspector == nil { model.focus(.inspector) }
  }
}
