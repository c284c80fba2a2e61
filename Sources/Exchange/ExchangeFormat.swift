import PageExtraction
import ReadingList
import Web

/// A format to import articles from, described by `row`.
package enum ExchangeFormat: String, CaseIterable, Sendable {
  case pocket
  case pocketAnnotations = "pocket-annotations"
  case pocketCollections = "pocket-collections"
  case pocketHTML = "pocket-html"
  case instapaper, omnivore, wallabag
  case wallabagCSV = "wallabag-csv"
  case readeck, raindrop, readwise, matter, karakeep, linkding, pinboard
  case googleReader = "google-reader"
  case safariPlist = "safari-plist"
  case safari, evernote, bookmarks
  case opml, feed
  case newsboat, json, links, csv, text

  /// How a file is parsed.
  enum Reader {
    /// A table with all of the first columns and perhaps the others, in names separated by spaces.
    case table(String, String, (Fields) -> ImportedEvent)
    /// Nested values with one of these sets of keys, or of elements, near the start.
    case nested([String], (Fields) -> ImportedEvent)
    /// A list of links in HTML with one of these sets of lower-case words.
    case markup([[String]])
    /// Luego's own format.
    case records
    /// A feed or an OPML list, with one of these root elements.
    case feed([String])
    /// Feeds, one per line.
    case feeds
    /// Any text with addresses.
    case lines
  }

  /// For sentences.
  package var title: String { row.title }

  var row: (title: String, reader: Reader) {
    func common(_ fields: Fields) -> ImportedEvent { .article(fields.article()) }
    func parted(by separator: Character) -> (Fields) -> ImportedEvent {
      { .article($0.article(tagsBy: separator)) }
    }
    return switch self {
    case .pocket:
      ("Pocket CSV", .table("url timeadded", "title cursor tags status", parted(by: "|")))
    case .pocketAnnotations:
      ("Pocket annotations", .nested(["url highlights quote"]) { $0.addition() })
    case .pocketCollections: ("Pocket collections", .nested([]) { $0.addition() })
    case .pocketHTML: ("Pocket HTML", .markup([["time_added=", "<li"]]))
    case .instapaper:
      ("Instapaper CSV", .table("url selection folder", "title timestamp tags") { $0.instapaper() })
    case .omnivore: ("Omnivore", .nested(["slug savedAt state"]) { $0.omnivore() })
    case .wallabag:
      ("wallabag JSON", .nested(["url is_archived", "url is_read is_fav"]) { $0.wallabag() })
    case .wallabagCSV:
      (
        "wallabag CSV",
        .table("url content creationdate", "title tags mimetype language") { $0.wallabag() }
      )
    case .readeck:
      ("Readeck CSV", .table("url created labels", "title folder isarchived ismarked type", common))
    case .raindrop:
      (
        "Raindrop CSV",
        .table(
          "url folder created", "id title note excerpt description tags cover highlights favorite",
          parted(by: ","))
      )
    case .readwise:
      (
        "Readwise Reader CSV",
        .table("url documenttags", "title id saveddate readingprogress location seen") {
          $0.readwise()
        }
      )
    case .matter:
      (
        "Matter CSV",
        .table(
          "url inqueue",
          "title author publisher tags wordcount favorited read highlightcount lastinteractiondate fileid"
        ) { $0.matter() }
      )
    case .karakeep: ("Karakeep JSON", .nested(["bookmarks content createdAt"]) { $0.karakeep() })
    case .linkding: ("linkding JSON", .nested(["url is_archived tag_names"], common))
    case .pinboard: ("Pinboard", .nested(["href extended", "<posts"], parted(by: " ")))
    case .googleReader:
      (
        "Google Reader JSON",
        .nested(["items categories canonical", "items categories alternate"]) { $0.googleReader() }
      )
    case .safariPlist: ("Safari bookmarks", .nested(["<plist WebBookmarkType"]) { $0.safari() })
    case .safari: ("Safari reading list", .markup([[BookmarkReader.readingList]]))
    case .evernote: ("Evernote notes", .nested(["<en-export"]) { $0.evernote() })
    case .bookmarks:
      (
        "bookmarks",
        .markup([
          ["netscape-bookmark-file"], ["<dt><a ", "add_date="], ["<dl", "<dt><a "],
        ])
      )
    case .opml: ("OPML", .feed(["opml"]))
    case .feed: ("a feed", .feed(["rss", "feed", "rdf"]))
    case .newsboat: ("newsboat's list of feeds", .feeds)
    case .json: ("Luego JSON", .records)
    case .links: ("JSON or XML with addresses", .nested([]) { $0.article().ofTheWeb })
    case .csv: ("CSV", .table("", "", common))
    case .text: ("text", .lines)
    }
  }
}

