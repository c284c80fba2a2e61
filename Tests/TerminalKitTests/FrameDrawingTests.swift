import Foundation
import FoundationXML
import TerminalKit
import Testing

@Suite("Pictures of frames")
struct FrameDrawingTests {
  /// What a parser finds in a picture: each element with its attributes and its text.
  private final class Elements: NSObject, XMLParserDelegate {
    var all: [(name: String, attributes: [String: String], text: String)] = []
    private var isBetween = false

    func parser(
      _ parser: XMLParser,
      didStartElement name: String,
      namespaceURI: String?,
      qualifiedName: String?,
      attributes: [String: String]
    ) {
      all.append((name, attributes, ""))
      isBetween = false
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
      if !isBetween { all[all.count - 1].text += text }
    }

    func parser(
      _ parser: XMLParser,
      didEndElement name: String,
      namespaceURI: String?,
      qualifiedName: String?
    ) {
      // What stands between elements belongs to the one around them.
      isBetween = true
    }
  }

  private func elements(
    _ screen: Screen,
    _ theme: Theme = .night
  ) throws -> [(name: String, attributes: [String: String], text: String)] {
    let picture = FrameDrawing(
      of: screen,
      palette: theme.palette(at: .full),
      standard: Theme.night.palette(at: .full)
    ).document
    let parser = XMLParser(data: Data(picture.utf8))
    let found = Elements()
    parser.delegate = found
    try #require(parser.parse(), "\(picture)")
    return found.all
  }

  private func screen(_ columns: Int, _ lines: [(String, Style)]) -> Screen {
    var screen = Screen(size: Size(columns: columns, rows: lines.count))
    for (row, line) in lines.enumerated() {
      screen.put(line.0, at: Point(column: 0, row: row), style: line.1, clip: screen.bounds)
    }
    return screen
  }

  @Test(
    "text stands at its columns: narrow runs are stretched to theirs, wide characters have their own"
  )
  func columns() throws {
    let texts = try elements(screen(20, [("ab c  漢字d", Style())])).filter { $0.name == "text" }
    #expect(texts.map(\.text) == ["ab c", "漢", "字", "d"])
    #expect(texts.map { $0.attributes["x"] } == ["0", "54", "72", "90"])
    #expect(texts.map { $0.attributes["textLength"] } == ["36", nil, nil, nil])
  }

  @Test("whatever a title says is text, and the picture is well-formed")
  func hostile() throws {
    let titles =
      awkwardTexts + [
        "</text><script>alert(1)</script>", "&amp; &#0; ]]> <!-- \u{fffe}\u{ffff}\u{1fffe}",
        "\"'&<>",
      ]
    for title in titles {
      let all = try elements(screen(60, [(title, Style())]))
      #expect(all.allSatisfy { ["svg", "style", "rect", "path", "text"].contains($0.name) })
      #expect(
        all.allSatisfy { element in !element.attributes.values.contains { $0.contains("&") } }
      )
    }
    let texts = try elements(screen(60, [("a<b>&amp;\u{fffe}", Style())])).filter {
      $0.name == "text"
    }
    #expect(texts.map(\.text).joined() == "a<b>&amp;\u{fffd}")
  }

  @Test("each look is a class with its color, weight and slant; grounds are rectangles, joined")
  func looks() throws {
    let all = try elements(
      screen(
        4,
        [
          ("ab", Style(.heading, on: .selection, [.italic])), ("cd", Style(.text, on: .selection)),
          ("ef", Style()),
        ]
      )
    )
    let style = try #require(all.first { $0.name == "style" }).text
    #expect(style.contains(".c0{fill:#f3ecf5;font-weight:bold;font-style:italic}"))
    #expect(style.contains(".c1{fill:#e4e2e8}"))
    let grounds = all.filter { $0.name == "rect" }.map(\.attributes)
    #expect(grounds.count == 2 && grounds[0]["fill"] == "#141519")
    #expect(grounds[1] == ["x": "0", "y": "0", "width": "18", "height": "40", "fill": "#453a50"])
  }

  @Test("without colors, exchanged ones, underlines and strokes still show")
  func mono() throws {
    let all = try elements(
      screen(8, [("ab cd", Style(.link, on: .base, [.strike])), ("x", Style(on: .selection))]),
      .mono
    )
    let rects = all.filter { $0.name == "rect" }.map(\.attributes)
    #expect(
      rects.filter { $0["height"] == "1" }.map { [$0["y"], $0["width"]] } == [
        ["17", "45"], ["10", "45"],
      ]
    )
    #expect(rects.contains { $0["y"] == "20" && $0["fill"] == "#e4e2e8" && $0["width"] == "9" })
    let style = try #require(all.first { $0.name == "style" }).text
    #expect(style.contains(".c1{fill:#141519}"))
  }

  @Test("lines that touch are one stroke, and blocks are shapes")
  func lines() throws {
    let all = try elements(
      screen(5, [("╭──╮", Style()), ("│▌ │", Style()), ("│  │", Style()), ("▁▁", Style())])
    )
    #expect(!all.contains { $0.name == "text" })
    let strokes = all.filter { $0.attributes["stroke"] != nil }.compactMap { $0.attributes["d"] }
    #expect(strokes.count == 1)
    #expect(strokes[0].contains("M9 10h18") && strokes[0].contains("M4.5 20v40"))
    let blocks = all.filter { $0.name == "path" && $0.attributes["stroke"] == nil }
      .compactMap { $0.attributes["d"] }
    #expect(blocks == ["M9 20h4.5v20h-4.5z", "M0 77.5h18v2.5h-18z"])
  }

  @Test("rows with sequences say what changes, and end with nothing in effect")
  func sequences() {
    let screen = screen(3, [("a漢", Style(.heading)), ("", Style())])
    #expect(
      screen.styledRows(Theme.night.palette(at: .full)) == [
        "\u{1b}[0;1;38;2;243;236;245;48;2;20;21;25ma漢\u{1b}[m",
        "\u{1b}[0;38;2;228;226;232;48;2;20;21;25m   \u{1b}[m",
      ]
    )
    #expect(
      screen.styledRows(Theme.mono.palette(at: .full)) == ["\u{1b}[0;1ma漢\u{1b}[m", "   "]
    )
    #expect(
      screen.styledRows(Theme.night.palette(at: .cube))[1]
        == "\u{1b}[0;38;5;254;48;5;233m   \u{1b}[m"
    )
    #expect(
      screen.styledRows(Theme.night.palette(at: .sixteen))[1] == "\u{1b}[0;97;40m   \u{1b}[m"
    )
  }

  @Test(
    "has quadrants as shapes, which together fill the cell",
    arguments: [
      ("▖▝", 2), ("▗▘", 2), ("▙", 2), ("▚", 2), ("▛", 2), ("▜", 2), ("▞", 2), ("▟", 2), ("▔", 1),
      ("▕", 1),
    ]
  )
  func quadrants(_ text: String, _ shapes: Int) throws {
    let found = try elements(screen(text.count, [(text, Style())]))
    #expect(!found.contains { $0.name == "text" })
    // Quadrants side by side are one.
    #expect(found.count { $0.name == "path" } == shapes)
  }
}
