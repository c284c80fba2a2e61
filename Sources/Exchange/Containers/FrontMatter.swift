import PageExtraction
import ReadingList

/// The metadata above a Markdown text: YAML between lines of hyphens, as Obsidian, Jekyll and Luego
/// write it.
struct FrontMatter {
  private(set) var fields: JSON
  /// The text after the front matter.
  private(set) var text: Extraction

  /// Whether Luego wrote it, so that values are JSON.
  private let isOwn: Bool
  /// Written by Luego above the text.
  private var markCount = 0

  private static let maxLines = 500
  /// Of a header that Luego wrote.
  private static let maxOwnLines = 60

  /// Nil if there is none.
  init?(_ whole: String, _ extractor: PageExtractor) {
    let start = whole.drop { $0.isWhitespace || $0 == "\u{feff}" }
    // A JSON string may contain U+2028, which ends no line here.
    let lines = start.split(maxSplits: Self.maxLines, omittingEmptySubsequences: false) {
      ["\n", "\r", "\r\n"].contains($0)
    }
    let end = lines.dropFirst().firstIndex { ["---", "..."].contains($0.trimmed) }
    guard lines[0].trimmed == "---", let end, end < Self.maxLines else { return nil }
    isOwn = Self.isOwn(lines.dropFirst())
    var members: [JSON.Member] = []
    for line in lines[1..<end] {
      guard isOwn, let colon = line.firstIndex(of: ":"),
        let value = try? JSON(parsing: line[line.index(after: colon)...].trimmed)
      else {
        Self.take(line, &members)
        continue
      }
      if line.hasPrefix("highlights:"), let count = value.int {
        markCount = count
      } else {
        members.append(.init(String(line[..<colon]), value))
      }
    }
    guard !members.isEmpty else { return nil }
    fields = .object(members)
    text = extractor.extract(PageSource(markdown: Array(start.utf8)))
  }

  /// The article with its metadata; its text is in `text`.
  var article: ImportedArticle {
    let fields = Fields(fields)
    var article = fields.article()
    let source = fields.text("source", "original", "canonical", "via")
    // Static sites give a path relative to themselves.
    let own = fields.address.flatMap { $0.hasPrefix("/") ? nil : $0 }
    article.url = own ?? (Fields.isAddress(source) ? source : "")
    if let date = fields.moment("date"), article.publishedAt == nil {
      // A text's date is the date of writing.
      article.publishedAt = date
      if article.savedAt == date { article.savedAt = nil }
    }
    article.title = article.title.nonEmpty ?? text.metadata.title ?? ""
    var body = text.body
    if isOwn {
      article.isTextAlone = article.url.hasPrefix("urn:luego:")
      article.takeMarks(markCount, from: &body)
    }
    article.html = body.isEmpty ? nil : body.fragmentHTML
    return article
  }

  /// The documents in a file: those that Luego wrote one after another, and any text above, or the
  /// whole file.
  ///
  /// If there are several, each has the number of its first line.
  static func documents(
    in bytes: [UInt8]
  ) -> [(line: Int, text: ArraySlice<UInt8>, isOwn: Bool)] {
    let lines = bytes.split(separator: 10, omittingEmptySubsequences: false)
    var starts: [(line: Int, place: Int, isOwn: Bool)] = []
    var fence: ArraySlice<UInt8>?
    for (index, line) in lines.enumerated() {
      // Code in Luego's texts may contain lines of hyphens.
      if line.starts(with: "~~~".utf8) {
        let mark = line.prefix { $0 == UInt8(ascii: "~") }
        if fence == nil { fence = mark } else if fence == mark { fence = nil }
      }
      // The previous line may lack its end.
      guard fence == nil, let end = line.lastIndex(where: { $0 > 32 }),
        line[...end].reversed().starts(with: "---".utf8),
        isOwn(
          lines[(index + 1)...].prefix(maxOwnLines).lazy.map {
            String(decoding: $0, as: UTF8.self)[...]
          })
      else { continue }
      starts.append((index, end - 2, true))
    }
    let first = starts.first?.place ?? bytes.count
    if !bytes[..<first].allSatisfy({ $0 < 33 }) { starts.insert((0, 0, false), at: 0) }
    return zip(starts, starts.dropFirst().map(\.place) + [bytes.count]).map {
      ($0.line, bytes[$0.place..<$1], $0.isOwn)
    }
  }

