import ArticleSearch
import Testing

@Suite("Excerpts")
struct SnippetTests {
  @Test("the parts of an excerpt are its text, marked and not")
  func parts() {
    let snippet = SearchSnippet(text: "… a brook, and", marks: [6..<11])
    #expect(snippet.parts.map(\.text) == ["… a ", "brook", ", and"])
    #expect(snippet.parts.map(\.text).joined() == snippet.text)
  }
}
