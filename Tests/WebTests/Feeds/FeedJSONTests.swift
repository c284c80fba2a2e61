import ReadingList
import Testing
import Web

@Suite struct FeedJSONTests {
  private func item(_ members: String, feed more: String = "") throws -> FeedEntry {
    let feed = try feed("{\"items\": [{\(members)}]\(more)}")
    guard let item = feed.items.first else { throw FeedProblem("\(feed.skipped) skipped") }
    return item
  }

  @Test(arguments: [
    "\"url\": \"https://blog.example/a\"", "\"url\": \"/a\"",
    "\"external_url\": \"https://blog.example/a\"", "\"id\": \"https://blog.example/a\"",
    "\"url\": \"\", \"id\": \"https://blog.example/a\"",
    "\"url\": \"mailto:x@y.example\", \"external_url\": \"https://blog.example/a\"",
    "\"id\": 7, \"url\": \"https:\\/\\/blog.example\\/a\"",
  ]) func `the address of an entry is found`(members: String) throws {
    #expect(try item(members).address.text == "https://blog.example/a")
  }

  @Test(arguments: [
    ("\"author\": {\"name\": \"Ada\"}", "Ada"),
    ("\"authors\": [{\"name\": \"Ada\"}, {\"name\": \"\"}, {\"name\": \"Bob\"}]", "Ada, Bob"),
    ("\"author\": \"Ada\"", "Ada"), ("\"authors\": []", "Feed"), ("\"title\": \"x\"", "Feed"),
  ]) func `authors of version 1 and 1.1, and of the feed`(members: String, author: String) throws {
    let item = try item("\"url\": \"/a\", \(members)", feed: ", \"author\": {\"name\": \"Feed\"}")
    #expect(item.author == author)
  }

  @Test(arguments: [
    ("\"content_html\": \"<p>x</p>\", \"summary\": \"s\"", "<p>x</p>"),
    ("\"content_text\": \"1 < 2 & 3\"", "1 &lt; 2 &amp; 3"), ("\"summary\": \"s\"", "s"),
    ("\"content_html\": \" \", \"summary\": \"s\"", "s"), ("\"content_html\": 5", nil),
  ]) func `the longest text is kept as markup`(members: String, markup: String?) throws {
    #expect(try item("\"url\": \"/a\", \(members)").markup == markup)
  }

  @Test func `titles and dates are tidied`() throws {
    let item = try item(
      "\"url\": \"/a\", \"date_published\": "
        + "\"0000-00-00\", \"date_modified\": \"2024-03-05\", \"title\": \" A\\u0007\\n&amp; <b>B</b> \""
    )
    #expect(item.publishedAt == Timestamp(rfc3339: "2024-03-05T12:00:00Z"))
    #expect(item.title == "A & B")
  }

  @Test func `a byte order mark does no harm`() throws {
    #expect(try feed("\u{feff}{\"items\": [{\"url\": \"/a\"}]}").items.count == 1)
  }

  @Test func `arrays in arrays without end do no harm`() {
    #expect(feedProblem("{\"items\": " + String(repeating: "[", count: 200_000)) != nil)
    #expect(feedProblem(String(repeating: "{\"a\":", count: 200_000)) != nil)
  }
}
