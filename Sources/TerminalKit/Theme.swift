/// A color as a theme names it.
package enum Color: Hashable, Sendable {
  /// The terminal's own foreground or background.
  case standard
  /// One of the terminal's 16 named colors: 0-7, bright 8-15.
  case named(UInt8)
  /// Red, green and blue, 0-255.
  case rgb(UInt8, UInt8, UInt8)

  /// From 24 bits, red first.
  package init(_ bits: UInt32) {
    self = .rgb(UInt8(bits >> 16 & 255), UInt8(bits >> 8 & 255), UInt8(bits & 255))
  }

  /// The nearest color of a terminal that has `count` of them: 8, 16 or 256; nil for the standard one.
  package func index(among count: Int) -> Int? {
    switch self {
    case .standard: return nil
    case .named(let number): return count >= 16 ? Int(number) : Int(number) % 8
    case .rgb(let r, let g, let b):
      if count >= 256 { return Self.nearest256(Int(r), Int(g), Int(b)) }
      return Self.nearestNamed(Int(r), Int(g), Int(b), among: count)
    }
  }

  /// The cube of six levels a channel, or the ramp of 24 grays, whichever is nearer.
  private static func nearest256(_ r: Int, _ g: Int, _ b: Int) -> Int {
    let levels = [0, 95, 135, 175, 215, 255]
    func level(_ value: Int) -> Int {
      levels.indices.min { abs(levels[$0] - value) < abs(levels[$1] - value) } ?? 0
    }
    let (x, y, z) = (level(r), level(g), level(b))
    let cube = distance(r, g, b, levels[x], levels[y], levels[z])
    let step = min(23, max(0, ((r + g + b) / 3 - 3) / 10))
    let gray = 8 + 10 * step
    return distance(r, g, b, gray, gray, gray) < cube ? 232 + step : 16 + 36 * x + 6 * y + z
  }

  private static func nearestNamed(_ r: Int, _ g: Int, _ b: Int, among count: Int) -> Int {
    let table = [
      (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205),
      (0, 205, 205), (229, 229, 229), (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0),
      (92, 92, 255), (255, 0, 255), (0, 255, 255), (255, 255, 255),
    ]
    let usable = table.indices.prefix(count >= 16 ? 16 : 8)
    return usable.min {
      distance(r, g, b, table[$0].0, table[$0].1, table[$0].2)
        < distance(r, g, b, table[$1].0, table[$1].1, table[$1].2)
    } ?? 7
  }

  private static func distance(_ r: Int, _ g: Int, _ b: Int, _ x: Int, _ y: Int, _ z: Int) -> Int {
    (r - x) * (r - x) + (g - y) * (g - y) + (b - z) * (b - z)
  }
}

