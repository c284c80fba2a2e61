import ReadingList
import TestSupport
import Testing

@Suite("A query") struct QueryTests {
  @Test(
    "says what is wrong with it",
    arguments: [
      ("is:odd", "is:odd"), ("in:nowhere", "in:nowhere"), ("has:wings", "has:wings"),
      ("minutes:x", "minutes:x"), ("minutes:9..5", "minutes:9..5"), ("minutes:..", "minutes:.."),
      ("older:soon", "older:soon"), ("older:99999999999999999999d", "older:"),
      ("saved:monday", "saved:monday"), ("tag:", "tag:"), ("tag:\"\"", "tag:"),
      ("words:99999999999999999999", "words:"), ("progress:200", "0 to 100"),
      ("progress:5..101", "0 to 100"), ("progress:-5", "progress:-5"),
      ("minutes:-5..10", "minutes:-5..10"), ("\"open", "closing quote"), ("-tag:*", "has:tags"),
      ("note:*", "has:note"), ("site:*", "site: needs a value"), ("title:(a b)", "title:\"a b\""),
      ("tag:(a or b)", "(tag:a or tag:b)"),
    ])
  func errors(text: String, part: String) {
    let error = #expect(throws: Query.ParseError.self) { try Query(parsing: text) }
    #expect(error?.message.contains(part) == true)
    #expect(error?.message.contains("\n") == false)
  }

  @Test("takes addresses, times and lone signs for words") func words() throws {
    for text in [
      "https://example.com", "12:30", "-", "--", "a-b", ":x", "\"\"", "-\"quoted words\"",
    ] { #expect(throws: Never.self) { try Query(parsing: text) } }
  }
}

@Suite("Tags") struct TagTests {
  @Test(
    "are made plain",
    arguments: [
      ("\u{301}", nil), ("\u{200b}", nil), ("\u{2060}\u{200d}", nil), ("\u{2067}", nil),
      ("\u{200b} \u{301}", nil), ("\u{3164}", nil), ("می\u{200c}شود", "می\u{200c}شود"),
      ("design", "design"), ("  deep   work ", "deep work"), ("#swift", "swift"), ("##  x", "x"),
      ("a,b", "a b"), ("line\nfeed", "line feed"), ("e\u{1b}[31mvil", "e[31mvil"),
      ("a\u{202e}b", "ab"), ("", nil), (" , ", nil), ("#", nil), ("👩‍👩‍👧", "👩‍👩‍👧"),
      (String(repeating: "x", count: 59) + " y", String(repeating: "x", count: 59)),
    ] as [(String, String?)])
  func normalized(given: String, tag: String?) {
    #expect(normalizedTag(given) == tag)
    if let tag { #expect(normalizedTag(tag) == tag) }
  }

  @Test(
    "are parted by commas where a person types them, and keep their spaces",
    arguments: [
      ("a,b", ["a", "b"]), ("to read, #todo,, ", ["to read", "todo"]), ("a, a", ["a"]), ("", nil),
      (" , ", nil), ("a,#", nil), ("a,#" + String(repeating: "x", count: 61), nil),
      ("#" + String(repeating: "x", count: 60), [String(repeating: "x", count: 60)]),
    ] as [(String, [String]?)])
  func parsed(given: String, expected: [String]?) { #expect((try? parsedTags(given)) == expected) }

  @Test("keep their names where those below them would get ones that are too long") func growing() {
    let long = String(repeating: "x", count: 56)
    let tags = ["other", "go", "go/" + long]
    #expect(problem(renaming: "go", to: "rust", among: tags)?.contains("60 characters") == true)
    #expect(problem(renaming: "go", to: "c", among: tags) == nil)
    #expect(problem(renaming: "other", to: "another", among: tags) == nil)
    // A tag that was already too long may become shorter.
    #expect(problem(renaming: "go", to: "c", among: ["go/" + long + long]) == nil)
    #expect(problem(renaming: "go", to: "go", among: tags)?.contains("already") == true)
    #expect(problem(renaming: "go", to: "go/go", among: tags)?.contains("below itself") == true)
  }
}
