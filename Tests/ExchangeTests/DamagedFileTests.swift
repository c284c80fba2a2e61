import Exchange
import Foundation
import ReadingList
import TestSupport
import Testing

/// A format with three articles, `https://a.example/1` to `3`, in a form that can be damaged.
///
/// Each parser has one or two.
private struct Sample: CustomTestStringConvertible, Sendable {
  var format: ExchangeFormat
  var head: String
  var separator = ""
  var tail = ""
  var item: @Sendable (_ url: String, _ date: String) -> String

  var testDescription: String { format.rawValue }

  func items(_ urls: [String]) -> [String] { urls.map { item($0, "") } }

  func text(_ items: [String]) -> String { head + items.joined(separator: separator) + tail }

  func bytes(_ urls: [String]) -> [UInt8] { Array(text(items(urls)).utf8) }

  /// An undamaged file with all three.
  var good: String { text(items(Self.urls)) }

  static let urls = (1...3).map { "https://a.example/\($0)" }

  static let tables: [Sample] = [
    Sample(format: .pocket, head: "title,url,time_added,tags,status\n") {
      "T,\($0),\($1),x|y,unread\n"
    },
    Sample(format: .csv, head: "name,link,date\n") { "T,\($0),\($1)\n" },
  ]

  static let objects: [Sample] = [
    Sample(format: .wallabag, head: "[", separator: ",\n", tail: "]") {
      #"{"is_archived":0,"title":"T","url":"\#($0)","content":"","created_at":"\#($1)"}"#
    },
    Sample(format: .karakeep, head: "{\"bookmarks\":[", separator: ",\n", tail: "]}") {
      #"{"createdAt":"\#($1)","title":"T","tags":[],"content":{"type":"link","url":"\#($0)"}}"#
    },
  ]

  static let links: [Sample] = [
    Sample(
      format: .bookmarks, head: "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n", tail: "</DL>"
    ) { "<DT><A HREF=\"\($0)\" ADD_DATE=\"\($1)\">T</A>\n" },
    Sample(
      format: .safari,
      head:
        "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DT><H3 id=\"com.apple.ReadingList\">R</H3><DL><p>\n",
      tail: "</DL>"
    ) { url, _ in "<DT><A HREF=\"\(url)\">T</A>\n" },
    Sample(format: .opml, head: "<opml><body>\n", tail: "</body></opml>") { url, _ in
      "<outline type=\"link\" text=\"T\" url=\"\(url)\"/>\n"
    },
    Sample(format: .text, head: "A list\n") { url, _ in "see \(url)\n" },
  ]

  static let all = tables + objects + links
}

