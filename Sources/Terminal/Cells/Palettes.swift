// The table of colors: for each theme a palette for each depth, made by hand.
//
// Text has a contrast of at least 7 to 1 on every surface, all else that is written at least 4.5 to 1, where the colors
// are known (24 bits and 256). Of 16 or 8 a terminal's owner decides what they look like, so that only pairs are used that every
// usual scheme keeps apart; of 8, secondary text is dim besides.
// Black that is bold is gray on some terminals, so that paper takes the terminal's own ink and ground there.

extension Palette {
  private init(
    indexed foregrounds: [Role: UInt8], _ backgrounds: [Surface: UInt8],
    inks: [Surface: UInt8] = [:], roles: [Role: Attributes], surfaces: [Surface: Attributes]
  ) {
    self.init(
      foregrounds.mapValues { .indexed($0) }, backgrounds.mapValues { .indexed($0) },
      inks: inks.mapValues { .indexed($0) }, roles: roles, surfaces: surfaces)
  }

  private init(
    rgb foregrounds: [Role: UInt32], _ backgrounds: [Surface: UInt32], inks: [Surface: UInt32],
    roles: [Role: Attributes], surfaces: [Surface: Attributes]
  ) {
    self.init(
      foregrounds.mapValues { Color($0) }, backgrounds.mapValues { Color($0) },
      inks: inks.mapValues { Color($0) }, roles: roles, surfaces: surfaces)
  }

  /// Attributes where there are enough shades.
  private static let weights: [Role: Attributes] = [.heading: .bold, .error: .bold, .key: .bold]

  /// The same among 16 colors.
  private static let fewWeights = weights.merging([.link: .underline]) { $1 }

  /// The same among 8 colors, where nothing is between dark and bright.
  private static let fewestWeights = fewWeights.merging([
    .accent: .bold, .secondary: .dim, .placeholder: .dim, .quote: .dim, .border: .dim,
    .dimmed: .dim,
  ]) { $1 }

  private static let fewestSurfaces: [Surface: Attributes] = [
    .selection: .bold, .currentMatch: .bold, .field: .underline,
  ]

  // MARK: Paper

  static let paper24 = Palette(
    rgb: [
      .text: 0x24_252B, .secondary: 0x5A_5962, .placeholder: 0x5B_5A63, .accent: 0x69_4F70,
      .heading: 0x3B_2D40, .link: 0x35_498A, .code: 0x7A_2F4B, .quote: 0x55_545D,
      .favorite: 0xA3_244A, .error: 0xA3_241E, .success: 0x23_603A, .warning: 0x70_4800,
      .border: 0xCF_C9D4, .key: 0x5E_4466, .tag: 0x37_5866, .marked: 0x69_4F70, .dimmed: 0x9C_99A3,
    ],
    [
      .base: 0xFC_FCFD, .panel: 0xF5_F2F7, .selection: 0xE2_D6E6, .selectionUnfocused: 0xF1_EDF3,
      .marked: 0xF8_EEDF, .code: 0xF3_F0F5, .highlight: 0xFB_E9A8, .currentMatch: 0xF2_B84B,
      .bar: 0xF5_F2F7, .field: 0xFF_FFFF, .yellowPassage: 0xFF_F3C4, .greenPassage: 0xDD_F3D8,
      .bluePassage: 0xDC_EBFA, .pinkPassage: 0xFA_DFE8,
    ], inks: [.currentMatch: 0x24_252B], roles: weights, surfaces: [.currentMatch: .bold])

  static let paper256 = Palette(
    indexed: [
      .text: 235, .secondary: 240, .placeholder: 240, .accent: 239, .heading: 236, .link: 25,
      .code: 89, .quote: 240, .favorite: 125, .error: 124, .success: 22, .warning: 58, .border: 252,
      .key: 238, .tag: 23, .marked: 239, .dimmed: 247,
    ],
    [
      .base: 231, .panel: 255, .selection: 189, .selectionUnfocused: 255, .marked: 230, .code: 255,
      .highlight: 222, .currentMatch: 215, .bar: 255, .field: 231, .yellowPassage: 230,
      .greenPassage: 194, .bluePassage: 195, .pinkPassage: 224,
    ], inks: [.currentMatch: 235], roles: weights, surfaces: [.currentMatch: .bold])

