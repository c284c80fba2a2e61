import ReadingList
import Terminal

/// A line of a panel.
struct PanelRow {
  var spans: [Span]
  /// The spans at the right end.
  var right: [Span] = []
  /// The effect of choosing the row; nil for none.
  var goal: Goal?
  /// The background of the first column, with a highlight's color.
  var mark: Surface?
  /// Whether the row continues the item of the row before it.
  var isContinued = false

  /// The target of a row.
  enum Goal: Equatable {
    case line(Int)
    case link(String)
    /// A highlight by id, and the line of its beginning if the text still has it.
    case passage(String, line: Int?)
    /// The article's note.
    case note
  }

  /// Returns rows joined into one item, which the cursor covers as a whole.
  fileprivate static func ofOneItem(_ rows: [PanelRow]) -> [PanelRow] {
    rows.enumerated().map { index, row in
      var row = row
      row.isContinued = index > 0
      return row
    }
  }

  /// Returns the rows of each item.
  static func items(of rows: [PanelRow]) -> [Range<Int>] {
    let starts = rows.indices.filter { $0 == 0 || !rows[$0].isContinued }
    return zip(starts, starts.dropFirst() + [rows.count]).map { $0..<$1 }
  }

  /// The text of an empty panel.
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
  /// The rows for the current width.
  var rows: [PanelRow] {
    guard let frame, let panel = model.navigation.panes.panel else { return [] }
    return rows(of: panel, columns: max(1, frame.withoutMargins.columns))
  }

  /// Returns a panel's rows for a width in columns.
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
      // The link's text gets at least a third of the row.
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
  /// The role that has the color in every theme; see the palettes.
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
