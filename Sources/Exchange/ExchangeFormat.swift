import Feeds
import PageFetch
import Platform
import ReadingList

/// A format that articles are imported from; all there is to say of one stands in its row.
package enum ExchangeFormat: String, CaseIterable, Sendable {
  case pocket
  case pocketAnnotations = "pocket-annotations"
  case pocketCollections = "pocket-collections"
  case pocketAPI = "pocket-api"
  case pocketHTML = "pocket-html"
  case instapaper
  case instapaperAPI = "instapaper-api"
  case omnivore, wallabag
  case wallabagCSV = "wallabag-csv"
  case readeck, raindrop, readwise, matter, karakeep, linkding, linkwarden, goodlinks, pinboard
  case delicious, readability, hypothesis, firefox, chrome, tabs, tiktok, kindle, safari, bookmarks
  case opml
  case newsboat, json, links, csv, text

  /// How a file is taken apart.
  enum Reader {
    /// A table with the first of these columns, and perhaps the others.
    case table([String], [String], (Fields) -> ImportedEvent)
    /// JSON with one of these sets of keys near its beginning.
    case objects([[String]], (Fields) -> ImportedEvent)
    /// A list of links in HTML that has one of these sets of words, in lower case.
    case markup([[String]])
    /// Luego's own lines.
    case records
    /// A list of pages and feeds.
    case outlines
    /// A list of feeds, one a line.
    case feeds
    /// Passages with the titles of what they are from.
    case clippings
    /// Anything with addresses in it.
    case lines
  }

  /// What it is called in sentences.
  package var title: String { row.title }

  /// All there is to say of a format.
  var row: (title: String, reader: Reader) {
    func common(_ fields: Fields) -> ImportedEvent { .article(fields.article()) }
    return switch self {
    case .pocket:
      (
        "Pocket CSV",
        .table(["url", "timeadded"], ["title", "cursor", "tags", "status"]) {
          .article($0.article(tagsBy: "|"))
        }
      )
    case .pocketAnnotations:
      ("Pocket annotations", .objects([["url", "highlights", "quote"]]) { $0.pocketAnnotations() })
    case .pocketCollections:
      ("Pocket collections", .objects([]) { $0.addition() })
    case .pocketAPI: ("Pocket JSON", .objects([["given_url", "time_added"]], common))
    case .pocketHTML: ("Pocket HTML", .markup([["time_added=", "<li"]]))
    case .instapaper:
      (
        "Instapaper CSV",
        .table(["url", "selection", "folder"], ["title", "timestamp", "tags"]) { $0.instapaper() }
      )
    case .instapaperAPI:
      ("Instapaper JSON", .objects([["bookmark_id", "type"], ["bookmark_id", "hash"]], common))
    case .omnivore: ("Omnivore", .objects([["slug", "savedAt", "state"]]) { $0.omnivore() })
    case .wallabag:
      (
        "wallabag JSON",
        .objects([["url", "is_archived"], ["url", "is_read", "is_fav"]]) { $0.wallabag() }
      )
    case .wallabagCSV:
      (
        "wallabag CSV",
        .table(["url", "content", "creationdate"], ["title", "tags", "mimetype", "language"]) {
          $0.wallabag()
        }
      )
    case .readeck:
      (
        "Readeck CSV",
        .table(
          ["url", "created", "labels"],
          ["title", "folder", "isarchived", "ismarked", "type"],
          common
        )
      )
    case .raindrop:
      (
        "Raindrop CSV",
        .table(
          ["url", "folder", "created"],
          [
            "id", "title", "note", "excerpt", "description", "tags", "cover", "highlights",
            "favorite",
          ]
        ) { .article($0.article(tagsBy: ",")) }
      )
    case .readwise:
      (
        "Readwise Reader CSV",
        .table(
          ["url", "documenttags"],
          ["title", "id", "saveddate", "readingprogress", "location", "seen"]
        ) { $0.readwise() }
      )
    case .matter:
      (
        "Matter CSV",
        .table(
          ["url", "inqueue"],
          [
            "title", "author", "publisher", "tags", "wordcount", "favorited", "read",
            "highlightcount", "lastinteractiondate", "fileid",
          ]
        ) { $0.matter() }
      )
    case .karakeep:
      ("Karakeep JSON", .objects([["bookmarks", "content", "createdAt"]]) { $0.karakeep() })
    case .linkding: ("linkding JSON", .objects([["url", "is_archived", "tag_names"]], common))
    case .linkwarden:
      (
        "Linkwarden JSON",
        .objects([["collections", "links", "collectionId"]]) { $0.linkwarden() }
      )
    case .goodlinks: ("GoodLinks JSON", .objects([["url", "addedAt", "starred"]], common))
    case .pinboard:
      (
        "Pinboard JSON",
        .objects([["href", "extended", "toread"]]) { .article($0.article(tagsBy: " ")) }
      )
    case .delicious:
      (
        "Delicious JSON",
        .objects([["href", "extended"], ["u", "d", "dt"]]) { .article($0.article(tagsBy: " ")) }
      )
    case .readability: ("Readability JSON", .objects([["article__url"]], common))
    case .hypothesis:
      ("hypothes.is JSON", .objects([["uri", "target", "selector"]]) { $0.hypothesis() })
    case .firefox: ("Firefox bookmarks", .objects([["typeCode", "children"]]) { $0.browser() })
    case .chrome: ("Chrome bookmarks", .objects([["roots", "bookmark_bar"]]) { $0.browser() })
    case .tabs: ("Tab Session Manager", .objects([["windows", "tabsNumber"]]) { $0.browser() })
    case .tiktok: ("TikTok favorites", .objects([["FavoriteVideoList", "Link"]], common))
    case .kindle: ("Kindle clippings", .clippings)
    case .safari: ("Safari reading list", .markup([[BookmarkReader.readingList]]))
    case .bookmarks:
      (
        "bookmarks",
        .markup([
          ["netscape-bookmark-file"], ["<dt><a ", "add_date="], ["<dl", "<dt><a "],
          ["<posts", "<post "],
        ])
      )
    case .opml: ("OPML", .outlines)
    case .newsboat: ("newsboat's list of feeds", .feeds)
    case .json: ("Luego JSON", .records)
    case .links: ("JSON", .objects(["url", "uri", "href", "link"].map { [$0] }, common))
    case .csv: ("CSV", .table([], [], common))
    case .text: ("text", .lines)
    }
  }
}

