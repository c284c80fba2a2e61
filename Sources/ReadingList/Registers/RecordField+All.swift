extension RecordField {
  /// The members of every record that are no registers.
  package static let frame: [(name: String, type: String, meaning: String)] = [
    ("format", "number", "version of this format; 2"),
    ("id", "string", "20 hexadecimal digits, from the canonical URL; also the file's name"),
    ("saidAt", "time", "the stamp of everything that is not in changed"),
    (
      "changed", "object",
      "the stamps of what was said at another time, by register; with over, the stamps of the texts that it replaced"
    ),
  ]

  /// The key of a purged article's record.
  package static let purgedAt = RecordField(
    Registers.Name.purgedAt, "time",
    "when it was removed for good; what was said before no longer counts", write: { _ in nil },
    read: { _, value in moment(value) != nil })

  /// Every key, in the order in which records hold them.
  package static let all: [RecordField] = [
    purgedAt,
    RecordField(
      Registers.Name.url, "string", "the address as given", write: { .string($0.url) },
      as: { $0.string }, take: { $0.url = WebAddress.withoutCredentials($1) }),
    RecordField(
      Registers.Name.canonicalURL, "string",
      "its canonical form, or urn:luego: and a hash for text without one",
      write: { .string($0.canonicalURL) }, read: { _, value in value.string != nil }),
    RecordField(
      Registers.Name.savedAt, "time", "when it was saved", write: { .string($0.savedAt.rfc3339) },
      as: moment, take: { $0.savedAt = $1 }),
    RecordField(
      Registers.Name.title, "string", "the title that the reader chose",
      write: { $0.isTitleEdited ? .string($0.title) : nil }, as: { $0.string },
      take: { ($0.title, $0.isTitleEdited) = ($1, true) }),
    names("tags", "tags, in the order they were given", \.tags),
    group(
      Registers.Name.list, "the list it is in",
      [
        flag("favorite", "in Favorites", \.isFavorite),
        flag("archived", "in Archived", \.isArchived),
      ]),
    flag(Registers.Name.isDeleted, "in Trash", \.isDeleted),
    RecordField(
      Registers.Name.mergedInto, "string", "id of the article that this one is part of",
      write: { $0.mergedInto.map { .string($0.text) } },
      as: { $0.string.flatMap { ArticleID(text: $0) } }, take: { $0.mergedInto = $1 }),
    names(
      "otherURLs", "addresses of articles that are part of this one; the first 1000 find it",
      \.otherURLs),
    group(
      Registers.Name.reading, "how far it was read", reading,
      isSaid: { $0.position != .start || $0.progress != .none || $0.readAt != nil }),
    RecordField(
      Registers.Name.note, "string", "the reader's note",
      write: { $0.note.isEmpty ? nil : .string($0.note) }, as: { $0.string },
      take: { $0.note = $1 }),
    highlights,
    group(Registers.Name.page, "what a readable fetch found", page, isSaid: { $0.fetch == .ready }),
    group(Registers.Name.fetch, "what the last tries to fetch it came to", fetch),
    group("given", "what an import or a feed said of it before it was fetched", given) { article in
      !article.fetch.hasText
    },
  ]

  private static let reading: [RecordField] = [
    RecordField(
      "position", "object", "first visible text: block and offset, both from 0",
      write: { $0.position == .start ? nil : json($0.position) }, as: position,
      take: { $0.position = $1 }),
    RecordField(
      "progress", "number", "percent read, 0 to 100", write: { .int($0.progress.percent) },
      as: { $0.int }, take: { $0.progress = Progress(percent: $1) }),
    time("readAt", "when it was last read", \.readAt),
    text("text", "the text that the position is in", \.positionText),
  ]

  private static let pageTitle = RecordField(
    "title", "string", "the title that the page gives",
    write: { article in
      let title = article.isTitleEdited ? article.pageTitle : article.title
      return title.flatMap { $0 == article.titleWithoutPage ? nil : .string($0) }
    },
    as: { $0.string },
    take: { if $0.isTitleEdited { $0.pageTitle = $1 } else { $0.title = $1 } })

  /// Metadata of a page, from any source.
  private static let metadata: [RecordField] = [
    pageTitle, text("author", "the author's name", \.author),
    text("site", "the site's name", \.site), text("language", "BCP 47 language tag", \.language),
    text("direction", "rtl when the text runs right to left", \.direction),
    RecordField(
      "kind", "string",
      "what sort of page it was found in: "
        + PageKind.allCases.map(\.rawValue).joined(separator: ", "),
      write: { $0.pageKind.map { .string($0.rawValue) } }, as: { $0.string },
      take: { $0.pageKind = PageKind(rawValue: $1) }),
    text("excerpt", "a sentence or two", \.excerpt),
    text("image", "address of the lead image", \.image),
    time("publishedAt", "when it was published", \.publishedAt),
    count("wordCount", "words in the text", \.wordCount),
  ]

  private static let page: [RecordField] =
    metadata + [
      text("finalURL", "where redirects ended", \.finalURL) { WebAddress.withoutCredentials($0) },
      text("pageURL", "the page's own canonical URL", \.pageURL) {
        WebAddress.withoutCredentials($0)
      },
      RecordField(
        "text", "string",
        "SHA-256 of the stored text, in hexadecimal; its first 16 digits name the file",
        write: { $0.bodyHash.map(JSON.string) },
        as: { $0.string.flatMap { SHA256.isHex($0) ? $0 : nil } }, take: { $0.bodyHash = $1 }),
      text(
        "via",
        "what brought the text where it was not fetched: browser, file, inbox, mail, or archive and its date",
        \.via), time("fetchedAt", "when it was fetched", \.fetchedAt),
      text("etag", "validator for the next request", \.etag),
      text("lastModified", "validator for the next request", \.lastModified),
    ]

  private static let given = metadata + [page[metadata.count], page[metadata.count + 1]]

  private static let fetch: [RecordField] = [
    RecordField(
      "state", "string", "pending, failed, or suspect: a text that may be the wrong one",
      write: { article in
        switch article.fetch {
        case .ready, .pending(nil): nil
        case .pending, .failed, .suspect: .string(article.fetch.name)
        }
      }, as: { $0.string.flatMap { FetchState(name: $0, reason: nil) } }, take: { $0.fetch = $1 }),
    RecordField(
      "reason", "string", "why, in words",
      write: { article in article.fetch.reason.map(JSON.string) }, as: { $0.string },
      take: { $0.fetch = FetchState(name: $0.fetch.name, reason: $1) ?? $0.fetch }),
    text("kind", "why, in one word", \.fetchKind),
    count("attempts", "failed tries since the last success", \.attempts),
    time("retryAt", "not to be tried again before", \.retryAt),
    RecordField(
      "page", "object", "of a suspect page, what it found",
      write: { article in article.fetch.isSuspect ? object(of: article, page) : nil },
      read: { article, value in
        guard value.members != nil else { return false }
        take(value, into: &article, page)
        return true
      }),
  ]

  private static let highlights = RecordField(
    "highlights", "objects",
    "marked passages: id, quote, prefix, suffix (what stands around it), start, end, color, note, createdAt, changedAt",
    write: { $0.highlights.isEmpty ? nil : .array($0.highlights.map(json)) },
    as: { elements($0, highlight) }, take: { $0.highlights = $1 })
}

