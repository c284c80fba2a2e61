import ReadingList

/// Markdown as an article: CommonMark's blocks, GitHub's tables and footnotes, front matter.
struct MarkdownArticle {
  typealias Block = ArticleBody.Block

  private(set) var body = ArticleBody(blocks: [])
  /// The members of YAML front matter that are single lines.
  private(set) var metadata: [String: String] = [:]

  private var references: [String: String] = [:]
  private let link: WebLink
  private static let deepest = 20

  init(_ text: String, link: WebLink) {
    self.link = link
    var lines = CleanText.string(text).split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0) }
    takeFrontMatter(&lines)
    takeReferences(&lines)
    body.blocks = blocks(lines, depth: 0)
  }

  private mutating func takeFrontMatter(_ lines: inout [String]) {
    guard lines.first == "---", let end = lines.dropFirst().prefix(100).firstIndex(of: "---") else {
      return
    }
    for line in lines[1..<end] {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...].trimmingQuotes
      if !value.isEmpty { metadata[line[..<colon].lowercased()] = value }
    }
    lines.removeSubrange(0...end)
  }

  /// Takes out `[name]: address` lines.
  private mutating func takeReferences(_ lines: inout [String]) {
    var isFenced = false
    lines.removeAll { line in
      let start = line.drop { $0 == " " }
      if start.hasPrefix("```") || start.hasPrefix("~~~") { isFenced.toggle() }
      guard !isFenced, start.hasPrefix("["), !start.hasPrefix("[^"),
        let close = start.firstRange(of: "]:")
      else { return false }
      let name = String(start.dropFirst()[..<close.lowerBound])
      let rest = start[close.upperBound...].split(whereSeparator: \.isWhitespace)
      guard var url = rest.first.map(String.init) else { return false }
      if url.hasPrefix("<"), url.hasSuffix(">") { url = String(url.dropFirst().dropLast()) }
      references[MarkdownInlines.key(name)] = url
      return true
    }
  }

  private func inlines(_ lines: [String]) -> [ArticleBody.Inline] {
    let text = lines.map { String($0.drop { $0 == " " || $0 == "\t" }) }.joined(separator: "\n")
    return MarkdownInlines(references: references, link: link).inlines(text)
  }

  // MARK: Blocks

  private func blocks(_ lines: [String], depth: Int) -> [Block] {
    var out: [Block] = []
    var paragraph: [String] = []
    var index = 0
    func flush() {
      let text = paragraph.isEmpty ? [] : inlines(paragraph)
      if !text.isEmpty {
        if text.count == 1, case .image(let image) = text[0] {
          out.append(.figure(.init(images: [image])))
        } else {
          out.append(.paragraph(text))
        }
      }
      paragraph = []
    }
    while index < lines.count {
      let line = lines[index]
      let start = line.drop { $0 == " " }
      let indent = line.count - start.count
      if start.allSatisfy(\.isWhitespace) {
        flush()
        index += 1
      } else if indent >= 4 || line.hasPrefix("\t"), paragraph.isEmpty {
        let end = endOfIndented(lines, index)
        let code = lines[index..<end].map { Self.unindented($0, by: 4) }
        out.append(.code(Self.trimmedLines(code), language: nil))
        index = end
      } else if let fence = Self.fence(start) {
        flush()
        var end = index + 1
        while end < lines.count, !Self.closes(lines[end], fence) { end += 1 }
        let code = lines[(index + 1)..<min(end, lines.count)].map {
          Self.unindented($0, by: indent)
        }
        let language = fence.info.split(whereSeparator: { " {,".contains($0) }).first
          .map { $0.lowercased() }
        out.append(.code(code.joined(separator: "\n"), language: language))
        index = end + 1
      } else if let heading = Self.heading(start) {
        flush()
        let text = inlines([heading.text])
        if !text.isEmpty { out.append(.heading(level: heading.level, text, anchor: nil)) }
        index += 1
      } else if !paragraph.isEmpty, Self.isUnderline(start) {
        let text = inlines(paragraph)
        paragraph = []
        if !text.isEmpty {
          out.append(.heading(level: start.hasPrefix("=") ? 1 : 2, text, anchor: nil))
        }
        index += 1
      } else if Self.isRule(start) {
        flush()
        out.append(.rule)
        index += 1
      } else if start.hasPrefix(">"), depth < Self.deepest {
        flush()
        var inner: [String] = []
        while index < lines.count {
          let next = lines[index].drop { $0 == " " }
          if next.hasPrefix(">") {
            let rest = next.dropFirst()
            inner.append(String(rest.hasPrefix(" ") ? rest.dropFirst() : rest))
          } else if next.isEmpty || inner.last?.isEmpty ?? true {
            break
          } else {
            inner.append(String(next))
          }
          index += 1
        }
        let quoted = blocks(inner, depth: depth + 1)
        if !quoted.isEmpty { out.append(.quote(quoted)) }
      } else if let note = Self.footnote(start) {
        flush()
        var inner = [note.text]
        index += 1
        while index < lines.count,
          lines[index].hasPrefix("    ")
            || (lines[index].isEmpty && index + 1 < lines.count
              && lines[index + 1].hasPrefix("    "))
        {
          inner.append(Self.unindented(lines[index], by: 4))
          index += 1
        }
        let footnote = ArticleBody.Footnote(
          label: note.label,
          anchor: "fn-" + note.label,
          blocks: depth < Self.deepest ? blocks(inner, depth: depth + 1) : []
        )
        if case .footnotes(let before)? = out.last {
          out[out.count - 1] = .footnotes(before + [footnote])
        } else {
          out.append(.footnotes([footnote]))
        }
      } else if let mark = Self.listMark(start), depth < Self.deepest,
        paragraph.isEmpty || mark.number == nil || mark.number == 1
      {
        flush()
        let (list, end) = list(lines, index, mark, depth)
        if !list.items.isEmpty { out.append(.list(list)) }
        index = end
      } else if paragraph.isEmpty, index + 1 < lines.count, line.contains("|"),
        Self.isTableRule(lines[index + 1])
      {
        let (table, end) = table(lines, index)
        out.append(.table(table))
        index = end
      } else {
        paragraph.append(line)
        index += 1
      }
    }
    flush()
    return out
  }

  private func list(
    _ lines: [String],
    _ first: Int,
    _ mark: ListMark,
    _ depth: Int
  ) -> (ArticleBody.List, Int) {
    var list = ArticleBody.List(start: mark.number, items: [])
    var index = first
    while index < lines.count {
      let line = lines[index]
      let start = line.drop { $0 == " " }
      guard let item = Self.listMark(start), (item.number == nil) == (mark.number == nil),
        item.bullet == mark.bullet, !Self.isRule(start)
      else { break }
      let width = (line.count - start.count) + item.width
      var inner = [String(start.dropFirst(item.width))]
      index += 1
      while index < lines.count {
        let next = lines[index]
        let trimmed = next.drop { $0 == " " || $0 == "\t" }
        if trimmed.isEmpty {
          let following = index + 1 < lines.count ? lines[index + 1] : ""
          guard following.prefix(while: { $0 == " " }).count >= width || following.hasPrefix("\t")
          else { break }
          inner.append("")
        } else if next.prefix(while: { $0 == " " }).count >= width || next.hasPrefix("\t") {
          inner.append(Self.unindented(next, by: width))
        } else if inner.last?.isEmpty ?? true || Self.listMark(trimmed) != nil
          || Self.heading(trimmed) != nil || Self.fence(trimmed) != nil || trimmed.hasPrefix(">")
          || Self.isRule(trimmed)
        {
          break
        } else {
          inner.append(String(trimmed))
        }
        index += 1
      }
      let blocks = blocks(inner, depth: depth + 1)
      if !blocks.isEmpty { list.items.append(blocks) }
      while index < lines.count, lines[index].allSatisfy(\.isWhitespace),
        index + 1 < lines.count,
        Self.listMark(lines[index + 1].drop { $0 == " " })?.bullet == mark.bullet
      {
        index += 1
      }
    }
    return (list, max(index, first + 1))
  }

  private func table(_ lines: [String], _ first: Int) -> (ArticleBody.Table, Int) {
    var table = ArticleBody.Table(header: Self.cells(lines[first]).map { inlines([$0]) }, rows: [])
    var index = first + 2
    while index < lines.count, lines[index].contains("|") {
      table.rows.append(Self.cells(lines[index]).map { inlines([$0]) })
      index += 1
    }
    return (table, index)
  }

  // MARK: Lines

  private struct ListMark {
    var number: Int?
    var bullet: Character
    var width: Int
  }

  private static func listMark(_ line: Substring) -> ListMark? {
    guard let first = line.first else { return nil }
    var mark: ListMark
    if "-*+".contains(first) {
      mark = ListMark(number: nil, bullet: first, width: 1)
    } else {
      let digits = line.prefix { $0.isASCII && $0.isNumber }
      guard (1...9).contains(digits.count), let number = Int(digits) else { return nil }
      let rest = line.dropFirst(digits.count)
      guard let sign = rest.first, sign == "." || sign == ")" else { return nil }
      mark = ListMark(number: number, bullet: sign, width: digits.count + 1)
    }
    let rest = line.dropFirst(mark.width)
    let spaces = rest.prefix { $0 == " " }.count
    guard spaces > 0 || rest.isEmpty else { return nil }
    mark.width += spaces > 4 || spaces == 0 ? 1 : spaces
    return mark
  }

  private static func heading(_ line: Substring) -> (level: Int, text: String)? {
    let level = line.prefix { $0 == "#" }.count
    guard (1...6).contains(level) else { return nil }
    let rest = line.dropFirst(level)
    guard rest.isEmpty || rest.hasPrefix(" ") else { return nil }
    var text = rest.drop { $0 == " " }
    while let last = text.last, last == " " || last == "#" { text.removeLast() }
    return (level, String(text))
  }

  private static func isUnderline(_ line: Substring) -> Bool {
    let trimmed = line.filter { $0 != " " }
    return trimmed.allSatisfy { $0 == "=" }
      || (trimmed.count >= 2 && trimmed.allSatisfy { $0 == "-" })
  }

  private static func isRule(_ line: Substring) -> Bool {
    let marks = line.filter { $0 != " " }
    guard marks.count >= 3, let first = marks.first, "-*_".contains(first) else { return false }
    return marks.allSatisfy { $0 == first }
  }

  private static func fence(_ line: Substring) -> (mark: Character, count: Int, info: Substring)? {
    guard let first = line.first, first == "`" || first == "~" else { return nil }
    let count = line.prefix { $0 == first }.count
    let info = line.dropFirst(count).drop { $0 == " " }
    guard count >= 3, first == "~" || !info.contains("`") else { return nil }
    return (first, count, info)
  }

  private static func closes(
    _ line: String,
    _ fence: (mark: Character, count: Int, info: Substring)
  ) -> Bool {
    let start = line.drop { $0 == " " }
    let count = start.prefix { $0 == fence.mark }.count
    return count >= fence.count && start.dropFirst(count).allSatisfy(\.isWhitespace)
  }

  private static func footnote(_ line: Substring) -> (label: String, text: String)? {
    guard line.hasPrefix("[^"), let close = line.firstRange(of: "]:") else { return nil }
    let label = String(line.dropFirst(2)[..<close.lowerBound])
    guard !label.isEmpty, label.count < 40, !label.contains(" ") else { return nil }
    return (label, String(line[close.upperBound...].drop { $0 == " " }))
  }

  private static func isTableRule(_ line: String) -> Bool {
    line.contains("-") && line.contains("|") && line.allSatisfy { "|-: \t".contains($0) }
  }

  private static func cells(_ line: String) -> [String] {
    var cells: [String] = [""]
    var escaped = false
    for character in line {
      if character == "|", !escaped {
        cells.append("")
      } else {
        if escaped, character != "|" { cells[cells.count - 1].append("\\") }
        if character != "\\" || escaped { cells[cells.count - 1].append(character) }
      }
      escaped = character == "\\" && !escaped
    }
    if cells.first?.allSatisfy(\.isWhitespace) ?? false { cells.removeFirst() }
    if cells.last?.allSatisfy(\.isWhitespace) ?? false { cells.removeLast() }
    return cells
  }

  private func endOfIndented(_ lines: [String], _ first: Int) -> Int {
    var end = first
    var index = first
    while index < lines.count {
      let line = lines[index]
      if line.hasPrefix("    ") || line.hasPrefix("\t") {
        end = index + 1
      } else if !line.allSatisfy(\.isWhitespace) {
        break
      }
      index += 1
    }
    return end
  }

  private static func unindented(_ line: String, by width: Int) -> String {
    if line.hasPrefix("\t") { return String(line.dropFirst()) }
    let spaces = line.prefix { $0 == " " }.count
    return String(line.dropFirst(min(spaces, width)))
  }

  private static func trimmedLines(_ lines: [String]) -> String {
    var lines = lines[...]
    while let last = lines.last, last.allSatisfy(\.isWhitespace) { lines.removeLast() }
    return lines.joined(separator: "\n")
  }
}

extension Substring {
  /// The text without white space and quotes around it.
  fileprivate var trimmingQuotes: String {
    var text = self.drop(while: \.isWhitespace)
    while let last = text.last, last.isWhitespace { text.removeLast() }
    if text.count >= 2, let first = text.first, first == text.last, first == "\"" || first == "'" {
      text = text.dropFirst().dropLast()
    }
    return String(text)
  }
}
