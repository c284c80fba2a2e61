import ReadingList
import Web

// Fields of single formats that differ from the common meanings.
extension Fields {
  /// An element of Pocket's annotations or collections, which adds to an article of another file.
  func addition() -> ImportedEvent {
    var article = article()
    article.isAddition = true
    article.savedAt = article.savedAt ?? article.marks.compactMap(\.createdAt).min()
    return .article(article)
  }

  /// An Instapaper row: a selection is a highlight or, without an address, a text written there.
  func instapaper() -> ImportedEvent {
    var article = article()
    let selection = text("selection")
    if article.url.isEmpty {
      article.html = selection.asParagraphs
    } else if !selection.isEmpty {
      article.marks = [.init(quote: selection, createdAt: article.savedAt)]
    }
    return .article(article)
  }

  /// An item of the Google Reader API: labels and states are paths in `categories`, the text is in
  /// `summary` or `content`.
  func googleReader() -> ImportedEvent {
    var article = article()
    article.title = MarkupText.line(Array(article.title.utf8))
    article.html = object("content")?.text("content").nonEmpty ?? object("summary")?.text("content")
    article.tags = names("categories").compactMap { path in
      path.firstRange(of: "/label/").map { String(path[$0.upperBound...]) }
    }
    return .article(article)
  }

  /// An Evernote note: a clipped page has its address in the note attributes; without one it is a
  /// text.
  func evernote() -> ImportedEvent {
    var article = article()
    let attributes = object("noteattributes")
    article.url = attributes?.address ?? ""
    article.author = attributes?.text("author") ?? ""
    if article.html?.isEmpty ?? true { return .skipped("it has no text") }
    article.isTextAlone = article.url.isEmpty
    return .article(article)
  }

  /// A Safari item: the title and the reading list's values are in separate dictionaries.
  func safari() -> ImportedEvent {
    var article = article()
    let list = object("readinglist")
    article.takeSavedAt(list?.text("dateadded") ?? "")
    article.excerpt = list?.text("previewtext") ?? ""
    return article.ofTheWeb
  }

  /// An Omnivore item, whose text and highlights are in other files of the archive.
  func omnivore() -> ImportedEvent {
    guard text("state").uppercased() != "DELETED" else { return .skipped("it is deleted") }
    var article = article()
    // Newsletters have made-up addresses.
    article.isTextAlone =
      ["https://omnivore.app/no_url", "http://omnivore.app/no_url"].contains {
        article.url.hasPrefix($0)
      } || !article.url.hasPrefix("http")
    article.awaitsText = true
    return .article(article)
  }

  /// wallabag's placeholders for a text that it could not fetch.
  private static let failures = [
    "wallabag can't retrieve contents", "wallabag can&#039;t retrieve contents",
    "wallabag can’t retrieve contents", "Oh, what a shame, no content",
  ]

  /// A wallabag entry: a text that it failed to fetch is nil, to be fetched again; its tables have
  /// the day first.
  func wallabag() -> ImportedEvent {
    var article = article()
    let status = Int(text("httpstatus")) ?? 200
    let head = article.html?.prefix(2000) ?? ""
    if isSet("isnotparsed") || status >= 400 || Self.failures.contains(where: head.contains) {
      article.html = nil
    }
    let date = text("creationdate").split { "/ ".contains($0) }
    if date.count == 4, date[2].count == 4 {
      article.remarks = []
      article.takeSavedAt("\(date[2])-\(date[1])-\(date[0])T\(date[3])Z")
    }
    return .article(article)
  }

  /// A Readwise item: favorites have a tag or are on the shortlist; progress is a fraction.
  func readwise() -> ImportedEvent {
    var article = article()
    if text("readingprogress") == "1" { article.progress = Progress(percent: 100) }
    let count = article.tags.count
    article.tags.removeAll { ["favorite", "favorites"].contains($0.lowercased()) }
    article.isFavorite = article.tags.count < count
    switch text("location").lowercased() {
    case "shortlist":
      article.tags.append("shortlist")
      article.isFavorite = true
    case "feed": return .skipped("it is in the feed, not in the library")
    default: break
    }
    return .article(article)
  }

  /// A Matter row: articles neither queued nor favorite are archived.
  func matter() -> ImportedEvent {
    var article = article(tagsBy: ";")
    article.isArchived = !article.isFavorite && !isSet("inqueue")
    if isSet("read") { article.progress = Progress(percent: 100) }
    return .article(article)
  }

  /// A Karakeep bookmark: `content` is a link or a text; `lists` has the ids of lists that follow
  /// all bookmarks.
  func karakeep() -> ImportedEvent {
    var article = article()
    if article.url.isEmpty { article.html = object("content")?.text("text").asParagraphs.nonEmpty }
    article.lists = names("lists")
    article.html = article.url.isEmpty ? article.html : nil
    return article.url.isEmpty && article.html == nil
      ? .skipped("it is neither a link nor a text") : .article(article)
  }
}

extension ImportedArticle {
  private static let otherSchemes: Set<String> = [
    "about", "blob", "chrome", "chrome-extension", "data", "edge", "file", "javascript",
    "moz-extension", "place", "view-source",
  ]

  /// Skipped if it is not a web page.
  var ofTheWeb: ImportedEvent {
    Self.otherSchemes.contains(url.prefix { $0 != ":" }.lowercased())
      ? .skipped("it is not a web page") : .article(self)
  }
}
