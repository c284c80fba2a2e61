import PageExtraction
import ReadingList

/// The text of a PDF, put together again from the lines that stand on its pages.
struct PDFText {
  /// In reading order, without line breaks; items of a list begin with a bullet.
  private(set) var paragraphs: [String] = []

  /// Takes lines as `pdftotext` gives them: blank lines stand between most paragraphs, and some run on
  /// over the end of a page.
  init(_ text: String) {
    var groups: [[String]] = [[]]
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let line = line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      if !line.isEmpty {
        groups[groups.count - 1].append(line)
      } else if groups.last?.isEmpty == false {
        groups.append([])
      }
    }
    groups = Self.withoutPageNumbers(groups.filter { !$0.isEmpty })
    let words = Self.words(in: groups)
    for group in groups {
      for lines in Self.paragraphs(in: group) {
        let isContinued = paragraphs.last.map { Self.isOpen($0) } ?? false
        if !isContinued || !Self.startsInLowerCase(lines[0]) { paragraphs.append("") }
        for line in lines { Self.append(line, to: &paragraphs[paragraphs.count - 1], words) }
      }
    }
  }

  /// The paragraphs as an article; the title is the first of them where it looks like one, else the
  /// name of the file.
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
    extraction.metadata.title = title ?? url.flatMap(Self.fileName) ?? extraction.metadata.title
    return extraction
  }

  // MARK: Paragraphs

  /// Splits lines without a blank line between them where a paragraph visibly ends: at a bullet, and
  /// after a sentence that ends well before the margin.
  private static func paragraphs(in lines: [String]) -> [[String]] {
    let width = lines.map(\.count).max() ?? 0
    var out: [[String]] = []
    for line in lines {
      if let last = out.last?.last, !isItem(line),
        !(isEnd(last) && last.count * 10 < width * 7 && !startsInLowerCase(line))
      {
        out[out.count - 1].append(line)
      } else {
        out.append([line])
      }
    }
    return out
  }

  /// Appends a line; a word that was divided at the end of the one before becomes whole.
  ///
  /// The hyphen stays where the text elsewhere writes the word with one.
  private static func append(_ line: String, to text: inout String, _ words: Set<Substring>) {
    let mark = text.last
    let isDivided = mark == "-" || mark == "\u{ad}" || mark == "\u{2010}"
    let start = isDivided ? lastPart(of: text) : ""
    if start.last?.isLetter == true, line.first?.isLetter == true {
      let end = line.prefix(longestPart).prefix { $0.isLetter || $0 == "-" }
      let isCompound =
        !startsInLowerCase(line)
        || words.contains(Substring(start + "-" + end))
          && !words.contains(Substring(start + end))
      if mark == "\u{ad}" || !isCompound { text.removeLast() }
    } else if !text.isEmpty {
      text += " "
    }
    text += line
  }

  /// What stands between the last break between words and the last character.
  private static func lastPart(of text: String) -> String {
    var part: [Character] = []
    var place = text.index(before: text.endIndex)
    while place > text.startIndex, part.count < longestPart {
      place = text.index(before: place)
      guard text[place].isLetter || text[place] == "-" else { break }
      part.append(text[place])
    }
    return String(part.reversed())
  }

  /// Parts of words are looked at no further, in characters.
  private static let longestPart = 60

  /// The words that stand whole on a line.
  private static func words(in groups: [[String]]) -> Set<Substring> {
    var words: Set<Substring> = []
    for line in groups.joined() {
      for word in line.split(whereSeparator: { !$0.isLetter && $0 != "-" })
      where word.last != "-" && words.count < 200_000 { words.insert(word) }
    }
    return words
  }

  /// Leaves out numbers that stand alone and count up, as those of pages do.
  private static func withoutPageNumbers(_ groups: [[String]]) -> [[String]] {
    let numbers = groups.indices.compactMap { index -> (place: Int, value: Int)? in
      guard groups[index].count == 1, groups[index][0].utf8.count <= 4,
        let value = Int(groups[index][0])
      else { return nil }
      return (index, value)
    }
    var counting: Set<Int> = []
    for (earlier, later) in zip(numbers, numbers.dropFirst())
    where later.value == earlier.value + 1 {
      counting.formUnion([earlier.place, later.place])
    }
    return groups.indices.filter { !counting.contains($0) }.map { groups[$0] }
  }

  // MARK: Signs

  private static func isItem(_ line: String) -> Bool {
    ["• ", "– ", "▪ ", "◦ ", "‣ "].contains { line.hasPrefix($0) }
  }

  private static func isEnd(_ line: String) -> Bool {
    let bare = line.reversed().drop { "\"'”’)]»".contains($0) }
    return bare.first.map { ".!?…:。！？".contains($0) } ?? false
  }

  /// Whether a paragraph stops in the middle of a sentence.
  private static func isOpen(_ paragraph: String) -> Bool {
    guard let last = paragraph.last, !isItem(paragraph) else { return false }
    return last.isLetter || last == "," || last == "-" || last == "\u{2010}" || last == "\u{ad}"
  }

  private static func startsInLowerCase(_ line: String) -> Bool {
    line.first.map { $0.isLowercase } ?? false
  }

  private static func isTitle(_ paragraph: String) -> Bool {
    paragraph.count <= 150 && paragraph.contains(where: \.isLetter) && !isItem(paragraph)
      && paragraph.last.map { !".,;:".contains($0) } ?? false
  }

  /// The name of a file without its directory and ending, from an address or a path.
  private static func fileName(_ url: String) -> String? {
    let path = url.prefix { $0 != "?" && $0 != "#" }
    var name = path.split(separator: "/").last.map(String.init) ?? ""
    if name.lowercased().hasSuffix(".pdf") { name.removeLast(4) }
    name = decoded(name).split { $0 == "_" || $0.isWhitespace }.joined(separator: " ")
    return name.contains(where: \.isLetter) ? String(name.prefix(200)) : nil
  }

  private static func decoded(_ name: String) -> String {
    var out: [UInt8] = []
    var rest = Array(name.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16), value >= 0x20
      {
        out.append(value)
        rest = rest.dropFirst(2)
      } else {
        out.append(byte)
      }
    }
    return String(decoding: out, as: UTF8.self)
  }
}