extension ExchangeFormat {
  static let unknownJSON = ExchangeProblem(
    "its format is not known; --format text imports every address in it"
  )

  /// How many bytes of a file tell its format.
  static let headLength = 1 << 20

  /// The format of a file, by its beginning in UTF-8 and its name, and another that it may as well be.
  ///
  /// - Throws: `ExchangeProblem`, which says what it looks like, when it is of none, and not a text either.
  static func detect(
    _ head: ArraySlice<UInt8>,
    named name: String = ""
  ) throws(ExchangeProblem) -> (format: ExchangeFormat, doubt: ExchangeFormat?) {
    let lowered = head.map { (65...90).contains($0) ? $0 | 32 : $0 }
    guard let first = lowered.first(where: { $0 > 32 }) else {
      throw ExchangeProblem("it is empty")
    }
    let isJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    let isMarkup = first == UInt8(ascii: "<")
    let isPage = lowered.has("<body") || lowered.has("<html")
    var header: Set<String> = []
    var isNameless = false
    var reader = CSVReader(ByteStream(Array(head.prefix(4096))))
    if !isJSON, !isMarkup, case .fields(let names, _) = reader.next() {
      header = Set(names.map(Fields.key))
      isNameless = names.count > 1 && names.contains(where: Fields.isAddress)
    }
    /// How much speaks for a format; nil when it is none.
    func signs(_ format: ExchangeFormat) -> Int? {
      switch format.row.reader {
      case .table(let needed, let others, _):
        guard header.isSuperset(of: needed), !header.isDisjoint(with: Fields.addresses) else {
          return nil
        }
        // Formats share columns, so that those count that are not of one, too.
        return needed.isEmpty ? -100 : 2 * header.intersection(needed + others).count - header.count
      case .objects(let sets, _):
        guard isJSON else { return nil }
        return sets.filter { $0.allSatisfy { lowered.has("\"\($0.lowercased())\"") } }
          .map(\.count).max()
      case .markup(let sets):
        guard isMarkup else { return nil }
        return sets.contains {
          $0.allSatisfy(lowered.has) && ($0 != ["<dl", "<dt><a "] || !isPage)
        } ? 0 : nil
      case .records:
        let start = lowered.drop { $0 <= 32 || "[{".utf8.contains($0) }
        return isJSON && start.starts(with: "\"record\"".utf8) ? 100 : nil
      case .outlines: return isMarkup && lowered.has("<opml") ? 0 : nil
      case .clippings: return lowered.has("\n==========") && lowered.has("\n- ") ? 0 : nil
      case .feeds, .lines: return nil
      }
    }
    var best: (format: ExchangeFormat, signs: Int, doubt: ExchangeFormat?)?
    for format in allCases {
      guard let found = signs(format), found >= best?.signs ?? .min else { continue }
      if found > best?.signs ?? .min {
        best = (format, found, nil)
      } else if !header.isEmpty {
        best?.doubt = format
      }
    }
    if let best { return (best.format, best.doubt) }
    if isMarkup, isPage {
      throw ExchangeProblem(
        "it is a web page, not an export; --format bookmarks imports every link in it"
      )
    }
    if isJSON, lowered.has("\":") {
      throw unknownJSON
    }
    try requireText(head)
    if isNameless { return (.csv, nil) }
    if header.count > 2, !lowered.has("://") {
      throw ExchangeProblem("it looks like a table, but has no column of addresses")
    }
    // What newsboat calls it, in whatever directory.
    let isNamedSo = name.split(separator: "/").last == "urls"
    return (FeedList.isOne(head, isNamedSo: isNamedSo) ? .newsboat : .text, nil)
  }

  /// Refuses what is no text, by its beginning.
  static func requireText(_ head: ArraySlice<UInt8>) throws(ExchangeProblem) {
    let what: String
    switch ContentSniffer.kind(of: Array(head.prefix(4096)), contentType: "", path: "") {
    case .image: what = "a picture"
    case .pdf: what = "a PDF"
    case .other: what = "a binary file"
    case .html, .text, .markdown, .feed, .json: return
    }
    throw ExchangeProblem("it is \(what), not an export or a text")
  }
}

extension [UInt8] {
  /// Whether a word stands in these bytes.
  func has(_ word: String) -> Bool { has(Array(word.utf8)) }

  /// Whether other bytes stand in these.
  func has(_ word: [UInt8]) -> Bool {
    guard let first = word.first else { return true }
    return withUnsafeBytes { text in
      var start = 0
      while let base = text.baseAddress, start + word.count <= text.count,
        let found = (base + start).distance(to: first, within: text.count - word.count + 1 - start)
      {
        start += found
        if (base + start).compare(to: word, count: word.count) == 0 { return true }
        start += 1
      }
      return false
    }
  }
}
