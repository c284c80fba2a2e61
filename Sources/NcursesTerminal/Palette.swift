import CNcurses
import TerminalKit

/// Colors and attributes of styles as curses numbers them.
struct Palette {
  var theme: Theme { didSet { pairs = [:] } }
  private let colors: Int
  private let isDirect: Bool
  private var pairs: [UInt32: Int32] = [:]

  init(theme: Theme, hasColor: Bool) {
    self.theme = theme
    var count = 0
    var direct = false
    if hasColor, has_colors(), start_color() == OK {
      use_default_colors()
      count = Int(luego_colors())
      direct = luego_is_direct_color()
    }
    colors = count
    isDirect = direct
    if count < 8 { self.theme = .mono }
  }

  /// The color pair of a style.
  mutating func pair(of style: Style) -> Int32 {
    guard colors >= 8 else { return 0 }
    let key = UInt32(style.role.rawValue) << 8 | UInt32(style.surface.rawValue)
    if let known = pairs[key] { return known }
    let pair = alloc_pair(
      number(theme.foreground(style.role)),
      number(theme.background(style.surface))
    )
    pairs[key] = max(0, pair)
    return max(0, pair)
  }

  /// Gives the window the base surface, so that what is erased looks like it.
  mutating func apply(toBackgroundOf window: UnsafeMutablePointer<WINDOW>?) {
    guard colors >= 8 else { return }
    wbkgdset(window, UInt32(32) | (UInt32(pair(of: Style())) & 0xff) << 8)
  }

  private func number(_ color: Color) -> Int32 {
    if isDirect, case .rgb(let r, let g, let b) = color {
      return Int32(r) << 16 | Int32(g) << 8 | Int32(b)
    }
    return color.index(among: colors).map { Int32($0) } ?? -1
  }

  /// The attributes of a style.
  func attributes(of style: Style) -> UInt32 {
    let set = theme.attributes(of: style)
    var bits: UInt32 = 0
    if set.contains(.bold) { bits |= luego_a_bold() }
    if set.contains(.italic) { bits |= luego_a_italic() }
    if set.contains(.underline) { bits |= luego_a_underline() }
    if set.contains(.reverse) { bits |= luego_a_reverse() }
    if set.contains(.dim) || set.contains(.strike) { bits |= luego_a_dim() }
    return bits
  }
}
