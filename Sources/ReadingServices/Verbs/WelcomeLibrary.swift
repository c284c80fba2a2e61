package import Library
import PageExtraction
import Platform
package import ReadingList

/// The welcome articles of a new library: ordinary articles, which `luego welcome` restores.
package enum WelcomeLibrary {
  /// A welcome article, what became of it, and the receipt that undoes that.
  package struct Outcome: Sendable {
    package var article: Article
    package var result = Result.present
    package var receipt = ChangeReceipt()

    package enum Result: String, Sendable {
      case added, restored
      case present = "already there"
    }

    package var addition: Addition {
      result == .present ? .alreadySaved(article) : .added(article)
    }
  }

  /// The saved date of the first article: noon UTC on 1 January 2026.
  private static let date = Timestamp(seconds: 1_767_268_800)

  /// Adds missing welcome articles and restores those in Trash; a second call changes nothing.
  ///
  /// The caller records the receipts for undo; `data` is the program's data directory.
  ///
  /// - Throws: `StoreError` if they are missing or cannot be saved.
  package static func add(
    to library: Library, from data: String?, at now: Timestamp
  ) throws(StoreError) -> [Outcome] {
    let bytes = data.flatMap { SmallFile.read($0 + "/welcome/library.json", limit: 1 << 20) }
    // The dates are the same on all machines, so that an article purged on one is not saved later on
    // another.
    guard let data, let entries = bytes.flatMap({ try? JSON(parsing: $0) })?.array,
      case let pages = entries.enumerated().compactMap({ index, entry in
        article(entry, from: data, savedAt: date.advanced(bySeconds: Int64(-60 * index)))
      }), pages.count == entries.count
    else { throw StoreError(.io, "The welcome articles are missing; install Luego again") }
    var outcomes: [Outcome] = []
    for (article, html) in pages {
      var outcome = Outcome(article: article)
      if let old = try library.article(article.id) {
        outcome.receipt = try library.apply(.delete(false), to: [article.id], at: now)
        if let failure = outcome.receipt.failures.first { throw failure.error }
        if !outcome.receipt.changed.isEmpty { outcome.result = .restored }
        outcome.article = try library.article(article.id) ?? old
      } else {
        // A change by a person on any machine is later than the automatic addition.
        outcome.article = try library.keep(article, html: html, at: now, fixed: article.savedAt)
        outcome.receipt = ChangeReceipt(added: [outcome.article])
        outcome.result = .added
      }
      outcomes.append(outcome)
    }
    return outcomes
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
