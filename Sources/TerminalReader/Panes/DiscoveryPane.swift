import Discovery
import ReadingList
import ReadingListModel
import TerminalKit

/// The shuffle screen: a line that says where the article comes from, over the reader.
enum DiscoveryPane {
  /// Draws the line over the reader.
  static func drawHeader(_ interface: Interface, in frame: Rect, on screen: inout Screen) {
    let model = interface.model
    let glyphs = interface.glyphs
    var right: [Span] = []
    if let (_, home) = model.homeOfPicked {
      let place = home.map { " " + $0.title } ?? ""
      right.append(Span("\(glyphs.check)\(place)", Style(.accent)))
    }
    let count = model.discovery.history.count
    if count > 1, model.discovery.current != nil {
      let gap = right.isEmpty ? "" : "  "
      right.append(Span("\(gap)\(model.discovery.index + 1) of \(count)", Style(.secondary)))
    }
    let origin = model.discovery.origin.map { $0.isEmpty ? "" : glyphs.dot + "from “\($0)”" }
    PaneHeader(
      title: origin == nil ? Filter.discovery.title : "Link",
      details: [Span(origin ?? glyphs.dot + source(model), Style(.secondary))],
      right: right,
      button: interface.layout.hasSlidingSidebar ? glyphs.sidebarButton : nil
    ).draw(
      isFocused: interface.focus == .reader,
      in: frame.inset(columns: Metrics.margin, rows: 0),
      glyphs: glyphs,
      on: &screen
    )
  }

  /// The source of the article on screen, or the one that will be asked, with its category.
  private static func source(_ model: ReadingListModel) -> String {
    let name = model.settings.source
    let chosen =
      name == Source.surprise ? "Surprise Me" : model.discovery.sources[name]?.title ?? name
    let category = model.settings.category
    let shown = category == Settings.allCategories ? chosen : "\(chosen), \(category)"
    guard let actual = model.discovery.current?.picked.source, actual != chosen else {
      return shown
    }
    return "\(shown): \(actual)"
  }

  /// What stands in the middle when no article does.
  static func emptyState(_ interface: Interface) -> EmptyState {
    let model = interface.model
    func action(_ command: Command, _ words: String) -> EmptyState.Action {
      EmptyState.Action(Chip(interface.keys(of: command, in: contexts), words), command)
    }
    switch model.discovery.state {
    case .looking(let words, let site):
      return EmptyState(
        "\(interface.spinnerPicture) \(words)",
        lines: [site ?? ""],
        actions: [action(.cancel, "stop")]
      )
    case .failed(let reason):
      let source = model.settings.source
      let title = model.discovery.sources[source]?.title
      return EmptyState(
        "Could not load article",
        lines: [reason] + (title.map { ["from \($0)"] } ?? []),
        actions: [action(.discover, "try again"), action(.source, "another source")]
      )
    case .idle, .shown:
      let key = interface.keys(of: .discover, in: contexts)
      return EmptyState(
        Filter.discovery.emptyWords.title,
        lines: ["Press \(key) to find interesting articles"],
        actions: [action(.discover, "shuffle")]
      )
    }
  }

  private static let contexts: [Keymap.Context] = [.discovery, .reader, .all]
}
