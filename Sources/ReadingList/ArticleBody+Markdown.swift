extension ArticleBody {
  /// The body as Markdown: CommonMark with GitHub's tables, strikethrough and footnotes.
  ///
  /// Text is escaped so that it means what it says; ends without a newline.
  package var markdown: String { MarkdownWriter().text(of: blocks) }
}

/// Writes a body as Markdown.
private struct MarkdownWriter {
  func text(of blocks: [ArticleBody.Block]) -> String {
    var parts: [String] = []
    for block in blocks {
      let text = text(of: block)
      if !text.isEmpty { parts.append(text) }
    }
    return parts.joined(separator: "\n\n")
  }

  private func text(of block: ArticleBody.Block) -> String {
    switch block {
    case .heading(let level, let text, _):
      return String(repeating: "#", count: min(max(level, 1), 6)) + " "
        + line(text).split(separator: "\n").joined(separator: " ")
    case .paragraph(let text): return guarded(line(text))
    case .list(let list): return items(of: list)
    case .definitions(let groups):
      return groups.map { group in
        (group.terms.map { guarded(line($0)) }
          + group.details.map { ": " + indented(text(of: $0), by: 2) }).joined(separator: "\n")
      }.joined(separator: "\n\n")
    case .quote(let inner): return prefixed(text(of: inner), with: "> ")
    case .code(let text, let language):
      let fence = String(repeating: "`", count: max(3, longestRun(of: "`", in: text) + 1))
      return "\(fence)\(language ?? "")\n\(text)\n\(fence)"
    case .table(let table): return self.table(table)
    case .figure(let figure):
      let images = figure.images.map { self.image($0) }.joined(separator: "\n")
      if figure.caption.isEmpty { return images }
      return images + "\n\n*" + line(figure.caption).split(separator: "\n").joined(separator: " ")
        + "*"
    case .rule: return "* * *"
    case .details(let summary, let inner):
      let head = summary.isEmpty ? "" : "**" + line(summary) + "**"
      return [head, text(of: inner)].filter { !$0.isEmpty }.joined(separator: "\n\n")
    case .footnotes(let notes):
      return notes.map { "[^\(name($0.label))]: " + indented(text(of: $0.blocks), by: 4) }
        .joined(separator: "\n")
    }
  }

  // MARK: Blocks

  private func items(of list: ArticleBody.List) -> String {
    let isTight = list.items.allSatisfy { item in
      item.count == 1
        || (item.count == 2
          && {
            if case .list = item[1] { return true }
            return false
          }())
    }
    var number = list.start ?? 0
    var parts: [String] = []
    for item in list.items {
      let mark = list.start == nil ? "- " : "\(number). "
      if number < .max { number += 1 }
      let inner =
        isTight ? item.map { text(of: $0) }.joined(separator: "\n") : text(of: item)
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
        return line(cells[column], lineBreak: "<br>").split(
          separator: "|",
          omittingEmptySubsequences: false
        )
        .joined(separator: "\\|")
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
    return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .map { $0.offset == 0 || $0.element.isEmpty ? String($0.element) : space + $0.element }
      .joined(separator: "\n")
  }

  private func prefixed(_ text: String, with mark: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? ">" : mark + $0 }.joined(separator: "\n")
  }

  private func longestRun(of character: Character, in text: String) -> Int {
    var longest = 0
    var run = 0
    for other in text {
      run = other == character ? run + 1 : 0
      longest = max(longest, run)
    }
    return longest
  }

  // MARK: Inline runs

  private func line(_ inlines: [ArticleBody.Inline], lineBreak: String = "\\\n") -> String {
    inlines.map { inline in
      switch inline {
      case .text(let text): escaped(text)
      case .emphasis(let inner): wrapped(line(inner, lineBreak: lineBreak), in: "*")
      case .strong(let inner): wrapped(line(inner, lineBreak: lineBreak), in: "**")
      case .strike(let inner): wrapped(line(inner, lineBreak: lineBreak), in: "~~")
      case .code(let text): code(text)
      case .link(let inner, let url):
        "[\(line(inner, lineBreak: lineBreak))](\(destination(url)))"
      case .sub(let inner): "<sub>\(line(inner, lineBreak: lineBreak))</sub>"
      case .sup(let inner): "<sup>\(line(inner, lineBreak: lineBreak))</sup>"
      case .inserted(let inner): "<ins>\(line(inner, lineBreak: lineBreak))</ins>"
      case .mark(let inner): "<mark>\(line(inner, lineBreak: lineBreak))</mark>"
      case .footnoteReference(let label, _): "[^\(name(label))]"
      case .image(let image): self.image(image)
      case .lineBreak: lineBreak
      }
    }.joined()
  }

  /// Puts marks around text; white space stays outside, where the marks still count.
  private func wrapped(_ text: String, in mark: String) -> String {
    let start = text.prefix { $0 == " " }
    let end = text.dropFirst(start.count).reversed().prefix { $0 == " " }.count
    let inner = text.dropFirst(start.count).dropLast(end)
    if inner.isEmpty { return text }
    return start + mark + inner + mark + String(repeating: " ", count: end)
  }

  private func code(_ text: String) -> String {
    let fence = String(repeating: "`", count: longestRun(of: "`", in: text) + 1)
    let pad = text.hasPrefix("`") || text.hasSuffix("`") ? " " : ""
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
    for (index, character) in characters.enumerated() {
      switch character {
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

  /// Keeps the beginning of a paragraph from being read as a list, a heading or a quote.
  private func guarded(_ text: String) -> String {
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
