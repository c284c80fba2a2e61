/// A style as shown: the colors and attributes that a palette gives it.
package struct Ink: Hashable, Sendable {
  package var attributes: Attributes
  package var foreground: Color
  package var background: Color

  package static let plain = Ink(attributes: [], foreground: .standard, background: .standard)

  /// The SGR sequence that resets and selects it: ECMA-48, with the extensions for 256 and RGB
  /// colors.
  package var sequence: String {
    let codes =
      ["0"] + attributes.codes.map(String.init) + [foreground.codes(isBackground: false)] + [
        background.codes(isBackground: true)
      ]
    return "\u{1b}[\(codes.filter { !$0.isEmpty }.joined(separator: ";"))m"
  }
}

extension Palette {
  /// The only place where styles become colors.
  package func ink(of style: Style) -> Ink {
    let role = roles[Int(style.role.rawValue)]
    let surface = surfaces[Int(style.surface.rawValue)]
    var added = role.attributes
    // Dim text is hard to read on a colored ground with a single ink; reversed, it would dim the
    // ground.
    if surface.ink != nil || surface.attributes.contains(.reverse) { added.remove(.dim) }
    var ink = Ink(
      attributes: style.attributes.union(added).union(surface.attributes),
      foreground: surface.ink ?? role.color, background: surface.color)
    if let paint = style.paint {
      ink.foreground = paint.foreground == .standard ? surface.color : paint.foreground
      if paint.background != .standard { ink.background = paint.background }
    }
    if ink.attributes.remove(.solid) != nil, !ink.attributes.contains(.reverse) {
      ink.background = ink.foreground
    }
    // Many terminals show bold black as gray, which is unreadable on a colored ground.
    if ink.foreground == .indexed(0) { ink.attributes.remove(.bold) }
    return ink
  }
}

extension Attributes {
  fileprivate var codes: [Int] {
    let all: [(Attributes, Int)] = [
      (.bold, 1), (.dim, 2), (.italic, 3), (.underline, 4), (.reverse, 7), (.strike, 9),
    ]
    return all.filter { contains($0.0) }.map(\.1)
  }
}

extension Color {
  /// The SGR parameters of the color; empty for the terminal's own.
  fileprivate func codes(isBackground: Bool) -> String {
    let base = isBackground ? 40 : 30
    return switch self {
    case .standard: ""
    case .rgb(let r, let g, let b): "\(base + 8);2;\(r);\(g);\(b)"
    case .indexed(let number) where number < 8: String(base + Int(number))
    case .indexed(let number) where number < 16: String(base + 52 + Int(number))
    case .indexed(let number): "\(base + 8);5;\(number)"
    }
  }
}

extension Screen {
  /// The rows with SGR sequences and without links; each begins and ends with no attribute in
  /// effect.
  package func styledRows(_ palette: Palette) -> [String] {
    (0..<size.rows).map { row in
      var text = ""
      var current = Ink.plain
      for cell in cells[row * size.columns..<(row + 1) * size.columns] where !cell.text.isEmpty {
        let ink = palette.ink(of: cell.style)
        if ink != current { text += ink == .plain ? "\u{1b}[m" : ink.sequence }
        current = ink
        text += cell.text
      }
      return current == .plain ? text : text + "\u{1b}[m"
    }
  }
}
