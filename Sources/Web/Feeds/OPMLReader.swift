import PageExtraction
import ReadingList

/// Reads lists of feeds and pages in OPML 1 and 2.
enum OPMLReader {
  /// The max number of enclosing folders kept, counted from the outermost.
  private static let maxFolders = 8

  /// Reads from after the root's start tag to the end; folders become categories.
  ///
  /// - Parameters:
  ///   - scanner: the document.
  ///   - url: the address that it was found at, for relative links.
  ///   - skip: called with each outline that counts as skipped.
  /// - Returns: the outlines with an address, and the number of the others.
  static func read(
    _ scanner: MarkupScanner, at url: String, skip: (SkippedLine) -> Void = { _ in }
  ) -> FeedDocument {
    var scanner = scanner
    var outlines: [Outline] = []
    var places: [String: Int] = [:]
    // The names of the open folders, and the number of open folders beyond `maxFolders`.
    var folders: [String] = []
    var deeper = 0
    var skipped = 0
    var examined = 0
    let base = base(scanner, within: url)
    var counted = (newlines: 0, end: 0)
    func pass(_ tag: Range<Int>) {
      skipped += 1
      counted.newlines += scanner.bytes[counted.end..<tag.lowerBound].count { $0 == 10 }
      counted.end = tag.lowerBound
      let text = String(decoding: scanner.bytes[tag.prefix(1024)], as: UTF8.self)
      skip(SkippedLine(number: counted.newlines + 1, text: PageText.line(text)))
    }
    while let token = scanner.next() {
      if case .end(let name) = token, scanner.matches(scanner.local(name), "outline") {
        if deeper > 0 { deeper -= 1 } else { _ = folders.popLast() }
      }
      guard case .start(let name, let isClosed) = token,
        scanner.matches(scanner.local(name), "outline")
      else { continue }
      let line = OPMLLine(scanner)
      let enclosing = folders
      if !isClosed {
        if folders.count < maxFolders {
          folders.append(line.namesSomething ? "" : line.title(scanner.bytes))
        } else {
          deeper += 1
        }
      }
      guard line.namesSomething else {
        // Without an address, an element with children is a folder.
        if isClosed { pass(name.lowerBound - 1..<scanner.position) }
        continue
      }
      examined += 1
      guard examined <= FeedReader.maxOutlines,
        let (kind, address) = line.target(scanner.bytes, against: base)
      else {
        pass(name.lowerBound - 1..<scanner.position)
        continue
      }
      if let place = places[address.text] {
        outlines[place].file(under: enclosing)
        continue
      }
      places[address.text] = outlines.count
      outlines.append(
        Outline(
          kind: kind, address: address, title: line.title(scanner.bytes), categories: enclosing))
    }
    return .outlines(outlines, skipped: skipped)
  }

  private static func base(_ scanner: MarkupScanner, within url: String) -> String {
    guard let given = scanner.value("xml:base") else { return url }
    return FeedAddress.resolved(MarkupText.line(given, of: scanner.bytes), against: url) ?? url
  }
}

/// The attributes of an `outline` element.
private struct OPMLLine {
  private var feed: Range<Int>?
  private var page: Range<Int>?
  private var url: Range<Int>?
  private var text: Range<Int>?
  private var fullTitle: Range<Int>?
  private var isLink = false
  private var isFeed = false
  private var isInclusion = false

  init(_ scanner: MarkupScanner) {
    for attribute in scanner.attributes where !attribute.value.isEmpty {
      let name = attribute.name
      let value = attribute.value
      switch name.count {
      case 3: if scanner.matches(name, "url") { url = value }
      case 4:
        if scanner.matches(name, "text") { text = value }
        if scanner.matches(name, "type") {
          isLink = scanner.matches(value, "link")
          isFeed = ["rss", "atom", "feed"].contains { scanner.matches(value, $0) }
          isInclusion = scanner.matches(value, "include")
        }
      case 5: if scanner.matches(name, "title") { fullTitle = value }
      case 6: if scanner.matches(name, "xmlurl") { feed = value }
      case 7: if scanner.matches(name, "htmlurl") { page = value }
      default: break
      }
    }
  }

  var namesSomething: Bool { feed != nil || page != nil || url != nil }

  /// Returns the first valid address; nil also for an included list, which is not followed.
  func target(_ bytes: [UInt8], against base: String) -> (Outline.Kind, WebAddress)? {
    if isInclusion { return nil }
    var candidates: [(kind: Outline.Kind, value: Range<Int>?)] = [
      (.feed, feed), (isFeed ? .feed : .page, url), (.page, page),
    ]
    if isLink { candidates = [(.page, url), (.page, page), (.page, feed)] }
    for (kind, value) in candidates {
      if let value, let address = FeedAddress.address(value, of: bytes, against: base) {
        return (kind, address)
      }
    }
    return nil
  }

  func title(_ bytes: [UInt8]) -> String {
    for range in [fullTitle, text] {
      guard let range else { continue }
      let line = MarkupText.line(range, of: bytes)
      if !line.isEmpty { return line }
    }
    return ""
  }
}
