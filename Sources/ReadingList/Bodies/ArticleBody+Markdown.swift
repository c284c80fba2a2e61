extension ArticleBody {
  /// The body as Markdown: CommonMark with GitHub's tables, strikethrough and footnotes.
  ///
  /// Text is escaped so that it means what it says; ends without a newline.
  package var markdown: String { MarkdownWriter().text(of: blocks) }
}

/// Writes a body as Markdown.
private struct MarkdownWriter {
  /// Whether it writes the text of a link, where addresses are not links of their own.
  var isInLink = false

  func text(of blocks: [ArticleBody.Block]) -> String {
    blocks.map { text(of: $0) }.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  private func text(of block: ArticleBody.Block) -> String {
    switch block {
    case .heading(let level, let text, _):
      return String(repeating: "#", count: min(max(level, 1), 6)) + " " + title(text)
    case .paragraph(let text): return guarded(line(text))
    case .list(let list): return items(of: list)
    case .definitions(let groups):
      return groups.map { group in
        (group.terms.map { guarded(line($0)) }
          + group.details.map { ": " + indented(text(of: $0), by: 2) }).joined(separator: "\n")
      }.joined(separator: "\n\n")
    case .quote(let inner): return prefixed(text(of: inner), with: "> ")
    case .code(let text, let language):
      // Luego looks for headers, which begin with hyphens, everywhere but between tildes.
      let hasSigns = text.split(separator: "\n").contains {
        $0.trimmed.hasSuffix("---") || $0.hasPrefix("~~~")
      }
      let sign: Character = hasSigns ? "~" : "`"
      let fence = String(repeating: sign, count: max(3, longestRun(of: sign, in: text) + 1))
      return "\(fence)\(language ?? "")\n\(text)\n\(fence)"
    case .table(let table): return self.table(table)
    case .figure(let images, let caption):
      let pictures = images.map { self.image($0) }.joined(separator: "\n")
      let words = caption.isEmpty ? "" : line([.emphasis(caption)], lineBreak: " ")
      return [pictures, words].filter { !$0.isEmpty }.joined(separator: "\n\n")
    case .rule: return "* * *"
    case .details(let summary, let inner):
      let head = summary.isEmpty ? "" : line([.strong(summary)], lineBreak: " ")
      return [head, text(of: inner)].filter { !$0.isEmpty }.joined(separator: "\n\n")
    case .footnotes(let notes):
      return notes.map { "[^\(name($0.label))]: " + indented(text(of: $0.blocks), by: 4) }.joined(
        separator: "\n")
    }
  }

  // MARK: Blocks

  private func items(of list: ArticleBody.List) -> String {
    let isTight = list.items.allSatisfy { item in
      if item.count == 2, case .list = item[1] { true } else { item.count == 1 }
    }
    let numbers = list.itemNumbers
    var parts: [String] = []
    // Another sign after the number begins another list, whose numbers begin where they like.
    var sign = "."
    for (place, item) in list.items.enumerated() {
      if place > 0, !numbers.isEmpty, numbers[place] - 1 != numbers[place - 1] {
        sign = sign == "." ? ")" : "."
      }
      let mark = numbers.isEmpty ? "- " : "\(numbers[place])\(sign) "
      let inner = isTight ? item.map { text(of: $0) }.joined(separator: "\n") : text(of: item)
      parts.append(mark + indented(inner, by: mark.utf8.count))
    }
    return parts.joined(separator: isTight ? "\n" : "\n\n")
  }

  private func table(_ table: ArticleBody.Table) -> String {
    let rows = ([table.header] + table.rows)
    let columns = rows.map(\.count).max() ?? 0
    guard columns > 0 else { return "" }
    func row(_ cells: [[ArticleBody.Inline]]) -> String {
      let texts = (0..<columns).map { column -> String in
        guard column < cells.count else { return "" }
        return line(cells[column], lineBreak: "<br>").replacingScalars(["|": "\\|"])
      }
      return "| " + texts.joined(separator: " | ") + " |"
    }
    var lines = [row(table.header), "|" + String(repeating: " --- |", count: columns)]
    lines += table.rows.map(row)
    let caption = table.caption.isEmpty ? "" : line(table.caption) + "\n\n"
    return caption + lines.joined(separator: "\n")
  }

  private func indented(_ text: String, by width: Int) -> String {
    let space = String(repeating: " ", count: width)
    return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map {
      $0.offset == 0 || $0.element.isEmpty ? String($0.element) : space + $0.element
    }.joined(separator: "\n")
  }

  private func prefixed(_ text: String, with mark: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map {
      $0.isEmpty ? ">" : mark + $0
    }.joined(separator: "\n")
  }

  private func longestRun(of character: Character, in text: String) -> Int {
    text.split { $0 != character }.map(\.count).max() ?? 0
  }

  // MARK: Inline runs

  private func line(_ inlines: [ArticleBody.Inline], lineBreak: String = "\\\n") -> String {
    let parts = inlines.map { part($0, lineBreak) }
    var out = ""
    for (place, part) in parts.enumerated() {
      let next = parts[(place + 1)...].first { !$0.text.isEmpty }
      let marked = marked(part, before: out.last, after: next.flatMap(\.first))
      // An exclamation mark would make a picture of a link.
      if out.hasSuffix("!"), marked.hasPrefix("[") {
        out.removeLast()
        out += "\\!"
      }
      out += marked
    }
    return out
  }

  /// A run as Markdown, without the marks around it.
  private struct Part {
    var text: String
    /// The Markdown sign around it, and the equivalent HTML element.
    var mark: (sign: String, element: String)?

    var first: Character? { mark.map { $0.sign.first } ?? text.first }
  }

  private func part(_ inline: ArticleBody.Inline, _ lineBreak: String) -> Part {
    func inner(_ inlines: [ArticleBody.Inline]) -> String { line(inlines, lineBreak: lineBreak) }
    return switch inline {
    case .text(let text): Part(text: escaped(text))
    case .emphasis(let inlines): Part(text: inner(inlines), mark: ("*", "em"))
    case .strong(let inlines): Part(text: inner(inlines), mark: ("**", "strong"))
    case .strike(let inlines): Part(text: inner(inlines), mark: ("~~", "del"))
    case .code(let text): Part(text: code(text))
    case .link(let inlines, let url):
      Part(
        text:
          "[\(MarkdownWriter(isInLink: true).line(inlines, lineBreak: lineBreak))](\(destination(url)))"
      )
    case .sub(let inlines): Part(text: "<sub>\(inner(inlines))</sub>")
    case .sup(let inlines): Part(text: "<sup>\(inner(inlines))</sup>")
    case .mark(let inlines): Part(text: "<mark>\(inner(inlines))</mark>")
    case .inserted(let inlines): Part(text: "<ins>\(inner(inlines))</ins>")
    case .footnoteReference(let label, _): Part(text: "[^\(name(label))]")
    case .image(let image): Part(text: self.image(image))
    case .lineBreak: Part(text: lineBreak)
    }
  }

  /// Puts marks around text; white space stays outside, where the marks still count.
  ///
  /// Between a letter and punctuation a mark is none in CommonMark, nor beside one of its own kind; an
  /// element stands there instead.
  private func marked(_ part: Part, before: Character?, after: Character?) -> String {
    guard let (sign, element) = part.mark else { return part.text }
    let start = part.text.prefix { $0 == " " }
    let end = part.text.dropFirst(start.count).reversed().prefix { $0 == " " }.count
    let inner = part.text.dropFirst(start.count).dropLast(end)
    guard let first = inner.first, let last = inner.last else { return part.text }
    let before = start.isEmpty ? before : " "
    let after = end == 0 ? after : " "
    let isMark =
      !joins(first, to: before) && !joins(last, to: after) && first != sign.first
      && last != sign.last && before != sign.first && after != sign.last
    let text = isMark ? sign + inner + sign : "<\(element)>\(inner)</\(element)>"
    return start + text + String(repeating: " ", count: end)
  }

  /// Whether a mark between two characters would be taken for text.
  private func joins(_ edge: Character, to outside: Character?) -> Bool {
    guard edge.isPunctuation || edge.isSymbol, let outside else { return edge.isWhitespace }
    return !(outside.isWhitespace || outside.isPunctuation || outside.isSymbol)
  }

  /// The text of a heading: on one line, without a mark at its end that would not be seen.
  private func title(_ inlines: [ArticleBody.Inline]) -> String {
    let text = line(inlines, lineBreak: " ").split(separator: "\n").joined(separator: " ")
    return text.hasSuffix("#") ? text.dropLast() + "\\#" : text
  }

  private func code(_ text: String) -> String {
    let fence = String(repeating: "`", count: longestRun(of: "`", in: text) + 1)
    if text.isEmpty { return "" }
    let isSpaced = text.hasPrefix(" ") && text.hasSuffix(" ")
    let pad = text.hasPrefix("`") || text.hasSuffix("`") || isSpaced ? " " : ""
    return fence + pad + text.split(separator: "\n").joined(separator: " ") + pad + fence
  }

  private func image(_ image: ArticleBody.Image) -> String {
    "![\(escaped(image.alternative))](\(destination(image.url)))"
  }

  private func destination(_ url: String) -> String {
    url.contains { $0 == "(" || $0 == ")" || $0 == " " || $0 == "<" || $0 == ">" }
      ? "<" + url.filter { $0 != "<" && $0 != ">" } + ">" : url
  }

  private func name(_ label: String) -> String {
    label.filter { $0 != "]" && $0 != "[" && $0 != " " && $0 != "^" }
  }

  private func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { "\\`*_[]<&~".utf8.contains($0) }) else { return text }
    var out = ""
    let characters = Array(text)
    func isWord(_ index: Int) -> Bool {
      characters.indices.contains(index)
        && (characters[index].isLetter || characters[index].isNumber)
    }
    var whole = 0..<0
    for (index, character) in characters.enumerated() {
      if index >= whole.upperBound {
        whole =
          Self.formula(characters, at: index)
          ?? (isInLink || isWord(index - 1) ? nil : Self.address(characters, at: index)) ?? whole
      }
      if whole.contains(index) {
        out.append(character)
        continue
      }
      // A mark may combine with a sign.
      switch character.unicodeScalars.first {
      case "\\", "`", "*", "[", "]", "<": out.append("\\")
      case "_": if !(isWord(index - 1) && isWord(index + 1)) { out.append("\\") }
      case "~": if index + 1 < characters.count, characters[index + 1] == "~" { out.append("\\") }
      case "&":
        if index + 1 < characters.count, isWord(index + 1) || characters[index + 1] == "#" {
          out.append("\\")
        }
      default: break
      }
      out.append(character)
    }
    return out
  }

  /// The TeX between two `$` or `$$` that begins here: programs that read formulas read no escapes in them.
  private static func formula(_ text: [Character], at start: Int) -> Range<Int>? {
    guard text[start] == "$" else { return nil }
    let isDouble = text.dropFirst(start + 1).first == "$"
    let open = start + (isDouble ? 2 : 1)
    guard open < text.count, isDouble || !text[open].isWhitespace,
      let close = text[open...].prefix(maxFormula).firstIndex(of: "$"), close > open
    else { return nil }
    let end = close + (isDouble ? 2 : 1)
    guard isDouble ? text.dropFirst(close + 1).first == "$" : !text[close - 1].isWhitespace,
      !(text.dropFirst(end).first?.isNumber ?? false)
    else { return nil }
    let inner = text[open..<close]
    let isTeX = zip(inner, inner.dropFirst()).contains {
      $0 == "\\" && $1.isLetter || ($0 == "_" || $0 == "^") && $1 != " "
    }
    return isTeX ? start..<end : nil
  }

  /// The web address that begins here, which GitHub's Markdown makes a link without reading escapes in it.
  private static func address(_ text: [Character], at start: Int) -> Range<Int>? {
    let rest = text[start...]
    guard let prefix = ["http://", "https://", "www."].first(where: rest.starts(with:)),
      let first = rest.dropFirst(prefix.count).first, first.isLetter || first.isNumber
    else { return nil }
    return start..<(rest.firstIndex { $0.isWhitespace || $0 == "<" } ?? text.count)
  }

  /// A longer run between two dollar signs is no formula.
  private static let maxFormula = 2000

  /// Keeps the beginning of each line from being read as a list, a heading or a quote.
  private func guarded(_ text: String) -> String {
    guard text.contains("\n") else { return guardedLine(text) }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map {
      guardedLine(String($0))
    }.joined(separator: "\n")
  }

  private func guardedLine(_ text: String) -> String {
    guard let first = text.first else { return text }
    switch first {
    case "#", ">", "|": return "\\" + text
    case "+", "-", "=", ":":
      return text.dropFirst().first == " " || text.allSatisfy({ $0 == first }) ? "\\" + text : text
    case _ where first.isASCII && first.isNumber:
      let digits = text.prefix { $0.isASCII && $0.isNumber }
      let rest = text.dropFirst(digits.count)
      guard digits.count <= 9, let mark = rest.first, mark == "." || mark == ")" else {
        return text
      }
      return digits + "\\" + rest
    default: return text
    }
  }
}