@Suite("Damaged files") struct DamagedFileTests {
  /// Damage that every format must tolerate.
  private static let damages: [(name: String, file: @Sendable (Sample) -> [UInt8])] = [
    ("nothing", { $0.bytes(Sample.urls) }),
    ("a byte order mark", { [0xef, 0xbb, 0xbf] + $0.bytes(Sample.urls) }),
    (
      "UTF-16, little end first",
      { ("\u{feff}" + $0.good).utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] } }
    ),
    (
      "UTF-16, big end first",
      { ("\u{feff}" + $0.good).utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] } }
    ),
    ("CRLF", { Array($0.good.replacing("\n", with: "\r\n").utf8) }),
    ("CR", { Array($0.good.replacing("\n", with: "\r").utf8) }),
    ("the same twice", { $0.bytes(Sample.urls + Sample.urls) }),
    (
      "bad dates",
      { sample in
        let dates = ["yesterday perhaps", "-5", "99999999999999999999999"]
        return Array(sample.text(zip(Sample.urls, dates).map { sample.item($0, $1) }).utf8)
      }
    ),
    (
      "links of scripts",
      {
        let bad = ["javascript:alert(1)", "file:///etc/passwd"]
        return $0.bytes([Sample.urls[0]] + bad + Sample.urls.dropFirst())
      }
    ),
    (
      "bytes that are no text",
      { sample in
        sample.bytes(Sample.urls).map {
          $0 == UInt8(ascii: "T") && sample.head.utf8.count > 40 ? 0xff : $0
        }
      }
    ),
    (
      "an enormous address",
      { sample in
        let long = "https://a.example/" + String(repeating: "x", count: 10_000)
        return sample.bytes([Sample.urls[0], long] + Sample.urls.dropFirst())
      }
    ),
  ]

  /// Expects the good articles to be read, whatever else the file contains.
  private func check(_ found: Exports, _ damage: String, of sample: Sample) {
    let now = Timestamp(seconds: 1_790_000_000)
    let articles = found.articles.compactMap { try? $0.converted(at: now, number: 0).article }
    #expect(Set(articles.map(\.url)).isSuperset(of: Sample.urls), "\(sample.format), \(damage)")
    #expect(articles.allSatisfy { $0.url.hasPrefix("https://a.example/") })
    #expect(
      articles.allSatisfy { $0.savedAt <= now && $0.savedAt > Timestamp(seconds: 631_152_000) })
  }

  @Test("of every kind of format what is good arrives", arguments: Sample.all)
  fileprivate func damaged(_ sample: Sample) throws {
    for (name, file) in Self.damages
    where !(sample.format == .text && name == "an enormous address") {
      check(try Exports.read(file(sample), as: sample.format), name, of: sample)
    }
  }

  @Test(
    "of every kind of format but JSON, cut off anywhere, what is whole arrives",
    arguments: Sample.tables + Sample.links) fileprivate func cut(_ sample: Sample) throws
  {
    let parts = sample.items(Sample.urls)
    let start = (sample.head + parts[0] + sample.separator).utf8.count
    let bytes = Array(sample.good.utf8)
    for end in stride(from: start, to: bytes.count, by: 3) {
      let found = try Exports.read(bytes[..<end], as: sample.format)
      #expect(found.urls.first == Sample.urls[0], "\(sample.format) cut at \(end)")
    }
    for end in stride(from: 0, to: start, by: 7) {
      _ = try Exports.read(bytes[..<end], as: sample.format)
    }
  }

  @Test("a table loses only the rows that are wrong", arguments: Sample.tables)
  fileprivate func rows(_ sample: Sample) throws {
    let parts = sample.items(Sample.urls)
    let columns = sample.head.split(separator: ",").count
    let long = String(repeating: "x,", count: columns + 2) + "y\n"
    for (name, second, fourth, damaged) in [
      ("too many columns", long, "", 1), ("a quote that is not closed", "\"open\n", "", 1),
      ("a quote that another row closes", "\"open\n", "x,\"y\"\n", 1),
      ("quotes in the middle", "\"a\"b\"c\n", "", 0), ("empty rows", "\n\r\n  \n", "", 0),
    ] {
      let text = sample.head + parts[0] + second + parts[1] + fourth + parts[2]
      let found = try Exports.read(text, as: sample.format)
      check(found, name, of: sample)
      #expect(found.damaged.count >= damaged, "\(sample.format), \(name): \(found.damaged)")
    }
    #expect(try Exports.read(parts.joined(), as: sample.format).problem != nil)
  }

  @Test("an array loses only the elements that are wrong", arguments: Sample.objects)
  fileprivate func elements(_ sample: Sample) throws {
    func read(with wrong: String) throws -> Exports {
      var parts = sample.items(Sample.urls)
      parts.insert(wrong, at: 1)
      return try Exports.read(
        sample.head + "\n" + parts.joined(separator: ",\n") + sample.tail, as: sample.format)
    }
    for wrong in ["12", "\"text\"", "null", "[1, 2]", "{\"url\": {\"deep\": true}}", "{}"] {
      let urls = try read(with: wrong).urls.filter { !$0.isEmpty }
      #expect(urls == Sample.urls, "\(sample.format) \(wrong)")
    }
    // Invalid JSON is refused with the line number.
    for wrong in ["{\"a\" \"b\"}", "nonsense", "{\"open\": [1, 2"] {
      let found = try read(with: wrong)
      #expect(found.articles.isEmpty && found.problem?.contains("in line ") == true, "\(found)")
    }
  }

  @Test("of values on lines of their own only the damaged ones are lost", arguments: 0...3)
  func jsonLines(place: Int) throws {
    var lines = Sample.urls.map { #"{"url":"\#($0)"}"# }
    lines.insert(#"{"url":"https://a.example/4"#, at: place)
    let found = try Exports.read("\n" + lines.joined(separator: "\n"))
    #expect(found.urls == Sample.urls && found.problem == nil)
    #expect(found.damaged == ["\(place + 2): it is not JSON: an unterminated string"])
  }

  @Test(
    "of markup that is cut off what is whole arrives, and the end is missed",
    arguments: [
      (
        "<lib><item><url>https://a.example/1</url></item><item><url>https://a.exa",
        "</url></item></lib>"
      ),
      (
        "<xbel><folder><title>F</title><bookmark href='https://a.example/1'><title>T</title></bookmark>",
        "</folder></xbel>"
      ),
      ("<opml><body><outline type='link' url='https://a.example/1'/>", "</body></opml>"),
      (
        "<rss><channel><item><link>https://a.example/1</link></item>", "</channel></rss>"
      ),
      (
        "<en-export><note><title>T</title><content>x</content><note-attributes>"
          + "<source-url>https://a.example/1</source-url></note-attributes></note>"
          + "<note><title>U</title><content>y",
        "</content></note></en-export>"
      ),
    ])
  func cutMarkup(text: String, rest: String) throws {
    let found = try Exports.read(text)
    #expect(found.urls == ["https://a.example/1"], "\(found)")
    #expect(found.damaged == ["-: the file ends early"] && found.problem == nil)
    for end in [rest, rest + "\n<script>x()</script>"] {
      #expect(try Exports.read(text + end).damaged.contains("-: the file ends early") == false)
    }
    let first = "<lib><item><url>https://a.exa"
    #expect(try Exports.read(first).problem == "the file ends early")
  }

  @Test("ten thousand tags do not keep an article from arriving") func tags() throws {
    let tags = (0..<10_000).map { "tag\($0)" }.joined(separator: "|")
    let found = try Exports.read(
      "title,url,time_added,tags,status\nT,https://a.example/1,1,\(tags),unread\n")
    let article = try #require(found.articles.first).converted(
      at: Timestamp(seconds: 1_790_000_000), number: 0)
    #expect(article.article.tags.count == 500)
    #expect(article.remarks.count == 2)
  }

  @Test("of an archive nothing is read that leads out of it, nor links, nor archives within")
  func archives() throws {
    let table = Array("title,url,time_added,tags,status\nT,https://a.example/1,1,,unread\n".utf8)
    var zip = StoredZip()
    zip.add("../../evil.csv", table)
    zip.add("/etc/evil.csv", table)
    zip.add("link.csv", Array("/etc/passwd".utf8), mode: 0o120777)
    zip.add("inner.zip", StoredZip.archive([("part_000000.csv", "x")]))
    zip.add("secret.csv", table, flags: 1)
    zip.add("picture.png", [1, 2, 3])
    zip.add("part_000000.csv", table)
    let found = try Exports.read(zip.end())
    #expect(found.urls == ["https://a.example/1"])
    #expect(found.damaged.count == 5, "\(found.damaged)")
  }

  @Test("of an archive notes in Markdown are read as well") func notes() throws {
    let found = try Exports.read(
      StoredZip.archive([
        ("notes/one.md", "---\nurl: https://a.example/1\n---\nWords\n"),
        ("two.markdown", "See https://a.example/2\n"), ("highlights/three.md", "Words\n"),
      ]))
    #expect(found.urls == ["https://a.example/1", "https://a.example/2"])
    #expect(found.damaged.isEmpty && found.skipped.isEmpty)
  }

  @Test("files of an archive are read whatever letters their names have", arguments: [0, 0x800])
  func namesInArchives(flags: Int) throws {
    var zip = StoredZip()
    for (number, name) in ["plain.md", "größe.md", "漢字/一.md"].enumerated() {
      zip.add(name, Array("See https://a.example/\(number)\n".utf8), flags: flags)
    }
    let found = try Exports.read(zip.end())
    #expect(found.urls == (0...2).map { "https://a.example/\($0)" })
  }

  @Test("a book is no export, and says how it is saved") func book() throws {
    let book = StoredZip.archive([("mimetype", "application/epub+zip"), ("a.html", "<p>x")])
    #expect(try Exports.read(book).problem == "it is a book; luego add saves it")
  }

  @Test("a damaged list in an archive is named with its damage, and the others arrive")
  func damagedLists() throws {
    let table = "title,url,time_added,tags,status\nT,https://a.example/1,1466000000,,unread\n"
    var zip = StoredZip.archive([
      ("links.json", #"[{"url":"https://a.example/2"},{"url":"#), ("wrong.csv", #"{\rtf1 Words.}"#),
      ("flipped.csv", table.replacing("/1", with: "/9")), ("readme.txt", "Words"),
      ("part_000000.csv", table),
    ])
    let place = try #require(zip.firstRange(of: Array("/9".utf8))?.lowerBound)
    zip[place] ^= 0xff
    let found = try Exports.read(zip)
    #expect(found.urls == ["https://a.example/1"])
    #expect(found.skipped == ["it is text without a web address"])
    #expect(found.damaged.count == 3, "\(found.damaged)")
    #expect(found.damaged.contains { $0.contains("it is not JSON") })
    #expect(found.damaged.contains { $0.contains("its data in the archive is damaged") })
  }

  @Test(
    "damaged texts and highlights in an archive are reported, and their article arrives without",
    arguments: [("The text.</p>", 2), ("A note on it", 0)])
  func damagedText(words: String, marks: Int) throws {
    var zip = StoredZip.archive(try SampleFile.archive("omnivore"))
    let place = try #require(zip.firstRange(of: Array(words.utf8))?.lowerBound)
    zip[place] ^= 0xff
    let found = try Exports.read(zip)
    #expect(found.damaged == ["-: its data in the archive is damaged"])
    let one = try #require(found.articles.first { $0.title == "One" })
    #expect((one.html == nil) == (marks > 0) && one.marks.count == marks && one.remarks.isEmpty)
  }

  @Test("an archive that swells beyond measure ends there") func bomb() throws {
    let directory = try TemporaryDirectory()
    var zip = ZipWriter()
    let content = [UInt8](repeating: 10, count: 1 << 20)
    let bytes = try zip.file("part_000000.csv", content) + zip.end()
    let file = try directory.write("bomb.zip", bytes)
    let archive = try ZipArchive(file, minRoom: 1000)
    _ = try #require(try archive.next())
    let stream = archive.content
    #expect(stream.rest(limit: content.count)?.count ?? 0 < content.count)
    #expect(stream.problem?.message.hasPrefix("the archive holds far more") == true)
    let whole = try ZipArchive(file)
    _ = try whole.next()
    #expect(whole.content.rest(limit: content.count) == content)
  }

  @Test("messages cut names in archives, which may have 60,000 characters") func longName() {
    let place = ImportedPlace(file: "a.zip:" + String(repeating: "n", count: 60_000), line: 3)
    #expect(place.description.hasSuffix("…:3") && place.description.count < 510)
  }

  @Test("an archive that is damaged or none says so") func noArchive() throws {
    let zip = StoredZip.archive([
      ("part_000000.csv", "title,url,time_added\nT,https://a.example/1,1\n")
    ])
    for end in stride(from: 4, to: zip.count, by: 5) {
      let found = try Exports.read(zip[..<end])
      #expect(found.problem != nil || !found.damaged.isEmpty, "cut at \(end)")
    }
    #expect(try Exports.read(StoredZip().end()).problem != nil)
    for place in stride(from: 30, to: zip.count, by: 3) {
      var broken = zip
      broken[place] ^= 0xff
      _ = try Exports.read(broken)
    }
  }
}
