import ReadingList
import Synchronization
import Web

/// The values of a JSON object or table row by name, ignoring case, spaces, hyphens and
/// underscores.
///
/// Programs use few names for the same thing, so one reading serves every format; see
/// `article(tagsBy:)`.
struct Fields {
  /// A page's address; others are recognized by their endings, see `namesAddress`.
  static let addresses = [
    "givenurl", "url", "uri", "href", "link", "address", "articleurl", "resolvedurl", "permalink",
    "urlstring",
  ]

  /// Words in the names of other addresses.
  private static let otherAddresses: Set<String> = [
    "image", "img", "thumb", "thumbnail", "icon", "favicon", "cover", "avatar", "logo", "picture",
    "photo", "preview", "screenshot", "banner", "feed", "rss", "xml", "atom", "self", "api",
    "author", "user", "profile", "owner", "site", "home", "base", "origin", "next", "prev",
    "previous", "first", "last", "comment", "comments", "hub", "audio", "media", "download",
    "embed", "proxy", "stream", "callback", "schema", "namespace", "license", "publisher", "domain",
    "attachment", "attachments",
  ]

  /// In any spelling.
  static func namesAddress(_ name: String) -> Bool {
    if isAddress(name) { return false }
    let key = key(name)
    if addresses.contains(key) { return true }
    return ["url", "uri", "link", "href", "permalink"].contains(where: key.hasSuffix)
      && otherAddresses.isDisjoint(with: words(of: name))
  }

  /// In lower case, split at capitals and non-letters.
  static func words(of name: String) -> [String] {
    var words = [""]
    var wasSmall = false
    for character in name {
      if !character.isLetter || character.isUppercase && wasSmall { words.append("") }
      if character.isLetter { words[words.count - 1] += character.lowercased() }
      wasSmall = character.isLowercase
    }
    return words.filter { !$0.isEmpty }
  }

  /// Prefixes without meaning: `story_title` is a title.
  private static let empty: Set<String> = [
    "story", "saved", "article", "item", "post", "page", "entry", "bookmark", "document", "doc",
    "custom", "resolved", "raw",
  ]

  static func isAddress(_ text: String) -> Bool {
    let text = text.trimmed
    return ["http://", "https://"].contains(where: text.lowercased().hasPrefix)
      && !text.contains(where: \.isWhitespace)
  }

  private var values: [String: JSON] = [:]
  /// Values whose names end like an address, or contain a word for tags.
  private var otherLinks: [String] = [], otherTags: [JSON] = []

  init(_ object: JSON) {
    let members = (object.members ?? []).map { (name: Self.name($0.key), value: $0.value) }
    for (name, value) in members
    where Self.saysNothing(values[name.key]) || !Self.saysNothing(value) {
      values[name.key] = value
    }
    for (name, value) in members { take(name, value) }
  }

  /// From a row, possibly shorter than the columns; the first of equal names wins.
  init(_ columns: [String], _ row: [String]) {
    let cells = zip(columns, row).map { (name: Self.name($0), value: JSON.string($1)) }
    for (name, value) in cells where values[name.key] == nil { values[name.key] = value }
    for (name, value) in cells { take(name, value) }
  }

  private static func saysNothing(_ value: JSON?) -> Bool {
    value == nil || value == .null || value == .string("")
  }

  private struct Name {
    var key: String
    var isLink = false
    var isTags = false
    /// Without a meaningless prefix.
    var alias: String?

    init(_ name: String) {
      key = Fields.key(name)
      let words = Fields.words(of: name)
      isLink = !Fields.addresses.contains(key) && Fields.namesAddress(name)
      guard words.count > 1 else { return }
      isTags =
        (words.contains("tags") || words.contains("tag")) && !Fields.tags.contains(key)
        && Set(words).isDisjoint(with: ["automatic", "count", "id", "ids", "color", "cache"])
      if Fields.empty.contains(words[0]) { alias = words.dropFirst().joined() }
    }
  }

  /// A cache: a file repeats few names very often.
  private static let names = Mutex<[String: Name]>([:])
  private static let maxNames = 4096

  private static func name(_ text: String) -> Name {
    names.withLock { names in
      if let known = names[text] { return known }
      let name = Name(text)
      if names.count < maxNames { names[text] = name }
      return name
    }
  }

