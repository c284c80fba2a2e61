import ReadingList

enum JSONFeed {
  /// - Throws: `FeedProblem` if it is damaged, too large or other JSON.
  static func read(_ bytes: [UInt8], at url: String) throws(FeedProblem) -> Feed {
    // Parsed values take many times the memory of their text.
    guard bytes.count(where: { $0 == UInt8(ascii: ",") }) <= maxValues else {
      throw FeedProblem("a document too large for a feed")
    }
    guard let json = try? JSON(parsing: bytes) else {
      throw FeedProblem("damaged JSON, not a feed")
    }
    guard let entries = json["items"]?.array,
      json["version"]?.string?.contains("jsonfeed.org") ?? true
    else { throw FeedProblem("JSON, but not a feed") }
    let own = json["feed_url"]?.string ?? json["home_page_url"]?.string ?? ""
    let base = url.isEmpty ? own : url
    var feed = Feed()
    let author = author(json)
    for entry in entries {
      guard feed.items.count < FeedReader.maxItems,
        let item = item(entry, base: base, author: author)
      else {
        feed.skipped += 1
        continue
      }
      feed.items.append(item)
    }
    return feed
  }

  /// In commas; more than any real feed has.
  private static let maxValues = 4_000_000

  private static func item(_ json: JSON, base: String, author: String?) -> FeedEntry? {
    let id = json["id"]?.string.flatMap { FeedDraft.isAddress(Array($0.utf8)[...]) ? $0 : nil }
    let links = [json["url"]?.string, json["external_url"]?.string, id]
    guard
      let address = links.lazy.compactMap({ $0 }).compactMap({
        FeedAddress.address($0, against: base)
      }).first
    else { return nil }
    return FeedEntry(
      address: address, title: MarkupText.line(Array((json["title"]?.string ?? "").utf8)),
      author: self.author(json) ?? author,
      publishedAt: date(json["date_published"]) ?? date(json["date_modified"]),
      markup: text(json["content_html"]) ?? text(json["content_text"]).map(MarkupText.escaped)
        ?? text(json["summary"]))
  }

  private static func author(_ json: JSON) -> String? {
    let people = json["authors"]?.array ?? json["author"].map { [$0] } ?? []
    let names = people.prefix(10).compactMap { $0["name"]?.string ?? $0.string }.map { line($0) }
      .filter { !$0.isEmpty }
    return names.isEmpty ? nil : names.joined(separator: ", ")
  }

  private static func line(_ text: String) -> String { MarkupText.line(ofPlain: Array(text.utf8)) }

  private static func date(_ json: JSON?) -> Timestamp? {
    json?.string.flatMap(FeedDate.timestamp)
  }

  private static func text(_ json: JSON?) -> String? {
    json?.string.flatMap { $0.utf8.contains { $0 > 32 } ? $0 : nil }
  }
}
