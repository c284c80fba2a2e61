import ArticleSearch
import ArticleStore
import Exchange
import ReadingList
import ReadingServices

/// Finds the articles that a word of the command line means.
///
/// Ids are names of files, which the list knows without a look at the records. What an address or a query
/// finds stands in the records: before the first of these every record's file is compared with the list,
/// since one that was edited in place leaves no other trace, and may only now be what is asked for.
struct Targets {
  /// The list as it was for the last word; the rows that were found are its.
  private(set) var snapshot: LibrarySnapshot
  private let library: Library
  private let clock: Clock
  private let fullText: FullText
  private var isCompared = false
  /// What full text said of the last query.
  private(set) var answer = SearchAnswer()
  private var searched: SearchTerms?

  /// The fewest digits of an id that are taken for one.
  static let shortestPrefix = 4

  /// Finds articles of a library.
  ///
  /// - Parameters:
  ///   - library: where.
  ///   - cache: where derived files are.
  ///   - clock: the time that queries speak of.
  init(_ library: Library, cache: String, clock: Clock) {
    self.library = library
    self.clock = clock
    fullText = FullText(library, cache: cache, clock: clock)
    snapshot = library.snapshot()
  }

  private mutating func compare() {
    guard !isCompared else { return }
    snapshot = library.recheck()
    isCompared = true
  }

  /// The title of an article as its record says; empty when there is none.
  func title(of id: ArticleID) -> String {
    guard isCompared else { return (try? library.article(id))?.title ?? "" }
    return snapshot.row(of: id).map { snapshot[$0].title } ?? ""
  }

  /// The articles of a target: an id or its beginning, an address, or a query of a list.
  ///
  /// - Throws: `Failure` when nothing is found, or an id's beginning is not unique.
  mutating func articles(
    _ target: String,
    in view: SavedView = .everything
  ) throws(Failure) -> [ArticleID] {
    if let named = try article(named: target) { return [named] }
    let found = try rows(matching: target, in: view, order: .newest).map {
      snapshot.id(of: $0)
    }
    guard found.isEmpty else { return found }
    throw .noArticle(view == .trash ? "article in Trash" : "saved article", matches: target)
  }

  /// The article that a word names: by an id or its beginning, or by an address; nil where it can only be part
  /// of a query.
  ///
  /// - Throws: `Failure` when it is an address that is not saved, or an id's beginning that is not unique.
  mutating func article(named target: String) throws(Failure) -> ArticleID? {
    if let byID = try byID(target) { return byID }
    compare()
    if target.hasPrefix("http://") || target.hasPrefix("https://") {
      do throws(WebAddress.Problem) {
        if let id = snapshot.id(for: try WebAddress(target)) { return id }
      } catch { throw .usage(error.message(for: target)) }
      throw Failure("“\(target)” is not saved; save it with luego add", .notFound)
    }
    if let address = try? WebAddress(target), target.contains("."),
      let id = snapshot.id(for: address)
    {
      return id
    }
    return nil
  }

  /// The articles of several targets, each once, in the order in which they are found; what is wrong with some
  /// keeps nothing from the others.
  ///
  /// - Parameters:
  ///   - targets: ids, addresses or queries.
  ///   - view: the list that queries are asked of.
  ///   - problem: what was wrong last; it was said.
  /// - Returns: their ids.
  mutating func articles(
    _ targets: [String],
    in view: SavedView = .everything,
    _ problem: inout Failure?
  ) -> [ArticleID] {
    var ids: [ArticleID] = []
    var known: Set<ArticleID> = []
    for target in targets {
      do throws(Failure) {
        ids += try articles(target, in: view).filter { known.insert($0).inserted }
      } catch {
        Output.complain(error.message)
        problem = error
      }
    }
    return ids
  }

  /// Whether a word looks like an id, the beginning of one, or an address, more than like part of a query.
  static func looksNamed(_ word: String) -> Bool {
    isBeginningOfID(word.lowercased())
      || ["http://", "https://"].contains(where: word.hasPrefix)
      || word.contains(".") && word.contains("/") && (try? WebAddress(word)) != nil
  }

  private static func isBeginningOfID(_ digits: String) -> Bool {
    digits.utf8.count >= shortestPrefix && digits.utf8.count <= ArticleID.length
      && digits.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
  }

  /// The one article of a target.
  ///
  /// - Throws: `Failure` also when there are several.
  mutating func article(_ target: String) throws(Failure) -> ArticleID {
    let found = try articles(target)
    if found.count == 1 { return found[0] }
    let some = found.prefix(3).compactMap { id in
      snapshot.row(of: id).map { "\(id.text.prefix(8)) “\(snapshot[$0].title)”" }
    }
    throw Failure(
      "“\(target.bounded(.words))” matches \(found.count) articles: \(some.joined(separator: ", "))\(found.count > 3 ? ", …" : "")",
      .wrongUsage
    )
  }

  /// The rows that a query finds, an empty one all of the view; in Trash only when the query says so.
  ///
  /// Without an order the best matches stand first, then the newest.
  /// - Throws: `Failure` when the query cannot be read.
  mutating func rows(
    matching text: String,
    in view: SavedView,
    order: Order? = nil
  ) throws(Failure) -> [LibrarySnapshot.Row] {
    let query: Query
    do throws(Query.ParseError) {
      query = try Query(parsing: text)
    } catch { throw Failure(error, in: text) }
    compare()
    let view = query.isAboutTrash ? SavedView.trash : view
    answer = SearchAnswer()
    if !view.query.and(query).textConditions.isEmpty {
      answer = fullText.answer(to: query, in: view, of: snapshot)
      searched = query.searchTerms
    }
    return snapshot.rows(
      in: view,
      matching: query,
      order: order ?? .newest,
      texts: answer.matches,
      now: clock.now(),
      ranking: order == nil && query.order == nil ? answer.ranking : []
    )
  }

  /// The text around what the last query looked for, of some of the articles that it found.
  func snippets(of ids: [ArticleID]) -> [ArticleID: SearchSnippet] {
    guard let searched else { return [:] }
    return (try? fullText.index.snippets(ids, for: searched)) ?? [:]
  }

  private func byID(_ target: String) throws(Failure) -> ArticleID? {
    let digits = target.lowercased()
    guard Self.isBeginningOfID(digits) else { return nil }
    let ids = snapshot.ids(withPrefix: digits)
    if ids.count > 1 {
      throw Failure("“\(target)” matches \(ids.count) ids; type more digits", .wrongUsage)
    }
    if ids.isEmpty, digits.utf8.count == ArticleID.length {
      throw Failure("No article has the id \(digits)", .notFound)
    }
    return ids.first
  }
}

extension Program {
  /// Finds articles of a library.
  func targets(in library: Library) -> Targets {
    Targets(library, cache: places.cache, clock: clock)
  }
}