  static let paper16 = Palette(
    indexed: [
      .secondary: 8, .placeholder: 8, .accent: 5, .link: 4, .code: 1, .quote: 8, .favorite: 1,
      .error: 1, .success: 2, .warning: 1, .border: 7, .key: 5, .tag: 4, .marked: 5, .dimmed: 7,
    ],
    [
      .selection: 5, .selectionUnfocused: 7, .marked: 14, .highlight: 3, .currentMatch: 4,
      .yellowPassage: 11, .greenPassage: 10, .bluePassage: 14, .pinkPassage: 13,
    ],
    inks: [
      .selection: 15, .selectionUnfocused: 0, .marked: 0, .highlight: 0, .currentMatch: 15,
      .yellowPassage: 0, .greenPassage: 0, .bluePassage: 0, .pinkPassage: 0,
    ], roles: fewWeights, surfaces: [.selection: .bold, .currentMatch: .bold, .field: .underline])

  static let paper8 = Palette(
    indexed: [
      .accent: 4, .link: 4, .favorite: 1, .error: 1, .success: 2, .warning: 1, .key: 4, .tag: 4,
      .marked: 4,
    ],
    [
      .selection: 4, .marked: 6, .highlight: 0, .currentMatch: 1, .yellowPassage: 3,
      .greenPassage: 2, .bluePassage: 6, .pinkPassage: 5,
    ],
    inks: [
      .selection: 7, .marked: 0, .highlight: 7, .currentMatch: 7, .yellowPassage: 0,
      .greenPassage: 0, .bluePassage: 0, .pinkPassage: 7,
    ], roles: fewestWeights, surfaces: fewestSurfaces)

  // MARK: Night

  static let night24 = Palette(
    rgb: [
      .text: 0xE4_E2E8, .secondary: 0xAF_ACB8, .placeholder: 0xAD_AAB6, .accent: 0xDF_D2E0,
      .heading: 0xF3_ECF5, .link: 0xA9_BCF0, .code: 0xE6_C8B8, .quote: 0xB3_B0BC,
      .favorite: 0xF5_A0B1, .error: 0xF7_9D95, .success: 0x9F_D6AC, .warning: 0xEA_C986,
      .border: 0x3A_3B46, .key: 0xC9_B5D6, .tag: 0xA9_CBD6, .marked: 0xDF_D2E0, .dimmed: 0x6A_6874,
    ],
    [
      .base: 0x14_1519, .panel: 0x1B_1C22, .selection: 0x45_3A50, .selectionUnfocused: 0x21_2229,
      .marked: 0x33_291F, .code: 0x1E_1F26, .highlight: 0x57_4712, .currentMatch: 0xE5_C27A,
      .bar: 0x1B_1C22, .field: 0x26_272F, .yellowPassage: 0x40_370F, .greenPassage: 0x1E_4028,
      .bluePassage: 0x1F_3A5F, .pinkPassage: 0x54_283E,
    ], inks: [.highlight: 0xFF_F3D0, .currentMatch: 0x14_1519], roles: weights,
    surfaces: [.currentMatch: .bold])

  static let night256 = Palette(
    indexed: [
      .text: 254, .secondary: 249, .placeholder: 249, .accent: 189, .heading: 255, .link: 146,
      .code: 223, .quote: 249, .favorite: 217, .error: 216, .success: 151, .warning: 222,
      .border: 237, .key: 182, .tag: 152, .marked: 189, .dimmed: 242,
    ],
    [
      .base: 233, .panel: 234, .selection: 238, .selectionUnfocused: 235, .marked: 236, .code: 235,
      .highlight: 239, .currentMatch: 222, .bar: 234, .field: 236, .yellowPassage: 236,
      .greenPassage: 236, .bluePassage: 236, .pinkPassage: 236,
    ],
    // The cube's dark colors are all loud: what is tinted with 24 bits has a gray ground and a tinted ink.
    inks: [
      .marked: 223, .highlight: 229, .currentMatch: 233, .yellowPassage: 222, .greenPassage: 151,
      .bluePassage: 153, .pinkPassage: 217,
    ], roles: weights, surfaces: [.highlight: .bold, .currentMatch: .bold])