/// What roles and surfaces look like.
package struct Theme: Equatable, Sendable {
  package var name: String
  package var isDark: Bool
  /// By `Role.rawValue`.
  package var foregrounds: [Color]
  /// By `Surface.rawValue`.
  package var backgrounds: [Color]
  /// Attributes that a role or a surface adds, for terminals where color says nothing.
  package var roleAttributes: [Role: Attributes] = [:]
  package var surfaceAttributes: [Surface: Attributes] = [:]

  /// The color of a role.
  package func foreground(_ role: Role) -> Color { foregrounds[Int(role.rawValue)] }
  /// The color of a surface.
  package func background(_ surface: Surface) -> Color { backgrounds[Int(surface.rawValue)] }

  /// The attributes of a style, with what the theme adds.
  package func attributes(of style: Style) -> Attributes {
    style.attributes.union(roleAttributes[style.role] ?? [])
      .union(surfaceAttributes[style.surface] ?? [])
  }

  /// A built-in theme by its name.
  package static func named(_ name: String) -> Theme? {
    builtIn.first { $0.name == name }
  }

  /// The themes that need no file.
  package static let builtIn = [paper, night, contrast, mono, terminal]

  private init(
    _ name: String,
    isDark: Bool,
    _ foregrounds: [Role: UInt32],
    _ backgrounds: [Surface: UInt32]
  ) {
    self.name = name
    self.isDark = isDark
    self.foregrounds = Role.allCases.map { foregrounds[$0].map { Color($0) } ?? .standard }
    self.backgrounds = Surface.allCases.map { backgrounds[$0].map { Color($0) } ?? .standard }
  }

  /// Light: ink on cream.
  package static let paper = Theme(
    "paper",
    isDark: false,
    [
      .text: 0x24_252B, .secondary: 0x61_6069, .placeholder: 0x63_626B, .accent: 0x78_627D,
      .heading: 0x3B_2D40, .link: 0x3F_5694, .code: 0x7A_3B52, .quote: 0x5E_5D66,
      .favorite: 0xB0_2F4F, .error: 0xAE_2A22, .success: 0x2A_6A3D, .warning: 0x7D_5200,
      .border: 0xD8_D3DC, .key: 0x6B_5670, .tag: 0x43_6472, .marked: 0x78_627D,
    ],
    [
      .base: 0xFC_FCFD, .panel: 0xF5_F2F7, .selection: 0xEF_E7F1, .selectionUnfocused: 0xF3_EFF4,
      .marked: 0xF8_EEDF, .code: 0xF5_F2F7, .highlight: 0xFB_EBB4, .bar: 0xF5_F2F7,
      .field: 0xFF_FFFF, .currentMatch: 0xF9_E4FF,
    ]
  )

  /// Dark: dusk.
  package static let night = Theme(
    "night",
    isDark: true,
    [
      .text: 0xE4_E2E8, .secondary: 0xA5_A2AE, .placeholder: 0x9F_9CA9, .accent: 0xDF_D2E0,
      .heading: 0xF3_ECF5, .link: 0xA3_B7EC, .code: 0xE0_BFAF, .quote: 0xA9_A6B2,
      .favorite: 0xF0_93A6, .error: 0xF4_8F86, .success: 0x93_CFA1, .warning: 0xE5_C27A,
      .border: 0x36_3742, .key: 0xB5_A4C1, .tag: 0x9F_C3CF, .marked: 0xDF_D2E0,
    ],
    [
      .base: 0x14_1519, .panel: 0x1B_1C22, .selection: 0x38_3040, .selectionUnfocused: 0x26_272F,
      .marked: 0x2F_2835, .code: 0x1B_1C22, .highlight: 0x3B_320F, .bar: 0x1B_1C22,
      .field: 0x26_272F, .currentMatch: 0x4A_1F4F,
    ]
  )

  /// Black and white with strong signals.
  package static let contrast = {
    var theme = Theme(
      "contrast",
      isDark: true,
      [
        .text: 0xFF_FFFF, .secondary: 0xE0_E0E0, .placeholder: 0xE0_E0E0, .accent: 0xFF_FF66,
        .heading: 0xFF_FFFF, .link: 0x8F_D7FF, .code: 0xFF_D7A8, .quote: 0xE0_E0E0,
        .favorite: 0xFF_9EB5, .error: 0xFF_9A9A, .success: 0x9A_FF9A, .warning: 0xFF_E08A,
        .border: 0xB0_B0B0, .key: 0xFF_FF66, .tag: 0xA8_FFFF, .marked: 0xFF_FF66,
      ],
      [
        .base: 0x00_0000, .panel: 0x16_1616, .selection: 0x00_3F87, .selectionUnfocused: 0x33_3333,
        .marked: 0x4A_3A00, .code: 0x16_1616, .highlight: 0x55_3E00, .bar: 0x16_1616,
        .field: 0x22_2222, .currentMatch: 0x64_3C00,
      ]
    )
    theme.roleAttributes = [.heading: .bold, .error: .bold]
    return theme
  }()

  /// No color: weight, underline and reverse say everything.
  package static let mono = {
    var theme = Theme("mono", isDark: true, [:], [:])
    theme.roleAttributes = [
      .heading: .bold, .accent: .bold, .error: .bold, .warning: .bold, .key: .bold,
      .link: .underline, .marked: .bold,
    ]
    theme.surfaceAttributes = [
      .selection: .reverse, .selectionUnfocused: .underline, .marked: .bold, .highlight: .reverse,
      .field: .underline, .currentMatch: [.reverse, .bold, .underline],
    ]
    return theme
  }()

  /// The terminal's own 16 colors.
  package static let terminal = {
    var theme = Theme("terminal", isDark: true, [:], [:])
    let named: [(Role, UInt8)] = [
      (.accent, 5), (.heading, 5), (.link, 4), (.code, 3), (.favorite, 1), (.error, 1),
      (.success, 2), (.warning, 3), (.key, 5), (.tag, 6), (.marked, 5),
    ]
    for (role, number) in named { theme.foregrounds[Int(role.rawValue)] = .named(number) }
    theme.roleAttributes = [
      .heading: .bold, .secondary: .dim, .placeholder: .dim, .border: .dim, .link: .underline,
    ]
    theme.surfaceAttributes = [
      .selection: .reverse, .selectionUnfocused: .underline, .marked: .bold, .highlight: .reverse,
      .field: .underline, .currentMatch: [.reverse, .bold, .underline],
    ]
    return theme
  }()
}
