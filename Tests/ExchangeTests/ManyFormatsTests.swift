import Exchange
import Foundation
import ReadingList
import Testing

extension ImportedArticle {
  /// A one-line summary of the item.
  var line: String {
    var parts = [url, title] + tags.map { "#" + $0 }
    if isArchived { parts.append("archived") }
    if isFavorite { parts.append("favorite") }
    if let savedAt { parts.append("@\(savedAt.milliseconds / 1000)") }
    if progress > .none { parts.append("\(progress.percent)%") }
    if !author.isEmpty { parts.append("by " + author) }
    if !excerpt.isEmpty { parts.append("about " + excerpt) }
    if !note.isEmpty { parts.append("note " + note) }
    if !image.isEmpty { parts.append("image " + image) }
    if let html { parts.append("text " + html) }
    parts += marks.map { "“\($0.quote)”" + ($0.note.isEmpty ? "" : " (\($0.note))") }
    return parts.filter { !$0.isEmpty }.joined(separator: " ").replacing("\n", with: "/")
  }
}

@Suite("Formats of other programs") struct ManyFormatsTests {
  /// Sample files, made from each format's documentation.
  ///
  /// Next to `NAME` is `NAME.says`: the format and the number of skipped items, then a line for each
  /// article or feed.
  private static let names: [String] = {
    let directory = SampleFile.directory.appending(path: "Formats")
    let all = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
    return all.filter { !$0.hasSuffix(".says") }.sorted()
  }()

  @Test("of each format all is understood, and it is told from all others", arguments: names)
  func formats(name: String) throws {
    let found = try Exports.read(try SampleFile.bytes("Formats/" + name))
    #expect(found.problem == nil && found.formats.count == 1, "\(found)")
    var head = found.formats.map(\.rawValue)
    if !found.skipped.isEmpty { head.append("\(found.skipped.count) skipped") }
    if !found.damaged.isEmpty { head.append("\(found.damaged.count) damaged") }
    let lines = found.articles.map(\.line) + found.feeds.map { "feed " + $0 }
    #expect(try [head.joined(separator: ", ")] + lines == SampleFile.lines("Formats/\(name).says"))
    #expect(found.articles.allSatisfy { $0.remarks.isEmpty })
  }

  @Test("of every format that is read there is a file here or a test beside") func complete() throws
  {
    let others: [ExchangeFormat] = [
      .pocketAnnotations, .pocketCollections, .omnivore, .json, .csv, .text,
    ]
    let here = try Self.names.map {
      String(try SampleFile.lines("Formats/\($0).says")[0].prefix { $0 != "," })
    }
    #expect(Set(here + others.map(\.rawValue)) == Set(ExchangeFormat.allCases.map(\.rawValue)))
  }

  @Test("formats that are named are read as these: all bookmarks of Safari, a list as a text")
  func named() throws {
    let all = try Exports.read(try SampleFile.bytes("Formats/safari.html"), as: .bookmarks)
    #expect(all.formats == [.bookmarks] && all.articles.count == 3)
    #expect(all.articles[0].tags == ["Favorites"])
    let told = try Exports.read(try SampleFile.bytes("Formats/newsboat"), as: .text)
    #expect(told.urls == ["https://a.example/feed", "https://b.example/x"])
    let wrong = try Exports.read("https://a.example/1\nnothing\n", as: .newsboat)
    #expect(wrong.damaged == ["2: it has no web address"])
    let tagged = "https://a.example/1 one\nhttps://a.example/2\n"
    #expect(try Exports.read(tagged.utf8, named: "urls").formats == [.newsboat])
    #expect(try Exports.read(tagged.utf8, named: "urls.txt").formats == [.text])
  }

