import ArticleStore
import ReadingList
import ReadingListModel

/// Finds the articles that a word of the command line means.
struct Targets {
  let snapshot: LibrarySnapshot
  let clock: Clock
  /// Whether favorite is a mere flag, as the settings say.
  let favoritesStay: Bool

  /// The fewest digits of an id that are taken for one.
  static let shortestPrefix = 4

  /// The articles of a target: an id or its beginning, an address, or a query of a list.
  ///
  /// - Throws: `Failure` when nothing is found, or an id's beginning is not unique.
  func articles(
    _ target: String,
    in scope: ListScope = .everything
  ) throws(Failure) -> [ArticleID] {
    if let byID = try byID(target) { return [byID] }
    if target.hasPrefix("http://") || target.hasPrefix("https://") {
      do throws(WebAddress.Problem) {
        if let id = snapshot.id(for: try WebAddress(target)) { return [id] }
      } catch { throw .usage(error.message(for: target)) }
      throw Failure("“\(target)” is not saved; luego add saves it", .notFound)
    }
    if let address = try? WebAddress(target), target.contains("."),
      let id = snapshot.id(for: address)
    {
      return [id]
    }
    let found = try rows(matching: target, in: scope, order: .newest).map {
      snapshot.id(of: $0)
    }
    guard found.isEmpty else { return found }
    throw Failure(
      scope == .trash
        ? "Nothing is in Trash that “\(target)” means" : "Nothing is saved that “\(target)” means",
      .notFound
    )
  }

  /// The one article of a target.
  ///
  /// - Throws: `Failure` also when there are several.
  func article(_ target: String) throws(Failure) -> ArticleID {
    let found = try articles(target)
    if found.count == 1 { return found[0] }
    let some = found.prefix(3).compactMap { id in
      snapshot.row(of: id).map { "\(id.text.prefix(8)) “\(snapshot[$0].title)”" }
    }
    throw Failure(
      "“\(target)” means \(found.count) articles: \(some.joined(separator: ", "))\(found.count > 3 ? ", …" : "")",
      .wrongUsage
    )
  }

  /// The rows that a query finds; in Trash only when the query says so.
  ///
  /// - Throws: `Failure` when the query cannot be read.
  func rows(
    matching text: String,
    in scope: ListScope,
    order: Order
  ) throws(Failure) -> [LibrarySnapshot.Row] {
    let query: Query
    do throws(Query.ParseError) {
      query = try Query(parsing: text, now: clock.now())
    } catch { throw .usage(error.message) }
    return snapshot.rows(
      in: query.isAboutTrash ? .trash : scope,
      matching: query,
      order: order,
      favoritesStay: favoritesStay
    )
  }

  private func byID(_ target: String) throws(Failure) -> ArticleID? {
    let digits = target.lowercased()
    guard digits.utf8.count >= Self.shortestPrefix, digits.utf8.count <= ArticleID.length,
      digits.utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) })
    else { return nil }
    let ids = snapshot.ids(withPrefix: digits)
    if ids.count > 1 {
      throw Failure("“\(target)” begins \(ids.count) ids; write more of it", .wrongUsage)
    }
    if ids.isEmpty, digits.utf8.count == ArticleID.length {
      throw Failure("There is no article \(digits)", .notFound)
    }
    return ids.first
  }
}

extension Program {
  /// Finds articles of a snapshot as the settings say.
  func targets(in snapshot: LibrarySnapshot) -> Targets {
    Targets(
      snapshot: snapshot,
      clock: clock,
      favoritesStay: readConfig().config.settings.favoritesStay
    )
  }
}
