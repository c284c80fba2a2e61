/// Reads feeds: RSS 0.9 to 2.0, RDF, Atom, JSON Feed, and lists of them in OPML.
///
/// Tolerates the mistakes of real feeds: see `MarkupScanner` for broken markup and `FeedElement`
/// for wrong names. Reads in one pass, without a tree or recursion. Never fetches or includes
/// anything, and expands no entities but those of HTML.
package enum FeedReader {
  package static let maxSize = 64 << 20
  /// Further items count as skipped.
  package static let maxItems = 20_000
  /// Further lines count as skipped.
  package static let maxOutlines = 200_000

  /// Parses a document in any encoding; `url` is the base of relative links, empty for a local
  /// file.
  ///
  /// - Throws: `FeedProblem` if it is neither a feed nor a list.
  package static func read(
    _ bytes: [UInt8], at url: String
  ) throws(FeedProblem) -> FeedDocument {
    guard bytes.count <= maxSize else { throw FeedProblem("a document too large for a feed") }
    let bytes = CharacterEncoding.utf8(bytes, contentType: nil)
    switch firstByte(bytes) {
    case nil: throw FeedProblem("an empty document, not a feed")
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      return .feed(try JSONFeed.read(bytes, at: url))
    default: return try readMarkup(bytes, at: url)
    }
  }

  private static func readMarkup(
    _ bytes: [UInt8], at url: String
  ) throws(FeedProblem) -> FeedDocument {
    var scanner = MarkupScanner(bytes)
    var first: Range<Int>?
    // Warnings of a server's scripts, in tags, may come first.
    while let token = scanner.next() {
      guard case .start(let name, _) = token else { continue }
      let local = scanner.local(name)
      switch FeedRoot(scanner.bytes[local]) {
      case .feed:
        var builder = FeedBuilder(scanner, root: name, at: url)
        return .feed(builder.read())
      case .list: return OPMLReader.read(scanner, at: url)
      case nil where scanner.matches(local, "html") || scanner.matches(local, "body"):
        throw FeedProblem("a web page, not a feed")
      case nil: first = first ?? local
      }
    }
    guard let first else { throw FeedProblem("a document without markup, not a feed") }
    let name = MarkupText.line(
      first.lowerBound..<min(first.upperBound, first.lowerBound + 40), of: bytes)
    throw FeedProblem("a document that begins with <\(name)>, not a feed")
  }

  /// The first byte after a byte order mark and white space.
  private static func firstByte(_ bytes: [UInt8]) -> UInt8? {
    let rest = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? bytes.dropFirst(3) : bytes[...]
    return rest.first { !MarkupScanner.isSpace($0) }
  }
}
