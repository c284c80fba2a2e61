/// A frame as a picture in SVG, which needs nothing beside it.
///
/// Text stands where its columns are, whatever font the viewer has: runs of narrow letters are stretched to
/// their columns, and whatever fonts disagree about (wide characters, signs, letters from right to left) has a
/// place of its own. Lines and blocks are drawn as shapes, so that they join.
package struct FrameDrawing {
  private let screen: Screen
  private let palette: Palette
  /// What the terminal's own colors look like.
  private let standard: (foreground: UInt32, background: UInt32)

  private var shapes = FrameShapes()
  private var texts = ""
  /// Looks of text, by what sets them, in the order of their numbers.
  private var classes: [String] = []

  /// Draws a frame with a palette; where that leaves colors to the terminal, they are those of another.
  package init(of screen: Screen, palette: Palette, standard: Palette) {
    self.screen = screen
    self.palette = palette
    let own = standard.ink(of: Style())
    self.standard = (own.foreground.bits(standard: 0), own.background.bits(standard: 0xFF_FFFF))
    let (ink, ground) = colors(of: palette.ink(of: Style()))
    for row in 0..<screen.size.rows { draw(row, on: ground) }
    if let cursor = screen.cursor, screen.isCursorVisible {
      shapes.add(x: cursor.column * 8, y: cursor.row * 8, width: 1, height: 8, ink)
    }
  }

  /// Pixels of a cell and of its letters.
  private enum Cells {
    static let columns = 9, rows = 20, letters = 15, baseline = 15
  }

  /// The document.
  package var document: String {
    let (width, height) = (screen.size.columns * Cells.columns, screen.size.rows * Cells.rows)
    let ground = colors(of: palette.ink(of: Style())).background
    let rules = classes.enumerated().map { ".c\($0){\($1)}" }.joined()
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)">
      <style>text{font:\(Cells.letters)px ui-monospace,SFMono-Regular,Menlo,'DejaVu Sans Mono',\
      'Liberation Mono',Consolas,monospace;font-variant-ligatures:none}\(rules)</style>
      <rect width="\(width)" height="\(height)" fill="\(FrameShapes.hex(ground))"/>
      \(shapes.grounds(Cells.columns, Cells.rows))\
      \(texts)\(shapes.signs(Cells.columns, Cells.rows))</svg>

      """
  }

  /// Colors as they are seen: exchanged, or the ink faded into the ground.
  private func colors(of ink: Ink) -> (foreground: UInt32, background: UInt32) {
    var foreground = ink.foreground.bits(standard: standard.foreground)
    var background = ink.background.bits(standard: standard.background)
    if ink.attributes.contains(.reverse) { swap(&foreground, &background) }
    if ink.attributes.contains(.dim) {
      foreground = [16, 8, 0].reduce(0) { mixed, shift in
        let (ink, ground) = (foreground >> shift & 255, background >> shift & 255)
        return mixed | (ink * 2 + ground) / 3 << shift
      }
    }
    return (foreground, background)
  }

  /// A piece of text that is written in one go.
  private struct Run {
    var text: String
    var columns: Range<Int>
    var look: String
    /// Whether its letters are as wide as a cell in any font, so that more can follow them.
    var isEven: Bool
  }

  private mutating func draw(_ row: Int, on ground: UInt32) {
    var runs: [Run] = []
    for column in 0..<screen.size.columns {
      let index = row * screen.size.columns + column
      let cell = screen.cells[index]
      let ink = palette.ink(of: cell.style)
      let (foreground, background) = colors(of: ink)
      if background != ground { shapes.addGround(column, row, background) }
      for (attribute, height) in [(Attributes.underline, 17), (.strike, 10)]
      where ink.attributes.contains(attribute) {
        shapes.addRule(column, y: row * Cells.rows + height, foreground)
      }
      guard !cell.text.isEmpty, cell.text != " " else { continue }
      if shapes.addSign(cell.text, column, row, foreground) { continue }
      let isWide = column + 1 < screen.size.columns && screen.cells[index + 1].text.isEmpty
      let end = column + (isWide ? 2 : 1)
      let look = look(foreground, ink.attributes)
      let isEven = !isWide && Self.isEven(cell.text)
      if let last = runs.last, isEven, last.isEven, last.look == look,
        column - last.columns.upperBound <= 1
      {
        let gap = column > last.columns.upperBound ? " " : ""
        runs[runs.count - 1].text += gap + cell.text
        runs[runs.count - 1].columns = last.columns.lowerBound..<end
      } else {
        runs.append(Run(text: cell.text, columns: column..<end, look: look, isEven: isEven))
      }
    }
    for run in runs { write(run, row) }
  }

  private mutating func write(_ run: Run, _ row: Int) {
    let number = classes.firstIndex(of: run.look) ?? classes.count
    if number == classes.count { classes.append(run.look) }
    let (x, y) = (run.columns.lowerBound * Cells.columns, row * Cells.rows + Cells.baseline)
    let length = run.text.count > 1 ? " textLength=\"\(run.columns.count * Cells.columns)\"" : ""
    texts += "<text class=\"c\(number)\" x=\"\(x)\" y=\"\(y)\"\(length)>"
    texts += run.text.asMarkup + "</text>\n"
  }

  private func look(_ color: UInt32, _ attributes: Attributes) -> String {
    "fill:\(FrameShapes.hex(color))" + (attributes.contains(.bold) ? ";font-weight:bold" : "")
      + (attributes.contains(.italic) ? ";font-style:italic" : "")
  }

  /// Latin, Greek and Cyrillic letters and what goes between them: what every font for terminals has.
  private static func isEven(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    guard scalars.count == 1, let value = scalars.first?.value else { return false }
    return value < 0x530 || (0x2010...0x2027).contains(value)
  }
}

extension String {
  /// The text between tags of XML, which has no place for some characters.
  fileprivate var asMarkup: String {
    var out = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": out += "&amp;"
      case "<": out += "&lt;"
      case ">": out += "&gt;"
      default:
        out.unicodeScalars.append(scalar.value & 0xfffe == 0xfffe ? "\u{fffd}" : scalar)
      }
    }
    return out
  }
}
