import PageExtraction
import ReadingList

/// A source's answer, interpreted by its content.
enum SourceAnswer {
  /// Things to choose from, and the number that could not be used.
  case entries([FeedEntry], skipped: Int)
  case elsewhere(WebAddress)

  /// - Throws: `FeedProblem` if nothing can be picked from it.
  init(_ page: FetchedPage, kind: Source.Kind) throws(FeedProblem) {
    guard page.kind != .image, page.kind != .pdf else {
      throw FeedProblem("an image or a PDF, not a feed")
    }
    let document: FeedDocument
    do throws(FeedProblem) {
      // A feed may be announced, or even served, as anything else.
      document = try FeedReader.read(page.body, at: page.finalURL)
    } catch {
      switch page.kind {
      case .text, .markdown: self = try Self.read(lines: page.body)
      case .html:
        guard let feed = FeedLinks.inPage(page.body, at: page.finalURL).first else {
          throw FeedProblem("a web page without a feed")
        }
        self = .elsewhere(feed)
      default: throw error
      }
      return
    }
    self = try Self.entries(of: document, at: page.finalURL, kind: kind)
  }

  private static func entries(
    of document: FeedDocument, at url: String, kind: Source.Kind
  ) throws(FeedProblem) -> SourceAnswer {
    switch document {
    case .outlines(let outlines, let skipped):
      guard !outlines.isEmpty else { throw FeedProblem("a list without feeds") }
      return .entries(outlines, skipped: skipped.count)
    case .feed(let feed):
      guard !feed.items.isEmpty else { throw FeedProblem("a feed without articles") }
      guard kind == .blogs else { return .entries(feed.items, skipped: feed.skipped) }
      var skipped = feed.skipped
      let blogs = feed.items.compactMap { item -> FeedEntry? in
        let links = FeedLinks.inDescription(item.markup ?? "", at: url)
        // The item may also link the blog itself.
        guard
          let feed = links.first(where: { $0.deduplicationKey != item.address.deduplicationKey })
            ?? links.first
        else {
          skipped += 1
          return nil
        }
        return FeedEntry(kind: .feed, address: feed, title: item.title)
      }
      guard !blogs.isEmpty else { throw FeedProblem("a list of blogs without feeds") }
      return .entries(blogs, skipped: skipped)
    }
  }

  /// Parses one address per line; lines without one are counted.
  private static func read(lines body: [UInt8]) throws(FeedProblem) -> SourceAnswer {
    var entries: [FeedEntry] = []
    var skipped = 0
    for line in body.split(separator: 10) {
      guard entries.count < Pool.limit else { break }
      let text = String(decoding: line.prefix(AddressLine.maxLength), as: UTF8.self)
      switch AddressLine(text) {
      case .blank: break
      case .named(let outline): entries.append(outline)
      case .unusable: skipped += 1
      }
    }
    guard !entries.isEmpty else { throw FeedProblem("a text without addresses") }
    return .entries(entries, skipped: skipped)
  }
}
