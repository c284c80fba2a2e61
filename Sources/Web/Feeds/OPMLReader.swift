import ReadingList

/// Reads lists of feeds and pages in OPML 1 and 2.
enum OPMLReader {
  /// Counted from the outermost.
  private static let maxFolders = 8

  /// Reads from after the root's start tag to the end; folders become categories.
  ///
  /// - Returns: the outlines with an address, and the line numbers of the others.
  static func read(_ scanner: MarkupScanner, at url: String) -> FeedDocument {
    var scanner = scanner
    var outlines: [FeedEntry] = []
    var places: [String: Int] = [:]
    var folders: [String] = []
    var skipped: [Int] = []
    var examined = 0
    let base = scanner.base(within: url)
    var counted = (newlines: 0, end: 0)
    func pass(_ name: Range<Int>) {
      counted.newlines += scanner.bytes[counted.end..<name.lowerBound].count { $0 == 10 }
      counted.end = name.lowerBound
      skipped.append(counted.newlines + 1)
    }
    while let token = scanner.next() {
      if case .end(let name) = token, scanner.matches(scanner.local(name), "outline") {
        _ = folders.popLast()
      }
      guard case .start(let name, let isClosed) = token,
        scanner.matches(scanner.local(name), "outline")
      else { continue }
      let line = OPMLLine(scanner)
      let enclosing = Array(folders.prefix(maxFolders))
      if !isClosed {
        let isNamed = !line.namesSomething && folders.count < maxFolders
        folders.append(isNamed ? line.title : "")
      }
      guard line.namesSomething else {
        // An element with children and without an address is a folder.
        if isClosed { pass(name) }
        continue
      }
      examined += 1
      guard examined <= FeedReader.maxOutlines,
        let (kind, address) = line.target(against: base)
      else {
        pass(name)
        continue
      }
      if let place = places[address.text] {
        outlines[place].file(under: enclosing)
        continue
      }
      places[address.text] = outlines.count
      outlines.append(
        FeedEntry(kind: kind, address: address, title: line.title, categories: enclosing))
    }
    return .outlines(outlines, skipped: skipped)
  }
}

private struct OPMLLine {
  private let tag: MarkupScanner

  init(_ tag: MarkupScanner) { self.tag = tag }

  private func value(_ name: StaticString) -> Range<Int>? {
    tag.value(name).flatMap { $0.isEmpty ? nil : $0 }
  }

  private func isOfType(_ names: StaticString...) -> Bool {
    value("type").map { type in names.contains { tag.matches(type, $0) } } ?? false
  }

  var namesSomething: Bool {
    value("xmlurl") != nil || value("htmlurl") != nil || value("url") != nil
  }

  /// The first valid address; nil also for an included list, which is not followed.
  func target(against base: String) -> (FeedEntry.Kind, WebAddress)? {
    if isOfType("include") { return nil }
    let isFeed = isOfType("rss", "atom", "feed")
    var candidates: [(FeedEntry.Kind, StaticString)] = [
      (.feed, "xmlurl"), (isFeed ? .feed : .page, "url"), (.page, "htmlurl"),
    ]
    if isOfType("link") { candidates = [(.page, "url"), (.page, "htmlurl"), (.page, "xmlurl")] }
    for (kind, name) in candidates {
      if let range = value(name),
        let address = FeedAddress.address(range, of: tag.bytes, against: base)
      {
        return (kind, address)
      }
    }
    return nil
  }

  var title: String {
    let titles = [value("title"), value("text")].lazy.compactMap { $0 }
    return titles.map { MarkupText.line($0, of: tag.bytes) }.first { !$0.isEmpty } ?? ""
  }
}
