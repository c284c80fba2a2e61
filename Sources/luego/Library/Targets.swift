import Library
import ReadingList
import ReadingServices

/// Finds the articles that a command's arguments name.
///
/// An id or the beginning of one, an address, or a line of `luego list` names that article; all
/// other arguments together are one query. `-` stands for the lines of standard input.
///
/// The list is updated once. In a very large library only directories are checked, which misses
/// records edited in place; the interface and `luego doctor` find those.
struct Targets {
  struct Found {
    /// The named articles in order, then the query's matches, without repetition.
    var ids: [ArticleID] = []
    /// Articles that only the query found.
    var matching = 0
    var isByWords = false
    var problem: Failure?
  }

  /// The rows found refer to it.
  var snapshot: LibrarySnapshot { list ?? library.snapshot() }
  private var list: LibrarySnapshot?
  private let library: Library
  private let clock: Clock
  private let fullText: FullText
  /// The number of best matches after which a search may end.
  var enough = Int.max
  /// For words without a key.
  private let scope: Query.WordScope
  private var searched: [Query.Test]?

  /// Digits that can begin an id: alone, and beside words of a query.
  static let minPrefixLength = 2, minBesideWords = 8

  init(_ library: Library, cache: String, clock: Clock, scope: Query.WordScope = .names) {
    self.scope = scope
    self.library = library
    self.clock = clock
    fullText = FullText(library, cache: cache, clock: clock)
  }

  /// Updates the list once, and reports that another machine's clock is ahead; later commands do
  /// not read that record.
  mutating func look() {
    guard list == nil else { return }
    list = library.freshList()
    if let notice = library.clockNotice(clock) { Output.tell(notice) }
  }

  func title(of id: ArticleID) -> String {
    snapshot.row(of: id).map { snapshot[$0].title } ?? ""
  }

  /// A query searches `view`, and Trash if it says so.
  mutating func articles(_ arguments: [String], in view: SavedView = .everything) throws -> Found {
    var (found, words) = try named(arguments)
    guard !words.isEmpty else { return found }
    let text = words.joined(separator: " ")
    let query = try query(text)
    guard !query.isEmpty else {
      throw Failure.usage(
        "“\(text.bounded(.words))” is every article; in:all says so", about: .queries)
    }
    let known = Set(found.ids)
    let ids = rows(matching: query, in: view, order: .newest).map { snapshot.id(of: $0) }
    if ids.isEmpty { found.note(noMatch(for: text, query, in: view)) }
    let others = ids.filter { !known.contains($0) }
    found.ids += others
    found.matching = others.count
    found.isByWords = !Query.parts(in: text).hasKeys
    return found
  }

  mutating func article(_ arguments: [String]) throws -> ArticleID {
    let found = try articles(arguments)
    if let problem = found.problem { throw Failure("", problem.code) }
    if found.ids.count == 1 { return found.ids[0] }
    let text = arguments.joined(separator: " ").bounded(.words)
    throw Failure(
      "“\(text)” matches \(found.ids.count) articles: \(some(of: found.ids))", .wrongUsage)
  }

  /// The first of many articles, for a message.
  func some(of ids: [ArticleID]) -> String {
    let some = ids.prefix(3).map { "\($0.text.prefix(8)) “\(title(of: $0))”" }
    return some.joined(separator: ", ") + (ids.count > 3 ? ", …" : "")
  }