// Values with parts.
extension RecordField {
  package static func json(_ position: ReadingPosition) -> JSON {
    .object([.init("block", .int(position.block)), .init("offset", .int(position.offset))])
  }

  package static func position(_ value: JSON) -> ReadingPosition? {
    guard let block = value["block"]?.int, let offset = value["offset"]?.int else { return nil }
    return ReadingPosition(block: block, offset: offset)
  }

  package static func json(_ highlight: Highlight) -> JSON {
    var members: [JSON.Member] = [
      .init("id", .string(highlight.id)), .init("quote", .string(highlight.quote)),
    ]
    func add(_ key: String, _ value: JSON?) { if let value { members.append(.init(key, value)) } }
    add("prefix", highlight.prefix.isEmpty ? nil : .string(highlight.prefix))
    add("suffix", highlight.suffix.isEmpty ? nil : .string(highlight.suffix))
    add("start", highlight.start.map(json))
    add("end", highlight.end.map(json))
    add("color", highlight.color == .yellow ? nil : .string(highlight.color.rawValue))
    add("note", highlight.note.isEmpty ? nil : .string(highlight.note))
    add("createdAt", .string(highlight.createdAt.rfc3339))
    add("changedAt", .string(highlight.changedAt.rfc3339))
    return .object(members)
  }

  package static func highlight(_ value: JSON) -> Highlight? {
    guard let id = value["id"]?.string, let quote = value["quote"]?.string,
      let createdAt = value["createdAt"].flatMap(moment)
    else { return nil }
    return Highlight(
      id: id, quote: quote, prefix: value["prefix"]?.string ?? "",
      suffix: value["suffix"]?.string ?? "", start: value["start"].flatMap(position),
      end: value["end"].flatMap(position),
      // A later version may know more of them.
      color: (value["color"]?.string).flatMap(Highlight.Color.init) ?? .yellow,
      note: value["note"]?.string ?? "", createdAt: createdAt,
      changedAt: value["changedAt"].flatMap(moment) ?? createdAt)
  }
}
