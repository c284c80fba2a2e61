import Feeds
import PageExtraction
import ReadingList

/// Reads lists of links in HTML: bookmarks as Netscape wrote them and browsers, linkding, Shiori and Safari
/// still do, Pocket's `ril_export.html`, and Delicious' lists of posts.
///
/// Their elements are seldom closed, so that nothing is expected to be: a link ends where the next thing
/// begins, and a folder with its list.
struct BookmarkReader {
  /// The list of Safari that is one of articles.
  static let readingList = "com.apple.readinglist"

  /// How deep folders make tags.
  private static let maxDepth = 16
  /// The longest text that is gathered, in bytes.
  private static let maxTextLength = 64 << 10

  private struct Folder {
    var name: String
    /// Whether it is Safari's reading list, or within it.
    var isReadingList: Bool
  }

  /// What text is read for.
  private enum Role { case nothing, heading, link, description }

  private var scanner: MarkupScanner
  private let isSafari: Bool
  private var folders: [Folder] = []
  /// The heading that the next list belongs to.
  private var heading: Folder?
  private var isIgnoredHeading = false
  private var isArchive = false
  private var role = Role.nothing
  private var text: [UInt8] = []
  private var current: ImportedArticle?
  private var description = ""
  private var line = 1
  private var currentLine = 1
  private var countedTo = 0

  /// Reads a document in UTF-8.
  ///
  /// - Parameters:
  ///   - bytes: the document.
  ///   - onlyReadingList: leaves out what is not in Safari's reading list.
  init(_ bytes: [UInt8], onlyReadingList: Bool) {
    scanner = MarkupScanner(bytes)
    isSafari = onlyReadingList
  }

  /// Gives each link with the number of the line that it begins in, until the receiver says false.
  mutating func read(_ deliver: (ImportedArticle, Int) -> Bool) {
    while true {
      let start = scanner.position
      guard let token = scanner.next() else { break }
      count(to: start)
      switch token {
      case .text(let range), .literal(let range):
        if role != .nothing, text.count < Self.maxTextLength { text += scanner.bytes[range] }
      case .start(let name, _): guard begin(name, deliver) else { return }
      case .end(let name): guard end(name, deliver) else { return }
      }
    }
    _ = finish(deliver)
  }

  private mutating func count(to place: Int) {
    line += scanner.bytes[countedTo..<place].count { $0 == 10 }
    countedTo = place
  }

  /// Takes in the start of an element; false when nothing more is wanted.
  private mutating func begin(_ name: Range<Int>, _ deliver: (ImportedArticle, Int) -> Bool) -> Bool
  {
    let scanner = scanner
    func isOne(_ names: StaticString...) -> Bool { names.contains { scanner.matches(name, $0) } }
    if isOne("script") {
      self.scanner.skipRawText(of: "script")
    } else if isOne("style") {
      self.scanner.skipRawText(of: "style")
    } else if isOne("a", "post") {
      // A link in a description is none of its own.
      if role == .description { return true }
      guard finish(deliver) else { return false }
      beginLink()
    } else if isOne("dd") {
      finishText()
      (role, text, description) = (.description, [], "")
    } else if isOne("h1", "h2", "h3", "h4") {
      guard finish(deliver) else { return false }
      (role, text) = (.heading, [])
      let id = value("id").lowercased()
      heading = Folder(
        name: "", isReadingList: id == Self.readingList || folders.last?.isReadingList == true)
      // Every browser has its own names for its own folders, which say nothing of what is in them.
      isIgnoredHeading =
        isOne("h1") || id == Self.readingList || !value("personal_toolbar_folder").isEmpty
        || !value("unfiled_bookmarks_folder").isEmpty
    } else if isOne("dl") {
      guard finish(deliver) else { return false }
      folders.append(
        heading ?? Folder(name: "", isReadingList: folders.last?.isReadingList == true))
      heading = nil
    } else if isOne("dt", "li") {
      guard finish(deliver) else { return false }
      description = ""
    } else if isOne("br"), role == .description {
      text.append(10)
    }
    return true
  }

