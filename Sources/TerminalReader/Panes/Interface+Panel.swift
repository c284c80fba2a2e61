import ReadingList
import ReadingListModel
import ReadingServices
import TerminalKit
import Typesetting

extension Interface {
  // MARK: Rows

  /// The panel's rows for a frame's width.
  func panelRows(in frame: Rect) -> [PanelPane.Row] {
    let columns = PanelPane.columns(frame)
    return switch model.navigation.panes.panel {
    case .contents: contentsRows
    case .links: linkRows(columns: columns)
    case .notes: noteRows(columns: columns)
    case .messages: messageRows(columns: columns)
    case nil: []
    }
  }

  private var contentsRows: [PanelPane.Row] {
    guard let text = viewport?.text else { return [] }
    let least = text.headings.map(\.level).min() ?? 1
    let here = currentHeading
    return text.headings.enumerated().map { index, heading in
      let indent = String(repeating: " ", count: 2 * (heading.level - least))
      return PanelPane.Row(
        spans: [
          Span(indent + heading.title, index == here ? Style(.accent, [.bold]) : Style(.text))
        ],
        goal: .line(heading.line)
      )
    }
  }

  /// The heading that the first line on screen stands under; nil before the first one.
  private var currentHeading: Int? {
    guard let viewport else { return nil }
    let isAtEnd = viewport.top > 0 && viewport.top == viewport.lastTop(rows: readerRows)
    let line = isAtEnd ? viewport.top + readerRows - 1 : viewport.top
    return viewport.text.headings.lastIndex { $0.line <= line }
  }

  private func linkRows(columns: Int) -> [PanelPane.Row] {
    (model.reader.body?.links ?? []).map { link in
      let isNamed = !link.text.isEmpty && link.text != link.url
      // As much of the address as leaves a third of the row to its words.
      let room = max(columns * 2 / 3, columns - link.text.displayWidth) - 1
      let shown =
        isNamed ? link.url.truncated(toWidth: room, ellipsis: glyphs.ellipsis) : link.url
      let address = Span(shown, Style(.link), link: link.url)
      return PanelPane.Row(
        spans: isNamed ? [Span(link.text, Style(.text))] : [address],
        right: isNamed ? [address] : [],
        goal: .link(link.url)
      )
    }
  }

  private func noteRows(columns: Int) -> [PanelPane.Row] {
    guard let article = model.reader.article else { return [] }
    func rows(
      _ text: String,
      _ style: Style,
      indent: Int,
      right: String = "",
      goal: PanelPane.Goal
    )
      -> [PanelPane.Row]
    {
      let space = String(repeating: " ", count: indent)
      let width = max(1, columns - indent - (right.isEmpty ? 0 : right.displayWidth + 2))
      return text.split(whereSeparator: \.isNewline).flatMap { $0.wrapped(toWidth: width) }
        .enumerated().map { index, line in
          PanelPane.Row(
            spans: [Span(space + line, style)],
            right: index == 0 && !right.isEmpty ? [Span(right, Style(.secondary))] : [],
            goal: goal
          )
        }
    }
    return PanelPane.Row.ofOneItem(rows(article.note, Style(.text), indent: 0, goal: .note))
      + model.reader.passages.flatMap { passage -> [PanelPane.Row] in
        let highlight = passage.highlight
        let line = passage.place.flatMap { viewport?.text.line(setting: $0.lowerBound) }
        let goal = PanelPane.Goal.passage(highlight.id, line: line)
        let quote = rows(
          "“\(highlight.quote)”",
          Style(.quote),
          indent: 2,
          right: highlight.color.rawValue,
          goal: goal
        )
        .map { row in
          var row = row
          row.mark = highlight.color.surface
          return row
        }
        let lost = passage.place == nil ? "not in the text any more" : ""
        let passageRows =
          quote + rows(lost, Style(.secondary), indent: 4, goal: goal)
          + rows(highlight.note, Style(.text), indent: 4, goal: goal)
        return PanelPane.Row.ofOneItem(passageRows)
      }
  }

