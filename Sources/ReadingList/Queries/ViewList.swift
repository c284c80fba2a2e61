/// The views of the reader's own and those that the program comes with, as lines of the config file say.
///
/// A line is a name and a query: `"Long reads" minutes:20..`. It replaces the view of that name; with an empty
/// query, `""`, or none it removes it.
package struct ViewList: Equatable, Sendable {
  /// A parsed line.
  package struct Line: Equatable, Sendable {
    package let name: String
    /// The query as written; empty for none.
    package let query: String

    /// Makes a line; nil when the name has nothing to show.
    package init?(name: String, query: String) {
      let words = name.split { $0.isWhitespace }.map { word in
        String(
          word.filter { !$0.unicodeScalars.contains { $0.properties.generalCategory == .control } })
      }
      self.name = String(words.filter { !$0.isEmpty }.joined(separator: " ").prefix(60))
      let query = query.split { $0.isNewline }.joined(separator: " ").trimmed
      self.query = query == "\"\"" ? "" : query
      if self.name.isEmpty { return nil }
    }

    /// Reads a line: a name, in quotes where it has spaces, and a query; nil when the name has nothing to show.
    ///
    /// - Throws: where the quote that the name begins with is not closed.
    package init?(parsing text: String) throws(Query.ParseError) {
      let text = text.trimmed
      guard let name = Query.parts(of: text).first else { return nil }
      // A quote in it is written twice.
      guard !name.hasPrefix("\"") || name.count(where: { $0 == "\"" }).isMultiple(of: 2) else {
        throw Query.ParseError(message: "The quote before the view's name is not closed: \(name)")
      }
      self.init(name: Query.unquoted(name), query: String(text.dropFirst(name.count)))
    }

    /// As it is written.
    package var text: String {
      "\"\(name.replacingScalars(["\"": "\"\""]))\"" + " " + (query.isEmpty ? "\"\"" : query)
    }
  }

  /// The views in their order: those the program comes with, then the reader's own.
  package var views: [SavedView] { places.filter { !removed.contains($0.key) } }

  /// Views in their order, with those that were removed: one that comes back comes to its place, as in the config file.
  private var places = SavedView.shipped
  private var removed: Set<String> = []
  private static let maxViews = 2000

  /// The views that the program comes with.
  package init() {}

  /// Does what a line says.
  ///
  /// - Throws: what is wrong with its query.
  package mutating func apply(_ line: Line) throws(Query.ParseError) {
    guard !SavedView.isTaken(line.name) else {
      throw Query.ParseError(
        message: "“\(line.name)” is the name of a built-in list; choose another name")
    }
    let key = SavedView.key(named: line.name)
    guard !line.query.isEmpty else {
      removed.insert(key)
      return
    }
    let view = try SavedView(name: line.name, parsing: line.query)
    removed.remove(key)
    if let index = places.firstIndex(where: { $0.key == key }) {
      places[index] = view
    } else if places.count < Self.maxViews {
      places.append(view)
    } else {
      throw Query.ParseError(message: "There can be \(Self.maxViews) views")
    }
  }

  /// Returns lines that turn other views into these, if possible; a view that the others lack becomes
  /// the last.
  package func lines(from others: ViewList) -> [Line] {
    let gone = others.views.filter { view(named: $0.name) == nil }.compactMap {
      Line(name: $0.name, query: "")
    }
    let changed = views.compactMap { view -> Line? in
      let line = Line(name: view.name, query: view.written(narrowedBy: Query(), order: view.order))
      let other = others.view(named: view.name)
      let isSame = other.map {
        $0.name == view.name && $0.query == view.query && $0.order == view.order
      }
      return isSame == true ? nil : line
    }
    return gone + changed
  }

  /// The view that a key or a name means.
  package func view(named name: String) -> SavedView? {
    let key = SavedView.key(named: name)
    return views.first { $0.key == name } ?? views.first { $0.key == key }
  }

  package static func == (a: ViewList, b: ViewList) -> Bool {
    a.views.elementsEqual(b.views) { a, b in
      a.key == b.key && a.name == b.name && a.query == b.query && a.order == b.order
    }
  }
}

extension SavedView {
  /// Whether what it holds depends on the texts of articles.
  package var asksAboutTexts: Bool { !query.textConditions.isEmpty }

  /// The views that the program ships with, besides the built-in lists.
  package static let shipped: [SavedView] = [
    SavedView(shipped: "Unread", Query(all: [.state(.unread)])),
    SavedView(shipped: "Short reads", Query(all: [.minutes(0...5)])),
    SavedView(shipped: "Long reads", Query(all: [.minutes(20...Int.max)])), highlights,
  ]

  private static let highlights = SavedView(shipped: "Highlights", Query(all: [.hasHighlights]))

  /// Whether it lists highlights, of the articles that it holds, instead of the articles: Highlights does, whatever
  /// its query is, and so does that under another name.
  package var listsHighlights: Bool { key == Self.highlights.key || query == Self.highlights.query }

  private init(shipped name: String, _ query: Query) {
    self.init(key: Self.key(named: name), name: name, query: query.outsideTrash)
  }

  /// A view of a reader's own, by the order that the query names; in Trash only when the query says so.
  ///
  /// - Throws: what is wrong with the query.
  package init(name: String, parsing text: String) throws(Query.ParseError) {
    let query = try Query(parsing: text)
    self.init(
      key: Self.key(named: name), name: name, query: query.outsideTrash,
      order: query.order ?? .newest)
  }

  /// The prefix of such views' keys.
  private static let prefix = "view:"

  /// The key of such a view; names that are the same folded have the same.
  fileprivate static func key(named name: String) -> String { prefix + Query.folded(name) }

  /// Whether it is a view that a line of the config file can change or take away.
  package var isChangeable: Bool { key.hasPrefix(Self.prefix) }

  /// Whether a list that always is has a name.
  fileprivate static func isTaken(_ name: String) -> Bool {
    let fixed = Filter.allCases.map(SavedView.list) + named
    return fixed.contains { Query.folded($0.name) == Query.folded(name) }
  }

  /// Returns a query that is equivalent to the view with a filter, for articles outside Trash.
  package func written(narrowedBy filter: Query, order: Order) -> String {
    let order = filter.order ?? order
    let whole = query.and(filter)
    let notDeleted = Query.Condition.not(.test(.state(.deleted)))
    let parts: [Query.Condition] =
      if case .all(let parts) = whole.condition { parts } else { [whole.condition] }
    return Query(.all(parts.filter { $0 != notDeleted }), order: order == .newest ? nil : order)
      .text
  }
}
