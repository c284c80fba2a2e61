import ReadingList
import Testing

@Suite("Length of metadata") struct MetadataLengthTests {
  @Test("a text that is too long is cut in characters and in scalars") func cut() {
    let marks = String(repeating: "\u{301}", count: 20_000)
    for text in [
      String(repeating: "x", count: 20_000), String(repeating: "\u{200b}", count: 20_000),
      "a" + marks, marks, "title a" + marks + " and more",
      String(repeating: "e" + String(repeating: "\u{302}", count: 50), count: 3000),
      String(repeating: "👨‍👩‍👧‍👦", count: 3000), String(repeating: "\r\n", count: 3000),
      String(repeating: "🇩🇪", count: 3000), "👩" + String(repeating: "\u{200d}👩", count: 9000),
    ] {
      for length in [MetadataLength.title, .author, .site, .excerpt] {
        let short = text.bounded(length)
        let isShort = short.count <= length.characters
        let isThin = short.allSatisfy {
          $0.unicodeScalars.count <= MetadataLength.scalarsPerCharacter + 1
        }
        let isStable = short.bounded(length) == short
        let isCut = short.utf8.count < text.utf8.count
        #expect(isShort && isThin && isStable && isCut)
      }
    }
  }

  @Test(
    "a text that is not too long stays as it is",
    arguments: [
      "", "A title", "Zażółć gęślą jaźń", "日本語のタイトル", "👨‍👩‍👧‍👦 family", "z\u{300}\u{301}\u{302}algo",
      String(repeating: "a title ", count: 60), String(repeating: "ü", count: 500),
      String(repeating: "日本", count: 250),
    ])
  func kept(text: String) {
    #expect(text.bounded(.title).unicodeScalars.elementsEqual(text.unicodeScalars))
  }

  @Test("what is cut ends with an ellipsis and keeps its beginning") func ellipsis() {
    let short = String(repeating: "abcd ", count: 200).bounded(.title)
    #expect(short.count == MetadataLength.title.characters)
    #expect(short.hasPrefix("abcd abcd ") && short.hasSuffix("…"))
  }

  @Test("tags are cut, and of those that become the same one stays") func tags() throws {
    var article = Article(
      address: try WebAddress("https://a.example/"), savedAt: Timestamp(milliseconds: 0))
    let long = String(repeating: "t", count: 1_000_000)
    article.tags = ["short", long + "1", "other", long + "2"]
    #expect(article.tags == ["short", String(repeating: "t", count: 99) + "…", "other"])
    let before = article.tags
    article.tags.append("short-too")
    #expect(article.tags == before + ["short-too"])
  }
}
