package import Library
import PageExtraction
import Platform
package import ReadingList

/// The welcome articles of a new library: ordinary articles, which `luego welcome` restores.
package enum WelcomeLibrary {
  /// The saved date of the first article: noon UTC on 1 January 2026.
  private static let date = Timestamp(seconds: 1_767_268_800)

  /// Adds missing welcome articles and restores those in Trash; a second call changes nothing.
  ///
  /// - Returns: a result for each, where a restored one counts as added, and the receipts that undo
  ///   it, for the caller to record.
  /// - Throws: `StoreError` if they are missing or cannot be saved.
  package static func add(
    to library: Library, from data: String?, at now: Timestamp
  ) throws(StoreError) -> (additions: [Addition], receipts: [ChangeReceipt]) {
    let bytes = data.flatMap { SmallFile.read($0 + "/welcome/library.json", limit: 1 << 20) }
    // The dates are the same on all machines, so that an article purged on one is not saved later
    // on another.
    guard let data, let entries = bytes.flatMap({ try? JSON(parsing: $0) })?.array,
      case let pages = entries.enumerated().compactMap({ index, entry in
        article(entry, from: data, savedAt: date.advanced(bySeconds: Int64(-60 * index)))
      }), pages.count == entries.count
    else { throw StoreError(.io, "The welcome articles are missing; install Luego again") }
    var (additions, receipts): ([Addition], [ChangeReceipt]) = ([], [])
    for (article, html) in pages {
      if let old = try library.article(article.id) {
        let receipt = try library.apply(.delete(false), to: [article.id], at: now)
        if let failure = receipt.failures.first { throw failure.error }
        let found = try library.article(article.id) ?? old
        additions.append(receipt.changed.isEmpty ? .alreadySaved(found) : .added(found))
        receipts.append(receipt)
      } else {
        // A change by a person on any machine is later than this automatic addition.
        let added = try library.keep(article, html: html, at: now, fixed: article.savedAt)
        additions.append(.added(added))
        receipts.append(ChangeReceipt(added: [added]))
      }
    }
    return (additions, receipts)
  }

  private static func article(
    _ entry: JSON, from data: String, savedAt: Timestamp
  ) -> (Article, html: String)? {
    guard let file = entry["file"]?.string, !file.contains("/"), let title = entry["title"]?.string,
      let html = SmallFile.read("\(data)/welcome/\(file)", limit: 1 << 20)
    else { return nil }
    let body = ArticleBody(fragment: String(decoding: html, as: UTF8.self))
    let urn = ArticleID.urn(forContent: "welcome/" + file)
    var article = Article(canonicalURL: urn, url: urn, title: title, savedAt: savedAt)
    article.author = entry["author"]?.string
    article.site = entry["site"]?.string
    article.language = entry["language"]?.string
    article.direction = entry["direction"]?.string
    article.excerpt = entry["excerpt"]?.string
    article.publishedAt = entry["publishedAt"]?.string.flatMap { Timestamp(rfc3339: $0) }
    article.tags = (entry["tags"]?.array ?? []).compactMap {
      $0.string.flatMap { normalizedTag($0) }
    }
    article.isFavorite = entry["favorite"]?.bool ?? false
    article.isArchived = entry["archived"]?.bool ?? false
    article.wordCount = ReadingTime.words(in: body.plainText)
    return (article, body.fragmentHTML)
  }
}
