import Feeds
import ReadingList

/// A format that articles are imported from; all there is to say of one stands in its row.
package enum ExchangeFormat: String, CaseIterable, Sendable {
  case pocket
  case pocketAnnotations = "pocket-annotations"
  case pocketHTML = "pocket-html"
  case instapaper, omnivore, wallabag, readeck, raindrop, readwise, matter, karakeep
  case safari, bookmarks, opml, newsboat, json, csv, text

  /// How a file is taken apart.
  enum Reader {
    /// A table with at least one of these sets of columns.
    case table(columns: [[String]], (TableRow) -> ImportedEvent)
    /// JSON, with at least one of these sets of keys near its beginning; the articles may stand in an
    /// array within an object.
    case objects(keys: [[String]], under: String? = nil, (JSON) -> ImportedEvent)
    /// A list of links in HTML that has one of these sets of words, in lower case.
    case links(words: [[String]])
    /// A list of pages and feeds.
    case outlines
    /// A list of feeds, one a line.
    case feeds
    /// Anything with addresses in it.
    case lines
  }

  /// All there is to say of a format.
  struct Row {
    let title: String
    let reader: Reader
  }

  /// What it is called in sentences.
  package var title: String { row.title }

  var row: Row {
    switch self {
    case .pocket:
      Row(
        title: "Pocket CSV",
        reader: .table(columns: [["url", "time_added"]]) { $0.pocket() }
      )
    case .pocketAnnotations:
      Row(
        title: "Pocket annotations",
        reader: .objects(keys: [["url", "highlights", "quote"]]) { $0.pocketAnnotations() }
      )
    case .pocketHTML:
      Row(title: "Pocket HTML", reader: .links(words: [["time_added=", "<li"]]))
    case .instapaper:
      Row(
        title: "Instapaper CSV",
        reader: .table(columns: [["url", "selection", "folder"]]) { $0.instapaper() }
      )
    case .omnivore:
      Row(
        title: "Omnivore",
        reader: .objects(keys: [["slug", "savedAt", "state"]]) { $0.omnivore() }
      )
    case .wallabag:
      Row(
        title: "wallabag JSON",
        reader: .objects(keys: [["url", "is_archived"], ["url", "is_read", "is_fav"]]) {
          $0.wallabag()
        }
      )
    case .readeck:
      Row(
        title: "Readeck CSV",
        reader: .table(columns: [["url", "is_archived", "is_marked"]]) { $0.readeck() }
      )
    case .raindrop:
      Row(
        title: "Raindrop CSV",
        reader: .table(columns: [["url", "folder", "created"]]) { $0.raindrop() }
      )
    case .readwise:
      Row(
        title: "Readwise Reader CSV",
        reader: .table(columns: [["url", "document tags"]]) { $0.readwise() }
      )
    case .matter:
      Row(
        title: "Matter CSV",
        reader: .table(columns: [["url", "in queue"]]) { $0.matter() }
      )
    case .karakeep:
      Row(
        title: "Karakeep JSON",
        reader: .objects(keys: [["bookmarks", "content"]], under: "bookmarks") {
          $0.karakeep()
        }
      )
    case .safari:
      Row(title: "Safari reading list", reader: .links(words: [[BookmarkReader.readingList]]))
    case .bookmarks:
      Row(title: "bookmarks", reader: .links(words: [["netscape-bookmark-file"]]))
    case .opml: Row(title: "OPML", reader: .outlines)
    case .newsboat: Row(title: "newsboat's list of feeds", reader: .feeds)
    case .json:
      Row(
        title: "Luego JSON",
        reader: .objects(keys: [["record"]]) { element in
          LuegoJSON.article(element).map { .stored($0) }
            ?? .damaged("it is no article of a library")
        }
      )
    case .csv:
      Row(
        title: "CSV",
        reader: .table(columns: [["url"], ["link"], ["href"], ["address"]]) { $0.other() }
      )
    case .text: Row(title: "text", reader: .lines)
    }
  }
}

extension ExchangeFormat {
  /// In the order in which they are looked for: those with more signs first.
  private static let sought: [ExchangeFormat] = [
    .omnivore, .wallabag, .karakeep, .json, .pocketAnnotations, .opml, .safari, .pocketHTML,
    .bookmarks, .pocket, .instapaper, .readeck, .readwise, .matter, .raindrop, .csv,
  ]

  /// How many bytes of a file tell its format.
  static let headLength = 1 << 20

  /// The format of a file, by its beginning in UTF-8 and its name.
  ///
  /// - Throws: `ExchangeProblem` when it is of none, and not a text either.
  static func detect(
    _ head: ArraySlice<UInt8>,
    named name: String = ""
  ) throws(ExchangeProblem) -> ExchangeFormat {
    let lowered = head.map { (65...90).contains($0) ? $0 | 32 : $0 }
    let first = lowered.first { $0 > 32 }
    let isJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    let isMarkup = first == UInt8(ascii: "<")
    var reader = CSVReader(ByteStream(Array(head.prefix(4096))))
    var header: TableRow.Header?
    if !isJSON, !isMarkup, case .fields(let names, _) = reader.next() {
      header = TableRow.Header(names)
    }
    for format in sought {
      switch format.row.reader {
      case .table(let columns, _):
        if let header, header.count > 1 || format == .csv, columns.contains(where: header.has) {
          return format
        }
      case .objects(let keys, _, _):
        if isJSON, keys.contains(where: { $0.allSatisfy { lowered.has("\"\($0.lowercased())\"") } })
        {
          return format
        }
      case .links(let words):
        if isMarkup, words.contains(where: { $0.allSatisfy(lowered.has) }) { return format }
      case .outlines: if isMarkup, lowered.has("<opml") { return format }
      case .feeds, .lines: break
      }
    }
    if isMarkup, lowered.has("<html") || lowered.has("<body") {
      throw ExchangeProblem(
        "it is a web page, not an export; --format bookmarks imports every link in it"
      )
    }
    if isJSON, lowered.has("\":") {
      throw ExchangeProblem("its format is not known; --format text imports every address in it")
    }
    // What newsboat calls it, in whatever directory.
    let isNamedSo = name.split(separator: "/").last == "urls"
    return FeedList.isOne(head, isNamedSo: isNamedSo) ? .newsboat : .text
  }
}

extension [UInt8] {
  /// Whether a word stands in these bytes.
  func has(_ word: String) -> Bool {
    let word = Array(word.utf8)
    guard let first = word.first else { return true }
    var at = startIndex
    while let found = self[at...].firstIndex(of: first) {
      if self[found...].starts(with: word) { return true }
      at = found + 1
    }
    return false
  }
}
