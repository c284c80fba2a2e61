import ReadingList
package import Terminal

/// The inspector: details of the article under the cursor, or of the open article.
package final class InspectorPane: Pane {
  unowned let interface: Interface
  let name = Navigation.Pane.inspector
  /// The first visible line.
  private var top = 0

  init(_ interface: Interface) { self.interface = interface }

  // The bindings of list or reader apply too, since the article is theirs.
  var contexts: [Keymap.Context] { [.inspector] + articleContexts }
  var hints: [Hint] {
    let isOverruled = isFocused && model.inspector.article?.overruledTexts.isEmpty == false
    return (isOverruled ? [Hint([Invocation(.undo)], "put back")] : []) + [.move]
      + [.back, .inspector, .archive, .favorite, .tag, .help].map { Hint($0) }
  }
  var page: Int { max(1, (frame.map(Self.body)?.rows ?? 2) - 1) }

  /// Returns the area of the lines, under the header.
  package static func body(_ frame: Rect) -> Rect { PaneHeader.body(under: frame) }

  /// The lines for the current width: labels at the left, wrapped texts at the right, and blank
  /// lines between sections.
  private var lines: [[Span]] {
    guard let frame, let article = model.inspector.article else { return [] }
    let information = ArticleInformation(
      article, links: model.inspector.links, clock: interface.clock)
    let indent = ArticleInformation.labelColumns + 2
    let width = max(1, frame.withoutMargins.columns - indent)
    let synced = model.sync.last.map {
      [[Span("Synced".padded(toWidth: indent), Style(.secondary)), Span($0, Style(.text))]]
    }
    return Array(
      (information.sections.map { section in
        section.flatMap { line in
          line.text.wrapped(toWidth: width).enumerated().map { row, text in
            let label = (row == 0 ? line.label : "").padded(toWidth: indent)
            return [
              Span(label, Style(.secondary)), Span(text, Self.style(of: line), link: line.url),
            ]
          }
        }
      } + [synced].compactMap { $0 }).joined(separator: [[]]))
  }

  private static func style(of line: ArticleInformation.Line) -> Style {
    switch line.label {
    case "Title": Style(.heading, [.bold])
    case "Tags": Style(.tag)
    default: Style(line.url == nil ? .text : .link)
    }
  }

  /// Requests the article to show and clamps the scroll offset.
  func settle() {
    guard let frame else { return }
    let id = model.inspector.article?.id
    model.inspector.inspect()
    if model.inspector.article?.id != id { top = 0 }
    top = min(max(0, top), max(0, lines.count - Self.body(frame).rows))
  }

  func draw(in frame: Rect, on screen: inout Screen) {
    let area = Self.body(frame).withoutMargins
    PaneHeader(title: "Information").draw(isFocused, in: frame.withoutMargins, glyphs, on: &screen)
    for (offset, line) in lines.dropFirst(top).prefix(area.rows).enumerated() {
      screen.put(left: line, row: area.row + offset, in: area)
    }
    putCursor(area.column, area.row, on: &screen)
  }

  /// Scrolls by lines; `settle` clamps the offset.
  func move(by lines: Int) {
    top = max(0, min(top, self.lines.count) + min(max(lines, -1 << 20), 1 << 20))
  }

  func move(to line: Int, isEdge: Bool) { top = max(0, line) }

  func handle(_ invocation: Invocation, count: Int) -> CommandOutcome? {
    switch invocation.command {
    case .inspector: toggle()
    case .paneLeft where isFocused, .back where isFocused, .cancel where isFocused: leave()
    case .paneRight where isFocused: break
    default: return nil
    }
    return .done
  }

  /// Shows or hides the inspector; it gets the focus if it covers another pane.
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

  /// Returns the focus; closes the inspector if it covers another pane.
  private func leave() {
    if frames.inspectorCovers { model.navigation.panes.showsInspector = false }
    model.navigation.focus = model.navigation.mainFocus
  }

  func click(at point: Point, in frame: Rect, isDouble: Bool) {
    model.navigation.focus = .inspector
    if let link = interface.link(at: point) { interface.reader.follow(link) }
  }

  func scroll(by lines: Int, in frame: Rect) { move(by: lines) }
}