  private func messageRows(columns: Int) -> [PanelPane.Row] {
    model.messages.flatMap { message in
      let time = timeOfDay(message.moment, clock: clock) + "  "
      let indent = time.displayWidth
      return message.status.text.wrapped(toWidth: max(1, columns - indent)).enumerated().map {
        row,
        text in
        PanelPane.Row(
          spans: [
            Span(row == 0 ? time : String(repeating: " ", count: indent), Style(.secondary)),
            Span(text, Style(message.status.kind == .error ? .error : .text)),
          ],
          isContinued: row > 0
        )
      }
    }
  }

  /// What a panel without rows says.
  func emptyWords(of panel: PaneState.Panel) -> String {
    switch panel {
    case .contents: "This article has no headings"
    case .links: "This article has no links"
    case .notes: "This article has no notes or highlights"
    case .messages: "No messages"
    }
  }

  // MARK: State

  /// Rows wished for the panel; nil when none is open, or what it would show belongs to a text that is not
  /// on screen.
  var wishedPanelRows: Int? {
    let panes = model.navigation.panes
    guard let panel = panes.panel else { return nil }
    if panel != .messages {
      guard model.reader.article != nil, !layout.hasOnePane || isReaderMeant else { return nil }
    }
    return panes.panelRows ?? min(PaneState.defaultPanelRows, panelView.count + 1)
  }

  /// The first row on screen: where the wheel left it, else so that the cursor is seen.
  func panelTop(rows: Int, count: Int) -> Int {
    min(wheelTops[.panel] ?? panelView.cursor.offset, max(0, count - rows))
  }

  /// Puts the cursor where it belongs when another thing is shown, and keeps it in view.
  func settlePanel() {
    guard let frame = frames.panel, let panel = model.navigation.panes.panel else {
      panelView.subject = nil
      return
    }
    let subject = PanelView.Subject(
      panel: panel,
      article: panel == .messages ? nil : model.reader.id
    )
    let items = PanelPane.items(of: panelRows(in: frame))
    let count = items.last?.upperBound ?? 0
    let wasAtEnd = panelView.item == panelView.items.count - 1
    if subject != panelView.subject {
      let start =
        switch panel {
        case .contents: currentHeading ?? 0
        case .messages: items.last?.lowerBound ?? 0
        case .links, .notes: 0
        }
      // What is to come stands there once the text is typeset.
      panelView.subject = count > 0 ? subject : nil
      panelView.cursor = ListCursor(cursor: start)
    } else if panel == .messages, wasAtEnd {
      panelView.cursor = ListCursor(
        cursor: items.last?.lowerBound ?? 0,
        offset: panelView.cursor.offset
      )
    }
    panelView.items = items
    // How high it is may depend on how many rows it has.
    let rows = (frames.panel.map(PanelPane.body) ?? frame).rows
    let item = panelView.items.indices.contains(panelView.item) ? items[panelView.item] : 0..<1
    panelView.cursor = ListCursor(cursor: item.lowerBound, offset: panelView.cursor.offset)
    panelView.cursor.settle(count: count, height: rows, margin: 1, length: item.count)
    panelView.skipped = min(panelView.skipped, max(0, item.count - rows))
    if panelView.skipped > 0 {
      let top = item.lowerBound + panelView.skipped
      panelView.cursor = ListCursor(cursor: item.lowerBound, offset: top)
    }
  }

  /// Moves the cursor by things, each of one or more rows; of one that is higher than the panel the rest is
  /// shown first.
  func movePanelCursor(by step: Int) {
    guard let frame = frames.panel, panelView.items.indices.contains(panelView.item) else { return }
    let hidden = max(0, panelView.items[panelView.item].count - PanelPane.body(frame).rows)
    let skipped = min(max(0, panelView.skipped + step), hidden)
    guard skipped == panelView.skipped else {
      panelView.skipped = skipped
      return
    }
    movePanelCursor(to: panelView.item + step)
  }

