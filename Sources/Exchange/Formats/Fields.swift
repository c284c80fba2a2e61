import ReadingList

/// What an object of JSON or a row of a table says of one thing: values by names, which are compared without
/// case, spaces, hyphens and underscores.
///
/// Other programs have few names for the same, so that one reading of all of them serves every format; see
/// `article(tagsBy:)`.
struct Fields {
  /// Names of what is the address of a page.
  static let addresses = [
    "givenurl", "url", "uri", "href", "link", "address", "articleurl", "resolvedurl", "u",
  ]

  /// Whether a text is an address of the web, and nothing else.
  static func isAddress(_ text: String) -> Bool {
    let text = text.trimmingSpace
    return ["http://", "https://"].contains(where: text.lowercased().hasPrefix)
      && !text.contains(where: \.isWhitespace)
  }

  /// What the columns of a table are whose first row is no header: an address, and what Omnivore takes beside it, or a
  /// title; nil where there is no address.
  static func columns(ofFirst row: [String]) -> [String]? {
    guard let place = row.firstIndex(where: isAddress) else { return nil }
    let isOmnivore = place == 0 && row.count > 1 && row[1].allSatisfy { $0.isUppercase }
    var names = isOmnivore ? ["url", "state", "labels", "savedat", "publishedat"] : []
    while names.count < row.count { names.append("column\(names.count)") }
    guard !isOmnivore else { return names }
    names[place] = "url"
    if row.count > 1 { names[place == 0 ? 1 : 0] = "title" }
    return names
  }

  private var values: [String: JSON] = [:]

  /// The members of an object.
  init(_ object: JSON) {
    for member in object.members ?? [] { values[Self.key(member.key)] = member.value }
  }

  /// The values of a row, which may be fewer than the columns; of several columns of one name the first counts.
  init(_ columns: [String], _ row: [String]) {
    for (column, value) in zip(columns, row) where values[column] == nil {
      values[column] = .string(value)
    }
  }

  /// A name in the form in which names are compared.
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

  /// The first of some values that says something.
  subscript(names: [String]) -> JSON? {
    for name in names {
      if let value = values[name], value != .null, value != .string("") { return value }
    }
    return nil
  }

  func has(_ name: String) -> Bool { values[name] != nil }

  /// A string or a number as it is, without white space at its ends; empty for all else.
  func text(_ names: String...) -> String { text(names) }

  func text(_ names: [String]) -> String {
    switch self[names] {
    case .string(let text): text.trimmingSpace
    case .number(let text): text
    default: ""
    }
  }

  /// The members of the first of some objects.
  func object(_ names: String...) -> Fields? {
    self[names].flatMap { $0.members == nil ? nil : Fields($0) }
  }

  func array(_ names: String...) -> [JSON] { self[names]?.array ?? [] }

  /// Whether one of some values says yes.
  func isSet(_ names: String...) -> Bool { isSet(names) }

  func isSet(_ names: [String]) -> Bool {
    names.contains { name in
      if case .bool(let isOn) = values[name] { return isOn }
      return ["1", "true", "yes", "y", "t"].contains(text(name).lowercased())
    }
  }

  func moment(_ names: String...) -> Timestamp? {
    if case .moment(let moment) = ImportedDate.read(text(names)) { moment } else { nil }
  }

  /// The names in a list, in whatever form: an array of strings or of objects with names, an object of such, an
  /// array as JSON or Python write it, or names between separators.
  func names(_ keys: String..., by separator: Character? = nil) -> [String] {
    func name(_ value: JSON) -> String? {
      value.string ?? Fields(value).text("name", "tag", "label", "title").nonEmpty
    }
    switch self[keys] {
    case .array(let values): return values.compactMap(name)
    case .object(let members): return members.map { name($0.value) ?? $0.key }
    case .string(let text):
      if text.hasPrefix("["), text.hasSuffix("]") {
        let array = (try? JSON(parsing: text))?.array
        let names = array.map { $0.compactMap(name) } ?? Self.pythonList(text)
        // Some write no quotes.
        return array != nil || !names.isEmpty
          ? names : Self.split(text.dropFirst().dropLast(), by: ",")
      }
      return Self.split(
        text[...],
        by: separator ?? [",", ";", "|"].first(where: text.contains) ?? ","
      )
    default: return []
    }
  }

  private static func split(_ text: Substring, by separator: Character) -> [String] {
    text.split { $0 == separator || $0.isNewline }.map { String($0).trimmingSpace }
      .filter { !$0.isEmpty }
  }

