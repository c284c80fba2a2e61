import ReadingList
import Terminal

extension ReaderPane {
  func drawShuffleHeader(in frame: Rect, on screen: inout Screen) {
    var right: [Span] = []
    if let (_, home) = model.discovery.home {
      let place = home.map { " " + $0.title } ?? ""
      right.append(Span("\(glyphs.check)\(place)", Style(.accent)))
    }
    let count = model.discovery.history.count
    if count > 1, model.discovery.current != nil {
      let gap = right.isEmpty ? "" : "  "
      right.append(Span("\(gap)\(model.discovery.index + 1) of \(count)", Style(.secondary)))
    }
    PaneHeader(
      title: Filter.discovery.title,
      details: [Span(glyphs.dot + model.discovery.sourceWords, Style(.secondary))],
      right: right, button: interface.sidebarButton
    ).draw(isFocused, in: frame.withoutMargins, glyphs, on: &screen)
  }

  var shuffleState: EmptyState {
    func action(_ command: Command, _ words: String) -> Chip {
      Chip(interface.keys(of: command, in: contexts), words, .command(command))
    }
    switch model.discovery.state {
    case .looking(let words, let site):
      return EmptyState(
        "\(interface.spinnerPicture) \(words)", lines: [site ?? ""],
        actions: [action(.cancel, "stop")])
    case .failed(let reason):
      let title = model.discovery.sourceTitle.flatMap { reason.contains($0) ? nil : "from \($0)" }
      return EmptyState(
        "Could not load article", lines: [reason, title].compactMap(\.self),
        actions: [
          action(.discover, "try again"), action(.source, "another source"),
          action(.random, "random article"),
        ])
    case .idle, .shown:
      let key = interface.keys(of: .discover, in: contexts)
      return EmptyState(
        "Discover Something New", lines: ["Press \(key) to find interesting articles"],
        actions: [action(.discover, "discover")])
    }
  }
}