  @Test("Omnivore's notes are the article's, but for those below a passage")
  func omnivoreNotes() throws {
    func read(_ markdown: String) throws -> ImportedArticle {
      let found = try Exports.read(
        StoredZip.archive([
          ("highlights/one.md", markdown), ("content/one.html", "<p>x</p>"),
          (
            "metadata_0_to_20.json",
            #"[{"slug":"one","title":"One","url":"https://a.example/1","state":"Active","savedAt":""}]"#
          ),
        ]))
      return try #require(found.articles.first)
    }
    #expect(try read("Alone\n\nand more").note == "Alone\n\nand more")
    let before = try read("Before\n\n> Quote\n\nOn it")
    #expect(before.note == "Before" && before.marks == [.init(quote: "Quote", note: "On it")])
    let passage = try read(
      "> One [⤴️](https://omnivore.app/x)\n>\n> more\n\nOn it\n\nTwice\n\n> Two")
    #expect(passage.note.isEmpty && passage.marks.map(\.note) == ["On it\nTwice", ""])
    #expect(passage.marks.map(\.quote) == ["One", "Two"])
  }

  @Test("of an archive collections are tags, and what is no list of articles is no failure")
  func archive() throws {
    let found = try Exports.read(
      StoredZip.archive([
        (
          "part_000000.csv", "title,url,time_added,tags,status\nOne,https://a.example/1,1,,unread\n"
        ),
        (
          "collections/1.json",
          #"{"title":"Best","items":[{"url":"https://a.example/1","title":"One","note":"Mine"}]}"#
        ),
        ("settings.json", #"{"theme": "dark"}"#),
        ("index.html", "<html><body>Hello</body></html>"), ("readme.txt", "Nothing to see"),
        ("empty.csv", ""),
      ]))
    #expect(found.problem == nil && found.damaged.isEmpty && found.skipped.count == 4)
    #expect(found.formats == [.pocket, .pocketCollections])
    #expect(found.articles.last?.tags == ["Best"] && found.articles.last?.isAddition == true)
    let none = try Exports.read(StoredZip.archive([("readme.txt", "Nothing to see")]))
    #expect(none.problem == "the archive holds nothing that can be imported")
  }

  @Test("the entries of a feed that lead nowhere are counted") func feedEntries() throws {
    let found = try Exports.read(
      "<rss><channel><title>F</title><item><link>https://a.example/1</link></item><item><title>x</title></item></channel></rss>"
    )
    #expect(found.urls == ["https://a.example/1"])
    #expect(found.damaged == ["-: entries without a usable web address: 1"])
  }

  @Test("what is not understood is refused with what it looks like") func refusals() throws {
    let png: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]
    #expect(try Exports.read(png).problem == "it is a picture, not an export or a text")
    #expect(try Exports.read("").problem == "it is empty")
    #expect(try Exports.read(" \n").problem == "it is empty")
    #expect(
      try Exports.read(#"{"a": [{"b": {"link": "x"}}]}"#).problem?.hasPrefix(
        "its format is not known") == true)
    #expect(try Exports.read(#"{"link": {"a": 1}}"#).problem?.hasPrefix("its format") == true)
    #expect(
      try Exports.read("{\\rtf1 Herons stand.}").problem
        == "it is rich text (RTF), not an export or a text")
    for empty in ["[]", "title,url\n", "<!DOCTYPE NETSCAPE-Bookmark-file-1><DL></DL>", "<opml/>"] {
      #expect(try Exports.read(empty).problem != nil, "\(empty)")
    }
    for text in ["Some words\n", "name,color,size\na,b,c\n"] {
      #expect(try Exports.read(text).problem == "it is text without a web address")
    }
  }

  @Test(
    "a table without a header is a text with addresses, a row with more values stays, and is told")
  func looseTables() throws {
    #expect(
      try Exports.read("https://a.example/1,One\nhttps://a.example/2,Two\n").urls == [
        "https://a.example/1,One", "https://a.example/2,Two",
      ])
    let found = try #require(
      try Exports.read("url,title\nhttps://a.example/1,One,more\n").articles.first)
    #expect(found.line == "https://a.example/1 One" && found.remarks.count == 1)
  }
}