  /// The strings of a list as Python writes it: `['a', "b's"]`.
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
  /// What they say of an article, by all the names that programs have for it.
  ///
  /// - Parameter separator: what parts tags; nil to find out.
  /// - Returns: the article, perhaps without an address.
  func article(tagsBy separator: Character? = nil) -> ImportedArticle {
    let inner = object("content", "article", "bookmark")
    var article = ImportedArticle(url: text(Self.addresses).nonEmpty ?? inner?.url ?? "")
    article.key = text("slug", "bookmarkid")
    // Where a description is beside a longer one, it is what others call a title.
    let isTitled = has("extended")
    article.title =
      text("title", "giventitle", "resolvedtitle", "name", "articletitle", "d").nonEmpty
      ?? (isTitled ? text("description") : inner?.text("title", "name") ?? "")
    article.author =
      text("author", "byline", "creator").nonEmpty
      ?? names("authors", "publishedby").filter { !$0.isEmpty }.joined(separator: ", ")
    article.site = text("site", "sitename", "publisher")
    article.language = text("language", "lang").replacing("_", with: "-")
    article.excerpt =
      text("excerpt", "summary", "articleexcerpt").nonEmpty
      ?? (isTitled ? "" : text("description"))
    article.note = Self.block(
      self[["note", "notes", "comment", "comments", "extended", "n"]]?.string ?? ""
    )
    article.image = text("image", "previewpicture", "thumbnail", "cover", "topimageurl", "imageurl")
    article.takeSavedAt(
      text([
        "timeadded", "savedat", "saveddate", "saved", "created", "createdat", "dateadded",
        "addedat", "added", "creationdate", "lastinteractiondate", "timestamp", "time", "date",
        "dt", "lastaccessed",
      ])
    )
    article.takePublishedAt(text("publishedat", "published", "publisheddate", "datepublished"))
    article.tags = names(
      "tags",
      "labels",
      "documenttags",
      "tagnames",
      "keywords",
      "t",
      by: separator
    )
    for name in [text("folder", "collection")] + [object("collection")?.text("title", "name") ?? ""]
    {
      article.take(list: name)
    }
    let state = text("state", "status", "location").lowercased()
    if state.hasPrefix("archive") || state == "1" { article.isArchived = true }
    // Where it is said of articles what is to be read, the others are not.
    let isNotToRead = ["no", "0", "false"].contains(text("toread").lowercased())
    article.isArchived =
      article.isArchived || isNotToRead || isSet("isarchived", "archived", "archive", "isread")
    article.isFavorite =
      article.isFavorite
      || isSet([
        "favorite", "favourite", "favorited", "favourited", "isfavorite", "isstarred", "starred",
        "isfav", "ismarked", "issaved", "important",
      ])
    if let readAt = moment("readat") { (article.readAt, article.isArchived) = (readAt, true) }
    let progress = text("readingprogress", "progress", "readpercent")
    if let value = Double(progress), value.isFinite {
      article.progress =
        progress.contains(".") && value <= 1
        ? Progress(share: max(0, value)) : Progress(percent: Int(max(0, min(value, 100))))
    }
    article.html = self[["content", "htmlcontent", "html"]]?.string
    article.marks = marks
    return article
  }

  /// The address.
  private var url: String? { text(Self.addresses).nonEmpty }

  /// What was marked: objects, or lines of which `Highlight:` begins a passage and `Note:` what was written beside
  /// it; without such words each line is a passage.
  private var marks: [ImportedArticle.Mark] {
    if let text = self[["highlights", "annotations"]]?.string {
      var marks: [ImportedArticle.Mark] = []
      for line in text.split(whereSeparator: \.isNewline).map({ String($0).trimmingSpace })
      where !line.isEmpty {
        if let note = line.dropping("Note:"), let last = marks.indices.last {
          marks[last].add(toNote: note)
        } else {
          marks.append(.init(quote: line.dropping("Highlight:") ?? line))
        }
      }
      return marks
    }
    return array("highlights", "annotations").compactMap { Fields($0).mark }
  }

  /// A passage; nil where there is none.
  var mark: ImportedArticle.Mark? {
    let quote = text("quote", "highlight")
    // Beside a quotation a text is what was written about it.
    guard let marked = quote.nonEmpty ?? text("text", "content").nonEmpty else { return nil }
    let note =
      text("note", "comment", "annotation").nonEmpty ?? (quote.isEmpty ? "" : text("text"))
    let createdAt = moment("createdat", "created", "time", "date", "timestamp")
    return .init(quote: marked, note: note, createdAt: createdAt)
  }

  /// Text of several lines, without empty ones at its ends.
  static func block(_ text: String) -> String {
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)[...]
    func isBlank(_ line: Substring?) -> Bool { line?.allSatisfy(\.isWhitespace) ?? false }
    while isBlank(lines.first) { lines.removeFirst() }
    while isBlank(lines.last) { lines.removeLast() }
    return lines.joined(separator: "\n")
  }
}

extension ImportedArticle {
  /// Names of lists of what is in no list.
  static let unsortedLists: Set<String> = ["", "unread", "unsorted", "unorganized"]

  /// Takes in the name of the list that it is in: some say a state, all others are tags.
  mutating func take(list name: String) {
    switch name.lowercased() {
    case let name where Self.unsortedLists.contains(name): break
    case "archive", "archived": isArchived = true
    case "starred": isFavorite = true
    default:
      let parts = name.split(separator: tagSeparator).map { String($0).trimmingSpace }
      tags.append(parts.filter { !$0.isEmpty }.joined(separator: String(tagSeparator)))
    }
  }
}

extension String {
  /// Nil where it is empty.
  var nonEmpty: String? { isEmpty ? nil : self }

  /// Plain text as markup, a paragraph a line.
  var asParagraphs: String {
    split(whereSeparator: \.isNewline).map { line in
      "<p>" + line.replacing("&", with: "&amp;").replacing("<", with: "&lt;") + "</p>"
    }.joined(separator: "\n")
  }

  /// What stands behind a word at the beginning, trimmed; nil where something else does.
  fileprivate func dropping(_ word: String) -> String? {
    hasPrefix(word) ? String(dropFirst(word.count)).trimmingSpace : nil
  }
}
