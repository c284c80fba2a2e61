import PageExtraction
import ReadingList
import Web

/// Reads lists of links in HTML: Netscape bookmarks of browsers, linkding, Shiori and Safari, and
/// Pocket's `ril_export.html`.
///
/// Elements are rarely closed, so a link ends where the next item begins, and a folder ends with
/// its list.
struct BookmarkReader {
  static let readingList = "com.apple.readinglist"

  /// Of folders that become tags.
  private static let maxDepth = 16
  /// In bytes.
  private static let maxTextLength = 64 << 10

  private struct Folder {
    var name: String
    /// Also for folders within it.
    var isReadingList: Bool
  }

  /// The use of the text being collected.
  private enum Role { case nothing, heading, link, description }

  private var scanner: MarkupScanner
  private let isSafari: Bool
  private var folders: [Folder] = []
  /// Belongs to the next list.
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

  /// Reads a UTF-8 document; `onlyReadingList` skips everything outside Safari's reading list.
  init(_ bytes: [UInt8], onlyReadingList: Bool) {
    scanner = MarkupScanner(bytes)
    isSafari = onlyReadingList
  }

  /// Delivers links with their line numbers, until the receiver returns false.
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

  /// False stops the reading.
  private mutating func begin(_ name: Range<Int>, _ deliver: (ImportedArticle, Int) -> Bool) -> Bool
  {
    let scanner = scanner
    func isOne(_ names: StaticString...) -> Bool { names.contains { scanner.matches(name, $0) } }
    if isOne("script") {
      self.scanner.skipRawText(of: "script")
    } else if isOne("style") {
      self.scanner.skipRawText(of: "style")
    } else if isOne("a") {
      // A link in a description is not a bookmark.
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
      // Names of browsers' own folders say nothing about the content.
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
    article.takeSavedAt(value("add_date").nonEmpty ?? value("time_added"))
    article.tags = value("tags").split(separator: ",").map { $0.trimmed }
    // In a list that marks articles to read, the others are archived.
    article.isArchived = isArchive || value("toread") == "0"
    let names = folders.prefix(Self.maxDepth).map(\.name).filter { !$0.isEmpty }
    if !names.isEmpty { article.tags.append(names.joined(separator: String(tagSeparator))) }
    if let archived = article.tags.firstIndex(of: Self.archivedByLinkding) {
      article.tags.remove(at: archived)
      article.isArchived = true
    }
    // Scuttle keeps a note in its link.
    if let described = scanner.value("description") {
      description = decoded(Array(scanner.bytes[described]))
    }
    current = article
    (role, text) = (.link, [])
  }

  /// The tag of archived bookmarks in linkding's export.
  private static let archivedByLinkding = "linkding:bookmarks.archived"

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
        heading?.name = name.bounded(.tag)
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

  /// False stops the reading.
  private mutating func finish(_ deliver: (ImportedArticle, Int) -> Bool) -> Bool {
    finishText()
    guard var article = current else { return true }
    current = nil
    guard !isSafari || folders.last?.isReadingList == true else { return true }
    // linkding appends notes to the description, in its own markers.
    let note = description.replacing("[/linkding-notes]", with: "").split(
      separator: "[linkding-notes]")
    let isWithinLines = description.first?.isNewline == true
    description = ""
    article.note = note.map { Fields.block(String($0)) }.filter { !$0.isEmpty }.joined(
      separator: "\n")
    if isWithinLines { article.note = article.note.trimmed }
    // Shaarli's notes have relative addresses.
    if article.url.hasPrefix("/") || article.url.hasPrefix("?"), !article.note.isEmpty {
      (article.html, article.isTextAlone) = (article.note.asParagraphs, true)
      article.note = ""
    }
    return deliver(article, currentLine)
  }

  private func value(_ name: StaticString) -> String {
    guard let range = scanner.value(name) else { return "" }
    let bytes = MarkupText.decoded(Array(scanner.bytes[range]), isAddress: true)
    return String(decoding: bytes, as: UTF8.self).trimmed
  }
}