  /// Finds the rows that arguments name, or those of a whole view.
  ///
  /// A nil `order` is for the best matches, then the newest; a query's own order wins.
  mutating func rows(
    _ arguments: [String], or whole: SavedView = .everything, order: Order?
  ) throws -> (rows: [LibrarySnapshot.Row], problem: Failure?) {
    guard !arguments.isEmpty else { return (rows(in: whole, order: order ?? .newest), nil) }
    look()
    let (found, words) = try named(arguments)
    let text = words.joined(separator: " ")
    let query = try query(text)
    let matching = words.isEmpty ? [] : rows(matching: query, in: .everything, order: order)
    if !words.isEmpty, matching.isEmpty {
      let failure = noMatch(for: text, query, in: .everything)
      guard !found.ids.isEmpty else { throw failure }
      Output.complain(failure.message)
      return (found.ids.compactMap { snapshot.row(of: $0) }, failure)
    }
    guard !found.ids.isEmpty else {
      if let problem = found.problem, words.isEmpty { throw Failure("", problem.code) }
      return (matching, found.problem)
    }
    let wanted = Set(found.ids.compactMap { snapshot.row(of: $0) } + matching)
    let all = SavedView(key: "", name: "", query: Query())
    let sorted = snapshot.rows(in: all, order: query.order ?? order ?? .newest)
    return (sorted.filter(wanted.contains), found.problem)
  }

  mutating func rows(in view: SavedView, order: Order = .newest) -> [LibrarySnapshot.Row] {
    look()
    return snapshot.rows(in: view, order: order, now: clock.now())
  }

  /// Text around the last query's matches in some articles.
  func snippets(of ids: [ArticleID]) -> [ArticleID: SearchSnippet] {
    guard let searched else { return [:] }
    return (try? fullText.index.snippets(ids, for: searched)) ?? [:]
  }
}

// MARK: Queries
extension Targets {
  private func query(_ text: String) throws -> Query {
    let query: Query
    do throws(Query.ParseError) { query = try Query(parsing: text, scope: scope) } catch {
      throw Failure.usage(
        "\(error.message) (column \(error.column) of the query)", about: .queries)
    }
    // For example two quotes with nothing between them.
    guard text.isEmpty || !query.isEmpty || query.order != nil else {
      throw Failure.usage(
        "“\(text.bounded(.words))” asks for nothing; in:all is every article", about: .queries)
    }
    // Punctuation occurs in nearly every article.
    if let blank = query.condition.blankValue {
      throw Failure.usage(
        "“\(blank.bounded(.words))” has no letter or digit to search for", about: .queries)
    }
    return query
  }

  private mutating func rows(
    matching query: Query, in view: SavedView, order: Order?
  ) -> [LibrarySnapshot.Row] {
    look()
    let looksFurther = query.looksIntoTrash && view != .trash
    let view = looksFurther ? SavedView(key: "", name: "", query: query.outsideTrash) : view
    var answer = SearchAnswer()
    if !view.query.and(query).textConditions.isEmpty {
      answer = fullText.answer(
        to: query, in: view, of: snapshot,
        enough: order == nil && query.order == nil ? enough : .max)
      searched = query.searchTerms
    }
    return snapshot.rows(
      in: view, matching: query, order: order ?? .newest, texts: answer.matches, now: clock.now(),
      ranking: order == nil && query.order == nil ? answer.ranking : [])
  }

  private func noMatch(for text: String, _ query: Query, in view: SavedView) -> Failure {
    var failure = Failure.noArticle(
      view == .trash ? "article in Trash" : "saved article", matches: text)
    // Search does not look in Trash.
    if scope == .names, view != .trash, !query.looksIntoTrash, Query.parts(in: text).hasWords {
      failure.message += "; text:WORD and luego search look in the texts"
    }
    return failure
  }
}

extension Program {
  func targets(in library: Library, scope: Query.WordScope = .names) -> Targets {
    Targets(library, cache: places.cache, clock: clock, scope: scope)
  }
}

extension Query.Condition {
  /// The value of a word test without any letter, digit or symbol.
  fileprivate var blankValue: String? {
    var found: String?
    forEachTest { test in
      switch test {
      case .text(let value), .exact(let value), .prefix(let value), .part(let value),
        .title(let value), .site(let value), .author(let value), .url(let value), .note(let value):
        if !value.contains(where: { $0.isLetter || $0.isNumber || $0.isSymbol }) { found = value }
      default: break
      }
    }
    return found
  }
}
