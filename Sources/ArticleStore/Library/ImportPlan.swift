import Platform
package import ReadingList

/// What articles that arrive together are to become: those that are one article share a place.
package struct ImportPlan {
  /// An article before and after, and what came of it.
  package struct Place: Sendable {
    /// As it is in the library; nil for a new one.
    var before: Article?
    /// As it is then; only what the list says of it where its record was not read.
    package var after: Article
    /// The text that is to be written.
    var body: String?
    /// The record's own bytes; nil where they are made of `after`.
    var bytes: [UInt8]?
    /// The record in the library, where the id is the same.
    var own: Record?
    /// The file that its record was read from; nil where there was none.
    var read: FileStatus?
    /// Whether it is in the library without a text file.
    var lacksText = false
    /// Whether it is one of those before it.
    var isRepeated = false
    /// Why it could not be saved; the others are not concerned.
    package var failure: StoreError?

    var isChanged: Bool { failure == nil && (before != after || bytes != nil || body != nil) }
    /// Whether it is new.
    package var isAdded: Bool { failure == nil && before == nil && !isRepeated }
    /// Whether what was new in it was added to the article that was there.
    package var isMerged: Bool { before != nil && isChanged }
  }

  var places: [Place] = []
  private var order: [(place: Int, isRepeated: Bool)] = []
  /// Places by ids and by what spellings of an address have in common.
  private var known: [String: Int] = [:]

  /// What became of each arrival, in order.
  package var outcomes: [Place] {
    order.map { index, isRepeated in
      var place = places[index]
      place.isRepeated = isRepeated
      return place
    }
  }

  /// Adds the place of the next arrival.
  mutating func add(_ place: Place) {
    order.append((places.count, false))
    places.append(place)
  }

  /// Takes an arrival that is one of those before it; false when it is none.
  mutating func takeAgain(
    _ arrival: IncomingArticle,
    merges: Bool,
    at moment: Timestamp
  ) -> Bool {
    guard let index = arrival.keys.lazy.compactMap({ [known] in known[$0] }).first else {
      return false
    }
    if merges { places[index].merge(arrival, at: moment) }
    order.append((index, true))
    return true
  }

  /// Takes an arrival that none before it is.
  mutating func take(
    _ arrival: IncomingArticle,
    saved: Article?,
    own: Record?,
    lacksText: Bool,
    merges: Bool,
    at moment: Timestamp
  ) {
    var place: Place
    if let saved {
      place = Place(before: saved, after: saved, own: own?.article == nil ? nil : own)
      place.read = own?.file
      place.lacksText = lacksText
      if merges { place.merge(arrival, at: moment) }
    } else {
      place = Place(after: arrival.article, body: arrival.body, bytes: arrival.record?.bytes)
      place.read = own?.file
      if case .tombstone(let purgedAt) = own?.content {
        // It comes after it was purged, and is not purged again where the two meet.
        let again = place.after.savedAgain(after: purgedAt, at: moment)
        place.after = own?.later.map { again.merging($0) } ?? again
        place.bytes = nil
      }
    }
    for key in arrival.keys { known[key] = places.count }
    // Most that is there already has no other addresses than what arrives.
    if arrival.record == nil, let saved,
      saved.id != arrival.article.id || !place.after.hasAddresses(of: arrival.article)
    {
      for key in IncomingArticle(place.after).keys { known[key] = places.count }
    }
    add(place)
  }

  /// The keys that several incoming have.
  static func repeated(_ incoming: [IncomingArticle]) -> Set<String> {
    var first: [String: Int] = [:]
    var repeated: Set<String> = []
    for (index, arrival) in incoming.enumerated() {
      for key in arrival.keys {
        if let earlier = first[key] {
          if earlier != index { repeated.insert(key) }
        } else {
          first[key] = index
        }
      }
    }
    return repeated
  }
}

