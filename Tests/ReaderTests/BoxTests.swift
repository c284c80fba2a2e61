import Reader
import ReadingList
import Terminal
import Testing

/// Keys that open a box or a panel, after keys that lead to where they work.
struct Opening: CustomTestStringConvertible, Sendable {
  var before: String
  var keys: String
  var kind: Kind

  enum Kind { case typed, untyped, pane }

  var testDescription: String { before + " " + keys }

  private init(_ keys: String, after before: String = "", _ kind: Kind) {
    (self.before, self.keys, self.kind) = (before, keys, kind)
  }

  /// Boxes with a text field, in which `j` does not move the cursor.
  private static let typed =
    [
      "gl", "S", "t", "T", "+", "<C-p>", ",", ":theme<enter>", ":share<enter>", ":", ":the<tab>",
      "/", "a", ":title<enter>",
    ].map { Opening($0, .typed) } + ["S", "c"].map { Opening($0, after: "gd", .typed) }
    + ["/", "c", "w"].map { Opening($0, after: "<enter>", .typed) }

  /// Commands that cover no pane.
  private static let panes =
    ["L", "gT", "gn"].map { Opening($0, after: "<enter>", .pane) } + [Opening("gm", .pane)]

  static let all =
    typed + panes + ["?", "gs", "D"].map { Opening($0, .untyped) } + [
      Opening("fa", after: "<enter>", .untyped),
      Opening(":empty-trash<enter>", after: "jdk", .untyped),
    ]

  /// Prompts in the bar, where a click elsewhere hits what is there.
  static let lines = [":", ":the<tab>", "/"]
}

@Suite("Every box and panel") struct BoxTests {
  private static let text =
    "<h2>\(unprintable)One</h2><p>A claim<sup><a href=\"#n1\" role=\"doc-noteref\">1</a></sup> with a "
    + "<a href=\"https://example.com/one\">\(unprintable)link</a>.</p>"
    + (1...40).map { "<p>Paragraph \($0) goes on.</p>" }.joined()
    + "<section role=\"doc-endnotes\"><ol>\n<li id=\"n1\" data-label=\"1\"><p>Its source.</p></li>\n"
    + "</ol></section>"

  private func driver(_ size: Size, glyphs: Glyphs = .unicode) async throws -> Driver {
    let first = Sample(
      url: "https://calm.dev/story", title: unprintable + "A story", html: Self.text,
      savedAt: "2026-11-21T11:30:00Z", site: unprintable, tags: ["calm", "slow"])
    let driver = try Driver(size: size, glyphs: glyphs, articles: [first] + threeSamples, seed: 1)
    await driver.settle()
    return driver
  }

  @Test(
    "2.19 2.21 3.2 opens, draws what a terminal may be given, and Esc gives back all",
    arguments: Opening.all,
    [(140, 40), (60, 20), (40, 12)].map { Size(columns: $0.0, rows: $0.1) })
  func opens(opening: Opening, size: Size) async throws {
    for glyphs in [Glyphs.unicode, .ascii] {
      let driver = try await driver(size, glyphs: glyphs)
      try await driver.press(opening.before)
      driver.model.status = nil
      let before = driver.interface.frame()
      let (focus, position) = (driver.interface.focus, driver.model.reader.position)
      let open = try await driver.press(opening.keys)
      #expect(open.textRows != before.textRows, "\(driver.text)")
      #expect(driver.interface.overlays.count == (opening.kind == .pane ? 0 : 1), "\(driver.text)")
      for keys in [""] + (opening.kind == .typed ? ["x", "<down>"] : ["j", "G", "g"]) {
        if driver.box?.isQuestion == true { break }
        let screen = try await driver.press(keys)
        #expect(screen.controlCharacter == nil && screen.tornCharacter == nil, "\(driver.text)")
        if glyphs == .unicode { #expect(screen.brokenBox == nil, "\(driver.text)") }
      }
      #expect(open.controlCharacter == nil && open.tornCharacter == nil)
      // The first Esc may only leave the text field.
      for _ in 0..<2 where !driver.interface.overlays.isEmpty || driver.interface.focus != focus {
        try await driver.press("<esc>")
      }
      driver.model.status = nil
      #expect(driver.interface.overlays.isEmpty && driver.interface.focus == focus)
      #expect(opening.kind == .pane || driver.model.reader.position == position)
      if opening.kind == .pane { continue }
      let after = driver.interface.frame()
      #expect(after == before, "\(after.textRows.joined(separator: "\n"))")
    }
  }

  @Test("shows on its edge that its rows go on", arguments: [",", "<C-p>"])
  func goesOn(keys: String) async throws {
    let driver = try Driver(size: Size(columns: 60, rows: 20), articles: threeSamples)
    try await driver.press(keys)
    #expect(driver.text.contains(driver.interface.glyphs.scrollbar))
    #expect(!driver.resize(100, 300).textRows.joined().contains(driver.interface.glyphs.scrollbar))
  }

  @Test(
    "3.4 a click outside closes it, one inside does not, and the wheel moves no cursor",
    arguments: Opening.all.filter { $0.kind != .pane && !Opening.lines.contains($0.keys) })
  func mouse(opening: Opening) async throws {
    let driver = try await driver(Size(columns: 140, rows: 40))
    try await driver.press(opening.before)
    driver.model.status = nil
    let before = driver.interface.frame()
    try await driver.press(opening.keys)
    let cursor = driver.box?.list.cursor
    for kind in [MouseEvent.Kind.wheelDown, .wheelUp] {
      driver.interface.handle(.mouse(MouseEvent(kind, at: Point(column: 70, row: 18))))
    }
    #expect(driver.box?.list.cursor == cursor)
    // Elsewhere a click may run whatever is there.
    if ["a", "D"].contains(opening.keys) {
      driver.interface.handle(.mouse(MouseEvent(.press, at: Point(column: 70, row: 20))))
      #expect(driver.interface.overlays.count == 1)
    }
    driver.interface.handle(.mouse(MouseEvent(.press, at: Point(column: 2, row: 39))))
    await driver.settle()
    #expect(driver.interface.overlays.isEmpty)
    driver.model.status = nil
    #expect(driver.interface.frame() == before, "\(driver.text)")
  }
}
