package import ReadingList

/// What a file says of one article, before anything is checked.
package struct ImportedArticle: Equatable, Sendable {
  /// A passage that was marked.
  package struct Mark: Equatable, Sendable {
    package var quote: String
    package var note = ""
    package var createdAt: Timestamp?

    /// Makes a mark.
    package init(quote: String, note: String = "", createdAt: Timestamp? = nil) {
      self.quote = quote
      self.note = note
      self.createdAt = createdAt
    }

    /// Adds a line to what was written beside it.
    mutating func add(toNote text: String) { note += (note.isEmpty ? "" : "\n") + text }
  }

  /// The address as the file gives it; empty for a text that has none.
  package var url: String
  package var title = ""
  package var author = ""
  package var site = ""
  package var language = ""
  package var excerpt = ""
  package var publishedAt: Timestamp?
  package var savedAt: Timestamp?
  package var readAt: Timestamp?
  package var tags: [String] = []
  package var isFavorite = false
  package var isArchived = false
  package var progress = Progress.none
  package var note = ""
  package var marks: [Mark] = []
  /// Its text, in markup of any quality; nil when the file has none.
  package var html: String?
  /// The address of its picture.
  var image = ""
  /// Whether it only says more of an article that comes elsewhere in the file.
  package var isAddition = false
  /// Whether another file of an archive has its text.
  var awaitsText = false
  /// What it is called in other places of the file, and the ids of lists that it is in.
  var key = "", lists: [String] = []
  /// Whether `html` was made for something other than a page at the address, which leads nowhere.
  package var isTextAlone = false
  /// What of it cannot be understood and was left out, each in words that follow a colon.
  package var remarks: [String] = []

  /// Makes an article of which only the address is known.
  package init(url: String) { self.url = url }
}

extension ImportedArticle {
  /// Takes in when it was saved, as a file spells that; what cannot be read is remarked on.
  mutating func takeSavedAt(_ text: String) { take(text, \.savedAt) }

  /// Takes in when it was published.
  mutating func takePublishedAt(_ text: String) { take(text, \.publishedAt) }

  private mutating func take(_ text: String, _ field: WritableKeyPath<ImportedArticle, Timestamp?>)
  {
    switch ImportedDate.read(text) {
    case .none: break
    case .moment(let moment): self[keyPath: field] = moment
    case .unreadable:
      remarks.append("imported without its date, which cannot be read: \(text.bounded(.line))")
    }
  }
}

/// What an import finds next.
package enum ImportedEvent: Equatable, Sendable {
  case article(ImportedArticle)
  /// An article of a library, to be stored as it is.
  case stored(StoredArticle)
  /// A feed, which is a source of discovery and no article.
  case feed(WebAddress)
  /// Something that is not to be imported, and why.
  case skipped(String)
  /// Something that cannot be understood, and why.
  case damaged(String)
  /// What is uncertain, in words that follow a colon.
  case doubt(String)
}

/// Where in a file something stands.
package struct ImportedPlace: Equatable, Sendable, CustomStringConvertible {
  /// The file as it was named and, behind a colon, its path in an archive.
  package var file: String
  /// From 1; nil where lines do not count.
  package var line: Int?

  /// A place in a file.
  package init(file: String, line: Int? = nil) { (self.file, self.line) = (file, line) }

  /// As compilers write it: `file:12`.
  package var description: String { line.map { "\(file):\($0)" } ?? file }
}
