import ArticleStore
import Glibc
import PageExtraction
import ReadingList

/// The articles that a new library begins with: ordinary ones from then on.
enum WelcomeLibrary {
  /// Puts them into a library that has just been made; what is missing or wrong is passed over, since
  /// the program works without.
  static func install(into library: Library, from data: String, at now: Timestamp) {
    guard let bytes = try? Input.bytes(of: data + "/welcome/library.json"),
      let entries = (try? JSON(parsing: bytes))?.array
    else { return }
    // The first entry is to stand on top of a list with the newest first.
    for (index, entry) in entries.enumerated() {
      let savedAt = now.advanced(bySeconds: Int64(-60 * index))
      install(entry, into: library, from: data, savedAt: savedAt, at: now)
    }
  }

  private static func install(
    _ entry: JSON,
    into library: Library,
    from data: String,
    savedAt: Timestamp,
    at now: Timestamp
  ) {
    guard let file = entry["file"]?.string, !file.contains("/"), let title = entry["title"]?.string,
      let html = try? Input.bytes(of: "\(data)/welcome/\(file)")
    else { return }
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
    _ = try? library.keep(article, html: body.fragmentHTML, at: now)
  }
}
