import Library
import ReadingList
import Testing

@Suite("Excerpts") struct SnippetTests {
  @Test("the parts of an excerpt are its text, marked and not") func parts() {
    let snippet = SearchSnippet(text: "… a brook, and", marks: [6..<11])
    #expect(snippet.parts.map(\.text) == ["… a ", "brook", ", and"])
    #expect(snippet.parts.map(\.isMarked) == [false, true, false])
  }

  private func snippet(
    _ body: String, _ terms: [Query.Test], language: String = "", length: Int = 60
  ) throws -> SearchSnippet {
    let indexed = try Indexed([document(1, "Title", body, language: language)])
    let found = try indexed.index.snippets([id(1), id(2)], for: terms, length: length)
    #expect(found.count == 1)
    return try #require(found[id(1)])
  }

  private func marked(_ snippet: SearchSnippet) -> [String] {
    snippet.parts.filter(\.isMarked).map(\.text)
  }

  private let filler = String(repeating: "lorem ipsum dolor sit amet ", count: 40)

  @Test("an excerpt shows the words where they stand together, with what is around them")
  func words() throws {
    let body = filler + "A brook. " + filler + "The old brook runs by the mill, quietly. " + filler
    let terms = [.text("brook"), .text("mill")] as [Query.Test]
    let found = try snippet(body, terms)
    #expect(marked(found) == ["brook", "mill"])
    #expect(found.text.hasPrefix("… ") && found.text.hasSuffix(" …"))
    #expect(found.text.contains("brook runs by the mill"))
    #expect(found.text.count <= 70)
  }

  @Test(
    "a piece from far on that shows all words goes before one from the beginning that shows one",
    arguments: [8 << 10, 100 << 10])
  func farOn(_ length: Int) throws {
    let far = String(repeating: filler, count: length / filler.utf8.count + 1)
    let body = "A brook. " + far + "The old brook runs by the mill. " + filler
    let terms = [.text("brook"), .text("mill")] as [Query.Test]
    #expect(marked(try snippet(body, terms)) == ["brook", "mill"])
    #expect(marked(try snippet(body, [.text("mill")])) == ["mill"])
  }

  @Test("a word is marked whole wherever in a text it stands") func whereverItStands() throws {
    for start in (8 << 10) - 8...(8 << 10) + 1 {
      let body = String(repeating: "x ", count: start / 2) + (start % 2 == 1 ? " " : "")
      #expect(marked(try snippet(body + "brooks lead", [.prefix("brook")])) == ["brooks"])
    }
  }

  @Test("words are marked in the forms that were found, with accents, and as beginnings")
  func forms() throws {
    #expect(
      marked(try snippet("He runs. Running!", [.text("run")], language: "en")) == [
        "runs", "Running",
      ])
    #expect(marked(try snippet("Un café crème", [.text("cafe")])) == ["café"])
    #expect(
      marked(try snippet("Compilers compile", [.prefix("comp")])) == ["Compilers", "compile"])
    #expect(marked(try snippet("改行禁則処理も", [.text("禁則")])) == ["禁則"])
    #expect(marked(try snippet("don't do", [.text("don't")])) == ["don't"])
  }

  @Test("the end of a word of several scripts is not taken for a word") func endOfWord() throws {
    #expect(marked(try snippet("Xßive naïve ive", [.text("ive")])) == ["ive"])
  }

  @Test("of a phrase only the whole is marked") func phrase() throws {
    let found = try snippet("Slow and web. The slow web is slow.", [.text("slow web")])
    #expect(marked(found) == ["slow web"])
  }

  @Test("holds the match wherever it stands: late, behind many others, in the note")
  func always() throws {
    let many = String(repeating: "brook ", count: 4000)
    let late = [.text("brook"), .exact("old mill")] as [Query.Test]
    #expect(try !snippet(many + "old mill", late).marks.isEmpty)
    #expect(
      marked(
        try snippet(String(repeating: "x ", count: 300_000) + "old mill", [.exact("old mill")])
      ) == ["old mill"])
    let noted = document(1, "", filler) { $0.note = "a golden word" }
    let indexed = try Indexed([noted])
    let found = try indexed.index.snippets([id(1)], for: [.text("golden")])
    #expect(found[id(1)].map(marked) == ["golden"])
  }

  @Test("tags, authors and addresses stand in the row, and not below it once more")
  func besides() throws {
    let tagged = document(1) {
      ($0.author, $0.site, $0.tags) = ("Golden", "golden.example", ["golden"])
      $0.url = "https://golden.example/golden"
    }
    let indexed = try Indexed([tagged])
    #expect(try indexed.index.matches(.text("golden")) == [id(1)])
    let found = try indexed.index.snippets([id(1)], for: [.text("golden")])
    #expect(found == [id(1): SearchSnippet(text: "", marks: [])])
  }

  @Test("without a match in the text its beginning is shown") func beginning() throws {
    let found = try snippet("Once upon a time " + filler, [.text("title")])
    #expect(found.marks.isEmpty)
    #expect(found.text.hasPrefix("Once upon a time"))
    #expect(try snippet("", [.text("title")]) == SearchSnippet(text: "", marks: []))
  }

  @Test(
    "an excerpt is one line without control characters, and its marks are whole letters",
    arguments: 0..<40)
  func clean(seed: UInt64) throws {
    var random = SeededNumbers(seed: seed + 1)
    let pieces = [
      "wort", "Wörter", "\n\n", "\t", "\u{1b}[31m", "\u{0}", "日本語", "e\u{301}", "\u{202e}",
      "\u{2028}", "👩‍👩‍👧", " ", ". ", "\u{85}", "needle", "nee\u{ad}dle", "\u{7f}",
    ]
    let body = (0..<300).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    let length = Int.random(in: 0...120, using: &random)
    let found = try snippet(
      body, [.text("needle"), .prefix("wo"), .text("本語")], length: length
    )
    for scalar in found.text.unicodeScalars {
      #expect(scalar.properties.generalCategory != .control)
      #expect(![0x202e, 0x2028, 0x2029].contains(scalar.value))
    }
    #expect(!found.text.contains("  "))
    var end = 0
    for mark in found.marks {
      #expect(mark.lowerBound >= end && mark.upperBound <= found.text.utf8.count && !mark.isEmpty)
      end = mark.upperBound
    }
    #expect(found.parts.map(\.text).joined() == found.text)
    #expect(!found.text.contains("\u{fffd}"))
  }
}
