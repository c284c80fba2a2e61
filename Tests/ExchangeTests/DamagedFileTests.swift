import Exchange
import Foundation
import ReadingList
import TestSupport
import Testing

/// A way to damage a file, and what must come of it.
private struct Damage: CustomTestStringConvertible, Sendable {
  var name: String
  /// Makes the file of good rows, each of which names its own address.
  var file: @Sendable (Sample) -> [UInt8]
  /// How many things must be listed as damaged, at least.
  var damaged = 0

  var testDescription: String { name }
}

/// A format with three articles, `https://a.example/1` to `3`, in a form that can be damaged; for
/// each way of reading there are one or two.
private struct Sample: CustomTestStringConvertible, Sendable {
  var format: ExchangeFormat
  var head: String
  var separator = ""
  var tail = ""
  var item: @Sendable (_ url: String, _ date: String) -> String

  var testDescription: String { format.rawValue }

  func items(_ urls: [String], date: String = "") -> [String] { urls.map { item($0, date) } }

  func text(_ items: [String]) -> String { head + items.joined(separator: separator) + tail }

  /// Three good ones.
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
  /// Longer than any address.
  private static let long = String(repeating: "x", count: 10_000)

  /// Damage that every format has to bear.
  private static let common: [Damage] = [
    Damage(name: "nothing", file: { Array($0.good.utf8) }),
    Damage(name: "a byte order mark", file: { [0xef, 0xbb, 0xbf] + $0.good.utf8 }),
    Damage(
      name: "UTF-16, little end first",
      file: { sample in
        [0xff, 0xfe] + sample.good.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
      }),
    Damage(
      name: "UTF-16, big end first",
      file: { sample in
        [0xfe, 0xff] + sample.good.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
      }),
    Damage(name: "CRLF", file: { Array($0.good.replacing("\n", with: "\r\n").utf8) }),
    Damage(
      name: "the same twice", file: { Array($0.text($0.items(Sample.urls + Sample.urls)).utf8) }),
    Damage(
      name: "bad dates",
      file: { sample in
        Array(
          sample.text(
            zip(Sample.urls, ["yesterday perhaps", "-5", "99999999999999999999999"]).map {
              sample.item($0, $1)
            }
          ).utf8)
      }),
    Damage(
      name: "links of scripts",
      file: { sample in
        Array(
          sample.text(
            sample.items(
              [Sample.urls[0], "javascript:alert(1)", "file:///etc/passwd"] + Sample.urls[1...])
          ).utf8)
      }),
    Damage(
      name: "bytes that are no text",
      file: { sample in
        let parts = sample.items(Sample.urls)
        return Array(sample.text([parts[0], parts[1], parts[2]]).utf8).map {
          $0 == UInt8(ascii: "T") && sample.head.utf8.count > 40 ? 0xff : $0
        }
      }),
    Damage(
      name: "an enormous address",
      file: { sample in
        let parts = sample.items(Sample.urls + ["https://a.example/" + long])
        return Array(sample.text([parts[0], parts[3], parts[1], parts[2]]).utf8)
      }),
  ]

  /// What must arrive, whatever else the file holds.
  private func check(_ found: Exports, _ damage: Damage, _ sample: Sample) throws {
    let now = Timestamp(seconds: 1_790_000_000)
    let articles = found.articles.compactMap { try? $0.converted(at: now, number: 0).article }
    var urls: [String] = []
    for article in articles where !urls.contains(article.url) { urls.append(article.url) }
    #expect(
      Sample.urls.allSatisfy(urls.contains),
      "\(sample.format): \(urls.map { $0.prefix(60) }) \(found.damaged.prefix(3)) \(found.problem ?? "")"
    )
    #expect(articles.allSatisfy { $0.url.hasPrefix("https://a.example/") })
    #expect(
      articles.allSatisfy { $0.savedAt <= now && $0.savedAt > Timestamp(seconds: 631_152_000) })
    #expect(found.damaged.count >= damage.damaged, "\(sample.format): \(found.damaged)")
  }

  @Test("of every kind of format what is good arrives", arguments: Sample.all)
  fileprivate func damaged(_ sample: Sample) throws {
    for damage in Self.common
    where !(sample.format == .text && damage.name == "an enormous address") {
      try check(try Exports.read(damage.file(sample), as: sample.format), damage, sample)
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
    let damages = [
      Damage(
        name: "too many columns",
        file: { _ in
          Array(
            (sample.head + parts[0] + String(repeating: "x,", count: columns + 2) + "y\n" + parts[1]
              + parts[2]).utf8)
        }, damaged: 1),
      Damage(
        name: "a quote that is not closed",
        file: { _ in Array((sample.head + parts[0] + "\"open\n" + parts[1] + parts[2]).utf8) },
        damaged: 1),
      Damage(
        name: "a quote that another row closes",
        file: { _ in
          Array((sample.head + parts[0] + "\"open\n" + parts[1] + "x,\"y\"\n" + parts[2]).utf8)
        }, damaged: 1),
      Damage(
        name: "quotes in the middle",
        file: { _ in Array((sample.head + parts[0] + "\"a\"b\"c\n" + parts[1] + parts[2]).utf8) }),
      Damage(
        name: "empty rows",
        file: { _ in Array((sample.head + parts[0] + "\n\r\n  \n" + parts[1] + parts[2]).utf8) }),
    ]
    for damage in damages {
      let found = try Exports.read(damage.file(sample), as: sample.format)
      try check(found, damage, sample)
    }
    #expect(try Exports.read(parts.joined(), as: sample.format).problem != nil)
  }

  @Test("an array loses only the elements that are wrong", arguments: Sample.objects)
  fileprivate func elements(_ sample: Sample) throws {
    let parts = sample.items(Sample.urls)
    let wrong = ["12", "\"text\"", "null", "[1, 2]", "{\"url\": {\"deep\": true}}", "{}"]
    for wrong in wrong {
      let text =
        sample.head + "\n" + ([parts[0], wrong] + parts[1...]).joined(separator: ",\n")
        + sample.tail
      let found = try Exports.read(text, as: sample.format)
      #expect(
        found.urls.filter { !$0.isEmpty } == Sample.urls,
        "\(sample.format) \(wrong.prefix(40)): \(found.damaged)")
    }
  }

  @Test("JSON that is damaged is refused with the line", arguments: Sample.objects)
  fileprivate func brokenJSON(_ sample: Sample) throws {
    let parts = sample.items(Sample.urls)
    for wrong in ["{\"a\" \"b\"}", "nonsense", "{\"open\": [1, 2"] {
      let text = sample.head + "\n" + ([parts[0], wrong] + parts[1...]).joined(separator: ",\n")
      let found = try Exports.read(text + sample.tail, as: sample.format)
      #expect(found.articles.isEmpty && found.problem?.contains("in line ") == true, "\(found)")
    }
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

  @Test("an archive that swells beyond measure ends there") func bomb() throws {
    let directory = try TemporaryDirectory()
    var zip = ZipWriter()
    let content = [UInt8](repeating: 10, count: 1 << 20)
    let bytes =
      try zip.file("part_000000.csv", content, at: Timestamp(seconds: 1_790_000_000)) + zip.end()
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
