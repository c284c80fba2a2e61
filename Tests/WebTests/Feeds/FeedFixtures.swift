import ReadingList
import Web

/// Parses a text as a feed from a blog's address.
func feed(
  _ text: String, at url: String = "https://blog.example/feeds/main.xml"
) throws -> Feed {
  guard case .feed(let feed) = try FeedReader.read(Array(text.utf8), at: url) else {
    throw FeedProblem("a list, not a feed")
  }
  return feed
}

/// The only item of an RSS feed with these elements.
func rssItem(_ elements: String, channel: String = "") throws -> FeedEntry {
  let feed = try feed("<rss><channel>\(channel)<item>\(elements)</item></channel></rss>")
  guard let item = feed.items.first, feed.items.count == 1 else {
    throw FeedProblem("\(feed.items.count) items, \(feed.skipped) skipped")
  }
  return item
}

/// The only entry of an Atom feed with these elements.
func atomEntry(_ elements: String, attributes: String = "") throws -> FeedEntry {
  let feed = try feed("<feed \(attributes)><entry>\(elements)</entry></feed>")
  guard let item = feed.items.first, feed.items.count == 1 else {
    throw FeedProblem("\(feed.items.count) entries, \(feed.skipped) skipped")
  }
  return item
}

/// The error for a document that is not a feed.
func feedProblem(_ text: String) -> String? {
  do throws(FeedProblem) {
    _ = try FeedReader.read(Array(text.utf8), at: "https://blog.example/")
    return nil
  } catch { return error.message }
}

let link = "<link>https://blog.example/a</link>"
