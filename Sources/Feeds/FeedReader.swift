import PageFetch
package import ReadingList

/// Reads feeds: RSS 0.9 to 2.0, RDF, Atom, JSON Feed, and lists of them in OPML.
///
/// Tolerant of what real feeds get wrong: see `MarkupScanner` for broken markup and `FeedElement` for
/// wrong names. One pass without a tree and without recursion; nothing is ever fetched or included, and
/// no entities are expanded but those of HTML.
package enum FeedReader {
  /// The largest document read, in bytes.
  package static let maxSize = 64 << 20
  /// The most items that are kept of one feed; the rest counts as skipped.
  package static let maxItems = 20_000
  /// The most lines of one list that are looked at; the rest counts as skipped.
  package static let maxOutlines = 200_000

  /// Reads a document that may be a feed.
  ///
  /// - Parameters:
  ///   - bytes: the document as UTF-8, whatever it says of itself; what is not UTF-8, and every local
  ///     file, is decoded by what it says and what it looks like.
  ///   - url: where it was found, for relative links; empty for a local file.
  ///   - now: the present moment; dates more than a day after it count as unknown. Without it none do.
  ///   - skip: called with each line of a list that is counted as skipped.
  /// - Returns: what it turned out to be.
  /// - Throws: `FeedProblem` when it is no feed.
  package static func read(
    _ bytes: [UInt8], at url: String, now: Timestamp? = nil, skip: (SkippedLine) -> Void = { _ in }
  ) throws(FeedProblem) -> FeedDocument {
    guard bytes.count <= maxSize else { throw FeedProblem("too large for a feed") }
    let bytes =
      url.isEmpty || needsDecoding(bytes) ? CharacterEncoding.utf8(bytes, contentType: nil) : bytes
    switch firstByte(bytes) {
    case nil: throw FeedProblem("an empty document, not a feed")
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      return .feed(try JSONFeed.read(bytes, at: url, now: now))
    default: return try readMarkup(bytes, at: url, now: now, skip)
    }
  }

  private static func readMarkup(
    _ bytes: [UInt8], at url: String, now: Timestamp?, _ skip: (SkippedLine) -> Void
  ) throws(FeedProblem) -> FeedDocument {
    var scanner = MarkupScanner(bytes)
    var first: Range<Int>?
    // Warnings of a server's programs, in tags of their own, may come first.
    while let token = scanner.next() {
      guard case .start(let name, _) = token else { continue }
      switch root(name, scanner) {
      case .feed:
        var builder = FeedBuilder(scanner, root: name, at: url, now: now)
        return .feed(builder.read())
      case .outlines: return OPMLReader.read(scanner, at: url, skip: skip)
      case .page: throw FeedProblem(page)
      case nil: first = first ?? scanner.local(name)
      }
    }
    guard let first else { throw FeedProblem("not a feed: it has no markup") }
    if pageElements.contains(where: { scanner.matches(first, $0) }) { throw FeedProblem(page) }
    let name = MarkupText.line(
      first.lowerBound..<min(first.upperBound, first.lowerBound + 40), of: bytes)
    throw FeedProblem("not a feed: its root is <\(name)>")
  }

  private static let page = "a web page, not a feed"

  private enum Root { case feed, outlines, page }

  private static func root(_ name: Range<Int>, _ scanner: MarkupScanner) -> Root? {
    let local = scanner.local(name)
    switch FeedRoot(scanner.bytes[local]) {
    case .feed: return .feed
    case .list: return .outlines
    case nil: break
    }
    if scanner.matches(local, "html") || scanner.matches(local, "body") { return .page }
    return nil
  }

  /// Elements that begin fragments of pages.
  private static let pageElements: [StaticString] = [
    "head", "title", "meta", "link", "script", "style", "div", "main", "section", "article", "nav",
    "header", "p", "a", "b", "br", "h1", "h2", "ul", "ol", "table", "center", "span", "img", "form",
    "svg", "iframe", "noscript", "pre", "blockquote",
  ]

  /// The first byte that is neither white space nor part of a byte order mark.
  package static func firstByte(_ bytes: [UInt8]) -> UInt8? {
    let rest = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? bytes.dropFirst(3) : bytes[...]
    return rest.first { !MarkupScanner.isSpace($0) }
  }

  /// Whether bytes are not the UTF-8 that they should be; UTF-16 shows by its zeros.
  private static func needsDecoding(_ bytes: [UInt8]) -> Bool {
    bytes.prefix(64).contains(0) || (try? UTF8Span(validating: bytes.span)) == nil
  }
}
