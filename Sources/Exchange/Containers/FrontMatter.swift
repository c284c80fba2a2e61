import PageExtraction
import ReadingList

/// The metadata above a Markdown text: YAML between lines of hyphens (Obsidian, Jekyll, Luego),
/// TOML between lines of plus signs (Hugo), or properties (Logseq).
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
    var rest = start
    var members: [JSON.Member] = []
    let fence = start.prefix { !$0.isNewline }.trimmed
    if fence == "---" || fence == "+++" {
      _ = Self.line(&rest)
      var isClosed = false
      var count = 0
      while !rest.isEmpty, count < Self.maxLines {
        let line = Self.line(&rest)
        count += 1
        if line.trimmed == fence || fence == "---" && line.trimmed == "..." {
          isClosed = true
          break
        }
        Self.take(line, &members, separator: fence == "---" ? ":" : "=")
      }
      guard isClosed, !members.isEmpty else { return nil }
    } else {
      while rest.prefix(while: { !$0.isNewline }).contains(":: "), members.count < Self.maxLines {
        var line = Self.line(&rest)
        if line.hasPrefix("- ") { line = line.dropFirst(2) }
        Self.take(line, &members, separator: "::")
      }
      guard members.contains(where: { Fields.isAddress($0.value.string ?? "") }) else { return nil }
    }
    fields = .object(members)
    // The Markdown reader parses YAML titles itself.
    text = PageExtractor().article(fromMarkdown: Array((fence == "---" ? start : rest).utf8))
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

  private static func line(_ rest: inout Substring) -> Substring {
    let line = rest.prefix { !$0.isNewline }
    rest = rest[line.endIndex...].dropFirst()
    return line
  }

  /// Parses a line: a name and its value, or another value of the name above.
  private static func take(_ line: Substring, _ members: inout [JSON.Member], separator: String) {
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
    guard let mark = line.firstRange(of: separator), !trimmed.hasPrefix("#") else { return }
    let name = line[..<mark.lowerBound].trimmed
    let value = line[mark.upperBound...].trimmed
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
