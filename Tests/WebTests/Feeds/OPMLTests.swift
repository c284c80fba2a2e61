import ReadingList
import Testing
import Web

@Suite struct OPMLTests {
  private func read(
    _ outlines: String, at url: String = "https://list.example/x.opml"
  ) throws -> (lines: [FeedEntry], skipped: Int) {
    let text =
      "<?xml version='1.0'?><opml version='2.0'><head><title>T</title></head><body>" + outlines
      + "</body></opml>"
    guard case .outlines(let lines, let skipped) = try FeedReader.read(Array(text.utf8), at: url)
    else { throw FeedProblem("a feed, not a list") }
    return (lines, skipped.count)
  }

  @Test(arguments: [
    (
      "<outline type='rss' text='A' xmlUrl='https://a.example/f' htmlUrl='https://a.example/'/>",
      true
    ),
    ("<outline text='A' xmlUrl='https://a.example/f'></outline>", true),
    ("<outline text='A' xmlUrl='https://a.example/f'>", true),
    ("<OUTLINE TEXT='A' XMLURL='https://a.example/f'/>", true),
    ("<outline text='A' xmlurl=https://a.example/f />", true),
    ("<outline text='A' xmlUrl='feed://a.example/f'/>", nil),
    ("<outline text='A' xmlUrl='feed:https://a.example/f'/>", true),
    ("<outline type='rss' text='A' url='https://a.example/f'/>", true),
    ("<outline title='A' text='B' xmlUrl='https://a.example/f'/>", true),
    ("<outline title='' text='A' xmlUrl='https://a.example/f'/>", true),
    ("<outline type='link' text='A' url='https://a.example/f'/>", false),
    ("<outline text='A' url='https://a.example/f'/>", false),
    ("<outline text='A' htmlUrl='https://a.example/f'/>", false),
    ("<outline text='A' xmlUrl='' htmlUrl='https://a.example/f'/>", false),
    ("<outline text='A' xmlUrl='gopher://a.example/' htmlUrl='https://a.example/f'/>", false),
  ]) func `an outline names a feed or a page`(outline: String, isFeed: Bool?) throws {
    let (lines, skipped) = try read(outline)
    let address = isFeed == nil ? "http://a.example/f" : "https://a.example/f"
    let expected = FeedEntry(
      kind: isFeed ?? true ? .feed : .page, address: try WebAddress(address), title: "A")
    #expect(lines == [expected])
    #expect(skipped == 0)
  }

  @Test func `folders are flattened and repetitions dropped`() throws {
    let (lines, skipped) = try read(
      """
      <outline text="Folder"><outline text="Inner"><outline text="A" xmlUrl="https://a.example/f"/>
      </outline><outline text="B" xmlUrl="https://b.example/f"/></outline>
      <outline text="A again" xmlUrl="https://a.example/f"/>
      """)
    #expect(lines.map(\.title) == ["A", "B"])
    #expect(lines.map(\.categories) == [["Folder", "Inner"], ["Folder"]])
    #expect(skipped == 0)
  }

  @Test func `folders are categories, of a feed in several all of them`() throws {
    let feed = "<outline text='A' xmlUrl='https://a.example/f'>"
    let (lines, _) = try read(
      """
      <outline title="One" text="x">\(feed)</outline></outline>
      <outline text="Two">\(feed)</outline>\(feed)</outline>
      <outline text="B" xmlUrl="https://b.example/f"/></outline>
      <outline text="C" xmlUrl="https://c.example/f"/>
      """)
    #expect(lines.map(\.categories) == [["One", "Two"], ["Two"], []])
  }

  @Test func `outlines that name nothing readable are counted`() throws {
    let (lines, skipped) = try read(
      """
      <outline text="A note"/><outline text="A" xmlUrl="javascript:alert(1)"/>
      <outline text="B" xmlUrl="/relative"/><outline type="link" url="mailto:a@b.example"/>
      """)
    #expect(lines.map(\.address.text) == ["https://list.example/relative"])
    #expect(skipped == 3)
  }

  @Test(arguments: [
    "Tom & Jerry", "Tom &amp; Jerry", "Tom &amp;amp; Jerry", "<b>Tom</b> & Jerry",
    "&lt;b&gt;Tom&lt;/b&gt; &amp; Jerry", "Tom\n &#38;\tJerry",
  ]) func `a bare ampersand or tags in a title do no harm`(text: String) throws {
    let good = "<outline text='x' xmlUrl='https://x.example/f?a=1&b=2'/>"
    let (lines, _) = try read("<outline text=\"\(text)\" xmlUrl='https://a.example/f'/>" + good)
    #expect(lines.map(\.title) == ["Tom & Jerry", "x"])
    #expect(lines.last?.address.text == "https://x.example/f?a=1&b=2")
  }

  @Test func `one spoiled ampersand in 5000 spoils no other`() throws {
    let outlines = (0..<5000).map {
      "<outline text='\($0 == 7 ? "a & b &foo; &" : "x")' xmlUrl='https://x\($0).example/f'/>"
    }
    #expect(try read(outlines.joined(separator: "\n")).lines.count == 5000)
  }

  @Test func `a list that includes itself is only data`() throws {
    let (lines, skipped) = try read(
      "<outline type='include' text='me' url='https://list.example/x.opml'/>"
        + "<outline text='A' xmlUrl='https://a.example/f'/>")
    #expect(lines.map(\.title) == ["A"])
    #expect(skipped == 1)
  }

  @Test func `folders in folders without end do no harm`() throws {
    let outlines = String(repeating: "<outline text='f'>", count: 20_000)
    let (lines, _) = try read(outlines + "<outline xmlUrl='https://a.example/f'/>")
    #expect(lines.count == 1)
    #expect(lines.first?.title == "")
    #expect(lines.first?.categories == ["f"])
  }

  @Test func `more lines than are looked at count as skipped`() throws {
    let line = "<outline xmlUrl='https://a.example/f'/>"
    let (lines, skipped) = try read(String(repeating: line, count: FeedReader.maxOutlines + 3))
    #expect(lines.count == 1)
    #expect(skipped == 3)
  }

  @Test func `a list that is cut off keeps its whole lines`() throws {
    let whole = "<opml><body><outline xmlUrl='https://a.example/f'/><outline xmlUrl='https://b.exa"
    let document = try FeedReader.read(Array(whole.utf8), at: "")
    guard case .outlines(let lines, _) = document else { throw FeedProblem("no list") }
    #expect(lines.map(\.address.text) == ["https://a.example/f"])
  }

  @Test func `quotes inside of quotes spoil one line at most`() throws {
    let (lines, _) = try read(
      """
      <outline text="The "best" of" xmlUrl="https://a.example/f"/>
      <outline text="a > b" xmlUrl="https://b.example/f"/>
      """)
    #expect(lines.map(\.address.text) == ["https://a.example/f", "https://b.example/f"])
  }
}
