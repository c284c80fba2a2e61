import PageExtraction
import ReadingList

/// Reads JSON Feed, versions 1 and 1.1.
enum JSONFeed {
  /// Reads a document that begins with a brace.
  ///
  /// - Throws: `FeedProblem` when it is other JSON, or none.
  static func read(_ bytes: [UInt8], at url: String) throws(FeedProblem) -> Feed {
    guard let json = try? JSON(parsing: bytes) else {
      throw FeedProblem("damaged JSON, not a feed")
    }
    guard let entries = json["items"]?.array,
      json["version"]?.string?.contains("jsonfeed.org") ?? true
    else { throw FeedProblem("JSON, but not a feed") }
    let home = json["home_page_url"]?.string
    let base = url.isEmpty ? json["feed_url"]?.string ?? home ?? "" : url
    var feed = Feed(
      title: json["title"]?.string.map { PageText.line($0) },
      site: home.flatMap { Links.address($0, against: base) },
      items: []
    )
    for entry in entries {
      guard feed.items.count < FeedReader.mostItems, let item = item(entry, base: base) else {
        feed.skipped += 1
        continue
      }
      feed.items.append(item)
    }
    return feed
  }

  private static func item(_ json: JSON, base: String) -> FeedItem? {
    let id = json["id"]?.string.flatMap { $0.lowercased().hasPrefix("http") ? $0 : nil }
    guard let link = json["url"]?.string ?? json["external_url"]?.string ?? id,
      let address = Links.address(link, against: base)
    else { return nil }
    let people = json["authors"]?.array ?? json["author"].map { [$0] } ?? []
    let names = people.compactMap { $0["name"]?.string }.map { PageText.line($0) }
    let date = json["date_published"]?.string ?? json["date_modified"]?.string
    var categories: [String] = []
    for tag in json["tags"]?.array ?? [] {
      guard let word = tag.string.map({ PageText.line($0) }), !word.isEmpty,
        categories.count < 50, !categories.contains(word)
      else { continue }
      categories.append(word)
    }
    return FeedItem(
      address: address,
      title: PageText.line(ofMarkup: json["title"]?.string ?? ""),
      author: names.isEmpty ? nil : names.joined(separator: ", "),
      publishedAt: date.flatMap { FeedDate.timestamp($0) },
      categories: categories,
      markup: json["content_html"]?.string
        ?? json["content_text"]?.string.map { Links.escaped($0) } ?? json["summary"]?.string
    )
  }
}