  /// Collects a value named like an address or tags.
  private mutating func take(_ name: Name, _ value: JSON) {
    guard !Self.saysNothing(value) else { return }
    if name.isLink, let text = value.string, Self.isAddress(text) {
      otherLinks.append(text.trimmed)
    }
    if name.isTags { otherTags.append(value) }
    if let alias = name.alias, Self.saysNothing(values[alias]) { values[alias] = value }
  }

  /// For comparison.
  static func key(_ name: String) -> String {
    let bytes = name.utf8.compactMap { byte -> UInt8? in
      switch byte {
      case 65...90: byte | 32
      case 0...32, UInt8(ascii: "-"), UInt8(ascii: "_"): nil
      default: byte
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The first that is neither null nor empty.
  subscript(names: [String]) -> JSON? {
    for name in names {
      if let value = values[name], value != .null, value != .string("") { return value }
    }
    return nil
  }

  func has(_ name: String) -> Bool { values[name] != nil }

  /// A string or number, trimmed; empty for any other value.
  func text(_ names: String...) -> String { text(names) }

  func text(_ names: [String]) -> String {
    switch self[names] {
    case .string(let text): text.trimmed
    case .number(let text): text
    default: ""
    }
  }

  /// The first value, if it is an object.
  func object(_ names: String...) -> Fields? {
    self[names].flatMap { $0.members == nil ? nil : Fields($0) }
  }

  func array(_ names: String...) -> [JSON] { self[names]?.array ?? [] }

  /// In any spelling of true.
  func isSet(_ names: String...) -> Bool {
    names.contains { name in
      if case .bool(let isOn) = values[name] { return isOn }
      return ["1", "true", "yes", "y", "t"].contains(text(name).lowercased())
    }
  }

  func moment(_ names: String...) -> Timestamp? {
    if case .moment(let moment) = ImportedDate.read(text(names)) { moment } else { nil }
  }

  /// The names in a list of any form: an array of strings or named objects, an object of such, an
  /// array in JSON or Python syntax, or separated text.
  func names(_ keys: String..., by separator: Character? = nil) -> [String] {
    Self.names(in: self[keys], by: separator)
  }

  private static func names(in list: JSON?, by separator: Character? = nil) -> [String] {
    func name(_ value: JSON) -> String? {
      value.string ?? Fields(value).text("name", "tag", "label", "title").nonEmpty
    }
    switch list {
    case .array(let values): return values.compactMap(name)
    case .object(let members): return members.map { name($0.value) ?? $0.key }
    case .string(let text):
      if text.hasPrefix("["), text.hasSuffix("]") {
        let array = (try? JSON(parsing: text))?.array
        let names = array.map { $0.compactMap(name) } ?? Self.pythonList(text)
        // Some programs omit the quotes.
        return array != nil || !names.isEmpty
          ? names : Self.split(text.dropFirst().dropLast(), by: ",")
      }
      return Self.split(
        text[...], by: separator ?? [";", ",", "|"].first(where: text.contains) ?? ",")
    default: return []
    }
  }

  private static func split(_ text: Substring, by separator: Character) -> [String] {
    text.split { $0 == separator || $0.isNewline }.map { $0.trimmed }.filter {
      !$0.isEmpty
    }
  }

  /// A list in Python's notation: `['a', "b's"]`.
  private static func pythonList(_ text: String) -> [String] {
    var names: [String] = []
    var name: [UInt8] = []
    var quote: UInt8?
    var isEscaped = false
    for byte in text.utf8 {
      guard let open = quote else {
        if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") { quote = byte }
        continue
      }
      if !isEscaped, byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if !isEscaped, byte == open {
        names.append(String(decoding: name, as: UTF8.self))
        (name, quote) = ([], nil)
      } else {
        name.append(byte)
        isEscaped = false
      }
    }
    return names
  }
}

extension Fields {
  static let tags: Set<String> = ["tags", "labels", "documenttags", "tagnames", "keywords", "tag"]
  /// Nested objects that describe the same thing.
  static let inner = ["content", "article", "bookmark", "noteattributes", "uridictionary"]
  private static let savedNames = [
    "timeadded", "savedat", "saveddate", "saved", "created", "createdat", "dateadded", "addedat",
    "added", "addedon", "creationdate", "datesaved", "clipped", "lastinteractiondate", "timestamp",
    "starredtimestamp", "starredat", "time", "dt", "lastaccessed",
  ]

  /// Nil if no field has a plausible one.
  var address: String? { address(levels: 2) }

  private func address(levels: Int) -> String? {
    let own = ownAddress
    if levels == 0 || own.map(Self.isAddress) ?? false { return own }
    for name in Self.inner {
      if let found = object(name)?.address(levels: levels - 1) { return found }
    }
    return own
  }

  var ownAddress: String? {
    let known = Self.addresses.compactMap { values[$0]?.string?.trimmed }
    let links = known.filter(Self.isAddress) + otherLinks
    // API addresses are not pages; any other is preferred.
    if let found = links.first(where: { !$0.contains("://api.") && !$0.contains("/api/") })
      ?? links.first
    {
      return found
    }
    for name in ["canonical", "alternate"] {
      for link in array(name) + (values[name].map { [$0] } ?? []) {
        let fields = Fields(link)
        let type = fields.text("type")
        if let href = link.string ?? fields.text("href").nonEmpty, Self.isAddress(href),
          type.isEmpty || type.contains("html")
        {
          return href
        }
      }
    }
    return known.first(where: Self.hasScheme)
  }

  /// Whether a text begins with a scheme, or is relative to a site.
  private static func hasScheme(_ text: String) -> Bool {
    if text.hasPrefix("/") || text.hasPrefix("?") { return true }
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), colon > text.startIndex else {
      return false
    }
    return text[..<colon].utf8.allSatisfy { (97...122).contains($0 | 32) || (43...57).contains($0) }
  }

  /// Reads an article by all the names that programs use; it may lack an address.
  ///
  /// Without a separator of tags, it is detected.
  func article(tagsBy separator: Character? = nil) -> ImportedArticle {
    let inner = object("content", "article", "bookmark", "uridictionary")
    var article = ImportedArticle(url: address ?? text(Self.addresses))
    article.key = text("slug")
    // With a longer description, the short one is the title.
    let isTitled = has("extended")
    article.title =
      text("title", "giventitle", "resolvedtitle", "name", "articletitle").nonEmpty
      ?? (isTitled ? text("description") : inner?.text("title", "name") ?? "")
    article.author =
      text("author", "byline", "creator").nonEmpty ?? object("author")?.text("name", "displayname")
      .nonEmpty
      ?? (names("authors", "publishedby") + (values["author"]?.array ?? []).compactMap(\.string))
      .filter { !$0.isEmpty }.joined(separator: ", ")
    article.site = text("site", "sitename", "publisher", "publicationtitle")
    article.language = text("language", "lang").replacing("_", with: "-")
    article.excerpt =
      text("excerpt", "summary", "articleexcerpt", "abstractnote").nonEmpty
      ?? (isTitled ? "" : text("description"))
    article.note = Self.block(
      self[["note", "notes", "comment", "comments", "extended", "desc"]]?.string ?? "")
    article.image = text("image", "previewpicture", "thumbnail", "cover", "topimageurl", "imageurl")
    takeDates(into: &article)
    article.tags = names(
      "tags", "labels", "documenttags", "tagnames", "keywords", "tag", by: separator)
    let own = Set(article.tags)
    article.tags += otherTags.flatMap { Self.names(in: $0, by: separator) }.filter {
      !own.contains($0)
    }
    for name in [text("folder", "collection")] + [object("collection")?.text("title", "name") ?? ""]
    { article.take(list: name) }
    let state = text("state", "status", "location").lowercased()
    if state.hasPrefix("archive") { article.isArchived = true }
    // In a list that marks articles to read, the others are archived.
    let isNotToRead = ["no", "0", "false"].contains(text("toread").lowercased())
    article.isArchived =
      article.isArchived || isNotToRead || isSet("isarchived", "archived", "archive", "isread")
    article.isFavorite =
      article.isFavorite
      || isSet(
        "favorite", "favourite", "favorited", "favourited", "isfavorite", "isstarred", "starred",
        "isfav", "ismarked", "marked", "issaved", "important")
    if let readAt = moment("readat") { (article.readAt, article.isArchived) = (readAt, true) }
    let progress = text("readingprogress", "progress", "readpercent")
    if let value = Double(progress), value.isFinite {
      article.progress =
        progress.contains(".") && value <= 1
        ? Progress(share: max(0, value)) : Progress(percent: Int(max(0, min(value, 100))))
    }
    article.html = self[["content", "htmlcontent", "contenthtml", "html", "body"]]?.string
    article.marks = marks
    return article
  }

  /// Sets the times of saving and publication; `date` is the time of saving if there is no other.
  private func takeDates(into article: inout ImportedArticle) {
    var saved = Self.savedNames.map { text($0) }.filter { !$0.isEmpty }
    if let starred = Double(text("starred")), starred > 1e8 { saved.append(text("starred")) }
    let published = text(
      "publishedat", "published", "publisheddate", "datepublished", "pubdate", "publicationdate")
    let date = text("date")
    // `Saved date` is found as `date`, too.
    let isPublication = !saved.isEmpty && !saved.contains(date)
    article.takePublishedAt(published.isEmpty && isPublication ? date : published)
    if saved.isEmpty { saved = [date] }
    let readable = saved.first { if case .moment = ImportedDate.read($0) { true } else { false } }
    article.takeSavedAt(readable ?? saved[0])
  }

  var isDeleted: Bool { moment("deletedat") != nil || isSet("deleted", "isdeleted") }

  /// Objects, texts, or lines: `Highlight:` begins a passage and `Note:` its note; without these
  /// words each line is a passage.
  private var marks: [ImportedArticle.Mark] {
    if let text = self[["highlights", "annotations"]]?.string {
      var marks: [ImportedArticle.Mark] = []
      for line in text.split(whereSeparator: \.isNewline).map({ $0.trimmed })
      where !line.isEmpty {
        if let note = line.dropping("Note:"), let last = marks.indices.last {
          marks[last].add(toNote: note)
        } else {
          marks.append(.init(quote: line.dropping("Highlight:") ?? line))
        }
      }
      return marks
    }
    return array("highlights", "annotations").compactMap {
      $0.string.map { .init(quote: $0) } ?? Fields($0).mark
    }
  }

  var mark: ImportedArticle.Mark? {
    let quote = text("quote", "highlight")
    // Next to a quote, the text is a note.
    guard let marked = quote.nonEmpty ?? text("text", "content").nonEmpty else { return nil }
    let note = text("note", "comment", "annotation").nonEmpty ?? (quote.isEmpty ? "" : text("text"))
    let createdAt = moment("createdat", "created", "time", "date", "timestamp")
    return .init(quote: marked, note: note, createdAt: createdAt)
  }

  /// Text of several lines, without blank lines at its ends.
  static func block(_ text: String) -> String {
    let text = String(text.unicodeScalars.filter { $0.properties.isWhitespace || $0.isForMarkup })
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)[...]
    func isBlank(_ line: Substring?) -> Bool { line?.allSatisfy(\.isWhitespace) ?? false }
    while isBlank(lines.first) { lines.removeFirst() }
    while isBlank(lines.last) { lines.removeLast() }
    return lines.joined(separator: "\n")
  }
}

extension ImportedArticle {
  /// Applies the article's list: some names are states, all others become tags.
  mutating func take(list name: String) {
    switch name.lowercased() {
    case "", "unread", "unsorted", "unorganized": break
    case "archive", "archived": isArchived = true
    case "starred": isFavorite = true
    default:
      let parts = name.split(separator: tagSeparator).map { $0.trimmed }
      tags.append(parts.filter { !$0.isEmpty }.joined(separator: String(tagSeparator)))
    }
  }
}

extension String {
  var nonEmpty: String? { isEmpty ? nil : self }

  /// A paragraph for each line.
  var asParagraphs: String {
    split(whereSeparator: \.isNewline).map { "<p>\(MarkupText.escaped(String($0)))</p>" }.joined(
      separator: "\n")
  }

  /// Trimmed; nil without the prefix.
  fileprivate func dropping(_ word: String) -> String? {
    hasPrefix(word) ? dropFirst(word.count).trimmed : nil
  }
}
