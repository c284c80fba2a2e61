package import ReadingList

/// Where the person is, as one plain value: list, cursors, open articles, focus.
///
/// Layout never changes it; it survives resizes and switching lists, and (without open articles)
/// restarts. Things are named by id and looked up when shown.
package struct Navigation: Equatable, Sendable {
  /// The panes that can have the focus.
  package enum Pane: String, CaseIterable, Hashable, Sendable {
    case sidebar, list, reader, inspector, panel

    /// Whether it is about what another pane shows, which gets the focus back from it.
    package var isAside: Bool { self == .inspector || self == .panel }
  }

  /// What a row of a list is about: an article, or a highlight of it.
  package struct Item: Hashable, Sendable {
    package var article: ArticleID
    /// The highlight's id within the article; nil in lists of articles.
    package var highlight: String?

    /// Names what a row is about.
    package init(_ article: ArticleID, highlight: String? = nil) {
      self.article = article
      self.highlight = highlight
    }
  }

  /// What is remembered of one list.
  package struct Place: Equatable, Sendable {
    /// The article under the cursor.
    package var cursor: ArticleID?
    /// The highlight under it, in the list of highlights.
    package var highlight: String?
    /// Its row when last seen: where the cursor goes when the article leaves the list.
    package var row = 0
    /// The first visible row.
    package var top = 0
    /// The open article.
    package var open: ArticleID?
    /// How the person sorted the list; nil where it is sorted as its view says.
    package var order: Order?
    /// The filter typed into it; empty when none.
    package var filter = ""
    /// Whether the best matches stand first where it is filtered by words.
    package var ranksMatches = true

    /// What is marked for what is done next.
    package var marks: Set<Item> = []
    /// Where the range begins that follows the cursor; nil when no range is being marked.
    package var rangeStart: Item?

    /// A list never visited.
    package init() {}
  }

  /// The list on screen.
  package var view = SavedView.list(.readingList)
  /// The pane that keys go to.
  package var focus = Pane.list { didSet { if !focus.isAside { mainFocus = focus } } }
  /// The same, or the pane that gets it back from inspector or panel.
  package private(set) var mainFocus = Pane.list
  /// Inspector, panel and the widths of all panes.
  package var panes = PaneState()
  /// Remembered per list.
  package var places: [SavedView: Place] = [:]
  /// Tags whose tags below them are not shown in the sidebar.
  package var foldedTags: Set<String> = []
  /// Only the text is shown.
  package var isZen = false
  /// Whether it was said how to see pictures.
  package var knowsOfPictures = false

  /// Opens a panel, or closes it.
  package mutating func setPanel(_ panel: PaneState.Panel?) {
    panes.panel = panel
    if panel == nil, focus == .panel { focus = mainFocus }
  }

  /// When the last session ended; nil in the first one.
  package var lastSeen: Timestamp?

  /// The start of a first session.
  package init() {}

  /// What is remembered of the list on screen.
  package var place: Place {
    get { places[view] ?? Place() }
    set { places[view] = newValue }
  }

  /// How the list on screen is sorted unless its filter says otherwise.
  package var order: Order { place.order ?? view.order }
}

extension Navigation {
  /// What is kept for the next session, as JSON: the list, the panes, and cursor and order of each list.
  package var state: JSON {
    let kept = places.sorted { $0.key.key < $1.key.key }
    return .object([
      .init("scope", .string(view.key)), .init("panes", panes.state),
      .init("pictures", .bool(knowsOfPictures)),
      .init("seen", lastSeen.map { .number(String($0.milliseconds)) } ?? .null),
      .init("folded", .array(foldedTags.sorted().map { .string($0) })),
      .init(
        "lists",
        .object(
          kept.map { view, place in
            var members: [JSON.Member] = []
            if let order = place.order { members.append(.init("order", .string(order.rawValue))) }
            // At the top it stays there, above what comes later.
            if let cursor = place.cursor, place.row > 0 {
              members.append(.init("cursor", .string(cursor.text)))
            }
            return .init(view.key, .object(members))
          })),
    ])
  }

  /// Reads what an earlier session kept; whatever it does not understand it leaves at its default.
  ///
  /// - Parameters:
  ///   - state: what was kept.
  ///   - views: those that keys may name besides the lists that always are.
  package init(state: JSON, views: ViewList = ViewList()) {
    self.init()
    func view(_ key: String) -> SavedView? { SavedView(key: key) ?? views.view(named: key) }
    if let view = state["scope"]?.string.flatMap(view) { self.view = view }
    panes = PaneState(state: state["panes"])
    knowsOfPictures = state["pictures"]?.bool ?? false
    lastSeen = state["seen"]?.int.map { Timestamp(milliseconds: Int64($0)) }
    foldedTags = Set(state["folded"]?.array?.compactMap(\.string) ?? [])
    for member in state["lists"]?.members ?? [] {
      guard let view = view(member.key) else { continue }
      var place = Place()
      place.cursor = member.value["cursor"]?.string.flatMap { ArticleID(text: $0) }
      place.order = member.value["order"]?.string.flatMap { Order(rawValue: $0) }
      places[view] = place
    }
  }
}
