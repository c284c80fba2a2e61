package import Library
import PageExtraction
import Platform
import ReadingList

/// Keeps the full-text index up to date with the library.
///
/// Stamps show which articles changed; only their records and texts are read, the newest first.
package struct LibraryIndexer: Sendable {
  private let library: Library
  private let index: SearchIndex

  /// Articles between two progress reports.
  package static let step = 200

  package init(library: Library, index: SearchIndex) {
    self.library = library
    self.index = index
  }

  /// Indexes missing and changed articles, and removes surplus ones, reading about `limit` words at
  /// most; an article counts as at least 100.
  ///
  /// An index that is damaged or of another version is rebuilt, and one that is up to date is not
  /// opened for writing. `report` is called every `step` articles if there is something to do.
  ///
  /// - Throws: `SearchError`; `locked` if another process writes the index.
  @discardableResult
  package func update(
    to list: LibrarySnapshot, atMost limit: Int = .max, report: (IndexProgress) -> Void = { _ in }
  ) throws(SearchError) -> IndexProgress {
    let wanted = list.searchStamps()
    if let changes = try? changes(for: wanted), changes.missing.isEmpty, changes.surplus.isEmpty {
      return IndexProgress(indexed: wanted.count, total: wanted.count)
    }
    do throws(SearchError) { return try write(list, limit, report) } catch {
      guard error.asksForRebuild else { throw error }
      try index.reset()
      return try write(list, limit, report)
    }
  }

  private func write(
    _ list: LibrarySnapshot, _ limit: Int, _ report: (IndexProgress) -> Void
  ) throws(SearchError) -> IndexProgress {
    let writer = try index.writer()
    let wanted = list.searchStamps()
    let (missing, surplus) = try changes(for: wanted)
    for id in surplus { try writer.remove(id) }
    var progress = IndexProgress(indexed: wanted.count - missing.count, total: wanted.count)
    report(progress)
    for (count, (id, stamp)) in newestFirst(missing, of: list).enumerated() {
      if writer.words >= limit { break }
      if count % Self.step == Self.step - 1 { report(progress) }
      if let document = library.document(id, stamp: stamp) {
        try writer.put(document)
        progress.indexed += 1
      } else {
        // An article whose record cannot be read does not count.
        progress.total -= 1
      }
    }
    try writer.commit()
    if !surplus.isEmpty { try writer.compact() }
    report(progress)
    return progress
  }

  /// The articles to index, with their stamps, and those to remove.
  private func changes(
    for wanted: [(id: ArticleID, stamp: UInt64)]
  ) throws(SearchError) -> (missing: [ArticleID: UInt64], surplus: [ArticleID]) {
    // A text that came after its record does not change the stamp.
    let late = library.withTextFiles(try index.articlesWithoutText())
    let arrived = Set(late.filter { (try? library.body(of: $0)) != nil })
    var missing: [ArticleID: UInt64] = [:]
    var surplus: [ArticleID] = []
    var present = try index.stamps()[...]
    for (id, stamp) in wanted {
      while let first = present.first, first.id < id {
        surplus.append(first.id)
        present.removeFirst()
      }
      let isCurrent = present.first?.id == id && present.first?.stamp == stamp
      if !isCurrent || arrived.contains(id) { missing[id] = stamp }
      if present.first?.id == id { present.removeFirst() }
    }
    return (missing, surplus + present.map(\.id))
  }

  private func newestFirst(
    _ missing: [ArticleID: UInt64], of list: LibrarySnapshot
  ) -> [(id: ArticleID, stamp: UInt64)] {
    guard missing.count > 1 else { return missing.map { ($0.key, $0.value) } }
    return [SavedView.everything, .trash].flatMap { view in
      list.rows(in: view, order: .newest).compactMap { row in
        let id = list.id(of: row)
        return missing[id].map { (id, $0) }
      }
    }
  }
}

extension Library {
  /// The words of an article; nil if its record cannot be read.
  fileprivate func document(_ id: ArticleID, stamp: UInt64 = 0) -> SearchDocument? {
    guard let article = try? self.article(id) else { return nil }
    var document = SearchDocument(article, stamp: stamp)
    guard var html = try? body(of: article) else { return document }
    document.isTextMissing = false
    document.body = ArticleBody(fragment: html).textBlocks.joined(separator: "\n")
    html.withUTF8 {
      let bytes = UnsafeRawBufferPointer($0)
      document.hasImage = bytes.contains(Array("<img".utf8))
      document.hasCode = bytes.contains(Array("<pre".utf8))
    }
    return document
  }
}

extension SearchDocument {
  /// The words outside the article's text.
  fileprivate init(_ article: Article, stamp: UInt64) {
    self.init(id: article.id, stamp: stamp, title: article.title)
    author = article.author ?? ""
    site = article.site ?? ""
    url = article.finalURL ?? article.url
    tags = article.tags
    note = article.note
    highlights = article.highlights.inTextOrder.map(\.quote)
    language = article.language ?? ""
    isTextMissing = article.fetch.hasText
  }
}

extension SearchIndex {
  package convenience init(of library: Library, in cache: String) {
    self.init(
      directory: "\(cache)/\(library.id)/search-\(library.cacheKey)",
      texts: { library.document($0) })
  }
}

package struct IndexProgress: Equatable, Sendable {
  /// Articles up to date in the index.
  package var indexed: Int
  package var total: Int

  package var isComplete: Bool { indexed >= total }

  package var percent: Int { total == 0 ? 100 : indexed * 100 / total }
}
