import ReadingList

/// Reads the inline markup of one paragraph of Markdown.
///
/// Emphasis follows CommonMark's delimiter runs; the number of runs is bounded, beyond which they
/// are text.
struct MarkdownInlines {
  typealias Inline = ArticleBody.Inline

  /// Addresses by reference name.
  let references: [String: String]
  let link: WebLink
  private static let mostRuns = 2000
  private static let deepest = 20

  private enum Piece {
    case run(Inline)
    case delimiter(Character, count: Int, opens: Bool, closes: Bool)
  }

  func inlines(_ text: String, depth: Int = 0) -> [Inline] {
    guard depth < Self.deepest else { return [.text(text)] }
    var pieces: [Piece] = []
    var plain = ""
    var runs = 0
    let characters = Array(text)
    var index = 0
    func flush() {
      if !plain.isEmpty { pieces.append(.run(.text(plain))) }
      plain = ""
    }
    while index < characters.count {
      let character = characters[index]
      let next = index + 1 < characters.count ? characters[index + 1] : " "
      switch character {
      case "\\":
        if next == "\n" {
          flush()
          pieces.append(.run(.lineBreak))
          index += 2
        } else if next.isASCII, next.isPunctuation || next.isSymbol {
          plain.append(next)
          index += 2
        } else {
          plain.append(character)
          index += 1
        }
      case "\n":
        let isHard = plain.hasSuffix("  ")
        while plain.hasSuffix(" ") { plain.removeLast() }
        if isHard {
          flush()
          pieces.append(.run(.lineBreak))
        } else {
          plain.append(" ")
        }
        index += 1
      case "`":
        let count = run(of: "`", characters, index)
        if let end = closing(count, characters, index + count) {
          flush()
          var code = String(characters[(index + count)..<end]).split(separator: "\n")
            .joined(separator: " ")
          if code.hasPrefix(" "), code.hasSuffix(" "), code.contains(where: { $0 != " " }) {
            code = String(code.dropFirst().dropLast())
          }
          pieces.append(.run(.code(code)))
          index = end + count
        } else {
          plain += String(repeating: "`", count: count)
          index += count
        }
      case "!" where next == "[":
        if let found = bracket(characters, index + 1), let url = link.resolve(found.url) {
          flush()
          pieces.append(
            .run(.image(.init(url: url, alternative: EntityText.collapsed(found.label))))
          )
          index = found.end
        } else {
          plain.append("!")
          index += 1
        }
      case "[":
        if next == "^", let end = characters[index...].firstIndex(of: "]"), end - index < 60,
          end - index > 2
        {
          flush()
          let label = String(characters[(index + 2)..<end])
          pieces.append(.run(.footnoteReference(label: label, anchor: "fn-" + label)))
          index = end + 1
        } else if let found = bracket(characters, index) {
          flush()
          let inner = inlines(found.label, depth: depth + 1)
          if let url = link.resolve(found.url) {
            pieces.append(.run(.link(inner, url: url)))
          } else {
            pieces += inner.map { .run($0) }
          }
          index = found.end
        } else {
          plain.append("[")
          index += 1
        }
      case "<":
        if let end = characters[index...].prefix(2000).firstIndex(of: ">") {
          let inside = String(characters[(index + 1)..<end])
          if inside.contains("://") || inside.hasPrefix("mailto:"), !inside.contains(" "),
            let url = link.resolve(inside)
          {
            flush()
            pieces.append(.run(.link([.text(inside)], url: url)))
          } else if inside.lowercased().hasPrefix("br") {
            flush()
            pieces.append(.run(.lineBreak))
          } else if !(inside.first.map { $0.isLetter || $0 == "/" || $0 == "!" } ?? false) {
            plain.append("<")
            index += 1
            continue
          }
          index = end + 1
        } else {
          plain.append("<")
          index += 1
        }
      case "&":
        if let end = characters[index...].prefix(34).firstIndex(of: ";") {
          let entity = String(characters[index...end])
          let decoded = EntityText.decoded(entity)
          plain += decoded.isEmpty ? " " : decoded
          index = end + 1
        } else {
          plain.append("&")
          index += 1
        }
      case "*", "_", "~":
        let count = run(of: character, characters, index)
        runs += 1
        let before = index > 0 ? characters[index - 1] : " "
        let after = index + count < characters.count ? characters[index + count] : " "
        var opens = !after.isWhitespace && (!isMark(after) || before.isWhitespace || isMark(before))
        var closes =
          !before.isWhitespace && (!isMark(before) || after.isWhitespace || isMark(after))
        if character == "_" {
          (opens, closes) = (
            opens && (!closes || isMark(before)), closes && (!opens || isMark(after))
          )
        }
        if character == "~", count != 2 { (opens, closes) = (false, false) }
        if runs > Self.mostRuns || (!opens && !closes) {
          plain += String(repeating: character, count: count)
        } else {
          flush()
          pieces.append(.delimiter(character, count: count, opens: opens, closes: closes))
        }
        index += count
      case "h" where isAddress(characters, index):
        let end = characters[index...].firstIndex { $0.isWhitespace || "<>\"".contains($0) }
        var url = String(characters[index..<(end ?? characters.count)])
        while let last = url.last, ".,;:!?)'*_".contains(last) { url.removeLast() }
        if let resolved = link.resolve(url) {
          flush()
          pieces.append(.run(.link([.text(url)], url: resolved)))
        } else {
          plain += url
        }
        index += url.count
      default:
        plain.append(character)
        index += 1
      }
    }
    flush()
    return InlineLine.trimmed(Self.merged(Self.emphasized(pieces)))
  }