  static let night16 = Palette(
    indexed: [
      .text: 15, .secondary: 7, .placeholder: 7, .accent: 13, .heading: 15, .link: 12, .code: 11,
      .quote: 7, .favorite: 9, .error: 9, .success: 10, .warning: 11, .border: 8, .key: 13,
      .tag: 14, .marked: 13, .dimmed: 8,
    ],
    [
      .base: 0, .panel: 0, .selection: 5, .selectionUnfocused: 8, .marked: 4, .code: 0,
      .highlight: 7, .currentMatch: 11, .bar: 0, .field: 8, .yellowPassage: 3, .greenPassage: 2,
      .bluePassage: 6, .pinkPassage: 13,
    ],
    inks: [
      .selection: 15, .selectionUnfocused: 15, .marked: 15, .highlight: 0, .currentMatch: 0,
      .field: 15, .yellowPassage: 0, .greenPassage: 0, .bluePassage: 0, .pinkPassage: 0,
    ], roles: fewWeights, surfaces: [.selection: .bold, .currentMatch: .bold])

  static let night8 = Palette(
    indexed: [
      .text: 7, .secondary: 7, .placeholder: 7, .accent: 5, .heading: 7, .link: 6, .code: 3,
      .quote: 7, .favorite: 1, .error: 1, .success: 2, .warning: 3, .border: 7, .key: 5, .tag: 6,
      .marked: 5, .dimmed: 7,
    ],
    [
      .base: 0, .panel: 0, .selection: 4, .selectionUnfocused: 0, .marked: 5, .code: 0,
      .highlight: 7, .currentMatch: 1, .bar: 0, .field: 0, .yellowPassage: 3, .greenPassage: 2,
      .bluePassage: 6, .pinkPassage: 5,
    ],
    inks: [
      .selection: 7, .marked: 7, .highlight: 0, .currentMatch: 7, .yellowPassage: 0,
      .greenPassage: 0, .bluePassage: 0, .pinkPassage: 7,
    ], roles: fewestWeights, surfaces: fewestSurfaces)

  // MARK: Contrast

  static let contrast24 = Palette(
    rgb: [
      .text: 0xFF_FFFF, .secondary: 0xE0_E0E0, .placeholder: 0xE0_E0E0, .accent: 0xFF_FF66,
      .heading: 0xFF_FFFF, .link: 0x8F_D7FF, .code: 0xFF_D7A8, .quote: 0xE0_E0E0,
      .favorite: 0xFF_9EB5, .error: 0xFF_A8A8, .success: 0x9A_FF9A, .warning: 0xFF_E08A,
      .border: 0xB0_B0B0, .key: 0xFF_FF66, .tag: 0xA8_FFFF, .marked: 0xFF_FF66, .dimmed: 0x8A_8A8A,
    ],
    [
      .base: 0x00_0000, .panel: 0x16_1616, .selection: 0xFF_FFFF, .selectionUnfocused: 0x2C_2C2C,
      .marked: 0x4A_3A00, .code: 0x16_1616, .highlight: 0xFF_E08A, .currentMatch: 0xFF_FF66,
      .bar: 0x16_1616, .field: 0x22_2222, .yellowPassage: 0x55_4400, .greenPassage: 0x00_4A20,
      .bluePassage: 0x00_356E, .pinkPassage: 0x6A_0F45,
    ],
    inks: [
      .selection: 0x00_0000, .marked: 0xFF_FFFF, .highlight: 0x00_0000, .currentMatch: 0x00_0000,
    ], roles: weights, surfaces: [.selection: .bold, .currentMatch: [.bold, .underline]])

  static let contrast256 = Palette(
    indexed: [
      .text: 231, .secondary: 254, .placeholder: 254, .accent: 227, .heading: 231, .link: 117,
      .code: 223, .quote: 254, .favorite: 217, .error: 217, .success: 120, .warning: 222,
      .border: 145, .key: 227, .tag: 159, .marked: 227, .dimmed: 245,
    ],
    [
      .base: 16, .panel: 233, .selection: 231, .selectionUnfocused: 236, .marked: 52, .code: 233,
      .highlight: 222, .currentMatch: 227, .bar: 233, .field: 235, .yellowPassage: 229,
      .greenPassage: 157, .bluePassage: 153, .pinkPassage: 218,
    ],
    inks: [
      .selection: 16, .marked: 231, .highlight: 16, .currentMatch: 16, .yellowPassage: 16,
      .greenPassage: 16, .bluePassage: 16, .pinkPassage: 16,
    ], roles: weights, surfaces: [.selection: .bold, .currentMatch: [.bold, .underline]])

