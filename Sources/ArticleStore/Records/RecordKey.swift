import ReadingList

/// A key of an article's record: its name, the type of its value and what it means.
///
/// `RecordKey.all` is the one table of the record format: the writer takes its order from it, the
/// reader its types, and the manual's section on the library its rows.
package struct RecordKey: Sendable {
  /// The key.
  package let name: String
  /// The type of its value, in words.
  package let type: String
  /// What it says, in words.
  package let meaning: String

  /// The value to write, nil to leave the key out.
  let write: @Sendable (Article) -> JSON?
  /// Takes a value in; false when it is not of the key's type.
  let read: @Sendable (inout Article, JSON) -> Bool

  init(
    _ name: String,
    _ type: String,
    _ meaning: String,
    write: @escaping @Sendable (Article) -> JSON?,
    read: @escaping @Sendable (inout Article, JSON) -> Bool
  ) {
    self.name = name
    self.type = type
    self.meaning = meaning
    self.write = write
    self.read = read
  }
}

extension RecordKey {
  /// The type as messages name it.
  var typeWithArticle: String {
    switch type {
    case "strings", "objects": "a list of \(type)"
    case "object": "an object"
    default: "a \(type)"
    }
  }

  /// The version of the record format that this program writes.
  package static let format = 1

  /// The keys that come before an article's own: `format` and `id`.
  package static let leading: [(name: String, type: String, meaning: String)] = [
    ("format", "number", "version of this format; 1"),
    ("id", "string", "20 hexadecimal digits, from the canonical URL; also the file's name"),
  ]

  /// The key by which a purged article's record is known: such a record has `format`, `id` and this.
  package static let purgedAt = (
    name: "purgedAt", type: "time",
    meaning: "when it was removed for good; of what was said before nothing is kept"
  )

  /// The key of what was said of a purged article after that, by machines that did not know of it.
  package static let later = (
    name: "later", type: "object",
    meaning: "of a purged article: what was said of it later, elsewhere, as a record"
  )

  /// The key of the marked passages, which merge one by one.
  static let highlights = "highlights"

  /// Every other key, in the order in which records hold them.
  package static let all: [RecordKey] =
    addresses + metadata + [
      RecordKey(
        "tags",
        "strings",
        "tags, in the order they were given",
        write: { .array($0.tags.map(JSON.string)) },
        read: { article, value in
          guard let tags = strings(value) else { return false }
          article.tags = tags
          return true
        }
      ),
      flag("isFavorite", "in Favorites", { $0.isFavorite }, { $0.isFavorite = $1 }, always: true),
      flag("isArchived", "in Archived", { $0.isArchived }, { $0.isArchived = $1 }, always: true),
      flag("isDeleted", "in Trash", { $0.isDeleted }, { $0.isDeleted = $1 }, always: true),
      text(
        "mergedInto",
        "id of the article that took this one over, which is in Trash for that",
        { $0.mergedInto?.text },
        { $0.mergedInto = $1.flatMap { ArticleID(text: $0) } }
      ),
    ] + fetching + reading

  private static let addresses = [
    RecordKey(
      "url",
      "string",
      "the address as given",
      write: { .string($0.url) },
      read: { article, value in
        guard let text = value.string else { return false }
        article.url = WebAddress.withoutCredentials(text)
        return true
      }
    ),
    RecordKey(
      "canonicalURL",
      "string",
      "its canonical form, or urn:luego: and a hash for text without one",
      write: { .string($0.canonicalURL) },
      read: { _, value in value.string != nil }
    ),
    text("finalURL", "where redirects ended", { $0.finalURL }) {
      $0.finalURL = $1.map { WebAddress.withoutCredentials($0) }
    },
    text("pageURL", "the page's own canonical URL", { $0.pageURL }) {
      $0.pageURL = $1.map { WebAddress.withoutCredentials($0) }
    },
    RecordKey(
      "otherURLs",
      "strings",
      "addresses of articles that were merged with this one; the first 1000 find it",
      write: { $0.otherURLs.isEmpty ? nil : .array($0.otherURLs.map(JSON.string)) },
      read: { article, value in
        guard let urls = strings(value) else { return false }
        article.otherURLs = urls
        return true
      }
    ),
  ]

  private static let metadata = [
    RecordKey(
      "title",
      "string",
      "the title",
      write: { .string($0.title) },
      read: { article, value in
        guard let text = value.string else { return false }
        article.title = text
        return true
      }
    ),
    flag(
      "isTitleEdited",
      "a person chose the title",
      { $0.isTitleEdited },
      { $0.isTitleEdited = $1 }
    ),
    text(
      "pageTitle",
      "the title that the page gives, where a person chose another",
      { $0.pageTitle },
      { $0.pageTitle = $1 }
    ),
    text("author", "the author's name", { $0.author }, { $0.author = $1 }),
    text("site", "the site's name", { $0.site }, { $0.site = $1 }),
    text("language", "BCP 47 language tag", { $0.language }, { $0.language = $1 }),
    text(
      "direction",
      "rtl when the text runs right to left",
      { $0.direction },
      { $0.direction = $1 }
    ),
    text(
      "pageKind",
      "what sort of page it was found in: "
        + PageKind.allCases.map(\.rawValue).joined(separator: ", "),
      { $0.pageKind?.rawValue },
      { $0.pageKind = $1.flatMap(PageKind.init) }
    ),
    text("excerpt", "a sentence or two", { $0.excerpt }, { $0.excerpt = $1 }),
    text("image", "address of the lead image", { $0.image }, { $0.image = $1 }),
    time("publishedAt", "when it was published", { $0.publishedAt }, { $0.publishedAt = $1 }),
    RecordKey(
      "savedAt",
      "time",
      "when it was saved",
      write: { .string($0.savedAt.rfc3339) },
      read: { article, value in
        guard let moment = moment(value) else { return false }
        article.savedAt = moment
        return true
      }
    ),
    count(
      "wordCount",
      "words in the text, 0 when unknown",
      { $0.wordCount },
      { $0.wordCount = $1 },
      always: true
    ),
  ]