extension ImportPlan.Place {
  /// Adds what is new in an arrival; one in Trash stays as it is.
  mutating func merge(_ arrival: IncomingArticle, at moment: Timestamp) {
    guard !after.isDeleted else { return }
    if let own, let record = arrival.record, after == before, own.id == record.value.id {
      // Two copies of one record: of each field the one that was changed later.
      let merged = own.raw == record.value.raw ? nil : own.merging(record.value)
      if let merged, let article = (try? Record(merged, id: own.id))?.article {
        (after, bytes) = (article, merged)
      }
      if after.fetch.hasText, after.bodyHash == arrival.article.bodyHash,
        lacksText || after.bodyHash != before?.bodyHash
      {
        body = arrival.body
      }
      return
    }
    var next = after
    if let text = arrival.body, !next.fetch.hasText {
      next.takeText(of: arrival.article)
      body = text
    }
    next.takeIn(arrival.article)
    guard next != after else { return }
    next.stampDifferences(from: after, at: moment)
    after = next
    // What was to be kept byte for byte is no more.
    bytes = nil
  }
}

extension IncomingArticle {
  /// The article of which the list says this, where it takes over nothing; nil where it might.
  ///
  /// What the list does not say counts as absent, which only lets more be taken over.
  func held(by listed: ArticleSummary) -> Article? {
    guard body == nil, record == nil, article.highlights.isEmpty, !listed.membership.isDeleted
    else { return nil }
    let known = Article(listed, canonicalURL: article.canonicalURL)
    var next = known
    next.takeIn(article)
    return next == known ? known : nil
  }
}

extension Article {
  /// What the list says of an article.
  fileprivate init(_ listed: ArticleSummary, canonicalURL: String) {
    self.init(
      canonicalURL: canonicalURL,
      url: listed.savedURL ?? listed.url,
      title: listed.title,
      savedAt: listed.savedAt
    )
    author = listed.author
    site = listed.site
    language = listed.language
    excerpt = listed.excerpt
    publishedAt = listed.publishedAt
    tags = listed.tags
    note = listed.note
    isFavorite = listed.membership.isFavorite
    isArchived = listed.membership.isArchived
    fetch = listed.fetch
    progress = listed.progress
    readAt = listed.readAt
  }

  /// Whether another is sure to have the same addresses: of what was fetched, the page may have named more.
  fileprivate func hasAddresses(of other: Article) -> Bool {
    url == other.url && otherURLs == other.otherURLs && finalURL == nil && pageURL == nil
      && canonicalURL == other.canonicalURL
  }

  /// Takes over what another reading list says of the article.
  ///
  /// Tags and highlights are joined, notes one below the other, the earlier date of saving and the further
  /// progress stay. Favorite and archived are taken over where nothing was said of them here.
  fileprivate mutating func takeIn(_ other: Article) {
    var known = Set(tags)
    tags += other.tags.filter { known.insert($0).inserted }
    var marks = Set(highlights.map(\.id))
    highlights += other.highlights.filter { marks.insert($0.id).inserted }
    if !other.note.isEmpty, !note.contains(other.note) {
      note += note.isEmpty ? other.note : "\n\n" + other.note
    }
    savedAt = min(savedAt, other.savedAt)
    if other.progress > progress, changed[ArticleField.position.rawValue] == nil {
      progress = other.progress
      readAt = [readAt, other.readAt].compactMap(\.self).max()
    }
    let isSaid = [ArticleField.isFavorite, .isArchived].contains { changed[$0.rawValue] != nil }
    if !isSaid, !isFavorite, !isArchived {
      isFavorite = other.isFavorite
      isArchived = other.isArchived
    }
    if !fetch.hasText, !isTitleEdited, title == WebAddress(canonical: canonicalURL)?.readableForm {
      title = other.title
    }
    author = author ?? other.author
    site = site ?? other.site
    language = language ?? other.language
    excerpt = excerpt ?? other.excerpt
    publishedAt = publishedAt ?? other.publishedAt
  }

  /// Takes over what belongs to a text.
  fileprivate mutating func takeText(of other: Article) {
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
