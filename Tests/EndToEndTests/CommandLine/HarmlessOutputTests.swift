import Foundation
import TestSupport
import Testing

@Suite("What may reach a terminal", .endsAtAll) struct HarmlessOutputTests {
  private static let hostile: [Unicode.Scalar] = [
    "\u{e0041}", "\u{202e}", "\u{2066}", "\u{200f}", "\u{61c}", "\u{9b}", "\u{7}", "\u{1b}",
  ]

  @Test(
    "is printable: nothing hidden and nothing that turns text around",
    arguments: ["text", "markdown", "html", "json"])
  func output(format: String) async throws {
    let home = try Home()
    let marks = String(String.UnicodeScalarView(Self.hostile))
    let page = """
      <html><head><title>One \(marks) # Two</title></head><body><article>
      \(String(repeating: "<p>A sentence with \(marks) in it, and others after it.</p>", count: 20))
      </article></body></html>
      """
    let file = try home.directory.write("page.html", text: page)
    let added = try await home.luego("add", "https://a.example/", "--html", file)
    let outcomes = [
      added, try await home.luego("list"), try await home.luego("list", "--json"),
      try await home.luego("show", "url:a.example", "--format", format),
      try await home.luego("extract", file, "--format", format),
      try await home.luego("--snapshot", "120x40", "--keys", "<enter>"),
    ]
    for outcome in outcomes {
      #expect(outcome.status == 0)
      for scalar in Self.hostile { #expect(!outcome.text.unicodeScalars.contains(scalar)) }
    }
    if format == "markdown" {
      try await home.luego("edit", "url:a.example", "--title", "*Stars* and [links](x) <b>")
      let shown = try await home.luego("show", "url:a.example", "--format", format)
      #expect(shown.lines.first == "# \\*Stars\\* and \\[links\\](x) \\<b>")
    }
    if format == "json" { #expect(outcomes[3].text.contains("\\udb40\\udc41\\u200f")) }
    if format == "html" { #expect(outcomes[3].text.contains("&#x200f;")) }
  }
}
