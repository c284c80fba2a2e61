import PageExtraction
import ReadingList

/// The text of a PDF, with the lines of its pages joined into paragraphs.
struct PDFText {
  /// In reading order, without line breaks; list items begin with a bullet.
  private(set) var paragraphs: [String] = []

  /// Parses the output of `pdftotext`: pages end with a form feed, only some paragraphs are
  /// separated by blank lines, and some continue on the next page.
  init(_ text: String) {
    let pages = text.split(separator: "\u{c}").map { page in
      page.split(separator: "\n", omittingEmptySubsequences: false).map {
        $0.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      }
    }
    var groups: [[String]] = []
    var bullet: String?
    for group in Self.withoutEnds(pages).flatMap({ $0.split(separator: "") }) {
      var group = Array(group)
      if let mark = bullet { group[0] = mark + " " + group[0] }
      bullet = nil
      if let last = group.last, last.count == 1, Self.isItem(last + " ") {
        bullet = last
        group.removeLast()
      }
      if !group.isEmpty { groups.append(group) }
    }
    for group in groups {
      for lines in Self.paragraphs(in: group) {
        let isContinued = paragraphs.last.map { Self.isOpen($0) } ?? false
        if !isContinued || !Self.startsInLowerCase(lines[0]) { paragraphs.append("") }
        for line in lines { Self.append(line, to: &paragraphs[paragraphs.count - 1]) }
      }
    }
  }

  /// The paragraphs as an article, titled by the first if it looks like a title, else by the file's
  /// name.
  func article(url: String?, extractor: PageExtractor) -> Extraction {
    var paragraphs = paragraphs[...]
    var title: String?
    if let first = paragraphs.first, Self.isTitle(first), paragraphs.count > 1 {
      title = first
      paragraphs.removeFirst()
    }
    var text = ""
    var wasItem = false
    for paragraph in paragraphs {
      let isItem = Self.isItem(paragraph)
      if !text.isEmpty { text += isItem && wasItem ? "\n" : "\n\n" }
      text += paragraph
      wasItem = isItem
    }
    var extraction = extractor.article(fromText: Array(text.utf8), url: url)
    extraction.body.blocks = extraction.body.blocks.map { block in
      guard case .paragraph(let text) = block, let level = Self.headingLevel(text.plainText) else {
        return block
      }
      return .heading(level: level, text, anchor: nil)
    }
    extraction.metadata.title = title ?? url.flatMap(Self.fileName) ?? extraction.metadata.title
    return extraction
  }

  // MARK: Paragraphs

  /// Splits lines where a paragraph visibly ends: before a bullet, after a sentence whose line had
  /// room for the next word, and after an apparent heading.
  private static func paragraphs(in lines: [String]) -> [[String]] {
    let lengths = lines.map(\.count)
    // Some lines exceed the margin.
    let width = lengths.sorted()[lengths.count * 9 / 10] * 92 / 100
    var out: [[String]] = []
    var isBreak = true
    for (index, line) in lines.enumerated() {
      if isBreak || isItem(line) { out.append([line]) } else { out[out.count - 1].append(line) }
      guard index + 1 < lines.count else { break }
      let next = lines[index + 1]
      let room = width - lengths[index] - 1
      let isNumbered = headingLevel(next) != nil
      let isHeading =
        out[out.count - 1].count == 1 && lengths[index] * 3 < width * 2
        && (lengths[index + 1] > lengths[index] || isNumbered && headingLevel(line) != nil)
        && line.last.map { !",;-".contains($0) } ?? false
      let hasRoom = firstWord(of: next) <= room || isNumbered
      isBreak = (isEnd(line) && hasRoom || isHeading) && !startsInLowerCase(next)
    }
    return out
  }

  /// Appends a line, joining a word hyphenated at the end of the previous one.
  private static func append(_ line: String, to text: inout String) {
    let mark = text.last
    let isDivided = mark == "-" || mark == "\u{ad}" || mark == "\u{2010}"
    if isDivided, text.dropLast().last?.isLetter == true, line.first?.isLetter == true {
      // Before a capital it is a name's own hyphen.
      if mark == "\u{ad}" || startsInLowerCase(line) { text.removeLast() }
    } else if let last = mark, !isUnspaced(last) || !(line.first.map(isUnspaced) ?? false) {
      text += " "
    }
    text += line
  }

