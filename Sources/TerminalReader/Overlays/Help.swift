import ReadingListModel
package import TerminalKit

/// The help screen.
package struct Help: Overlay, Equatable {
  /// The entry under the cursor, counted over those that are found.
  package var cursor = 0
  /// Being typed to search in it; nil when not searching.
  package var search: LineEditor?

  /// From the top, not searching.
  package init() {}

  package var isTyping: Bool { search != nil }
  package func hints(_ interface: Interface) -> [BoxHint] {
    [BoxHint(.character("/"), "search"), BoxHint(.enter, "run"), .close]
  }
  package func box(_ interface: Interface) -> Rect? {
    HelpView.frame(self, on: interface.layout).box
  }
  package func draw(_ interface: Interface, on screen: inout Screen) {
    HelpView.draw(interface, self, on: &screen)
  }

  package func take(_ key: Key, _ interface: Interface) {
    var help = self
    let count = HelpView.stops(HelpView.lines(interface, self)).count
    let page = max(1, HelpView.frame(self, on: interface.layout).lineCount / 2)
    switch key.code {
    case .escape:
      guard search != nil else {
        interface.overlays.removeLast()
        return
      }
      help.search = nil
      help.cursor = 0
    case .enter: return runEntry(interface)
    case .down: help.cursor += 1
    case .up: help.cursor -= 1
    case .pageDown: help.cursor += page
    case .pageUp: help.cursor -= page
    default:
      if help.search?.take(key) == true {
        help.cursor = 0
      } else if search == nil, !help.move(key, page: page, count: count, interface) {
        return
      }
    }
    help.cursor = min(max(0, help.cursor), max(0, count - 1))
    interface.replaceFront(help)
  }

  /// - Returns: false when the help screen is gone.
  private mutating func move(_ key: Key, page: Int, count: Int, _ interface: Interface) -> Bool {
    if key == Key(.character("/")) {
      search = LineEditor()
      cursor = 0
      return true
    }
    if key == Key(.character("g")) {
      cursor = 0
      return true
    }
    guard case .command(let invocation) = interface.keymap.meaning(of: [key], in: .reader) else {
      return true
    }
    switch invocation.command {
    case .down: cursor += 1
    case .up: cursor -= 1
    case .pageDown, .halfPageDown: cursor += page
    case .pageUp, .halfPageUp: cursor -= page
    case .bottom: cursor = count - 1
    case .top: cursor = 0
    case .quit:
      interface.model.quit()
      return false
    case .back, .cancel, .help:
      interface.overlays.removeLast()
      return false
    default: break
    }
    return true
  }

  package func insert(_ text: String, isPasted: Bool, _ interface: Interface) {
    var help = self
    guard help.search?.insert(text) == true else {
      return interface.model.status = .error(LineEditor.tooLong)
    }
    help.cursor = 0
    interface.replaceFront(help)
  }

  package func scroll(by lines: Int, _ interface: Interface) {
    let frame = HelpView.frame(self, on: interface.layout)
    let all = HelpView.lines(interface, self)
    let top = HelpView.top(of: self, all, in: frame, wheelTop: interface.overlayWheelTop)
    interface.scrollOverlay(from: top, by: lines, last: all.count - frame.lineCount)
  }

  package func click(at point: Point, isDouble: Bool, _ interface: Interface) {
    guard let stop = HelpView.stop(interface, self, at: point) else { return }
    var help = self
    help.cursor = stop
    interface.replaceFront(help)
    help.runEntry(interface)
  }

  /// Runs the command under the cursor; one that must be told more is typed on the command line, and a part of
  /// a query as a filter.
  private func runEntry(_ interface: Interface) {
    let lines = HelpView.lines(interface, self)
    let stops = HelpView.stops(lines)
    guard stops.indices.contains(cursor) else { return }
    let line = lines[stops[cursor]]
    interface.overlays.removeLast()
    if let query = line.query {
      let filter = interface.model.navigation.place.filter
      let prompt = Prompt(.filter, text: (filter.isEmpty ? "" : filter + " ") + query)
      interface.show(prompt)
      return prompt.changed(interface)
    }
    if let typed = line.typed { return interface.show(Prompt(.commandLine, text: typed)) }
    guard let invocation = line.invocation else { return }
    if case .required = invocation.command.row.argument, invocation.argument.isEmpty {
      interface.show(Prompt(.commandLine, text: invocation.command.name + " "))
    } else {
      interface.perform(invocation)
    }
  }
}
