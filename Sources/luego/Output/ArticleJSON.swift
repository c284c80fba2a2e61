import ReadingList

/// Articles as the JSON objects that scripts read; the keys are stable.
enum ArticleJSON {
  /// One object for a list entry.
  static func object(_ article: ArticleSummary) -> JSON {
    let state = article.fetch
    return .object([
      .init("id", .string(article.id.text)),
      .init("url", .string(article.savedURL ?? article.url)),
      .init("finalURL", .string(article.url)),
      .init("title", .string(article.title)),
      .init("author", optional(article.author)),
      .init("site", optional(article.site)),
      .init("language", optional(article.language)),
      .init("kind", optional(article.pageKind?.rawValue)),
      .init("excerpt", optional(article.excerpt)),
      .init("publishedAt", optional(article.publishedAt?.rfc3339)),
      .init("savedAt", .string(article.savedAt.rfc3339)),
      .init("readAt", optional(article.readAt?.rfc3339)),
      .init("wordCount", .int(article.wordCount)),
      .init("minutes", article.readingMinutes.map { .int($0) } ?? .null),
      .init("tags", .array(article.tags.map { .string($0) })),
      .init("isFavorite", .bool(article.membership.isFavorite)),
      .init("isArchived", .bool(article.membership.isArchived)),
      .init("isDeleted", .bool(article.membership.isDeleted)),
      .init("state", .string(state.name)),
      .init("reason", optional(state.reason)),
      .init("progress", .int(article.progress.percent)),
    ])
  }

  private static func optional(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }
}
