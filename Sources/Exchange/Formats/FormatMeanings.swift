import PageExtraction
import ReadingList

// What the fields of single formats mean beyond what all have in common.
extension Fields {
  /// Pocket's annotations say more of articles that stand in its tables.
  func pocketAnnotations() -> ImportedEvent {
    var article = article()
    article.isAddition = true
    article.savedAt = article.marks.compactMap(\.createdAt).min()
    return .article(article)
  }

  /// What only says more of articles that stand elsewhere.
  func addition() -> ImportedEvent {
    var article = article()
    article.isAddition = true
    return .article(article)
  }

  /// Instapaper: a selection is a highlight or, without an address, a note that was written there.
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

  /// Pocket's JSON: a state of 1 is archived, one of 2 deleted.
  func pocketAPI() -> ImportedEvent {
    guard text("status") != "2" else { return .skipped("it is deleted") }
    var article = article()
    article.isArchived = text("status") == "1"
    return .article(article)
  }

  /// Delicious: names of one letter.
  func delicious() -> ImportedEvent {
    var article = article(tagsBy: " ")
    article.url = text("href", "url", "u")
    article.title = text("d").nonEmpty ?? article.title
    article.note = Self.block(text("n")).nonEmpty ?? article.note
    article.tags = names("tags", "t", by: " ")
    return .article(article)
  }

  /// Readers of feeds with Google Reader's interface: `categories` has labels and states by their paths, `summary` or
  /// `content` the text.
  func googleReader() -> ImportedEvent {
    var article = article()
    article.title = PageText.line(ofMarkup: article.title)
    article.html = object("content")?.text("content").nonEmpty ?? object("summary")?.text("content")
    article.tags = names("categories").compactMap { path in
      path.firstRange(of: "/label/").map { String(path[$0.upperBound...]) }
    }
    return .article(article)
  }

  /// Evernote: a clipped page has its address among the attributes of its note; a note without one is a text.
  func evernote() -> ImportedEvent {
    var article = article()
    let attributes = object("noteattributes")
    article.url = attributes?.address ?? ""
    article.author = attributes?.text("author") ?? ""
    if article.html?.isEmpty ?? true { return .skipped("it has no text") }
    article.isTextAlone = article.url.isEmpty
    return .article(article)
  }

  /// Safari: the title stands in one dictionary, what the reading list knows in another.
  func safari() -> ImportedEvent {
    var article = article()
    let list = object("readinglist")
    article.takeSavedAt(list?.text("dateadded") ?? "")
    article.excerpt = list?.text("previewtext") ?? ""
    return article.ofTheWeb
  }

  /// Omnivore: texts and highlights stand in other files of the archive.
  func omnivore() -> ImportedEvent {
    guard text("state").uppercased() != "DELETED" else { return .skipped("it is deleted") }
    var article = article()
    // Newsletters have addresses that were made up for them.
    article.isTextAlone =
      ["https://omnivore.app/no_url", "http://omnivore.app/no_url"].contains {
        article.url.hasPrefix($0)
      } || !article.url.hasPrefix("http")
    article.awaitsText = true
    return .article(article)
  }

  /// What wallabag has in place of a text that it could not get.
  private static let failures = [
    "wallabag can't retrieve contents", "wallabag can&#039;t retrieve contents",
    "wallabag can’t retrieve contents", "Oh, what a shame, no content",
  ]

  /// wallabag: what it failed to get is still to be fetched; its tables have the day first.
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

  /// Readwise Reader: favorites are tagged so, or on the shortlist.
  func readwise() -> ImportedEvent {
    var article = article()
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

  /// Matter: what is neither in the queue nor a favorite is archived.
  func matter() -> ImportedEvent {
    var article = article(tagsBy: ";")
    article.isArchived = !article.isFavorite && !isSet("inqueue")
    if isSet("read") { article.progress = Progress(percent: 100) }
    return .article(article)
  }

  /// Karakeep: `content` is a link or a text, `lists` ids of lists that stand behind all bookmarks.
  func karakeep() -> ImportedEvent {
    var article = article()
    if article.url.isEmpty { article.html = object("content")?.text("text").asParagraphs.nonEmpty }
    article.lists = names("lists")
    article.html = article.url.isEmpty ? article.html : nil
    return article.url.isEmpty && article.html == nil
      ? .skipped("it is neither a link nor a text") : .article(article)
  }

  /// hypothes.is: each annotation is a highlight, or a note on the page.
  func hypothesis() -> ImportedEvent {
    var article = article()
    article.isAddition = true
    article.title = object("document")?.names("title").first ?? ""
    let exact = array("target").flatMap { Fields($0).array("selector") }.lazy.map {
      Fields($0).text("exact")
    }.first { !$0.isEmpty }
    let note = Self.block(self[["text"]]?.string ?? "")
    if let exact {
      article.marks = [.init(quote: exact, note: note, createdAt: article.savedAt)]
    } else {
      article.note = note
    }
    return .article(article)
  }

  /// Tabs and bookmarks of browsers.
  func browser() -> ImportedEvent { article().ofTheWeb }

  /// Linkwarden: `collectionId` is one of the collections, which stand in others.
  func linkwarden() -> ImportedEvent {
    var article = article()
    article.key = text("id")
    article.lists = [text("collectionid")].filter { !$0.isEmpty }
    return .article(article)
  }
}

extension ImportedArticle {
  /// Schemes of what browsers keep beside pages.
  private static let otherSchemes: Set<String> = [
    "about", "blob", "chrome", "chrome-extension", "data", "edge", "file", "javascript",
    "moz-extension", "place", "view-source",
  ]

  /// Leaves out what is no page of the web.
  var ofTheWeb: ImportedEvent {
    Self.otherSchemes.contains(url.prefix { $0 != ":" }.lowercased())
      ? .skipped("it is no page of the web") : .article(self)
  }
}
