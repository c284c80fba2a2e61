import Reader
import ReadingList
import Terminal

/// Formats typeset lines with terminal sequences for styles, colors and links.
struct TerminalPaint {
  private let palette: Palette

  private static let escape = "\u{1b}"

  /// Without color, attributes such as bold and underline remain.
  init(usesColor: Bool) { palette = usesColor ? .printed : Theme.mono.palette(at: .none) }

  /// Without trailing spaces.
  func line(_ line: TypesetLine, links: [String]) -> String {
    var runs = line.runs
    while let last = runs.last, last.text.allSatisfy({ $0 == " " }) { runs.removeLast() }
    if let last = runs.indices.last {
      while runs[last].text.last == " " { runs[last].text.removeLast() }
    }
    var out = ""
    var link: Int?
    for run in runs {
      if run.link != link {
        out += Self.link(to: run.link.flatMap { Self.target(links[$0]) })
        link = run.link
      }
      let ink = palette.ink(of: run.style)
      let text = Output.printable(run.text)
      out += ink == .plain ? text : "\(ink.sequence)\(text)\(Self.escape)[m"
    }
    if link != nil { out += Self.link(to: nil) }
    return out
  }

  private static func link(to url: String?) -> String { "\(escape)]8;;\(url ?? "")\(escape)\\" }

  /// Escaped for a terminal link; nil for an anchor, or over 2000 bytes.
  private static func target(_ url: String) -> String? {
    guard ArticleBody.anchor(of: url) == nil, url.utf8.count <= 2000 else { return nil }
    return url.percentEncoded { $0 > 0x20 && $0 < 0x7f }
  }
}