extension ExchangeFormat {
  static let unknown = ExchangeProblem(
    "its format is not known; --format text imports every address in it", isForeign: true)

  /// In bytes, for detection.
  static let headLength = 1 << 20

  /// Detects the format from a file's first bytes in UTF-8 and its name.
  ///
  /// - Throws: `ExchangeProblem` if the file is empty or a web page.
  static func detect(
    _ head: ArraySlice<UInt8>, named name: String = ""
  ) throws(ExchangeProblem) -> ExchangeFormat {
    let lowered = head.map { (65...90).contains($0) ? $0 | 32 : $0 }
    guard let first = lowered.first(where: { $0 > 32 }) else {
      throw ExchangeProblem("it is empty", isForeign: true)
    }
    let isJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    let isList = PropertyList.isOne(Array(head))
    let root = isList ? "plist" : XMLElement.root(of: Array(head))
    let isPage = root != nil && (lowered.has("<body") || lowered.has("<html"))
    let table = isJSON || root != nil ? nil : CSVTable(Array(head))
    let header = Set((table?.names ?? []).map(Fields.key))
    /// The strength of the evidence; nil if the format does not match.
    func signs(_ format: ExchangeFormat) -> Int? {
      switch format.row.reader {
      case .table(let needed, let others, _):
        guard table != nil else { return nil }
        let (needed, others) = (needed.split(separator: " "), others.split(separator: " "))
        guard needed.allSatisfy({ header.contains(String($0)) }) else { return nil }
        // Formats share columns, so columns unknown to the format count against it.
        let known = header.intersection((needed + others).map { String($0) })
        return needed.isEmpty ? -100 : 2 * known.count - header.count
      case .nested(let sets, _):
        return sets.map { $0.lowercased().split(separator: " ") }.filter { words in
          guard let first = words.first, first.hasPrefix("<") else {
            return isJSON && words.allSatisfy { lowered.has("\"\($0)\"") }
          }
          return root.map { $0 == first.dropFirst() } ?? false
            && words.dropFirst().allSatisfy { lowered.has(String($0)) }
        }.map(\.count).max()
      case .markup(let sets):
        guard root != nil else { return nil }
        return sets.contains {
          $0.allSatisfy(lowered.has) && ($0 != ["<dl", "<dt><a "] || !isPage)
        } ? 0 : nil
      case .records: return LuegoJSON.isOne(head) ? 100 : nil
      case .feed(let roots): return root.map(roots.contains) ?? false ? 0 : nil
      case .feeds, .lines: return nil
      }
    }
    let found = allCases.compactMap { format in signs(format).map { (format: format, signs: $0) } }
    // The first of equally likely formats wins.
    if let best = found.max(by: { $0.signs < $1.signs }) { return best.format }
    if root != nil, isPage {
      throw ExchangeProblem(
        "it is a web page, not an export; --format bookmarks imports every link in it",
        isForeign: true)
    }
    let isData = root.map { !XMLElement.pageElements.contains($0) } ?? false
    if isJSON, ["{}", "[]"].contains(String(decoding: lowered.filter { $0 > 32 }, as: UTF8.self)) {
      throw ExchangeProblem("nothing that can be imported is in it", isForeign: true)
    }
    if isData || isJSON && lowered.has("\":") { return .links }
    // newsboat's file name, in any directory.
    let isNamedSo = name.split(separator: "/").last == "urls"
    return root == nil && FeedList.isOne(head, isNamedSo: isNamedSo) ? .newsboat : .text
  }
}

extension [UInt8] {
  func has(_ word: String) -> Bool { ByteText.contains(self[...], Array(word.utf8)) }
}
