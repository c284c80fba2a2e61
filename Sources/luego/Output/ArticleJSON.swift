import Library
import ReadingList

/// Articles as JSON for scripts; the keys are stable.
enum ArticleJSON {
  static func object(_ article: ArticleSummary) -> JSON {
    let state = article.fetch
    return .object([
      .init("id", .string(article.id.text)), .init("url", .string(article.savedURL ?? article.url)),
      .init("finalURL", .string(article.url)), .init("title", .string(article.title)),
      .init("author", .optional(article.author)), .init("site", .optional(article.site)),
      .init("language", .optional(article.language)),
      .init("kind", .optional(article.pageKind?.rawValue)),
      .init("excerpt", .optional(article.excerpt)),
      .init("publishedAt", .optional(article.publishedAt?.rfc3339)),
      .init("savedAt", .string(article.savedAt.rfc3339)),
      .init("readAt", .optional(article.readAt?.rfc3339)),
      .init("wordCount", .int(article.wordCount)),
      .init("minutes", .optional(article.readingMinutes)),
      .init("tags", .array(article.tags.map { .string($0) })),
      .init("isFavorite", .bool(article.membership.isFavorite)),
      .init("isArchived", .bool(article.membership.isArchived)),
      .init("isDeleted", .bool(article.membership.isDeleted)), .init("state", .string(state.name)),
      .init("reason", .optional(state.reason)), .init("progress", .int(article.progress.percent)),
    ])
  }
}

extension JSON {
  func adding(_ more: [Member]) -> JSON { .object((members ?? []) + more) }
}

extension Program {
  /// As a JSON object with `--json`.
  func printLine(_ text: String, _ members: [JSON.Member]) throws {
    try Output.line(options.printsJSON ? Output.escaped(.object(members)) : Output.printable(text))
  }

  /// A line, or with `--json` the current article.
  func printResult(_ result: String, of id: ArticleID, _ title: String, in library: Library) throws
  {
    guard options.printsJSON else {
      return try Output.line(Output.printable("\(result)  \(id.text.prefix(8))  \(title)"))
    }
    guard let article = try library.article(id) else { return }
    let object = ArticleJSON.object(ArticleSummary(article))
    try Output.line(Output.escaped(object.adding([.init("result", .string(result))])))
  }

  func oneArticle(_ arguments: [String]) throws -> (Library, Article) {
    let library = try openLibrary()
    var finder = targets(in: library)
    return (library, try foundArticle(try finder.article(arguments), in: library))
  }

  /// - Throws: `Failure` if the article no longer exists.
  func foundArticle(_ id: ArticleID, in library: Library) throws -> Article {
    guard let article = try library.article(id) else {
      throw Failure("No article has the id \(id)", .notFound)
    }
    return article
  }
}
