package import ReadingList

/// The library's list as it was at one moment: rows, counts and orders, without bodies.
///
/// A value; copies share what they hold.
package struct LibrarySnapshot: Sendable {
  /// One article's place in one snapshot; means nothing in another.
  package struct Row: Hashable, Sendable {
    let index: UInt32
  }

  /// By id.
  private var table: [ArticleSummary]
  private var aliases: [String: [ArticleID]]
  /// How many articles each list holds.
  package private(set) var counts: LibraryCounts

  init(table: [ArticleSummary], aliases: [String: [ArticleID]], unreadable: Int) {
    self.table = table.sorted { $0.id < $1.id }
    self.aliases = aliases
    counts = LibraryCounts()
    counts.unreadable = unreadable
    recount()
  }

  private mutating func recount() {
    var fresh = LibraryCounts()
    fresh.unreadable = counts.unreadable
    var tags: [String: Int] = [:]
    for article in table {
      fresh.count(article, by: 1)
      if !article.membership.isDeleted { for tag in article.tags { tags[tag, default: 0] += 1 } }
    }
    fresh.tags = LibraryCounts.sorted(tags)
    counts = fresh
  }

  /// The rows of a list that satisfy a query, sorted; the order is total.
  package func rows(
    in scope: ListScope,
    matching query: Query?,
    order: Order,
    favoritesStay: Bool
  ) -> [Row] {
    table.indices.filter {
      table[$0].isIn(scope, favoritesStay: favoritesStay) && query?.matches(table[$0]) ?? true
    }
    .sorted { order.areInOrder(table[$0], table[$1]) }
    .map { Row(index: UInt32($0)) }
  }

  /// What a row shows.
  package subscript(row: Row) -> ArticleSummary { table[Int(row.index)] }

  /// The id of a row.
  package func id(of row: Row) -> ArticleID { table[Int(row.index)].id }

  /// The row of an id, or nil when there is no such article.
  package func row(of id: ArticleID) -> Row? {
    let index = lowerBound(id.text)
    guard index < table.count, table[index].id == id else { return nil }
    return Row(index: UInt32(index))
  }

  /// The ids that begin with some digits.
  package func ids(withPrefix prefix: String) -> [ArticleID] {
    table[lowerBound(prefix)...].prefix { $0.id.text.hasPrefix(prefix) }.map(\.id)
  }

  /// The article saved under an address, by its canonical form or, failing that, by its likeness.
  package func id(for address: WebAddress) -> ArticleID? {
    let canonical = ArticleID(address: address)
    return row(of: canonical) != nil ? canonical : ids(like: address).first
  }

  /// The articles that have an address of the same likeness.
  func ids(like address: WebAddress) -> [ArticleID] {
    (aliases[address.likeness] ?? []).filter { row(of: $0) != nil }
  }

  /// The snapshot with some articles changed or added and others gone.
  package func replacing(
    _ changed: [ArticleSummary],
    removing: [ArticleID]
  ) -> LibrarySnapshot {
    var next = self
    let gone = Set(removing).union(changed.map(\.id))
    next.table.removeAll { gone.contains($0.id) }
    next.table += changed
    next.table.sort { $0.id < $1.id }
    next.recount()
    return next
  }

  private func lowerBound(_ text: String) -> Int {
    var low = 0
    var high = table.count
    while low < high {
      let middle = (low + high) / 2
      if table[middle].id.text < text { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension Library {
  /// The list as it is now.
  package func snapshot() throws(StoreError) -> LibrarySnapshot {
    var table: [ArticleSummary] = []
    var aliases: [String: [ArticleID]] = [:]
    var unreadable = 0
    do throws(SystemFailure) {
      for shard in UInt8.min...UInt8.max {
        let name = LibraryPaths.name(ofShard: shard)
        for file in try files.list(paths.shard(shard)) ?? [] {
          guard case .own(let id) = LibraryPaths.kind(of: file, suffix: ".json", shard: name) else {
            continue
          }
          do throws(StoreError) {
            guard let article = try record(id)?.article else { continue }
            table.append(ArticleSummary(article))
            for address in article.addresses { aliases[address.likeness, default: []].append(id) }
          } catch {
            unreadable += 1
          }
        }
      }
    } catch {
      throw StoreError(error)
    }
    return LibrarySnapshot(table: table, aliases: aliases, unreadable: unreadable)
  }
}
