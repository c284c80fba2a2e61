import ReadingList
import Testing

@Suite("The end of a query") struct QueryEndingTests {
  @Test(
    "3.12 goes on with a key, or with the value of one",
    arguments: [
      ("", "", "", nil), ("se", "", "se", nil), ("slow ti", "slow ", "ti", nil),
      ("a ", "a ", "", nil), ("-", "", "-", nil), ("-ta", "-", "ta", nil), ("(is", "(", "is", nil),
      ("(", "(", "", nil), ("is:", "is:", "", "is"), ("x -is:un", "x -is:", "un", "is"),
      ("(tag:a", "(tag:", "a", "tag"), ("tag:=Go", "tag:=", "Go", "tag"),
      ("tag:\"two w", "tag:", "two w", "tag"), ("é tag:é", "é tag:", "é", "tag"),
    ] as [(String, String, String, String?)])
  func goingOn(_ text: String, _ before: String, _ typed: String, _ key: String?) throws {
    let ending = try #require(Query.ending(of: text))
    #expect(ending.before == before && ending.typed == typed && ending.key?.name == key)
  }

  @Test(
    "is nothing that can go on behind a phrase, a key that there is not, or what is too long",
    arguments: [
      "\"a", "\"a\"", "tag:\"a\"", "wor*", "(a)", "a or",
      String(repeating: "a", count: Query.maxLength + 1),
    ])
  func ended(_ text: String) { #expect(Query.ending(of: text) == nil) }

  @Test("what is offered behind a key is understood there") func offered() throws {
    for key in Query.keys {
      for word in key.words + key.examples { _ = try Query(parsing: "\(key.name):\(word)") }
    }
  }
}
