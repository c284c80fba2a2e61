import PageExtraction
import ReadingList

/// The metadata above a Markdown text: YAML between lines of hyphens, as Obsidian, Jekyll and Luego
/// write it.
struct FrontMatter {
  /// The values by name.
  private(set) var fields: JSON
  /// The text below the front matter.
  private(set) var text: Extraction

  /// The maximum number of lines read.
  private static let maxLines = 500

  /// Parses the front matter of a text; nil if there is none.
  init?(_ whole: String) {
    let start = whole.drop { $0.isWhitespace || $0 == "\u{feff}" }
    let lines = start.split(
      maxSplits: Self.maxLines, omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let end = lines.dropFirst().firstIndex { ["---", "..."].contains($0.trimmed) }
    guard lines[0].trimmed == "---", let end, end < Self.maxLines else { return nil }
    var members: [JSON.Member] = []
    for line in lines[1..<end] { Self.take(line, &members) }
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
    article.html = text.body.isEmpty ? nil : text.html
    return article
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