  // MARK: Emphasis

  private static func emphasized(_ pieces: [Piece]) -> [Inline] {
    var stack: [(mark: Character, count: Int, opens: Bool, inner: [Inline])] = []
    var out: [Inline] = []
    func add(_ inline: Inline) {
      if stack.isEmpty { out.append(inline) } else { stack[stack.count - 1].inner.append(inline) }
    }
    func unwind(to place: Int) {
      while stack.count > place, let top = stack.popLast() {
        add(.text(String(repeating: top.mark, count: top.count)))
        for inline in top.inner { add(inline) }
      }
    }
    for piece in pieces {
      switch piece {
      case .run(let inline): add(inline)
      case .delimiter(let mark, var count, let opens, let closes):
        while closes, count > 0,
          let place = stack.lastIndex(where: { $0.mark == mark })
        {
          unwind(to: place + 1)
          let opener = stack[place]
          let used = mark == "~" ? 2 : (opener.count >= 2 && count >= 2 ? 2 : 1)
          let wrapped: Inline =
            mark == "~"
            ? .strike(merged(opener.inner))
            : used == 2 ? .strong(merged(opener.inner)) : .emphasis(merged(opener.inner))
          count -= used
          if opener.count > used {
            stack[place].count -= used
            stack[place].inner = [wrapped]
          } else {
            stack.removeLast()
            add(wrapped)
          }
        }
        if count > 0 {
          if opens, stack.count < 30 {
            stack.append((mark, count, true, []))
          } else {
            add(.text(String(repeating: mark, count: count)))
          }
        }
      }
    }
    unwind(to: 0)
    return out
  }

  private static func merged(_ inlines: [Inline]) -> [Inline] {
    BodyMap(inline: { [$0] }).inlines(inlines)
  }

  // MARK: Scanning

  private func isMark(_ character: Character) -> Bool {
    character.isPunctuation || character.isSymbol
  }

  private func run(of character: Character, _ text: [Character], _ from: Int) -> Int {
    var end = from
    while end < text.count, text[end] == character { end += 1 }
    return end - from
  }

  private func closing(_ count: Int, _ text: [Character], _ from: Int) -> Int? {
    var index = from
    while index < text.count {
      if text[index] == "`" {
        let length = run(of: "`", text, index)
        if length == count { return index }
        index += length
      } else {
        index += 1
      }
    }
    return nil
  }

  private func isAddress(_ text: [Character], _ index: Int) -> Bool {
    if index > 0, text[index - 1].isLetter || text[index - 1].isNumber { return false }
    let head = String(text[index..<min(index + 8, text.count)])
    return head.hasPrefix("http://") || head.hasPrefix("https://")
  }

  /// Reads `[label](url "title")`, `[label][name]` or `[name]` at an opening bracket.
  private func bracket(
    _ text: [Character],
    _ open: Int
  ) -> (label: String, url: String, end: Int)? {
    var depth = 0
    var close: Int?
    for index in open..<min(text.count, open + 2000) {
      if text[index] == "\\" { continue }
      if text[index] == "[" { depth += 1 }
      if text[index] == "]" {
        depth -= 1
        if depth == 0 {
          close = index
          break
        }
      }
    }
    guard let close else { return nil }
    let label = String(text[(open + 1)..<close])
    let after = close + 1
    if after < text.count, text[after] == "(" {
      var level = 0
      for index in after..<min(text.count, after + 4000) {
        if text[index] == "(" { level += 1 }
        if text[index] == ")" {
          level -= 1
          if level == 0 {
            return (label, destination(text[(after + 1)..<index]), index + 1)
          }
        }
      }
      return nil
    }
    var name = label
    var end = after
    if after < text.count, text[after] == "[",
      let second = text[after...].prefix(400).firstIndex(of: "]")
    {
      if second > after + 1 { name = String(text[(after + 1)..<second]) }
      end = second + 1
    }
    return references[Self.key(name)].map { (label, $0, end) }
  }

  private func destination(_ text: ArraySlice<Character>) -> String {
    let trimmed = String(text).split(whereSeparator: \.isWhitespace)
    guard let first = trimmed.first else { return "" }
    if first.hasPrefix("<"), let end = text.firstIndex(of: ">"),
      let start = text.firstIndex(of: "<"), start < end
    {
      return String(text[(start + 1)..<end])
    }
    return String(first)
  }

  static func key(_ name: String) -> String {
    name.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
