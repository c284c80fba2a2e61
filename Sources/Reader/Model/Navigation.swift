package import ReadingList

/// List, cursors, open articles and focus, as a plain value.
///
/// Layout never changes it. It survives resizing, switching lists and (without open articles)
/// restarts. Items are referenced by id.
package struct Navigation: Equatable, Sendable {
  package enum Pane: String, CaseIterable, Hashable, Sendable {
    case sidebar, list, reader, inspector, panel

    /// Whether its content depends on another pane, to which the focus returns.
    package var isAside: Bool { self == .inspector || self == .panel }
  }

  /// An article, or one of its highlights.
  package struct Item: Hashable, Sendable {
    package var article: ArticleID
    /// Within the article; nil in lists of articles.
    package var highlight: String?

    package init(_ article: ArticleID, highlight: String? = nil) {
      self.article = article
      self.highlight = highlight
    }
  }

  package struct Place: Equatable, Sendable {
    package var cursor: Item?
    /// Where the cursor returns when its article leaves the list.
    package var row = 0
    package var top = 0
    package var open: ArticleID?
    /// Chosen by the person; nil for the view's order.
    package var order: Order?
    package var filter = ""

    package var marks: Set<Item> = []
    /// The range ends at the cursor; nil if none is being marked.
    package var rangeStart: Item?
  }

  package var view = SavedView.list(.readingList)
  package var focus = Pane.list { didSet { if !focus.isAside { mainFocus = focus } } }
  /// The focused pane, or the one that inspector or panel return the focus to.
  package private(set) var mainFocus = Pane.list
  package var panes = PaneState()
  package var places: [SavedView: Place] = [:]
  package var isZen = false
  /// Whether the hint about pictures was shown.
  package var knowsOfPictures = false

  package mutating func setPanel(_ panel: PaneState.Panel?) {
    panes.panel = panel
    if panel == nil, focus == .panel { focus = mainFocus }
  }

  /// The end of the last session; nil in the first one.
  package var lastSeen: Timestamp?

  package init() {}

  package var place: Place {
    get { places[view] ?? Place() }
    set { places[view] = newValue }
  }

  /// The order of the list on screen, unless its filter names another.
  package var order: Order { place.order ?? view.order }
}

extension Navigation {
  /// Saved for the next session as JSON: the list on screen, the panes, and each list's cursor and
  /// order.
  package var state: JSON {
    let kept = places.sorted { $0.key.key < $1.key.key }
    return .object([
      .init("scope", .string(view.key)), .init("panes", panes.state),
      .init("pictures", .bool(knowsOfPictures)),
      .init("seen", lastSeen.map { .number(String($0.milliseconds)) } ?? .null),
      .init(
        "lists",
        .object(
          kept.map { view, place in
            var members: [JSON.Member] = []
            if let order = place.order { members.append(.init("order", .string(order.rawValue))) }
            // A cursor in the first row stays there, above articles added later.
            if let cursor = place.cursor, place.row > 0 {
              members.append(.init("cursor", .string(cursor.article.text)))
            }
            return .init(view.key, .object(members))
          })),
    ])
  }

  /// Unknown values keep their defaults.
  package init(state: JSON, views: ViewList = ViewList()) {
    self.init()
    func view(_ key: String) -> SavedView? { SavedView(key: key) ?? views.view(named: key) }
    if let view = state["scope"]?.string.flatMap(view) { self.view = view }
    panes = PaneState(state: state["panes"])
    knowsOfPictures = state["pictures"]?.bool ?? false
    lastSeen = state["seen"]?.int.map { Timestamp(milliseconds: Int64($0)) }
    for member in state["lists"]?.members ?? [] {
      guard let view = view(member.key) else { continue }
      var place = Place()
      if let id = member.value["cursor"]?.string.flatMap({ ArticleID(text: $0) }) {
        // Below the first row, where none is saved; so it is saved again if this list is not shown.
        (place.cursor, place.row) = (Item(id), 1)
      }
      place.order = member.value["order"]?.string.flatMap { Order(rawValue: $0) }
      places[view] = place
    }
  }
}