  /// How many things a page goes on by: those that begin on screen.
  var panelPage: Int {
    guard let frame = frames.panel else { return 1 }
    let rows = PanelPane.body(frame).rows
    let top = panelTop(rows: rows, count: panelView.count)
    return max(1, panelView.items.count { (top..<top + rows).contains($0.lowerBound) } - 1)
  }

  /// Moves the cursor to a thing by its number, the first one being 0.
  func movePanelCursor(to number: Int) {
    let last = panelView.items.count - 1
    guard last >= 0 else { return }
    let item = panelView.items[min(max(0, number), last)]
    panelView.skipped = 0
    panelView.cursor = ListCursor(cursor: item.lowerBound, offset: panelView.cursor.offset)
  }

  /// Where the row under the cursor leads.
  var panelGoal: PanelPane.Goal? {
    guard focus == .panel, let frame = frames.panel else { return nil }
    let rows = panelRows(in: frame)
    let cursor = panelView.cursor.cursor
    return rows.indices.contains(cursor) ? rows[cursor].goal : nil
  }

  // MARK: Commands

  /// Opens a panel and gives it the focus, or closes it where it is open.
  func togglePanel(_ panel: PaneState.Panel) -> CommandOutcome {
    if model.navigation.panes.panel == panel, frames.panel != nil {
      model.setPanel(nil)
      return .done
    }
    guard layout.panelRange != nil else { return .refused("The window is too short for a panel") }
    if panel != .messages, model.reader.article == nil { return .refused("No article is open") }
    let isEmpty =
      switch panel {
      case .contents: viewport?.text.headings.isEmpty ?? true
      case .links: model.reader.body?.links.isEmpty ?? true
      case .notes: noteRows(columns: size.columns).isEmpty
      case .messages: model.messages.isEmpty
      }
    guard !isEmpty else { return .refused(emptyWords(of: panel)) }
    model.setZen(false)
    model.setPanel(panel)
    // The text that the panel belongs to comes before what stands in its place.
    if frames.panel == nil, panel != .messages { model.focus(.reader) }
    if frames.panel == nil { model.setInspector(shown: false) }
    model.focus(.panel)
    return .done
  }

  /// Makes the panel so high, or so much higher or lower.
  func changePanelHeight(_ argument: String) -> CommandOutcome {
    guard let frame = frames.panel, let range = layout.panelRange else {
      return .refused("No panel is open")
    }
    let isChange = argument.hasPrefix("+") || argument.hasPrefix("-")
    guard let number = Int(argument), abs(number) <= 1000 else {
      return .invalid(Command.panelHeight.row.usage)
    }
    let rows = isChange ? frame.rows + number : number
    model.setPanelRows(min(max(rows, range.lowerBound), range.upperBound))
    return .done
  }

  /// Does what the row under the panel's cursor leads to; links are opened by `aimed`.
  func chooseInPanel() -> CommandOutcome {
    switch panelGoal {
    case .line(let line), .passage(_, line: let line?):
      jump(toLine: line)
      model.focus(.reader)
    case .passage: return .refused("The text does not have this passage any more")
    case .link, .note, nil: break
    }
    return .done
  }

  /// What a command means while the panel's cursor is on a link, a highlight or a note: that.
  func aimed(_ invocation: Invocation) -> Invocation {
    guard invocation.argument.isEmpty, let goal = panelGoal else { return invocation }
    switch (goal, invocation.command) {
    // What these keys do to the article is not meant for a part of it.
    case (.passage, .delete), (.note, .delete): return Invocation(.removeHighlight)
    case (.passage, .copyURL): return Invocation(.copyText)
    default: break
    }
    guard case .link(let url) = goal else { return invocation }
    return switch invocation.command {
    case .open: Invocation(.followLink, url)
    case .openInBrowser, .add, .copyURL, .linkMenu: Invocation(invocation.command, url)
    default: invocation
    }
  }
}