  /// Whether the lines, up to hyphens, are a header by Luego: a title, an address and an id.
  private static func isOwn(_ lines: some Sequence<Substring>) -> Bool {
    let header = lines.prefix { !$0.trimmed.isEmpty && !$0.trimmed.hasSuffix("---") }
    return ["title:", "url:"].allSatisfy { name in header.contains { $0.hasPrefix(name) } }
      && header.contains { $0.hasPrefix("id:") && ArticleID(text: $0.dropFirst(3).trimmed) != nil }
  }

  /// Parses a name and its value, or another value of the name above.
  private static func take(_ line: Substring, _ members: inout [JSON.Member]) {
    let trimmed = line.trimmed
    if trimmed.hasPrefix("- ") || trimmed == "-", let last = members.indices.last {
      let item = JSON.string(scalar(trimmed.dropFirst()))
      members[last].value = .array((members[last].value.array ?? []) + [item])
      return
    }
    if line.first?.isWhitespace == true, let last = members.indices.last,
      let text = members[last].value.string
    {
      // A continued text, below its first words or a block indicator.
      let isBegun = ![">", "|", ">-", "|-", ""].contains(text)
      members[last].value = .string((isBegun ? text + " " : "") + scalar(trimmed))
      return
    }
    guard let colon = line.firstIndex(of: ":"), !trimmed.hasPrefix("#") else { return }
    let name = line[..<colon].trimmed
    let value = line[line.index(after: colon)...].trimmed
    guard !name.isEmpty else { return }
    if value.hasPrefix("["), value.hasSuffix("]"), !value.hasPrefix("[[") {
      members.append(
        .init(String(name), .array(items(value.dropFirst().dropLast()).map { .string($0) })))
    } else {
      members.append(.init(String(name), .string(scalar(value))))
    }
  }

  /// The items of a one-line list; quoted items may contain commas.
  private static func items(_ text: some StringProtocol) -> [String] {
    var items: [String] = []
    var item = ""
    var quote: Character?
    for character in text {
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "\"" || character == "'" {
        quote = character
      } else if character == "," {
        items.append(scalar(item))
        item = ""
        continue
      }
      item.append(character)
    }
    return (items + [scalar(item)]).filter { !$0.isEmpty }
  }

  /// Without quotes and without the brackets of a note link.
  private static func scalar(_ text: some StringProtocol) -> String {
    var value = text.trimmed
    if value.hasPrefix("\""), value.hasSuffix("\""), value.count > 1 {
      let json = try? JSON(parsing: String(value))
      return bare(json?.string ?? String(value.dropFirst().dropLast()))
    }
    if value.hasPrefix("'"), value.hasSuffix("'"), value.count > 1 {
      return bare(String(value.dropFirst().dropLast()).replacing("''", with: "'"))
    }
    if let comment = value.firstRange(of: " #") { value = value[..<comment.lowerBound].trimmed }
    return bare(String(value))
  }

  private static func bare(_ text: String) -> String {
    guard text.contains("[[") else { return text }
    return text.replacing("[[", with: "").replacing("]]", with: "")
  }
}

extension ImportedArticle {
  /// Moves the highlights that Luego writes above the text, and the title, out of a body.
  fileprivate mutating func takeMarks(_ count: Int, from body: inout ArticleBody) {
    var rest = body.blocks[...]
    if case .heading(1, let words, _)? = rest.first, words.plainText.onOneLine == title.onOneLine {
      rest.removeFirst()
    }
    defer { body.blocks = Array(rest) }
    guard count > 0, case .heading(2, _, _)? = rest.first else { return }
    rest.removeFirst()
    func isText(_ block: ArticleBody.Block) -> Bool {
      if case .heading(2, let words, _) = block { words.plainText == "Text" } else { false }
    }
    let end = rest.firstIndex(where: isText)
    while let block = rest.first, rest.startIndex != end {
      switch block {
      case .quote(let lines):
        guard end != nil || marks.count < count else { return }
        let quote = lines.map { ArticleBody(blocks: [$0]).plainText }
        marks.append(.init(quote: quote.joined(separator: "\n")))
      case .heading where end == nil: return
      default:
        if marks.isEmpty { return }
        let gap = marks[marks.count - 1].note.isEmpty ? "" : "\n"
        marks[marks.count - 1].add(toNote: gap + ArticleBody(blocks: [block]).plainText)
      }
      rest.removeFirst()
    }
    if end != nil { rest.removeFirst() }
  }
}