  private static let fetching = [
    RecordKey(
      "fetch",
      "object",
      "state (pending, ready, failed, suspect) and reason, in words",
      write: { article in
        var members = [JSON.Member("state", .string(article.fetch.name))]
        if let reason = article.fetch.reason { members.append(.init("reason", .string(reason))) }
        return .object(members)
      },
      read: { article, value in
        guard let name = value["state"]?.string,
          let state = FetchState(name: name, reason: value["reason"]?.string)
        else { return false }
        article.fetch = state
        return true
      }
    ),
    time("fetchedAt", "when it was last fetched", { $0.fetchedAt }, { $0.fetchedAt = $1 }),
    count("attempts", "failed tries since the last success", { $0.attempts }, { $0.attempts = $1 }),
    time("retryAt", "not to be tried again before", { $0.retryAt }, { $0.retryAt = $1 }),
    text("etag", "validator for the next request", { $0.etag }, { $0.etag = $1 }),
    text(
      "lastModified",
      "validator for the next request",
      { $0.lastModified },
      { $0.lastModified = $1 }
    ),
    text(
      "bodyHash",
      "SHA-256 of the text that all of this belongs to, in hexadecimal",
      { $0.bodyHash },
      { $0.bodyHash = $1 }
    ),
    text(
      "via",
      "what brought the text where it was not fetched: browser, file, inbox, mail, or archive and its date",
      { $0.via },
      { $0.via = $1 }
    ),
  ]

  private static let reading = [
    RecordKey(
      "position",
      "object",
      "first visible text: block and offset, both from 0",
      write: { $0.position == .start ? nil : json($0.position) },
      read: { article, value in
        guard let position = position(value) else { return false }
        article.position = position
        return true
      }
    ),
    RecordKey(
      "progress",
      "number",
      "percent read, 0 to 100",
      write: { .int($0.progress.percent) },
      read: { article, value in
        guard let percent = value.int else { return false }
        article.progress = Progress(percent: percent)
        return true
      }
    ),
    time("readAt", "when it was last read", { $0.readAt }, { $0.readAt = $1 }),
    RecordKey(
      highlights,
      "objects",
      "marked passages: id, quote, prefix, suffix (what stands around it), start, end, color, note, createdAt, changedAt, isDeleted",
      write: { $0.highlights.isEmpty ? nil : .array($0.highlights.map(json)) },
      read: { article, value in
        guard let items = value.array else { return false }
        var all: [Highlight] = []
        for item in items {
          guard let highlight = highlight(item) else { return false }
          all.append(highlight)
        }
        article.highlights = all
        return true
      }
    ),
    RecordKey(
      "note",
      "string",
      "the reader's note",
      write: { $0.note.isEmpty ? nil : .string($0.note) },
      read: { article, value in
        guard let text = value.string else { return false }
        article.note = text
        return true
      }
    ),
    RecordKey(
      "changed",
      "object",
      "when each field last changed; one tag's time stands under tags/NAME, one address's under otherURLs/URL",
      write: { article in
        article.changed.isEmpty
          ? nil
          : .object(
            article.changed.sorted { $0.key < $1.key }.map {
              JSON.Member($0.key, .string($0.value.rfc3339))
            }
          )
      },
      read: { article, value in
        guard let members = value.members else { return false }
        for member in members {
          guard let moment = moment(member.value) else { return false }
          article.changed[member.key] = moment
        }
        return true
      }
    ),
    RecordKey(
      "overruled",
      "objects",
      "the reader's texts that merging put others in the place of, 5 at most: field, text, at",
      write: { $0.overruled.isEmpty ? nil : .array($0.overruled.map(json)) },
      read: { article, value in
        guard let texts = value.array?.map(overruled), !texts.contains(nil) else { return false }
        article.overruled = texts.compactMap(\.self)
        return true
      }
    ),
    RecordKey(
      "replaced",
      "strings",
      "which versions of their own texts readers replaced, 32 at most: the field and its time",
      write: {
        $0.replaced.isEmpty
          ? nil : .array($0.replaced.map { .string($0.field + " " + $0.at.rfc3339) })
      },
      read: { article, value in
        guard let texts = strings(value)?.map(replaced), !texts.contains(nil) else { return false }
        article.replaced = texts.compactMap(\.self)
        return true
      }
    ),
    time(
      "lastPurgedAt",
      "when it was removed for good before it was saved again",
      { $0.lastPurgedAt },
      { $0.lastPurgedAt = $1 }
    ),
  ]
}
