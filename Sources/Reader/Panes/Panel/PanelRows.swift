import ReadingList
import Terminal

// The rows of the panel, and its text without any. To add a panel, add a case here and a command of
// the same name to the table.
extension PaneState {
  package enum Panel: String, CaseIterable, Hashable, Sendable {
    /// The open article's headings, its links, and its note and highlights.
    case contents, links, notes
    case messages

    var emptyWords: String {
      switch self {
      case .contents: "This article has no headings"
      case .links: "This article has no links"
      case .notes: "This article has no notes or highlights"
      case .messages: "No messages"
      }
    }
  }
}

extension PanelPane {
  func rows(of panel: PaneState.Panel, columns: Int) -> [ListRow] {
    switch panel {
    case .contents: contents
    case .links: links(columns)
    case .notes: notes(columns)
    case .messages: messages(columns)
    }
  }

  private var contents: [ListRow] {
    guard let text = interface.reader.viewport?.text else { return [] }
    let least = text.headings.map(\.level).min() ?? 1
    let here = interface.reader.currentHeading
    return text.headings.enumerated().map { index, heading in
      let indent = String(repeating: " ", count: 2 * (heading.level - least))
      let style = index == here ? Style(.accent, [.bold]) : Style(.text)
      var row = ListRow([Span(indent + heading.title, style)])
      row.action = Self.jump(to: heading.line)
      return row
    }
  }

  private static func jump(to line: Int?) -> ListAction {
    ListAction { interface in
      guard let line else {
        return interface.show(.refused("This passage is no longer in the text"))
      }
      interface.reader.jump(toLine: line)
      interface.model.navigation.focus = .reader
    }
  }

  private func links(_ columns: Int) -> [ListRow] {
    (model.reader.body?.links ?? []).map { link in
      let isNamed = !link.text.isEmpty && link.text != link.url
      // The link's text gets at least a third of the row.
      let room = max(columns * 2 / 3, columns - link.text.displayWidth) - 1
      let shown = isNamed ? link.url.truncated(toWidth: room, ellipsis: glyphs.ellipsis) : link.url
      let address = Span(shown, Style(.link), link: .address(link.url))
      var row = ListRow(
        isNamed ? [Span(link.text, Style(.text))] : [address], right: isNamed ? [address] : [])
      row.action = ListAction(Invocation(.followLink, link.url))
      for command in [Command.openInBrowser, .add, .copyURL] {
        row.retargets[command] = Invocation(command, link.url)
      }
      return row
    }
  }

  /// The row with the article's note; other rows have the ids of highlights.
  static let noteID = "note"

  private func notes(_ columns: Int) -> [ListRow] {
    guard let article = model.reader.article else { return [] }
    func rows(_ text: String, _ style: Style, indent: Int, right: String = "") -> [ListRow] {
      let space = String(repeating: " ", count: indent)
      let width = max(1, columns - indent - (right.isEmpty ? 0 : right.displayWidth + 2))
      let lines = text.split(whereSeparator: \.isNewline).flatMap {
        String($0).wrapped(toWidth: width)
      }
      return lines.enumerated().map { index, line in
        let right = index == 0 && !right.isEmpty ? [Span(right, Style(.secondary))] : []
        return ListRow([Span(space + line, style)], right: right)
      }
    }
    func item(_ rows: [ListRow], _ id: String, _ action: ListAction) -> [ListRow] {
      rows.asOneItem.map { row in
        var row = row
        (row.id, row.action) = (id, action)
        // On a note or a highlight, the command acts on that instead of the article.
        row.retargets[.delete] = Invocation(.removeHighlight)
        if id != Self.noteID { row.retargets[.copyURL] = Invocation(.copyText) }
        return row
      }
    }
    let note = item(rows(article.note, Style(.text), indent: 0), Self.noteID, ListAction { _ in })
    return note
      + model.reader.passages.flatMap { passage -> [ListRow] in
        let highlight = passage.highlight
        let start = passage.place?.lowerBound
        let line = start.flatMap { interface.reader.viewport?.text.line(setting: $0) }
        var quote = rows(
          "“\(highlight.quote)”", Style(.quote), indent: 2, right: highlight.color.rawValue)
        for index in quote.indices { quote[index].mark = highlight.color.surface }
        let lost = start == nil ? "no longer in the text" : ""
        return item(
          quote + rows(lost, Style(.secondary), indent: 4)
            + rows(highlight.note, Style(.text), indent: 4), highlight.id, Self.jump(to: line))
      }
  }

  private func messages(_ columns: Int) -> [ListRow] {
    model.session.messages.flatMap { message in
      let time = timeOfDay(message.moment, clock: interface.clock) + "  "
      let space = String(repeating: " ", count: time.displayWidth)
      let style = Style(message.status.kind == .error ? .error : .text)
      let lines = message.status.text.wrapped(toWidth: max(1, columns - time.displayWidth))
      return lines.enumerated().map { index, text in
        var row = ListRow([Span(index == 0 ? time : space, Style(.secondary)), Span(text, style)])
        row.action = ListAction { _ in }
        return row
      }.asOneItem
    }
  }
}
