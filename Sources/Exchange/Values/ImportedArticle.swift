package import ReadingList

/// An article as the file describes it, before validation.
package struct ImportedArticle: Equatable, Sendable {
  package struct Mark: Equatable, Sendable {
    package var quote: String
    package var note = ""
    package var createdAt: Timestamp?

    package init(quote: String, note: String = "", createdAt: Timestamp? = nil) {
      self.quote = quote
      self.note = note
      self.createdAt = createdAt
    }

    mutating func add(toNote text: String) { note += (note.isEmpty ? "" : "\n") + text }
  }

  /// As written in the file; empty for a text without one.
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
  /// Markup of any quality; nil if the file has no text.
  package var html: String?
  package var image = ""
  /// Whether it only adds to an article elsewhere in the file.
  package var isAddition = false
  /// Whether its text is in another file of the archive.
  var awaitsText = false
  /// The name of its text's file in the archive, and the ids of its lists.
  var key = "", lists: [String] = []
  /// Whether the address is made up, and `html` is a text of its own.
  var isTextAlone = false
  /// On values omitted because they were not understood, to follow a colon.
  package var remarks: [String] = []
}

extension ImportedArticle {
  /// Adds a remark if it is unreadable.
  mutating func takeSavedAt(_ text: String) { take(text, \.savedAt, "date") }

  mutating func takePublishedAt(_ text: String) { take(text, \.publishedAt, "date of publication") }

  private mutating func take(
    _ text: String, _ field: WritableKeyPath<ImportedArticle, Timestamp?>, _ name: String
  ) {
    switch ImportedDate.read(text, isSaving: field == \.savedAt) {
    case .none: break
    case .moment(let moment): self[keyPath: field] = moment
    case .unreadable:
      remarks.append("imported without its \(name), which cannot be read: \(text.bounded(.line))")
    }
  }
}

package enum ImportedEvent: Equatable, Sendable {
  case article(ImportedArticle)
  /// Of a library, to be stored unchanged.
  case stored(StoredArticle)
  /// A source for discovery, not an article.
  case feed(WebAddress)
  /// Deliberately not imported; the reason.
  case skipped(String)
  /// Cannot be understood; the reason.
  case damaged(String)
}

package struct ImportedPlace: Equatable, Sendable, CustomStringConvertible {
  /// As given, with a colon and the path for a file in an archive.
  package var file: String
  /// From 1; nil if the format has no lines.
  package var line: Int?

  package init(file: String, line: Int? = nil) { (self.file, self.line) = (file, line) }

  /// In the notation of compilers, `file:12`; names longer than a line are cut.
  package var description: String {
    let name = file.bounded(.title)
    return line.map { "\(name):\($0)" } ?? name
  }
}
