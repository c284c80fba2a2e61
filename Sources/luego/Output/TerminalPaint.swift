import ReadingList
import TerminalKit
import Typesetting

/// Writes typeset lines with the sequences by which terminals take styles, colors and links.
///
/// The colors are the terminal's own sixteen, so that they suit its background.
struct TerminalPaint {
  /// Whether roles have colors; weight and underline say it otherwise.
  let usesColor: Bool

  private static let escape = "\u{1b}"

  /// A line without the spaces at its end.
  func line(_ line: TypesetLine, links: [TypesetText.Link]) -> String {
    var runs = line.runs
    while let last = runs.last, last.text.allSatisfy({ $0 == " " }) { runs.removeLast() }
    if let last = runs.indices.last {
      while runs[last].text.last == " " { runs[last].text.removeLast() }
    }
    var out = ""
    var link: Int?
    for run in runs {
      if run.link != link {
        out += Self.link(to: run.link.flatMap { Self.target(links[$0].url) })
        link = run.link
      }
      let codes = codes(of: run.style)
      let text = Output.printable(run.text)
      out +=
        codes.isEmpty
        ? text
        : "\(Self.escape)[\(codes.map(String.init).joined(separator: ";"))m\(text)\(Self.escape)[m"
    }
    if link != nil { out += Self.link(to: nil) }
    return out
  }

  private func codes(of style: Style) -> [Int] {
    let palette = Theme.terminal.palette(at: .sixteen)
    let attributes = palette.attributes(of: style)
    var codes: [Int] = []
    for (attribute, code) in [
      (Attributes.bold, 1), (.dim, 2), (.italic, 3), (.underline, 4), (.reverse, 7), (.strike, 9),
    ] where attributes.contains(attribute) { codes.append(code) }
    if usesColor, case .indexed(let number) = palette.foreground(of: style) {
      codes.append(number < 8 ? 30 + Int(number) : 82 + Int(number))
    }
    return codes
  }

  /// The beginning of a link, or the end of one.
  private static func link(to url: String?) -> String {
    "\(escape)]8;;\(url ?? "")\(escape)\\"
  }

  /// An address in the characters that a terminal takes in a link; nil for a place in the text.
  private static func target(_ url: String) -> String? {
    guard ArticleBody.anchor(of: url) == nil, url.utf8.count <= 2000 else { return nil }
    var out = ""
    for byte in url.utf8 {
      if byte > 0x20, byte < 0x7f {
        out.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        out += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return out
  }
}
