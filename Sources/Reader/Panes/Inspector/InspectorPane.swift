import ReadingList
import Terminal

final class InspectorPane: RowsPane {
  unowned let interface: Interface
  let name = Navigation.Pane.inspector
  var list = ListView([], kind: .plain)
  let header = PaneHeader(title: "Information")
  private var shown: ArticleID?

  init(_ interface: Interface) { self.interface = interface }

  // The bindings of list or reader apply too, since the article is theirs.
  var contexts: [Keymap.Context] { [.inspector] + articleContexts }
  var hints: [Hint] {
    let isOverruled = isFocused && model.inspected?.overruledTexts.isEmpty == false
    // A picked article is in no list yet.
    let changes: [Command] = model.isDiscovering ? [] : [.archive, .favorite, .tag]
    let commands: [Command] = [.back, .inspector] + changes + [.help]
    return (isOverruled ? [Hint([Invocation(.undo)], "put back")] : []) + [.move]
      + commands.map { Hint($0) }
  }

  private func rows(columns: Int) -> [ListRow] {
    guard let article = model.inspected else { return [] }
    let information = ArticleInformation(
      article, links: model.inspectedLinks, clock: interface.clock, isSaved: !model.isDiscovering)
    let indent = ArticleInformation.labelColumns + 2
    func rows(_ label: String, _ text: String, _ style: Style, _ url: String? = nil) -> [ListRow] {
      text.wrapped(toWidth: max(1, columns - indent)).enumerated().map { row, text in
        let label = Span((row == 0 ? label : "").padded(toWidth: indent), Style(.secondary))
        return ListRow([label, Span(text, style, link: url.map { .address($0) })])
      }
    }
    let sections = information.sections.map { section in
      section.flatMap { rows($0.label, $0.text, Self.style(of: $0), $0.url) }
    }
    let synced = model.sync.last.map { rows("Synced", $0, Style(.text)) }
    return Array((sections + (synced.map { [$0] } ?? [])).joined(separator: [ListRow([])]))
  }

  private static func style(of line: ArticleInformation.Line) -> Style {
    switch line.label {
    case "Title": Style(.heading, [.bold])
    case "Tags": Style(.tag)
    default: Style(line.url == nil ? .text : .link)
    }
  }

  func settle() {
    guard let frame else { return }
    let area = body(frame).withoutMargins
    list.update(rows(columns: area.columns))
    let id = model.inspected?.id
    if id != shown { list.move(to: 0) }
    shown = id
    list.settle(height: area.rows)
  }

  func handle(_ invocation: Invocation, count: Int) -> CommandOutcome? {
    switch invocation.command {
    case .inspector: toggle()
    case .paneLeft where isFocused, .back where isFocused, .cancel where isFocused: leave()
    case .paneRight where isFocused: break
    default: return nil
    }
    return .done
  }

  private func toggle() {
    if frame != nil {
      model.navigation.panes.showsInspector = false
      model.navigation.focus = model.navigation.mainFocus
      return
    }
    model.navigation.isZen = false
    model.navigation.panes.showsInspector = true
    if frame == nil { model.navigation.focus = .inspector }
  }

  private func leave() {
    // It covers the reader, or the single pane.
    if frames.reader == nil { model.navigation.panes.showsInspector = false }
    model.navigation.focus = model.navigation.mainFocus
  }
}
