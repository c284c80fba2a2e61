import Foundation
import PageExtraction
import Reader
import ReadingList
import Terminal
import TestSupport
import Testing
import Web

/// Reads and typesets pages that are broken at random, and looks at what comes out.
@Suite("Broken pages") struct BrokenPageTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let count = UInt64(80 * testScale)
  /// The pages that are broken: files of a directory, or those that are made for it.
  private static let pages = environment["LUEGO_PAGES_DIRECTORY"].map(files) ?? BrokenPages.pages

  private static func files(in directory: String) -> [[UInt8]] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    return names.sorted().compactMap { FileManager.default.contents(atPath: directory + "/" + $0) }
      .filter { !$0.isEmpty }.map { Array($0) }
  }

  @Test(
    "are read and set without a control byte, a line too wide or a piece of text lost",
    arguments: 0..<8 as Range<UInt64>)
  func broken(part: UInt64) {
    for number in stride(from: part, to: Self.count, by: 8) {
      var random = SeededNumbers(seed: number)
      var page = random.pick(Self.pages)
      BrokenPages.mutate(&page, with: Self.pages, &random)
      #expect(Trial(page, &random).problems == [], "page \(number)")
    }
  }

  @Test("and whole ones as well") func whole() {
    for (place, page) in Self.pages.enumerated() {
      let body = PageExtractor().extract(PageSource(html: page, url: Trial.address)).body
      for width in [40, 80] {
        let problems = Trial.problems(of: body, width: width, options: TypesetOptions())
        #expect(problems == [], "page \(place) at \(width)")
      }
    }
  }
}

/// One page on its whole way, and what is wrong with what came out.
private struct Trial {
  private(set) var problems: [String] = []

  static let address = "https://a.example/b/c.html"

  private static let encodings: [String?] = [
    nil, "text/html", "text/html; charset=utf-8", "text/html; charset=shift_jis",
    "text/html; charset=windows-1252", "text/html; charset=utf-16le", "text/html; charset=gb18030",
  ]

  init(_ page: [UInt8], _ random: inout SeededNumbers) {
    var page = page
    if random.chance(40) {
      page = CharacterEncoding.utf8(page, contentType: random.pick(Self.encodings))
    }
    let extractor = PageExtractor()
    let extraction =
      switch Int.random(in: 0..<20, using: &random) {
      case 0: extractor.article(fromText: page, url: Self.address)
      case 1: extractor.article(fromMarkdown: page, url: Self.address)
      default: extractor.extract(PageSource(html: page, url: Self.address))
      }
    let body = extraction.body
    let readBack = ArticleBody(fragment: extraction.html).blocks
    if readBack != body.blocks {
      let place = zip(readBack, body.blocks).enumerated().first { $1.0 != $1.1 }?.offset
      problems.append("the fragment is not the body, from block \(place ?? readBack.count) on")
    }
    let outputs = [body.plainText, body.markdown, extraction.metadata.title ?? ""]
    if outputs.contains(where: { $0.unicodeScalars.contains(where: Self.isControl) }) {
      problems.append("a control character in output")
    }
    let width =
      random.chance(50)
      ? Int.random(in: 1...30, using: &random) : Int.random(in: 31...160, using: &random)
    let options = TypesetOptions(
      ascii: random.chance(20),
      codeWidth: random.chance(50) ? width + Int.random(in: 0...40, using: &random) : 0,
      ordersText: random.chance(30), marksEdits: random.chance(20), numbersLinks: random.chance(20))
    problems += Self.problems(of: body, width: width, options: options)
    search(body, &random)
  }

  static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar != "\n" && scalar != "\t"
      && (scalar.value < 0x20 || (0x7f..<0xa0).contains(scalar.value))
  }

  /// What is wrong with the lines of a body.
  static func problems(of body: ArticleBody, width: Int, options: TypesetOptions) -> [String] {
    var problems: [String] = []
    let text = typeset(body, header: nil, width: width, options: options)
    var set: [Int32: [TextRange]] = [:]
    for (place, line) in text.lines.enumerated() {
      let shown = line.plainText
      let isCode = line.runs.contains { $0.style.surface == .code }
      if shown.displayWidth > (isCode ? max(width, options.codeWidth) : width) {
        problems.append("line \(place) is wider than \(width)")
      }
      if let bad = shown.first(where: { $0.printable != $0 }) {
        let scalars = bad.unicodeScalars.map { String($0.value, radix: 16) }
        problems.append("line \(place) is not printable: \(scalars.joined(separator: " "))")
      }
      if place > 0, line.start < text.lines[place - 1].start {
        problems.append("line \(place) goes back")
      }
      for source in line.runs.compactMap(\.source) { set[source.block, default: []].append(source) }
    }
    for (index, block) in body.textBlocks.enumerated() {
      let characters = Array(block)
      let ranges = (set[Int32(index)] ?? []).sorted { $0.lower < $1.lower }
      var next = 0
      for range in ranges + [TextRange(block: index, characters.count..<characters.count)] {
        let lower = Int(range.lower)
        guard lower >= next, Int(range.upper) <= characters.count,
          characters[next..<lower].allSatisfy({ $0 == "\t" })
        else {
          problems.append("block \(index) is not set once and in order")
          break
        }
        next = Int(range.upper)
      }
    }
    return problems
  }

  /// A piece of the text is found where it is.
  private mutating func search(_ body: ArticleBody, _ random: inout SeededNumbers) {
    let blocks = body.textBlocks
    guard !blocks.isEmpty else { return }
    let block = Array(random.pick(blocks).prefix(2000))
    guard !block.isEmpty else { return }
    let from = Int.random(in: 0..<block.count, using: &random)
    let needle = String(
      block[from..<min(block.count, from + Int.random(in: 1...9, using: &random))])
    let isSeen = needle.contains { $0.isLetter || $0.isNumber }
    if isSeen, body.ranges(of: needle).isEmpty {
      problems.append("a piece of the text is not found")
    }
  }
}
