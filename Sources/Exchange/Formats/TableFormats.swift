import ReadingList

// What the columns of each table mean. Columns are found by their names; unknown ones do not matter.

extension TableRow {
  /// Pocket: `title,url,time_added,tags,status`.
  func pocket() -> ImportedEvent {
    var article = ImportedArticle(url: self["url"])
    article.title = self["title"]
    article.takeSavedAt(self["time_added"])
    article.tags = ValueList.parted(self["tags"], by: "|")
    article.isArchived = self["status"].lowercased().hasPrefix("archive")
    return .article(article)
  }

  /// Instapaper: `URL,Title,Selection,Folder,Timestamp,Tags`.
  func instapaper() -> ImportedEvent {
    var article = ImportedArticle(url: self["url"])
    article.title = self["title"]
    article.takeSavedAt(self["timestamp"])
    article.tags = ValueList.json(self["tags"])
    switch self["folder"].lowercased() {
    case "", "unread": break
    case "archive": article.isArchived = true
    case "starred": article.isFavorite = true
    default: article.tags.append(self["folder"])
    }
    let selection = self["selection"]
    if article.url.isEmpty {
      // Without an address it is a note that was written there.
      article.html = selection.asParagraphs
    } else if !selection.isEmpty {
      article.marks = [.init(quote: selection, createdAt: article.savedAt)]
    }
    return .article(article)
  }

  /// Readeck: `url,title,created,labels,is_archived,is_marked,type`.
  func readeck() -> ImportedEvent {
    var article = ImportedArticle(url: self["url"])
    article.title = self["title"]
    article.takeSavedAt(self["created"])
    article.tags = ValueList.json(self["labels"])
    article.isArchived = isSet("is_archived")
    article.isFavorite = isSet("is_marked")
    return .article(article)
  }

  /// Raindrop: `id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite`.
  func raindrop() -> ImportedEvent {
    var article = ImportedArticle(url: self["url"])
    article.title = self["title"]
    article.note = self["note"]
    article.excerpt = self["excerpt", "description"]
    article.takeSavedAt(self["created"])
    article.tags = ValueList.parted(self["tags"], by: ",")
    let folders = self["folder"].split(separator: "/").map { String($0).trimmingSpace }
    if !folders.isEmpty, folders != ["Unsorted"] {
      article.tags.append(folders.joined(separator: String(tagSeparator)))
    }
    article.isFavorite = isSet("favorite")
    article.marks = Self.raindropMarks(self["highlights"])
    return .article(article)
  }

  /// A line `Highlight:` begins a passage, and a line `Note:` what was written beside it; without such
  /// words each line is a passage.
  private static func raindropMarks(_ text: String) -> [ImportedArticle.Mark] {
    var marks: [ImportedArticle.Mark] = []
    for line in text.split(whereSeparator: \.isNewline).map({ String($0).trimmingSpace })
    where !line.isEmpty {
      if let note = line.dropping("Note:"), let last = marks.indices.last {
        marks[last].note += (marks[last].note.isEmpty ? "" : "\n") + note
      } else {
        marks.append(.init(quote: line.dropping("Highlight:") ?? line))
      }
    }
    return marks
  }

  /// Readwise Reader: `Title,URL,ID,Document tags,Saved date,Reading progress,Location,Seen`.
  func readwise() -> ImportedEvent {
    var article = ImportedArticle(url: self["url"])
    article.title = self["title"]
    article.takeSavedAt(self["saved date"])
    article.tags = ValueList.python(self["document tags"])
    if let share = Double(self["reading progress"]), share.isFinite {
      article.progress =
        share > 1 ? Progress(percent: Int(min(share, 100))) : Progress(share: share)
    }
    switch self["location"].lowercased() {
    case "archive": article.isArchived = true
    case "shortlist": article.tags.append("shortlist")
    case "feed": return .skipped("it is in the feed, not in the library")
    default: break
    }
    return .article(article)
  }

  /// Matter: `Title,Author,Publisher,URL,Tags,Word Count,In Queue,Favorited,Read,…`.
  func matter() -> ImportedEvent {
    var article = ImportedArticle(url: self["url"])
    article.title = self["title"]
    article.author = self["author"]
    article.site = self["publisher"]
    article.tags = ValueList.parted(self["tags"], by: ";")
    article.takeSavedAt(self["last interaction date"])
    article.isFavorite = isSet("favorited")
    article.isArchived = !article.isFavorite && !isSet("in queue")
    if isSet("read") { article.progress = Progress(percent: 100) }
    return .article(article)
  }

  /// Any other table with a column of addresses.
  func other() -> ImportedEvent {
    var article = ImportedArticle(url: self["url", "link", "href", "address"])
    article.title = self["title", "name"]
    article.author = self["author"]
    article.site = self["site", "publisher"]
    article.note = self["note", "notes", "comment"]
    article.excerpt = self["excerpt", "description"]
    article.takeSavedAt(self["saved", "saved_at", "created", "created_at", "time_added", "date"])
    article.takePublishedAt(self["published", "published_at"])
    article.tags = ValueList.json(self["tags", "labels", "keywords"])
    article.isFavorite = isSet("favorite")
    article.isArchived = isSet("archived")
    if let percent = Double(self["progress"]), percent.isFinite {
      article.progress = Progress(percent: Int(max(0, min(percent, 100))))
    }
    return .article(article)
  }
}

extension String {
  /// Plain text as markup, a paragraph a line.
  var asParagraphs: String {
    split(whereSeparator: \.isNewline).map { line in
      "<p>" + line.replacing("&", with: "&amp;").replacing("<", with: "&lt;") + "</p>"
    }.joined(separator: "\n")
  }

  /// What stands behind a word at the beginning, trimmed; nil where something else does.
  fileprivate func dropping(_ word: String) -> String? {
    hasPrefix(word) ? String(dropFirst(word.count)).trimmingSpace : nil
  }
}
