import TerminalKit
import Testing

@Suite("Themes")
struct ThemeTests {
  /// Relative luminance as WCAG 2 defines it.
  private func luminance(_ color: Color) -> Double? {
    guard case .rgb(let r, let g, let b) = color else { return nil }
    let parts = [r, g, b].map { part -> Double in
      let share = Double(part) / 255
      return share <= 0.03928 ? share / 12.92 : power((share + 0.055) / 1.055)
    }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }

  /// To the power of 2.4, as the fifth root of the twelfth power by bisection.
  private func power(_ base: Double) -> Double {
    let square = base * base
    let twelfth = square * square * square * square * square * square
    var low = 0.0
    var high = 1.0
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if middle * middle * middle * middle * middle < twelfth {
        low = middle
      } else {
        high = middle
      }
    }
    return high
  }

  private func contrast(_ a: Color, _ b: Color) -> Double {
    guard let x = luminance(a), let y = luminance(b) else { return 0 }
    return (max(x, y) + 0.05) / (min(x, y) + 0.05)
  }

  @Test("contrast is measured as the standard's own examples have it")
  func measure() {
    let black = Color(0x00_0000)
    let white = Color(0xFF_FFFF)
    #expect(contrast(black, white) > 20.99 && contrast(black, white) < 21.01)
    let gray = contrast(Color(0x76_7676), white)
    #expect(gray > 4.53 && gray < 4.55)
  }

  @Test(
    "2.9 everything written reads at 4.5 to 1 on every surface, in every theme with colors of its own",
    arguments: [Theme.paper, .night, .contrast]
  )
  func readable(theme: Theme) {
    for role in Role.allCases where role != .border {
      for surface in Surface.allCases {
        let ratio = contrast(theme.foreground(role), theme.background(surface))
        #expect(ratio >= 4.5, "\(theme.name): \(role) on \(surface) is \(ratio)")
      }
    }
  }

  @Test("borders are quiet but there", arguments: [Theme.paper, .night, .contrast])
  func borders(theme: Theme) {
    #expect(contrast(theme.foreground(.border), theme.background(.base)) >= 1.3)
  }

  @Test("what is selected, marked or found stands out from the base by its color")
  func surfacesDiffer() {
    for theme in [Theme.paper, .night, .contrast] {
      let special: [Surface] = [.selection, .selectionUnfocused, .marked, .highlight]
      let colors = Set(special.map { theme.background($0) })
      #expect(colors.count == special.count, "\(theme.name)")
      #expect(!colors.contains(theme.background(.base)), "\(theme.name)")
    }
  }

  @Test(
    "2.10 without colors, state is said by attributes",
    arguments: [Surface.selection, .selectionUnfocused, .marked, .highlight]
  )
  func monochrome(surface: Surface) {
    for theme in [Theme.mono, .terminal] {
      let plain = theme.attributes(of: Style())
      #expect(theme.attributes(of: Style(.text, on: surface)) != plain, "\(theme.name)")
    }
    let selection = Theme.mono.attributes(of: Style(.text, on: .selection))
    let unfocused = Theme.mono.attributes(of: Style(.text, on: .selectionUnfocused))
    #expect(selection != unfocused)
  }

  @Test("2.10 the monochrome theme has no color at all")
  func noColor() {
    for role in Role.allCases { #expect(Theme.mono.foreground(role) == .standard) }
    for surface in Surface.allCases { #expect(Theme.mono.background(surface) == .standard) }
  }

  @Test(
    "the named colors of the palette are what the themes stand on",
    arguments: [
      (Theme.paper, Surface.base, 0xFC_FCFD as UInt32),
      (Theme.night, Surface.base, 0x14_1519 as UInt32),
      (Theme.night, Surface.panel, 0x1B_1C22 as UInt32),
    ]
  )
  func palette(theme: Theme, surface: Surface, bits: UInt32) {
    #expect(theme.background(surface) == Color(bits))
  }

  @Test("the accents are dusk on night and ink on paper")
  func accents() {
    #expect(Theme.night.foreground(.accent) == Color(0xDF_D2E0))
    #expect(Theme.paper.foreground(.accent) == Color(0x78_627D))
  }

  @Test("every built-in theme is found by its name, and has a color for each role and surface")
  func names() {
    for theme in Theme.builtIn {
      #expect(Theme.named(theme.name) == theme)
      #expect(theme.foregrounds.count == Role.allCases.count)
      #expect(theme.backgrounds.count == Surface.allCases.count)
    }
    #expect(Theme.named("none") == nil)
  }
}

@Suite("Nearest colors")
struct ColorTests {
  @Test(
    "the colors of the cube and the gray ramp are found exactly",
    arguments: [
      (0x00_0000 as UInt32, 16), (0xFF_FFFF, 231), (0xFF_0000, 196), (0x5F_87AF, 67),
      (0x08_0808, 232),
      (0xEE_EEEE, 255), (0x80_8080, 244),
    ]
  )
  func exact(bits: UInt32, index: Int) {
    #expect(Color(bits).index(among: 256) == index)
  }

  @Test("every gray is at most five steps from the one chosen for it")
  func grays() throws {
    for level in 0...255 {
      let color = Color(UInt32(level) << 16 | UInt32(level) << 8 | UInt32(level))
      let index = try #require(color.index(among: 256))
      let cube = [0, 95, 135, 175, 215, 255]
      let chosen = index >= 232 ? 8 + 10 * (index - 232) : cube[(index - 16) % 6]
      #expect(abs(chosen - level) <= (level > 238 ? 9 : 5), "\(level) became \(chosen)")
    }
  }

  @Test(
    "16 and 8 colors give the plain ones",
    arguments: [
      (UInt32(0x00_0000), 16, 0), (0xFF_0000, 16, 9), (0xCD_0000, 16, 1), (0xFF_FFFF, 16, 15),
      (0x00_0000, 8, 0), (0xFF_0000, 8, 1), (0xFF_FFFF, 8, 7),
    ]
  )
  func few(bits: UInt32, count: Int, index: Int) {
    #expect(Color(bits).index(among: count) == index)
  }

  @Test("named colors keep their number, and lose their brightness among 8")
  func named() {
    #expect(Color.named(12).index(among: 256) == 12)
    #expect(Color.named(12).index(among: 8) == 4)
    #expect(Color.standard.index(among: 256) == nil)
  }
}
