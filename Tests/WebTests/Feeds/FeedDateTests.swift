import ReadingList
import Testing
import Web

@Suite struct FeedDateTests {
  @Test(arguments: [
    ("Tue, 5 Mar 2024 10:00:00 -0530", "2024-03-05T15:30:00Z"),
    ("Tue, 5 Mar 2024 10:00:00 +01:00", "2024-03-05T09:00:00Z"),
    ("Tue, 5 Mar 2024 10:00:00 UT", "2024-03-05T10:00:00Z"),
    ("Tue, 5 Mar 2024 10:00:00 Z", "2024-03-05T10:00:00Z"),
    ("Tue, 5 Mar 2024 10:00:00 EST", "2024-03-05T15:00:00Z"),
    ("Tue, 5 Mar 2024 10:00:00 PDT", "2024-03-05T17:00:00Z"),
    ("Tue, 5 Mar 2024 10:00:00 BST", "2024-03-05T09:00:00Z"),
    ("Tue, 5 Mar 2024 10:00:00 JST", "2024-03-05T01:00:00Z"),
    ("Tue, 5 Mar 2024 10:00:00 QQT", "2024-03-05T10:00:00Z"),
    ("Tue, 5 Mar 2024 10:00:00 +0000 (GMT)", "2024-03-05T10:00:00Z"),
    ("Tue,05 Mar 2024 10:00:00 GMT", "2024-03-05T10:00:00Z"),
    ("Xyz, 05 Mar 2024 10:00:00 GMT", "2024-03-05T10:00:00Z"),
    ("05 Mar 2024 10:00 GMT", "2024-03-05T10:00:00Z"), ("05 Mar 2024", "2024-03-05T12:00:00Z"),
    ("Tue, 05 Mar 2024 25:61:00 GMT", "2024-03-05T12:00:00Z"),
    ("5 March 24 10:00:00 GMT", "2024-03-05T10:00:00Z"),
    ("Fri, 05 Mar 99 10:00:00 GMT", "1999-03-05T10:00:00Z"),
    ("2024-03-05T10:00:00.500+02:00", "2024-03-05T08:00:00.500Z"),
    ("2024-03-05T10:00:00+0100", "2024-03-05T09:00:00Z"),
    (" \n<![CDATA[Tue, 05 Mar 2024 10:00:00 GMT]]> ", "2024-03-05T10:00:00Z"),
  ]) func `dates are read in the forms that feeds use`(text: String, date: String) throws {
    let item = try rssItem("\(link)<pubDate>\(text)</pubDate>")
    #expect(item.publishedAt == Timestamp(rfc3339: date), "\(item.publishedAt?.rfc3339 ?? "nil")")
  }

  @Test(arguments: [
    "", "0000-00-00", "0000-00-00 00:00:00", "1970-01-01T00:00:00Z",
    "Thu, 01 Jan 1970 00:00:00 GMT", "1989-12-31T23:59:59Z", "2024-13-45", "yesterday",
    "-62169984000", "99999999999999999999", "Mar", "5 Mar",
  ]) func `nonsense and the zero of clocks are no dates`(text: String) throws {
    #expect(try rssItem("\(link)<pubDate>\(text)</pubDate>").publishedAt == nil)
  }

  @Test(arguments: [
    "<updated>2024-04-01</updated><published>2024-03-05</published>",
    "<published>2024-03-05</published><updated>2024-04-01</updated>",
    "<published>0000-00-00</published><updated>2024-03-05</updated>",
    "<modified>2024-03-05</modified>", "<dc:date>2024-03-05</dc:date>",
    "<published></published><published>2024-03-05</published>",
  ]) func `a date of publication comes before one of a change`(elements: String) throws {
    let item = try atomEntry("<link href='/a'/>" + elements)
    #expect(item.publishedAt == Timestamp(rfc3339: "2024-03-05T12:00:00Z"))
  }
}
