import Exchange
import TestSupport
import Testing

@Suite("Addresses in texts") struct SavedLinksTests {
  private func addresses(_ text: String) -> [String] {
    guard case .success(let links) = SavedLinks.addresses(in: text) else { return [] }
    return links.map(\.given)
  }

  @Test(
    "lose the punctuation and the brackets around them, not those inside",
    arguments: [
      ("see (https://a.example/x).", "https://a.example/x"),
      ("see https://a.example/x_(y) now", "https://a.example/x_(y)"),
      ("see https://a.example/x_(y)) now", "https://a.example/x_(y)"),
      ("[t](https://a.example/x), and", "https://a.example/x"),
      ("{https://a.example/[x]}.", "https://a.example/[x]"),
      ("see https://a.example/x)].}* now", "https://a.example/x"),
    ])
  func punctuation(text: String, wanted: String) { #expect(addresses(text) == [wanted]) }

  @Test(
    "are found in time that grows with the text, whatever stands behind them",
    .timeLimit(.minutes(5)), arguments: [")", "]", ").", "http", "http://", "(", "https:/"])
  func linear(unit: String) {
    let text = "x https://a.example/x" + String(repeating: unit, count: 200_000)
    _ = SavedLinks.addresses(in: text)
    let lines = String(repeating: "https://a.example/x\(unit)\n", count: 10_000)
    _ = SavedLinks.addresses(in: lines)
  }

  @Test("a saved page with thousands of comments is read at once", .timeLimit(.minutes(5)))
  func comments() throws {
    for unit in ["<!--", "<!-- Page saved with SingleFile url: ", "<!-- x -->"] {
      let text = "<html>" + String(repeating: unit, count: 100_000) + "<p>Text</p>"
      _ = try SavedPage(Array(text.utf8)).origin
    }
  }
}
