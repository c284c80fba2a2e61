import CNcurses

/// Sets what the terminal writes with: attributes, colors, and where text leads.
///
/// Knows what is in effect, and says only what differs from it.
struct StyleWriter {
  let depth: ColorDepth
  var theme: Theme { didSet { palette = theme.palette(at: depth) } }
  private var palette: Palette
  /// Where writing begins: no attributes, the terminal's own colors.
  private let plain: String
  private let capabilities: [(attribute: Attributes, sequence: String)]
  private var current: Ink?
  private var address: String?

  /// Starts with the terminal that is described at the moment.
  ///
  /// A terminal without any color is not believed to have 24 bits, whatever the environment says.
  init(theme: Theme, hasColor: Bool, claimsFullColor: Bool) {
    let count = hasColor && luego_string("setaf") != nil ? Int(luego_number("colors")) : 0
    let described = ColorDepth(colors: luego_is_direct_color() ? ColorDepth.full.rawValue : count)
    depth = count < 8 ? .none : claimsFullColor ? .full : described
    self.theme = theme
    palette = theme.palette(at: depth)
    plain = Self.sequence("sgr0") ?? ""
    // Where attributes take a cell of their own there are none.
    let usable: [(Attributes, String)] =
      luego_number("xmc") > 0
      ? []
      : [
        (.bold, "bold"), (.dim, "dim"), (.italic, "sitm"), (.underline, "smul"), (.reverse, "rev"),
      ]
    capabilities = usable.compactMap { attribute, name in
      Self.sequence(name).map { (attribute, $0) }
    }
  }

  /// A capability as it is written; nil where there is none.
  static func sequence(_ name: String, _ first: Int = 0, _ second: Int = 0) -> String? {
    guard let filled = luego_filled(name, Int32(first), Int32(second)) else { return nil }
    return String(cString: filled).withoutPadding
  }

  mutating func forget() {
    current = nil
    address = nil
  }

  mutating func select(_ ink: Ink) -> String {
    guard ink != current else { return "" }
    defer { current = ink }
    var out = ""
    let isDefault = { (old: Color, new: Color) in old != new && new == .standard }
    var old = current ?? .plain
    if current == nil || old.attributes != ink.attributes
      || isDefault(old.foreground, ink.foreground) || isDefault(old.background, ink.background)
    {
      out += plain
      for (attribute, sequence) in capabilities where ink.attributes.contains(attribute) {
        out += sequence
      }
      old = .plain
      old.attributes = ink.attributes
    }
    if old.foreground != ink.foreground { out += sequence(ink.foreground, isBackground: false) }
    if old.background != ink.background { out += sequence(ink.background, isBackground: true) }
    return out
  }

  /// Returns what begins a link, or ends one.
  mutating func setHyperlink(_ address: String?) -> String {
    guard address != self.address else { return "" }
    self.address = address
    return "\u{1b}]8;;\(address ?? "")\u{1b}\\"
  }

  func ink(of style: Style) -> Ink {
    var ink = palette.ink(of: style)
    // Terminals are seldom described as able to strike out.
    if ink.attributes.contains(.strike) { ink.attributes.insert(.dim) }
    ink.attributes.remove(.strike)
    return ink
  }

  private func sequence(_ color: Color, isBackground: Bool) -> String {
    if case .indexed(let number) = color, depth < .full {
      return Self.sequence(isBackground ? "setab" : "setaf", Int(number)) ?? ""
    }
    // Descriptions of direct color take numbers for red, green and blue.
    let codes = color.codes(isBackground: isBackground)
    return codes.isEmpty ? "" : "\u{1b}[\(codes)m"
  }
}

/// Addresses that text leads to (OSC 8).
enum Hyperlink {
  /// The longest address that terminals take.
  private static let maxLength = 2000

  /// An address that may stand in a sequence; nil for one that may not.
  static func address(_ url: String) -> String? {
    let isPlain = url.utf8.count <= maxLength && url.utf8.allSatisfy { (0x21...0x7e).contains($0) }
    let schemes = ["http://", "https://", "mailto:"]
    return isPlain && schemes.contains { url.hasPrefix($0) } ? url : nil
  }
}
