import Reader
import Terminal
import TestSupport
import Testing

@Suite("Pasting") struct PastingTests {
  private static func links(_ count: Int) -> String {
    (0..<count).map { "https://example.invalid/articles/\($0)" }.joined(separator: "\n")
  }

  /// The text of the line being typed.
  private static func line(_ driver: Driver) -> String? {
    if let prompt = driver.interface.overlays.last as? Prompt { return prompt.editor.text }
    return driver.box?.list.editor?.text
  }

  @Test("the cursor of a line stands behind what is before it") func cursor() {
    var editor = LineEditor("日本 text")
    #expect(editor.view(columns: 40).cursor == 9)
    _ = editor.take(Key(.home))
    #expect(editor.view(columns: 40) == ("日本 text", 0, 0))
    _ = editor.take(Key(.end))
    #expect(editor.view(columns: 5) == ("text", 3, 4))
    for character in "e\u{301}\u{302}".unicodeScalars {
      _ = editor.take(Key(.character(Character(character))))
    }
    #expect(editor.view(columns: 40).cursor == 10)
    _ = editor.take(Key(.backspace))
    #expect(editor.text == "日本 text")
  }

  @Test(
    "eight hundred links are one line, and each key after them one frame",
    arguments: ["a", "/", ":"])
  func manyLinks(keys: String) async throws {
    let driver = try Driver(articles: threeSamples)
    try await driver.press(keys)
    driver.interface.handle(.paste(Self.links(800)))
    #expect(Self.line(driver) == Self.links(800).replacing("\n", with: " "))
    for key in [Key(.left), Key(.backspace), Key(.character("x")), Key(.home), Key(.end)] {
      for _ in 0..<20 {
        driver.interface.handle(.key(key))
        _ = driver.interface.frame()
      }
    }
    #expect(Self.line(driver)?.hasPrefix("https://example.invalid/articles/0 ") == true)
  }

  @Test(
    "keys without a frame between them do what they do one by one",
    arguments: [
      ("", "/calm<enter>"), ("", "/calm<esc>"), ("/calm<enter>", "/<esc>"),
      ("<enter>", "/number<enter>"), ("", ":go<space>fav<tab><enter>"),
    ])
  func together(first: String, keys: String) async throws {
    let (one, many) = (try Driver(articles: threeSamples), try Driver(articles: threeSamples))
    for driver in [one, many] { try await driver.press(first) }
    let expected = try await one.press(keys)
    for key in try Keymap.keys(notation: keys) { many.interface.handle(.key(key)) }
    let found = await many.settle()
    #expect(found.textRows == expected.textRows)
  }

  @Test("a list's filter is bounded after Tab, too") func filterAfterTab() async throws {
    let driver = try Driver(articles: threeSamples)
    try await driver.press("t<tab>")
    await driver.type(String(repeating: "a", count: 1100))
    #expect(Self.line(driver)?.count == 1000)
  }

  @Test("Tab leaves what was pasted behind a completion") func pastedBehind() async throws {
    let driver = try Driver(articles: threeSamples)
    try await driver.press(":go<space><tab><tab>")
    driver.interface.handle(.paste("pasted"))
    let typed = try #require(Self.line(driver))
    #expect(typed.hasPrefix("go ") && typed.hasSuffix("pasted"))
    try await driver.press("<tab>")
    #expect(Self.line(driver) == typed)
  }

  @Test("an address that is pasted after another does not join it") func twice() async throws {
    let driver = try Driver()
    driver.interface.handle(.paste("https://a.example/1"))
    driver.interface.handle(.paste("b.example/2"))
    #expect(Self.line(driver) == "https://a.example/1 b.example/2")
    // Typed text continues.
    try await driver.press("<C-u>https://")
    driver.interface.handle(.paste("c.example/3"))
    #expect(Self.line(driver) == "https://c.example/3")
    try await driver.press("<esc>/")
    driver.interface.handle(.paste("slo"))
    driver.interface.handle(.paste("w"))
    #expect(Self.line(driver) == "slow")
  }

  @Test("Alt-Enter breaks the line, as a space, and enters nothing") func lineBreak() async throws {
    let driver = try Driver(articles: threeSamples)
    try await driver.press("ax<A-enter>y")
    #expect(Self.line(driver) == "x y")
  }

  @Test(
    "a paste that no line holds is refused as a whole, with a line that says so",
    arguments: [("a", 100), ("/", 100), (":", 100), ("?/", 100), ("", 100), ("a", 24)])
  func refused(keys: String, columns: Int) async throws {
    let driver = try Driver(size: Size(columns: columns, rows: 30), articles: threeSamples)
    if !keys.isEmpty { try await driver.press(keys) }
    driver.interface.handle(.paste(Self.links(120_000)))
    let limit = keys == "?/" ? 1000 : LineEditor.maxLength
    let words = "Nothing inserted" + (columns < 60 ? "" : ": it is longer than \(limit)")
    #expect(driver.text.contains(words))
    #expect(Self.line(driver) == "")
    await driver.type("x")
    #expect(Self.line(driver) == "x")
    if keys != "?/" { #expect(!driver.text.contains("Nothing inserted")) }
  }

  @Test("a line is bounded in scalars, also where they make few characters") func marks() {
    var editor = LineEditor()
    let marks = String(repeating: "\u{301}", count: LineEditor.maxLength)
    let isTaken = editor.insert("e" + marks)
    #expect(!isTaken && editor.text.isEmpty)
    let isTakenWhole = editor.insert(marks)
    #expect(isTakenWhole && editor.text.unicodeScalars.count <= 32)
  }
}
