import PageExtraction
import PageFetch
import ReadingList

/// What came back from a source's address, understood by what it is and not by what was expected.
enum SourceAnswer {
  /// Things to choose from, and how many could not be used.
  case entries([PoolEntry], skipped: Int)
  /// One article; the next request gives another.
  case one(PoolEntry)
  /// A page that names its feed.
  case elsewhere(WebAddress)

  /// Reads an answer.
  ///
  /// - Throws: `FeedProblem` when nothing can be dealt from it.
  init(_ page: FetchedPage, kind: Source.Kind) throws(FeedProblem) {
    switch page.kind {
    case .feed: self = try Self.read(page.body, at: page.finalURL, kind: kind)
    case .json: self = try Self.read(json: page.body)
    case .text, .markdown: self = try Self.read(lines: page.body)
    case .html:
      // A feed that is announced, or even served, as a page.
      if let document = try? FeedReader.read(page.body, at: page.finalURL) {
        self = try Self.entries(of: document, at: page.finalURL, kind: kind)
      } else if let feed = FeedLinks.inPage(page.body, at: page.finalURL).first {
        self = .elsewhere(feed)
      } else {
        throw FeedProblem("a web page that names no feed")
      }
    case .image, .pdf, .other: throw FeedProblem("not a feed")
    }
  }

  private static func read(
    _ body: [UInt8],
    at url: String,
    kind: Source.Kind
  ) throws(FeedProblem) -> SourceAnswer {
    try entries(of: try FeedReader.read(body, at: url), at: url, kind: kind)
  }

  private static func entries(
    of document: FeedDocument,
    at url: String,
    kind: Source.Kind
  ) throws(FeedProblem) -> SourceAnswer {
    switch document {
    case .outlines(let outlines, let skipped):
      guard !outlines.isEmpty else { throw FeedProblem("a list without feeds") }
      return .entries(outlines.map { PoolEntry($0) }, skipped: skipped)
    case .feed(let feed):
      guard !feed.items.isEmpty else { throw FeedProblem("a feed without articles") }
      guard kind == .blogs else {
        return .entries(feed.items.map { PoolEntry($0) }, skipped: feed.skipped)
      }
      var skipped = feed.skipped
      let blogs = feed.items.compactMap { item -> PoolEntry? in
        let links = FeedLinks.inDescription(item.markup ?? "", at: url)
        // The blog itself may be linked, too.
        guard let feed = links.first(where: { $0.likeness != item.address.likeness }) ?? links.first
        else {
          skipped += 1
          return nil
        }
        return PoolEntry(kind: .feed, address: feed, title: item.title)
      }
      guard !blogs.isEmpty else { throw FeedProblem("a list of blogs that names no feeds") }
      return .entries(blogs, skipped: skipped)
    }
  }

  /// An object with an address, or an array of addresses or of such objects.
  private static func read(json body: [UInt8]) throws(FeedProblem) -> SourceAnswer {
    guard let json = try? JSON(parsing: body) else { throw FeedProblem("damaged JSON") }
    if let items = json.array {
      let entries = items.prefix(Pool.limit).compactMap { entry($0) }
      guard !entries.isEmpty else { throw FeedProblem("JSON without addresses") }
      return .entries(entries, skipped: items.count - entries.count)
    }
    guard let entry = entry(json) else { throw FeedProblem("JSON without an address") }
    return .one(entry)
  }

  private static func entry(_ json: JSON) -> PoolEntry? {
    guard let link = json.string ?? json["url"]?.string,
      let address = Links.address(link, against: "")
    else { return nil }
    return PoolEntry(
      kind: .page,
      address: address,
      title: PageText.line(json["title"]?.string ?? ""),
      author: json["author"]?.string.map { PageText.line($0) }.flatMap { $0.isEmpty ? nil : $0 }
    )
  }

  /// A file of addresses, one a line; `#` begins a comment.
  private static func read(lines body: [UInt8]) throws(FeedProblem) -> SourceAnswer {
    var entries: [PoolEntry] = []
    var skipped = 0
    for line in body.split(separator: 10) where entries.count < Pool.limit {
      let text = PageText.line(String(decoding: line.prefix(8192), as: UTF8.self))
      guard !text.isEmpty, !text.hasPrefix("#") else { continue }
      let word = String(text.prefix { $0 != " " })
      guard word.hasPrefix("http"), let address = Links.address(word, against: "") else {
        skipped += 1
        continue
      }
      entries.append(PoolEntry(kind: .page, address: address))
    }
    guard !entries.isEmpty else { throw FeedProblem("a text without addresses") }
    return .entries(entries, skipped: skipped)
  }
}
