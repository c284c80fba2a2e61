import ReadingList
import ReadingListModel
import TerminalKit
import Typesetting

/// One line of a panel.
struct PanelRow {
  var spans: [Span]
  /// What stands at its right end.
  var right: [Span] = []
  /// What choosing it does; nil where there is nothing to do.
  var goal: Goal?
  /// The ground of its first column, which shows a highlight's color.
  var mark: Surface?
  /// Whether it goes on with what the row before it began.
  var isContinued = false

  /// Where a row leads.
  enum Goal: Equatable {
    case line(Int)
    case link(String)
    /// A highlight by its id, and the line that it begins on, where the text has it.
    case passage(String, line: Int?)
    /// The article's note.
    case note
  }

  /// Rows of one thing, which the cursor takes together.
  fileprivate static func ofOneItem(_ rows: [PanelRow]) -> [PanelRow] {
    rows.enumerated().map { index, row in
      var row = row
      row.isContinued = index > 0
      return row
    }
  }

  /// The rows of each thing that a panel shows.
  static func items(of rows: [PanelRow]) -> [Range<Int>] {
    let starts = rows.indices.filter { $0 == 0 || !rows[$0].isContinued }
    return zip(starts, starts.dropFirst() + [rows.count]).map { $0..<$1 }
  }

  /// What a panel without rows says.
  static func emptyWords(of panel: PaneState.Panel) -> String {
    switch panel {
    case .contents: "This article has no headings"
    case .links: "This article has no links"
    case .notes: "This article has no notes or highlights"
    case .messages: "No messages"
    }
  }
}

extension PanelPane {
  /// The rows for its present width.
  var rows: [PanelRow] {
    guard let frame, let panel = model.navigation.panes.panel else { return [] }
    return rows(of: panel, columns: max(1, frame.withoutMargins.columns))
  }

  /// The rows of a panel for so many columns.
  func rows(of panel: PaneState.Panel, columns: Int) -> [PanelRow] {
    switch panel {
    case .contents: contents
    case .links: links(columns)
    case .notes: notes(columns)
    case .messages: messages(columns)
    }
  }

  private var contents: [PanelRow] {
    guard let text = interface.reader.viewport?.text else { return [] }
    let least = text.headings.map(\.level).min() ?? 1
    let here = interface.reader.currentHeading
    return text.headings.enumerated().map { index, heading in
      let indent = String(repeating: " ", count: 2 * (heading.level - least))
      let style = index == here ? Style(.accent, [.bold]) : Style(.text)
      return PanelRow(spans: [Span(indent + heading.title, style)], goal: .line(heading.line))
    }
  }

  private func links(_ columns: Int) -> [PanelRow] {
    (model.reader.body?.links ?? []).map { link in
      let isNamed = !link.text.isEmpty && link.text != link.url
      // As much of the address as leaves a third of the row to its words.
      let room = max(columns * 2 / 3, columns - link.text.displayWidth) - 1
      let shown = isNamed ? link.url.truncated(toWidth: room, ellipsis: glyphs.ellipsis) : link.url
      let address = Span(shown, Style(.link), link: link.url)
      return PanelRow(
        spans: isNamed ? [Span(link.text, Style(.text))] : [address],
        right: isNamed ? [address] : [], goal: .link(link.url))
    }
  }

  private func notes(_ columns: Int) -> [PanelRow] {
    guard let article = model.reader.article else { return [] }
    func rows(
      _ text: String, _ style: Style, indent: Int, right: String = "", goal: PanelRow.Goal,
      mark: Surface? = nil
    ) -> [PanelRow] {
      let space = String(repeating: " ", count: indent)
      let width = max(1, columns - indent - (right.isEmpty ? 0 : right.displayWidth + 2))
      let lines = text.split(whereSeparator: \.isNewline).flatMap {
        String($0).wrapped(toWidth: width)
      }
      return lines.enumerated().map { index, line in
        PanelRow(
          spans: [Span(space + line, style)],
          right: index == 0 && !right.isEmpty ? [Span(right, Style(.secondary))] : [], goal: goal,
          mark: mark)
      }
    }
    return PanelRow.ofOneItem(rows(article.note, Style(.text), indent: 0, goal: .note))
      + model.reader.passages.flatMap { passage -> [PanelRow] in
        let highlight = passage.highlight
        let start = passage.place?.lowerBound
        let line = start.flatMap { interface.reader.viewport?.text.line(setting: $0) }
        let goal = PanelRow.Goal.passage(highlight.id, line: line)
        let quote = rows(
          "“\(highlight.quote)”", Style(.quote), indent: 2, right: highlight.color.rawValue,
          goal: goal, mark: highlight.color.surface)
        let lost = start == nil ? "not in the text any more" : ""
        return PanelRow.ofOneItem(
          quote + rows(lost, Style(.secondary), indent: 4, goal: goal)
            + rows(highlight.note, Style(.text), indent: 4, goal: goal))
      }
  }

  private func messages(_ columns: Int) -> [PanelRow] {
    model.session.messages.flatMap { message in
      let time = timeOfDay(message.moment, clock: interface.clock) + "  "
      let space = String(repeating: " ", count: time.displayWidth)
      let style = Style(message.status.kind == .error ? .error : .text)
      let lines = message.status.text.wrapped(toWidth: max(1, columns - time.displayWidth))
      return lines.enumerated().map { row, text in
        let first = Span(row == 0 ? time : space, Style(.secondary))
        return PanelRow(spans: [first, Span(text, style)], isContinued: row > 0)
      }
    }
  }
}

extension TagColor {
  /// What has that color in every theme; see the palettes.
  var role: Role {
    switch self {
    case .teal: .tag
    case .red: .error
    case .green: .success
    case .yellow: .warning
    case .blue: .link
    case .purple: .accent
    case .pink: .favorite
    case .gray: .secondary
    }
  }
}