  /// Lines examined at each end of a page.
  private static let maxEndLines = 2

  /// Removes page numbers and running heads and feet, which recur on several pages.
  private static func withoutEnds(_ pages: [[String]]) -> [[String]] {
    func ends(_ page: [String]) -> Set<Int> {
      let filled = page.indices.filter { !page[$0].isEmpty }
      return Set(filled.prefix(maxEndLines) + filled.suffix(maxEndLines))
    }
    // Page numbers are alike.
    func label(_ line: String, _ number: Int) -> String {
      line.utf8.count > 4 ? line : Int(line).map { "page \($0 - number)" } ?? line
    }
    var counts: [String: Int] = [:]
    for (number, page) in pages.enumerated() {
      for end in Set(ends(page).map { label(page[$0], number) }) { counts[end, default: 0] += 1 }
    }
    return pages.enumerated().map { number, page in
      // The very first line may be the title, repeated by other pages.
      let repeated = ends(page).filter { counts[label(page[$0], number), default: 0] > 1 }
      let title = number == 0 ? page.firstIndex { !$0.isEmpty } : nil
      return page.indices.filter { !repeated.contains($0) || $0 == title }.map { page[$0] }
    }
  }

  // MARK: Classification

  /// The length of a line's first word, in characters.
  private static func firstWord(of line: String) -> Int {
    line.first.map(isUnspaced) == true ? 1 : line.prefix { $0 != " " }.count
  }

  /// Whether the character's script has no spaces: Chinese and Japanese, with their punctuation.
  private static func isUnspaced(_ character: Character) -> Bool {
    switch character.unicodeScalars.first?.value ?? 0 {
    case 0x2e80...0x9fff, 0xf900...0xfaff, 0xff00...0xffef, 0x20000...0x3ffff: true
    default: false
    }
  }

  private static func isItem(_ line: String) -> Bool {
    ["• ", "– ", "▪ ", "◦ ", "‣ "].contains { line.hasPrefix($0) }
  }

  private static func isEnd(_ line: String) -> Bool {
    let bare = line.reversed().drop { "\"'”’)]»".contains($0) }
    return bare.first.map { ".!?…:。！？".contains($0) } ?? false
  }

  private static func isOpen(_ paragraph: String) -> Bool {
    guard let last = paragraph.last, !isItem(paragraph) else { return false }
    return last.isLetter || last == "," || last == "-" || last == "\u{2010}" || last == "\u{ad}"
  }

  private static func startsInLowerCase(_ line: String) -> Bool {
    line.first.map { $0.isLowercase } ?? false
  }

  /// The level of a numbered heading such as `2.1. Layout`; nil for any other paragraph.
  private static func headingLevel(_ paragraph: String) -> Int? {
    guard paragraph.count <= 100, !isEnd(paragraph) || paragraph.hasSuffix("?") else { return nil }
    let parts = paragraph.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[1].first?.isUppercase == true else { return nil }
    let numbers = parts[0].split(separator: ".")
    guard (1...4).contains(numbers.count), parts[0].utf8.count <= 12, parts[0].first != ".",
      numbers.allSatisfy({ $0.utf8.count <= 2 && $0.allSatisfy(\.isNumber) })
    else { return nil }
    return 1 + numbers.count
  }

  private static func isTitle(_ paragraph: String) -> Bool {
    paragraph.count <= 150 && paragraph.contains(where: \.isLetter) && !isItem(paragraph)
      && paragraph.last.map { !".,;:".contains($0) } ?? false
  }

  /// Without directory and extension.
  private static func fileName(_ url: String) -> String? {
    let path = url.prefix { $0 != "?" && $0 != "#" }
    var name = path.split(separator: "/").last.map(String.init) ?? ""
    if name.lowercased().hasSuffix(".pdf") { name.removeLast(4) }
    name = DeepLink.percentDecoded(name[...]) ?? name
    name = name.split { $0 == "_" || $0.isWhitespace || $0 < " " }.joined(separator: " ")
    return name.contains(where: \.isLetter) ? String(name.prefix(200)) : nil
  }
}
