import ReadingList

// What the members of each kind of object mean.

extension JSON {
  /// Pocket's annotations: `{url,title,highlights:[{quote,note?,created_at}]}`.
  func pocketAnnotations() -> ImportedEvent {
    var article = ImportedArticle(url: text("url"))
    article.title = text("title")
    article.marks = (self["highlights"]?.array ?? []).compactMap { mark in
      guard let quote = mark["quote"]?.string else { return nil }
      return .init(quote: quote, note: mark.text("note"), createdAt: mark.moment("created_at"))
    }
    article.savedAt = article.marks.compactMap(\.createdAt).min()
    return .article(article)
  }

  /// Omnivore: an element of `metadata_A_to_B.json`; texts and highlights stand in other files.
  func omnivore() -> ImportedEvent {
    guard text("state").uppercased() != "DELETED" else { return .skipped("it is deleted") }
    var article = ImportedArticle(url: text("url"))
    article.title = text("title")
    article.author = text("author")
    article.excerpt = text("description")
    article.tags = names("labels")
    article.takeSavedAt(text("savedAt"))
    article.takePublishedAt(text("publishedAt"))
    article.isArchived = text("state").uppercased() == "ARCHIVED"
    if let percent = self["readingProgress"]?.double, percent.isFinite {
      article.progress = Progress(percent: Int(max(0, min(percent, 100))))
    }
    // Newsletters have addresses that were made up for them.
    article.isTextAlone =
      ["https://omnivore.app/no_url", "http://omnivore.app/no_url"].contains {
        article.url.hasPrefix($0)
      } || !article.url.hasPrefix("http")
    return .article(article)
  }

  /// wallabag: version 2, and version 1 with `is_read` and `is_fav`.
  func wallabag() -> ImportedEvent {
    var article = ImportedArticle(url: text("given_url").isEmpty ? text("url") : text("given_url"))
    article.title = text("title")
    article.author = names("published_by").filter { !$0.isEmpty }.joined(separator: ", ")
    article.language = text("language").replacing("_", with: "-")
    article.tags =
      self["tags"]?.string.map { ValueList.parted($0, by: ",") } ?? names("tags")
    article.takeSavedAt(text("created_at"))
    article.takePublishedAt(text("published_at"))
    article.isArchived = isSet("is_archived") || isSet("is_read")
    article.isFavorite = isSet("is_starred") || isSet("is_fav")
    article.html = self["content"]?.string
    article.marks = (self["annotations"]?.array ?? []).compactMap { mark in
      guard let quote = mark["quote"]?.string else { return nil }
      return .init(quote: quote, note: mark.text("text"), createdAt: mark.moment("created_at"))
    }
    return .article(article)
  }

  /// Karakeep: `{createdAt,title,tags[],content:{type,url|text},note,archived}`.
  func karakeep() -> ImportedEvent {
    let content = self["content"]
    var article = ImportedArticle(url: content?.text("url") ?? "")
    article.title = text("title").isEmpty ? content?.text("title") ?? "" : text("title")
    article.tags = names("tags")
    article.takeSavedAt(text("createdAt"))
    article.note = text("note")
    article.isArchived = isSet("archived")
    article.isFavorite = isSet("favourited") || isSet("favorited")
    if article.url.isEmpty, let text = content?["text"]?.string {
      article.html = text.asParagraphs
    }
    if article.url.isEmpty, article.html == nil {
      return .skipped("it is neither a link nor a text")
    }
    return .article(article)
  }
}

extension JSON {
  /// A string or a number as text; empty for all else.
  fileprivate func text(_ key: String) -> String {
    switch self[key] {
    case .string(let text): text.trimmingSpace
    case .number(let text): text
    default: ""
    }
  }

  /// Whether a member is true, 1 or a text that says so.
  fileprivate func isSet(_ key: String) -> Bool {
    switch self[key] {
    case .bool(let on): on
    case .number(let text), .string(let text): text == "1" || text.lowercased() == "true"
    default: false
    }
  }

  /// The strings of an array, or the names of the objects in it.
  fileprivate func names(_ key: String) -> [String] {
    (self[key]?.array ?? []).compactMap {
      $0.string ?? $0["name"]?.string ?? $0["label"]?.string
    }
  }

  fileprivate func moment(_ key: String) -> Timestamp? {
    if case .moment(let moment) = ImportedDate.read(text(key)) { moment } else { nil }
  }
}
