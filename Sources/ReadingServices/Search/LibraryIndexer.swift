package import ArticleSearch
package import ArticleStore
import PageExtraction
import ReadingList

/// Brings the full-text index to what the library holds.
///
/// Which articles changed is told by their stamps; of those alone record and text are read, the newest first.
package struct LibraryIndexer: Sendable {
  private let library: Library
  private let index: SearchIndex

  /// How many articles lie between two reports of progress.
  package static let step = 200

  /// An indexer of a library.
  package init(library: Library, index: SearchIndex) {
    self.library = library
    self.index = index
  }

  /// Whether the index has the articles of a list as they are; told without opening it.
  package func isCurrent(for list: LibrarySnapshot) -> Bool {
    var summary = SearchSummary()
    list.forEachSearchStamp { summary.add($0, stamp: $1) }
    return index.summary == summary
      && (index.textlessCount == 0 || (try? changedTexts().isEmpty) == true)
  }

  /// About how many articles of a list the index lacks, or their texts; told without opening it.
  func lack(of list: LibrarySnapshot) -> Int {
    list.counts.total - (index.summary?.count ?? 0) + index.textlessCount
  }

  /// Writes what the index lacks and removes what it has too much.
  ///
  /// An index that is damaged or of another version is made again.
  /// - Parameters:
  ///   - list: what the library holds.
  ///   - limit: the most articles that are read.
  ///   - tidies: whether the room of articles that are gone is freed as well, which may take as long as all.
  ///   - shouldContinue: asked every few articles; when it says no, what was written so far is kept.
  ///   - report: told as often how far it has come.
  /// - Returns: how far it came.
  /// - Throws: `SearchError`; `locked` when another process is at it.
  @discardableResult
  package func update(
    to list: LibrarySnapshot,
    atMost limit: Int = .max,
    tidies: Bool = false,
    while shouldContinue: () -> Bool = { true },
    report: (IndexProgress) -> Void = { _ in }
  ) throws(SearchError) -> IndexProgress {
    do throws(SearchError) {
      return try write(list, limit, tidies, while: shouldContinue, report)
    } catch {
      guard error.asksForRebuild else { throw error }
      try index.reset()
      return try write(list, limit, tidies, while: shouldContinue, report)
    }
  }

  private func write(
    _ list: LibrarySnapshot,
    _ limit: Int,
    _ tidies: Bool,
    while shouldContinue: () -> Bool,
    _ report: (IndexProgress) -> Void
  ) throws(SearchError) -> IndexProgress {
    let writer = try index.writer()
    let wanted = list.searchStamps()
    let stamps = try present()
    let changed = stamps.isEmpty ? [] : Set(try changedTexts())
    let (missing, surplus) = Self.difference(wanted, stamps, changed)
    for id in surplus { try writer.remove(id) }
    var progress = IndexProgress(indexed: wanted.count - missing.count, total: wanted.count)
    report(progress)
    var unread = 0
    for (count, (id, stamp)) in newestFirst(missing, of: list).prefix(limit).enumerated() {
      if count % Self.step == Self.step - 1 {
        report(progress)
        guard shouldContinue() else { break }
      }
      guard let document = document(id, stamp) else {
        unread += 1
        continue
      }
      try writer.put(document)
      progress.indexed += 1
    }
    try writer.commit()
    // What cannot be read is not waited for.
    progress.total -= unread
    report(progress)
    if tidies { try writer.tidy(while: shouldContinue) }
    return progress
  }

  private func present() throws(SearchError) -> [(id: ArticleID, stamp: UInt64)] {
    do throws(SearchError) { return try index.stamps() } catch {
      // Before the first commit there is none.
      guard error == .missing else { throw error }
      return []
    }
  }

  /// The articles whose texts have come or gone since they were indexed without knowing the one that was promised.
  private func changedTexts() throws(SearchError) -> [ArticleID] {
    guard index.textlessCount > 0 else { return [] }
    return try index.textless().filter { id, state in
      switch state {
      case .present: false
      case .awaited: library.hasText(id) || !library.isTextOnItsWay(id)
      case .missing: library.hasText(id)
      case .outdated:
        (try? library.article(id)).map { textState(of: $0, html: try? library.body(of: id)) }
          != state
      }
    }
    .map(\.id)
  }

  /// What is to be written, and what is to be removed; both lists are sorted by id, and what has `changed` is to be
  /// written whatever its stamp.
  private static func difference(
    _ wanted: [(id: ArticleID, stamp: UInt64)],
    _ present: [(id: ArticleID, stamp: UInt64)],
    _ changed: Set<ArticleID>
  ) -> (missing: [ArticleID: UInt64], surplus: [ArticleID]) {
    var missing: [ArticleID: UInt64] = [:]
    var surplus: [ArticleID] = []
    var next = present[...]
    for (id, stamp) in wanted {
      while let first = next.first, first.id < id {
        surplus.append(first.id)
        next.removeFirst()
      }
      if let first = next.first, first.id == id {
        if first.stamp != stamp || changed.contains(id) { missing[id] = stamp }
        next.removeFirst()
      } else {
        missing[id] = stamp
      }
    }
    return (missing, surplus + next.map(\.id))
  }

  private func newestFirst(
    _ missing: [ArticleID: UInt64],
    of list: LibrarySnapshot
  ) -> [(id: ArticleID, stamp: UInt64)] {
    guard missing.count > 1 else { return missing.map { ($0.key, $0.value) } }
    return [SavedView.everything, .trash].flatMap { view in
      list.rows(in: view, order: .newest).compactMap { row in
        let id = list.id(of: row)
        return missing[id].map { (id, $0) }
      }
    }
  }

  /// What an article is found by; nil when its record cannot be read.
  private func document(_ id: ArticleID, _ stamp: UInt64) -> SearchDocument? {
    guard let article = try? library.article(id) else { return nil }
    // A text that cannot be read is as good as none; its article is found by the rest.
    let html = try? library.body(of: id)
    let textState = textState(of: article, html: html)
    guard textState != .awaited else { return SearchDocument(awaitingTextOf: id, stamp: stamp) }
    let body = html.map { ArticleBody(fragment: $0) }
    var document = SearchDocument(
      id: id,
      stamp: stamp,
      title: article.title,
      author: article.author ?? "",
      site: article.site ?? "",
      url: article.finalURL ?? article.url,
      tags: article.tags,
      note: article.note,
      highlights: article.highlights.live.map(\.quote),
      language: article.language ?? "",
      body: body?.textBlocks.joined(separator: "\n") ?? "",
      hasImage: html.map { Self.has("img", in: $0) } ?? false,
      hasCode: html.map { Self.has("pre", in: $0) } ?? false
    )
    document.textState = textState
    return document
  }

  /// Whether a text is the one that its record promises: where a file syncer brings them, it may come later.
  private func textState(of article: Article, html: String?) -> SearchDocument.TextState {
    guard article.fetch.hasText else { return .present }
    guard let html else {
      if library.hasText(article.id) { return .present }
      return library.isTextOnItsWay(article.id) ? .awaited : .missing
    }
    guard let hash = article.bodyHash, library.isTextOnItsWay(article.id),
      SHA256.hex(of: html) != hash
    else { return .present }
    return .outdated
  }

  /// Whether a text has an element; by bytes, since `contains` takes longer than all else that is done with it.
  private static func has(_ element: String, in html: String) -> Bool {
    var html = html
    let name = Array(element.utf8)
    return html.withUTF8 { bytes in
      var rest = bytes[...]
      while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
        rest = rest[(start + 1)...]
        if rest.starts(with: name) { return true }
      }
      return false
    }
  }
}

extension SearchIndex {
  /// Where the index of a library lies in a cache directory.
  package static func directory(of library: Library, in cache: String) -> String {
    "\(cache)/\(library.id)/search-\(library.cacheKey)"
  }
}

/// How far the full-text index has come.
package struct IndexProgress: Equatable, Sendable {
  /// Articles that it has as they are now.
  package var indexed: Int
  /// Articles that it is to have.
  package var total: Int

  /// Whether it has all of them.
  package var isComplete: Bool { indexed >= total }

  /// How much of it is there, rounded down.
  package var percent: Int { total == 0 ? 100 : indexed * 100 / total }
}
