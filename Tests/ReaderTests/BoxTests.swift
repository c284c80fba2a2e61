import Reader
import ReadingList
import Terminal
import TestSupport
import Testing

/// What opens a box or a panel, and from where.
struct Opening: CustomTestStringConvertible, Sendable {
  var name: String
  var before = ""
  var keys: String
  /// Whether keys are typed into it, so that `j` does not move.
  var isTyped = false
  /// Whether it covers no panes: a panel or the inspector.
  var isPane = false

  var testDescription: String { name }

  static let all = [
    Opening(name: "lists", keys: "gl", isTyped: true),
    Opening(name: "sort", keys: "S", isTyped: true),
    Opening(name: "tags", keys: "t", isTyped: true),
    Opening(name: "remove tag", keys: "T", isTyped: true),
    Opening(name: "filter", keys: "+", isTyped: true),
    Opening(name: "palette", keys: "<C-p>", isTyped: true),
    Opening(name: "settings", keys: ",", isTyped: true),
    Opening(name: "themes", keys: ":theme<enter>", isTyped: true),
    Opening(name: "share", keys: ":share<enter>", isTyped: true),
    Opening(name: "sources", before: "gd", keys: "S", isTyped: true),
    Opening(name: "categories", before: "gd", keys: "c", isTyped: true),
    Opening(name: "a link's menu", before: "<enter>", keys: "Fs", isTyped: true),
    Opening(name: "a footnote", before: "<enter>", keys: "Fa"),
    Opening(name: "help", keys: "?"), Opening(name: "statistics", keys: "gs"),
    Opening(name: "question", keys: "D"),
    Opening(name: "trash question", before: "jdk", keys: ":empty-trash<enter>"),
    Opening(name: "command line", keys: ":", isTyped: true),
    Opening(name: "completion", keys: ":the<tab>", isTyped: true),
    Opening(name: "find", keys: "/", isTyped: true),
    Opening(name: "find in the text", before: "<enter>", keys: "/", isTyped: true),
    Opening(name: "add", keys: "a", isTyped: true),
    Opening(name: "note", before: "<enter>", keys: "c", isTyped: true),
    Opening(name: "title", keys: ":title<enter>", isTyped: true),
    Opening(name: "write", before: "<enter>", keys: "w", isTyped: true),
    Opening(name: "links", before: "<enter>", keys: "L", isPane: true),
    Opening(name: "contents", before: "<enter>", keys: "gT", isPane: true),
    Opening(name: "notes", before: "<enter>", keys: "gn", isPane: true),
    Opening(name: "messages", keys: "gm", isPane: true),
  ]
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
    "2.19 2.21 3.2 opens, draws nothing that a terminal may not be given, and Esc gives back all",
    arguments: Opening.all.filter { $0.name != "a link's menu" },
    [
      Size(columns: 140, rows: 40), Size(columns: 60, rows: 20), Size(columns: 40, rows: 12),
    ])
  func opens(opening: Opening, size: Size) async throws {
    for glyphs in [Glyphs.unicode, .ascii] {
      let driver = try await driver(size, glyphs: glyphs)
      try await driver.press(opening.before)
      driver.model.status = nil
      let before = driver.interface.frame()
      let (focus, position) = (driver.interface.focus, driver.model.reader.position)
      let open = try await driver.press(opening.keys)
      #expect(open.textRows != before.textRows, "\(driver.text)")
      #expect(driver.interface.overlays.count == (opening.isPane ? 0 : 1), "\(driver.text)")
      for keys in [""] + (opening.isTyped ? ["x", "<down>"] : ["j", "G", "g"]) {
        if driver.box?.isQuestion == true || opening.name == "a footnote" { break }
        let screen = try await driver.press(keys)
        #expect(screen.controlCharacter == nil && screen.tornCharacter == nil, "\(driver.text)")
        if glyphs == .unicode { #expect(screen.brokenBox == nil, "\(driver.text)") }
      }
      #expect(open.controlCharacter == nil && open.tornCharacter == nil)
      // The first Esc may end only what is typed.
      for _ in 0..<2 where !driver.interface.overlays.isEmpty || driver.interface.focus != focus {
        try await driver.press("<esc>")
      }
      driver.model.status = nil
      #expect(driver.interface.overlays.isEmpty && driver.interface.focus == focus)
      #expect(opening.isPane || driver.model.reader.position == position)
      let after = driver.interface.frame()
      if opening.isPane { continue }
      #expect(after == before, "\(after.textRows.joined(separator: "\n"))")
    }
  }

  @Test(
    "3.4 a click outside closes it and nothing else, one inside does not, and the wheel moves no cursor",
    arguments: Opening.all.filter {
      !$0.isPane && !["command line", "completion", "find", "find in the text"].contains($0.name)
    })
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
    // Elsewhere something may stand there that a click runs.
    if ["add", "question"].contains(opening.name) {
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
