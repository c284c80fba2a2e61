import ReadingList

extension Article {
  /// Merges an article from another reading list.
  ///
  /// Tags and highlights are united and notes appended, of highlights too; the earlier date and,
  /// without any reading state here, the further progress win. Favorite and archived are copied
  /// unless they were set here since the article was saved.
  mutating func takeIn(_ other: Article, _ said: Registers) {
    var known = Set(tags)
    tags += other.tags.filter { known.insert($0).inserted }
    var marks = Set(highlights.map(\.id))
    // Where a file has passages without dates and places, the same words are the same highlight.
    let quotes = Dictionary(grouping: highlights, by: \.quote.onOneLine)
    highlights += other.highlights.filter { mark in
      let isHere = quotes[mark.quote.onOneLine]?.contains { same in
        mark.note.isEmpty || mark.note.onOneLine == same.note.onOneLine
      }
      return marks.insert(mark.id).inserted && (mark.place != nil || isHere != true)
    }
    let notes = Dictionary(other.highlights.map { ($0.id, $0.note) }) { first, _ in first }
    for index in highlights.indices {
      guard let note = notes[highlights[index].id] else { continue }
      // The note may be that of the passage's other highlight.
      let same = quotes[highlights[index].quote.onOneLine] ?? []
      if same.allSatisfy({ !$0.note.onOneLine.contains(note.onOneLine) }) {
        highlights[index].note.add(note: note)
      }
    }
    note.add(note: other.note)
    // Many formats have whole seconds, of which the finer time is here already.
    if other.savedAt.advanced(bySeconds: 1) <= savedAt { savedAt = other.savedAt }
    if other.progress > progress, said[Registers.Name.reading] == .null {
      progress = other.progress
      readAt = [readAt, other.readAt].compactMap(\.self).max()
    }
    let isSaid =
      said.entries[Registers.Name.list].map {
        $0.stamp > said.entries[Registers.Name.savedAt]?.stamp ?? .distantPast
      } ?? false
    if !isSaid, !isFavorite, !isArchived {
      isFavorite = other.isFavorite
      isArchived = other.isArchived
    }
    if !fetch.hasText, !isTitleEdited, title == titleWithoutPage { title = other.title }
    author = author ?? other.author
    site = site ?? other.site
    language = language ?? other.language
    excerpt = excerpt ?? other.excerpt
    publishedAt = publishedAt ?? other.publishedAt
  }

  /// Copies the text's metadata from another article.
  mutating func takeText(of other: Article) {
    if fetch.isSuspect { (excerpt, finalURL) = (other.excerpt, other.finalURL) }
    let hasNoTitle = fetch.isSuspect || title == titleWithoutPage
    if hasNoTitle, !isTitleEdited, other.title != other.titleWithoutPage { title = other.title }
    fetch = .ready
    bodyHash = other.bodyHash
    wordCount = other.wordCount
    language = other.language ?? language
    direction = other.direction
    pageKind = other.pageKind
    attempts = 0
    retryAt = nil
  }
}

extension String {
  /// Appends another note unless it has that already.
  fileprivate mutating func add(note: String) {
    let (here, there) = (withPlainLines, note.withPlainLines)
    guard !there.isEmpty, !"\n\n\(here)\n\n".contains("\n\n\(there)\n\n") else { return }
    self += isEmpty ? note : "\n\n" + note
  }

  /// With line feeds as the only controls, as exports have a note.
  fileprivate var withPlainLines: String {
    let lines = split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return String(
      lines.joined(separator: "\n").unicodeScalars.filter {
        $0 == "\n" || $0.properties.generalCategory != .control
      })
  }
}
