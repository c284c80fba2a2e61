import CNcurses
import TerminalKit

/// Colors and attributes of styles as curses numbers them.
struct Palette {
  /// The theme that was asked for.
  var theme: Theme {
    didSet {
      effective = Self.effective(theme, colors: colors)
      pairs = [:]
    }
  }
  /// How many colors there are; 0 for none.
  let colors: Int
  /// What is used of the theme on this terminal.
  private var effective: Theme
  private let isDirect: Bool
  private var pairs: [UInt32: Int32] = [:]

  /// Colors that a theme with colors of its own needs.
  private static let fine = 256

  /// Starts color on the current screen.
  init(theme: Theme, hasColor: Bool) {
    var count = 0
    if hasColor, has_colors(), start_color() == OK {
      use_default_colors()
      count = Int(luego_colors())
    }
    colors = count < 8 ? 0 : count
    isDirect = count >= 1 << 24 && luego_is_direct_color()
    self.theme = theme
    effective = Self.effective(theme, colors: colors)
  }

  /// Where there is no color, attributes say everything; among 8 or 16, fine shades would fall
  /// together, so that a selection could not be seen: there the terminal's own colors are used.
  static func effective(_ theme: Theme, colors: Int) -> Theme {
    if colors < 8 { return .mono }
    let isFine = (theme.foregrounds + theme.backgrounds).contains {
      if case .rgb = $0 { true } else { false }
    }
    return isFine && colors < fine ? .terminal : theme
  }

  /// The color pair of a style.
  mutating func pair(of style: Style) -> Int32 {
    guard colors > 0 else { return 0 }
    let key = UInt32(style.role.rawValue) << 8 | UInt32(style.surface.rawValue)
    if let known = pairs[key] { return known }
    let pair = alloc_pair(
      number(effective.foreground(style.role)),
      number(effective.background(style.surface))
    )
    pairs[key] = max(0, pair)
    return max(0, pair)
  }

  private func number(_ color: Color) -> Int32 {
    guard isDirect else { return color.index(among: colors).map { Int32($0) } ?? -1 }
    switch color {
    case .standard: return -1
    // The first eight numbers of a direct color terminal are the named colors.
    case .named(let number): return Int32(number % 8)
    case .rgb(let r, let g, let b): return max(8, Int32(r) << 16 | Int32(g) << 8 | Int32(b))
    }
  }

  /// The attributes of a style.
  func attributes(of style: Style) -> UInt32 {
    let set = effective.attributes(of: style)
    var bits: UInt32 = 0
    if set.contains(.bold) { bits |= luego_a_bold() }
    if set.contains(.italic) { bits |= luego_a_italic() }
    if set.contains(.underline) { bits |= luego_a_underline() }
    if set.contains(.reverse) { bits |= luego_a_reverse() }
    // Curses cannot strike out.
    if set.contains(.dim) || set.contains(.strike) { bits |= luego_a_dim() }
    return bits
  }

  /// The sequence that selects a style, for text that is written past curses.
  func rendition(of style: Style) -> String {
    let set = effective.attributes(of: style)
    var parameters = ["0"]
    let numbers: [(Attributes, String)] = [
      (.bold, "1"), (.dim, "2"), (.strike, "2"), (.italic, "3"), (.underline, "4"), (.reverse, "7"),
    ]
    for (attribute, number) in numbers where set.contains(attribute) { parameters.append(number) }
    if colors > 0 {
      parameters += codes(of: effective.foreground(style.role), base: 30)
      parameters += codes(of: effective.background(style.surface), base: 40)
    }
    return "\u{1b}[" + parameters.joined(separator: ";") + "m"
  }

  private func codes(of color: Color, base: Int) -> [String] {
    if isDirect, case .rgb(let r, let g, let b) = color {
      return ["\(base + 8)", "2", "\(r)", "\(g)", "\(b)"]
    }
    guard let index = color.index(among: min(colors, Self.fine)) else { return [] }
    if index < 8 { return ["\(base + index)"] }
    return index < 16 ? ["\(base + 60 + index - 8)"] : ["\(base + 8)", "5", "\(index)"]
  }
}