  static let contrast16 = Palette(
    indexed: [
      .text: 15, .secondary: 15, .placeholder: 15, .accent: 11, .heading: 15, .link: 14, .code: 15,
      .quote: 15, .favorite: 13, .error: 9, .success: 10, .warning: 11, .border: 7, .key: 11,
      .tag: 14, .marked: 11, .dimmed: 8,
    ],
    [
      .base: 0, .panel: 0, .selection: 15, .selectionUnfocused: 0, .marked: 4, .code: 0,
      .highlight: 7, .currentMatch: 11, .bar: 0, .field: 0, .yellowPassage: 3, .greenPassage: 2,
      .bluePassage: 6, .pinkPassage: 13,
    ],
    inks: [
      .selection: 0, .marked: 15, .highlight: 0, .currentMatch: 0, .yellowPassage: 0,
      .greenPassage: 0, .bluePassage: 0, .pinkPassage: 0,
    ], roles: fewWeights,
    surfaces: [.selection: .bold, .currentMatch: [.bold, .underline], .field: .underline])

  static let contrast8 = Palette(
    indexed: [
      .text: 7, .secondary: 7, .placeholder: 7, .accent: 3, .heading: 7, .link: 6, .code: 7,
      .quote: 7, .favorite: 1, .error: 1, .success: 2, .warning: 3, .border: 7, .key: 3, .tag: 6,
      .marked: 3, .dimmed: 7,
    ],
    [
      .base: 0, .panel: 0, .selection: 4, .selectionUnfocused: 0, .marked: 5, .code: 0,
      .highlight: 7, .currentMatch: 1, .bar: 0, .field: 0, .yellowPassage: 3, .greenPassage: 2,
      .bluePassage: 6, .pinkPassage: 5,
    ],
    inks: [
      .selection: 7, .marked: 7, .highlight: 0, .currentMatch: 7, .yellowPassage: 0,
      .greenPassage: 0, .bluePassage: 0, .pinkPassage: 7,
    ],
    roles: fewestWeights.merging([.text: .bold, .secondary: [], .placeholder: [], .quote: []]) {
      $1
    }, surfaces: fewestSurfaces.merging([.marked: .bold]) { $1 })

  // MARK: The terminal's own

  static let terminal16 = Palette(
    [
      .accent: .indexed(5), .heading: .indexed(5), .link: .indexed(4), .code: .indexed(3),
      .favorite: .indexed(1), .error: .indexed(1), .success: .indexed(2), .warning: .indexed(3),
      .key: .indexed(5), .tag: .indexed(6), .marked: .indexed(5),
    ],
    [
      .yellowPassage: .indexed(3), .greenPassage: .indexed(2), .bluePassage: .indexed(6),
      .pinkPassage: .indexed(5),
    ],
    inks: [
      .selection: .standard, .highlight: .standard, .currentMatch: .standard,
      .yellowPassage: .indexed(0), .greenPassage: .indexed(0), .bluePassage: .indexed(0),
      .pinkPassage: .indexed(0),
    ], roles: fewestWeights.merging([.accent: []]) { $1 }, surfaces: signs)

  static let terminal8 = terminal16

  // MARK: Printed text

  /// For text that is printed on a ground of unknown color: at least 4.5 to 1 on black and on white.
  package static let printed = Palette(
    indexed: [
      .accent: 163, .heading: 163, .key: 163, .link: 63, .code: 29, .success: 29, .tag: 29,
      .favorite: 131, .error: 131, .warning: 131, .marked: 98, .secondary: 243, .placeholder: 243,
      .quote: 243, .border: 243, .dimmed: 243,
    ], [:], roles: fewWeights, surfaces: signs)

  // MARK: No colors

  static let mono = Palette(
    [:], [:], roles: fewestWeights.merging([.warning: .bold, .marked: .bold]) { $1 },
    surfaces: signs.merging([
      .yellowPassage: .underline, .greenPassage: [.underline, .bold],
      .bluePassage: [.underline, .italic], .pinkPassage: [.underline, .dim],
    ]) { $1 })

  /// How surfaces show where they have no color.
  private static let signs: [Surface: Attributes] = [
    .selection: .reverse, .marked: .bold, .highlight: .reverse,
    .currentMatch: [.reverse, .bold, .underline], .field: .underline,
  ]
}
