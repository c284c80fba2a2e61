import PageExtraction
import ReadingList

/// The metadata above a Markdown text: YAML between lines of hyphens, as Obsidian, Jekyll and Luego
/// write it.
struct FrontMatter {
  /// The values by name.
  private(set) var fields: JSON
  /// The text below the front matter.
  private(set) var text: Extraction

  /// Whether Luego wrote it, so that every value is JSON or a date, and highlights are above the text.
  private let isOwn: Bool

  /// The maximum number of lines read.
  private static let maxLines = 500
  /// The maximum number of lines that Luego writes.
  private static let maxOwnLines = 20

  /// Parses the front matter of a text; nil if there is none.
  init?(_ whole: String) {
    let start = whole.drop { $0.isWhitespace || $0 == "\u{feff}" }
    let lines = start.split(
      maxSplits: Self.maxLines, omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let end = lines.dropFirst().firstIndex { ["---", "..."].contains($0.trimmed) }
    guard lines[0].trimmed == "---", let end, end < Self.maxLines else { return nil }
    isOwn = Self.isOwn(lines.dropFirst().prefix(Self.maxOwnLines))
    var members: [JSON.Member] = []
    for line in lines[1..<end] {
      if isOwn, let colon = line.firstIndex(of: ":") {
        let value = line[line.index(after: colon)...].trimmed
        let json = (try? JSON(parsing: value)) ?? .string(value)
        members.append(.init(String(line[..<colon]), json))
      } else {
        Self.take(line, &members)
      }
    }
    guard !members.isEmpty else { return nil }
    fields = .object(members)
    text = PageExtractor().article(fromMarkdown: Array(start.utf8))
  }

  /// The article with its metadata; its text is in `text`.
  var article: ImportedArticle {
    let fields = Fields(fields)
    var article = fields.article()
    let source = fields.text("source", "original", "canonical", "via")
    article.url = fields.address ?? (Fields.isAddress(source) ? source : "")
    if let date = fields.moment("date"), article.publishedAt == nil {
      // A text's date is the date of writing.
      article.publishedAt = date
      if article.savedAt == date { article.savedAt = nil }
    }
    article.title = article.title.nonEmpty ?? text.metadata.title ?? ""
    var body = text.body
    if isOwn {
      article.isTextAlone = article.url.hasPrefix("urn:luego:")
      article.takeMarks(from: &body)
    }
    article.html = body.isEmpty ? nil : body.fragmentHTML
    return article
  }

  /// The documents in a file: those that Luego wrote one after another, or the whole file.
  ///
  /// Of several, each has the number of its first line.
  static func documents(in bytes: [UInt8]) -> [(line: Int?, text: ArraySlice<UInt8>)] {
    let lines = bytes.split(separator: 10, omittingEmptySubsequences: false)
    let tick = UInt8(ascii: "`")
    var starts: [(line: Int?, place: Int)] = []
    var fence: ArraySlice<UInt8>?
    for (index, line) in lines.enumerated() {
      if let open = fence {
        if line.starts(with: open), line.count <= open.count + 1 { fence = nil }
      } else if line.starts(with: "```".utf8) {
        let open = line.prefix { $0 == tick }
        if !line.dropFirst(open.count).contains(tick) { fence = open }
      } else if line.starts(with: "---".utf8) {
        let head = lines[(index + 1)...].prefix(maxOwnLines)
        if head.first?.starts(with: "title: ".utf8) == true,
          isOwn(head.map { String(decoding: $0, as: UTF8.self)[...] }[...])
        {
          starts.append((index + 1, line.startIndex))
        }
      }
    }
    guard starts.count > 1 else { return [(nil, bytes[...])] }
    return zip(starts, starts.dropFirst().map(\.place) + [bytes.count]).map {
      ($0.line, bytes[$0.place..<$1])
    }
  }

  /// Whether lines begin with what Luego writes, from the title to the id.
  private static func isOwn(_ lines: ArraySlice<Substring>) -> Bool {
    guard let end = lines.firstIndex(where: { $0.trimmed == "---" }), end > lines.startIndex + 2
    else { return false }
    let last = lines[end - 1]
    return lines[lines.startIndex].hasPrefix("title: \"")
      && lines[lines.startIndex + 1].hasPrefix("url: \"") && last.hasPrefix("id: ")
      && ArticleID(text: last.dropFirst(4).trimmed) != nil
  }

  /// Parses a line: a name and its value, or another value of the name above.
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
      // The continuation of a text, below its first words or a block indicator.
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

  /// The items of a list on one line; quoted items may contain commas.
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

  /// A value without its quotes and without the brackets of a note link.
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
  /// Moves the highlights that Luego writes above the text, with its own heading, out of it.
  fileprivate mutating func takeMarks(from body: inout ArticleBody) {
    var rest = body.blocks[...]
    if case .heading(1, let words, _)? = rest.first, words.plainText.onOneLine == title.onOneLine {
      rest.removeFirst()
    }
    defer { body.blocks = Array(rest) }
    guard case .heading(2, let words, _)? = rest.first, words.plainText == "Highlights" else {
      return
    }
    var found: [Mark] = []
    var text = rest.dropFirst()
    scan: while let block = text.popFirst() {
      switch block {
      case .quote(let lines):
        let quote = lines.map { ArticleBody(blocks: [$0]).plainText }
        found.append(.init(quote: quote.joined(separator: "\n")))
      case .paragraph(let words) where !found.isEmpty:
        found[found.count - 1].add(toNote: words.plainText)
      case .heading(2, let words, _) where !found.isEmpty && words.plainText == "Text": break scan
      // The article has a heading of the same name.
      default: return
      }
    }
    if !found.isEmpty { (marks, rest) = (found, text) }
  }
}
