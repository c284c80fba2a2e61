import Glibc
import Terminal
import Testing

@Suite("Themes") struct ThemeTests {
  /// Relative luminance as WCAG 2 defines it.
  private func luminance(_ color: Color) -> Double? {
    guard let channels = channels(of: color) else { return nil }
    let parts = channels.map { part -> Double in
      let share = Double(part) / 255
      return share <= 0.03928 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }

  /// Red, green and blue; nil for the 16 named colors, whose appearance is unknown.
  private func channels(of color: Color) -> [Int]? {
    switch color {
    case .standard: return nil
    case .rgb(let r, let g, let b): return [Int(r), Int(g), Int(b)]
    case .indexed(let number):
      let index = Int(number) - 16
      guard index >= 0 else { return nil }
      if index >= 216 { return Array(repeating: 8 + 10 * (index - 216), count: 3) }
      let levels = [0, 95, 135, 175, 215, 255]
      return [levels[index / 36], levels[index / 6 % 6], levels[index % 6]]
    }
  }

  private func contrast(_ a: Color, _ b: Color) -> Double {
    guard let x = luminance(a), let y = luminance(b) else { return 0 }
    return (max(x, y) + 0.05) / (min(x, y) + 0.05)
  }

  private static let styles = Role.allCases.flatMap { role in
    Surface.allCases.map { Style(role, on: $0) }
  }

  /// Every palette with its theme and depth.
  private static let palettes = Theme.allCases.flatMap { theme in
    ColorDepth.allCases.map { (theme: theme, depth: $0, palette: theme.palette(at: $0)) }
  }

  /// Themes with their own colors, at the depths where the actual colors are known.
  static let known = [Theme.paper, .night, .contrast].flatMap { theme in
    [ColorDepth.cube, .full].map { (theme, $0) }
  }

  @Test(
    "2.9 text reads at 7 to 1 and all else at 4.5 to 1 on every surface, with 24 bits and 256 colors",
    arguments: known)
  func readable(theme: Theme, depth: ColorDepth) {
    let palette = theme.palette(at: depth)
    for role in Role.allCases where role != .border && role != .dimmed {
      for surface in Surface.allCases {
        let style = Style(role, on: surface)
        let ratio = contrast(palette.ink(of: style).foreground, palette.ink(of: style).background)
        let least = role == .text || role == .heading ? 7.0 : 4.5
        #expect(ratio >= least, "\(theme) \(depth): \(role) on \(surface) is \(ratio)")
      }
    }
  }

  @Test("printed text reads at 4.5 to 1 on black and on white", arguments: Role.allCases)
  func printed(role: Role) {
    let color = Palette.printed.ink(of: Style(role)).foreground
    guard role != .text else { return #expect(color == .standard) }
    for ground in [0x00_0000, 0xFF_FFFF] as [UInt32] {
      #expect(contrast(color, Color(ground)) >= 4.5)
    }
    #expect(!Palette.printed.ink(of: Style(role)).attributes.contains(.dim))
  }

  @Test(
    "borders are quiet but there, what is dimmed is still seen, the focused pane's cursor is stronger",
    arguments: known)
  func quiet(theme: Theme, depth: ColorDepth) {
    let palette = theme.palette(at: depth)
    let base = palette.ink(of: Style()).background
    #expect(contrast(palette.ink(of: Style(.border)).foreground, base) >= 1.3)
    let dimmed = contrast(palette.ink(of: Style(.dimmed)).foreground, base)
    #expect(dimmed >= 2.5 && dimmed < contrast(palette.ink(of: Style(.secondary)).foreground, base))
    let cursors = [Surface.selection, .selectionUnfocused].map {
      contrast(palette.ink(of: Style(.text, on: $0)).background, base)
    }
    #expect(cursors[0] > 1.35 && cursors[0] > cursors[1] + 0.15)
  }

  @Test("what is selected, marked or found looks unlike all else, at every depth of every theme")
  func surfacesDiffer() {
    let rows: [Surface] = [.base, .selection, .marked, .highlight, .currentMatch]
    let texts: [Surface] = [
      .base, .selection, .highlight, .currentMatch, .yellowPassage, .greenPassage, .bluePassage,
      .pinkPassage,
    ]
    for special in [rows, texts] {
      for (theme, depth, palette) in Self.palettes {
        let looks = Set(special.map { palette.ink(of: Style(.text, on: $0)) })
        let differ = theme == .mono || theme == .terminal || depth == .none
        #expect(looks.count >= special.count - (differ ? 1 : 0), "\(theme) \(depth)")
      }
    }
  }

  @Test("a solid cell has one color, at every depth of every theme that has colors") func solid() {
    for (theme, depth, palette) in Self.palettes {
      for style in [Style(.accent, on: .selection, .solid), Style(.placeholder, .solid)] {
        let ink = palette.ink(of: style)
        #expect(ink.background == ink.foreground || ink.attributes.contains(.reverse))
        #expect(!ink.attributes.contains(.solid), "\(theme) \(depth)")
      }
    }
  }

  @Test("keys are bold and never look like the words beside them, at every depth of every theme")
  func keys() {
    for (_, _, palette) in Self.palettes {
      for surface in [Surface.base, .bar, .panel] {
        let key = Style(.key, on: surface)
        let words = Style(.secondary, on: surface)
        #expect(palette.ink(of: key).attributes.contains(.bold))
        #expect(palette.ink(of: key).attributes != palette.ink(of: words).attributes)
      }
    }
  }

  @Test("2.10 among 8 colors secondary text is dim, without colors the cursor is reversed")
  func fewColors() {
    for theme in Theme.allCases where theme != .contrast {
      for depth in [ColorDepth.none, .eight] {
        let palette = theme.palette(at: depth)
        #expect(palette.ink(of: Style(.secondary)).attributes.contains(.dim), "\(theme) \(depth)")
      }
      let cursor = theme.palette(at: .none).ink(of: Style(.text, on: .selection))
      #expect(cursor.attributes.contains(.reverse))
    }
  }

  @Test("2.10 colors are such as a terminal of that depth knows; the monochrome theme has none")
  func depths() {
    for (theme, depth, palette) in Self.palettes {
      for style in Self.styles {
        for color in [palette.ink(of: style).foreground, palette.ink(of: style).background] {
          if theme == .mono || depth == .none { #expect(color == .standard) }
          switch color {
          case .standard: break
          case .indexed(let number): #expect(Int(number) < depth.rawValue)
          case .rgb: #expect(depth == .full)
          }
        }
      }
    }
    #expect(ColorDepth(colors: -1) == .none && ColorDepth(colors: 7) == .none)
    #expect(ColorDepth(colors: 88) == .sixteen && ColorDepth(colors: 32767) == .cube)
    #expect(ColorDepth(colors: 1 << 24) == .full)
  }

  @Test("a row of one surface has one ground, at every depth of every theme") func oneGround() {
    for (theme, depth, palette) in Self.palettes {
      for surface in [Surface.selection, .selectionUnfocused, .highlight] {
        let inks = Role.allCases.map { palette.ink(of: Style($0, on: surface)) }
        let grounds = inks.map { ink in
          ink.attributes.contains(.reverse)
            ? [ink.foreground, ink.attributes.contains(.dim) ? .indexed(0) : .standard]
            : [ink.background]
        }
        #expect(Set(grounds).count == 1, "\(theme) \(depth) \(surface)")
      }
    }
  }

  @Test("highlights are told apart by color or by a line, never by both, where there are colors")
  func passages() {
    for (theme, depth, palette) in Self.palettes where theme != .mono && depth != .none {
      for surface in [Surface.yellowPassage, .greenPassage, .bluePassage, .pinkPassage] {
        let ink = palette.ink(of: Style(on: surface))
        #expect(ink.background != .standard && !ink.attributes.contains(.underline))
      }
    }
  }
}