  private mutating func end(_ name: Range<Int>, _ deliver: (ImportedArticle, Int) -> Bool) -> Bool {
    if scanner.matches(name, "dl") {
      guard finish(deliver) else { return false }
      if !folders.isEmpty { folders.removeLast() }
    } else if scanner.matches(name, "a") && role == .link || scanner.matches(name, "dd")
      || role == .heading
    {
      finishText()
    }
    return true
  }

  private mutating func beginLink() {
    currentLine = line
    var article = ImportedArticle(url: value("href"))
    let dates = [value("add_date"), value("time_added"), value("time")]
    article.takeSavedAt(dates.first { !$0.isEmpty } ?? "")
    article.tags = value("tags").split(separator: ",").map { String($0).trimmingSpace }
    article.tags += value("tag").split(separator: " ").map { String($0) }
    // Where it is said of articles what is to be read, the others are not.
    article.isArchived = isArchive || value("toread") == "0"
    var names = folders.prefix(Self.maxDepth).map(\.name).filter { !$0.isEmpty }
    if article.isArchived, names.first == BookmarkExport.archive { names.removeFirst() }
    if !names.isEmpty { article.tags.append(names.joined(separator: String(tagSeparator))) }
    if let archived = article.tags.firstIndex(of: Self.archivedByLinkding) {
      article.tags.remove(at: archived)
      article.isArchived = true
    }
    // Of a post the description is the title, and of a link of Scuttle a note.
    if let extended = scanner.value("extended") {
      article.title = value("description")
      description = decoded(Array(scanner.bytes[extended]))
    } else if let described = scanner.value("description") {
      description = decoded(Array(scanner.bytes[described]))
    }
    current = article
    (role, text) = (.link, [])
  }

  /// The tag by which linkding's export says it.
  private static let archivedByLinkding = "linkding:bookmarks.archived"

  /// Takes in the text that was gathered.
  private mutating func finishText() {
    defer { (role, text) = (.nothing, []) }
    switch role {
    case .nothing: break
    case .heading:
      let name = MarkupText.line(text.indices, of: text)
      if isIgnoredHeading {
        let name = name.lowercased()
        isArchive = name.contains("archive") ? true : name == "unread" ? false : isArchive
      } else {
        heading?.name = name
      }
    case .link:
      let title = PageText.line(decoded(text))
      if !title.isEmpty { current?.title = title }
    case .description: description = decoded(text)
    }
  }

  private func decoded(_ text: [UInt8]) -> String {
    String(decoding: MarkupText.decoded(text), as: UTF8.self)
  }

  /// Hands on the link that was read; false when nothing more is wanted.
  private mutating func finish(_ deliver: (ImportedArticle, Int) -> Bool) -> Bool {
    finishText()
    guard var article = current else { return true }
    current = nil
    guard !isSafari || folders.last?.isReadingList == true else { return true }
    // linkding writes notes between marks of its own, behind the description.
    let note = description.replacing("[/linkding-notes]", with: "").split(
      separator: "[linkding-notes]")
    let isWithinLines = description.first?.isNewline == true
    description = ""
    article.note = note.map { Fields.block(String($0)) }.filter { !$0.isEmpty }.joined(
      separator: "\n")
    if isWithinLines { article.note = article.note.trimmingSpace }
    // Shaarli's own notes have addresses within it.
    if article.url.hasPrefix("/") || article.url.hasPrefix("?"), !article.note.isEmpty {
      (article.html, article.isTextAlone) = (article.note.asParagraphs, true)
      article.note = ""
    }
    return deliver(article, currentLine)
  }

  /// The value of an attribute of the tag at hand.
  private func value(_ name: StaticString) -> String {
    guard let range = scanner.value(name) else { return "" }
    let bytes = MarkupText.decoded(Array(scanner.bytes[range]), isAddress: true)
    return String(decoding: bytes, as: UTF8.self).trimmingSpace
  }
}
