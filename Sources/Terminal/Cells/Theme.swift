package enum Color: Hashable, Sendable {
  /// The terminal's own foreground or background.
  case standard
  /// By its number: 0-7 the named ones, 8-15 their bright ones, 16-255 cube and ramp of gray.
  case indexed(UInt8)
  /// Red, green and blue, 0-255.
  case rgb(UInt8, UInt8, UInt8)

  package init(_ bits: UInt32) {
    self = .rgb(UInt8(bits >> 16 & 255), UInt8(bits >> 8 & 255), UInt8(bits & 255))
  }
}

package enum ColorDepth: Int, CaseIterable, Comparable, Sendable {
  /// None: attributes alone say what is what.
  case none = 0
  case eight = 8
  case sixteen = 16
  /// The cube of six levels a channel and the ramp of 24 grays.
  case cube = 256
  case full = 0x100_0000

  /// The deepest that a terminal with so many colors can show.
  package init(colors: Int) { self = Self.allCases.last { $0.rawValue <= max(0, colors) } ?? .none }

  package static func < (a: ColorDepth, b: ColorDepth) -> Bool { a.rawValue < b.rawValue }
}

package struct Palette: Equatable, Sendable {
  /// By `Role.rawValue`.
  private let foregrounds: [Color]
  /// By `Surface.rawValue`.
  private let backgrounds: [Color]
  /// The foreground of all roles on surfaces where their own colors are unreadable.
  private let inks: [Surface: Color]
  /// Attributes that a role or a surface adds, for where color says too little.
  private let roleAttributes: [Role: Attributes]
  private let surfaceAttributes: [Surface: Attributes]

  init(
    _ foregrounds: [Role: Color], _ backgrounds: [Surface: Color], inks: [Surface: Color] = [:],
    roles: [Role: Attributes] = [:], surfaces: [Surface: Attributes] = [:]
  ) {
    self.foregrounds = Role.allCases.map { foregrounds[$0] ?? .standard }
    self.backgrounds = Surface.allCases.map { backgrounds[$0] ?? .standard }
    self.inks = inks
    roleAttributes = roles
    surfaceAttributes = surfaces
  }

  package func foreground(of style: Style) -> Color {
    guard let paint = style.paint else {
      return inks[style.surface] ?? foregrounds[Int(style.role.rawValue)]
    }
    return paint.foreground == .standard ? ground(of: style) : paint.foreground
  }

  package func background(of style: Style) -> Color {
    guard let paint = style.paint, paint.background != .standard else { return ground(of: style) }
    return paint.background
  }

  private func ground(of style: Style) -> Color { backgrounds[Int(style.surface.rawValue)] }

  /// The attributes of a style, with what the palette adds.
  ///
  /// A role is not dim where all roles have one ink: dim text on a colored ground is hard to read, and where
  /// ink and ground are exchanged, it is the ground that is dimmed.
  package func attributes(of style: Style) -> Attributes {
    var added = roleAttributes[style.role] ?? []
    let surface = surfaceAttributes[style.surface] ?? []
    if inks[style.surface] != nil || surface.contains(.reverse) { added.remove(.dim) }
    return style.attributes.union(added).union(surface)
  }
}

/// A look by its name: a palette for each depth of color.
package enum Theme: String, CaseIterable, Sendable {
  case paper
  case night
  /// Black and white with strong signals.
  case contrast
  /// No color: weight, underline and reverse say everything.
  case mono
  case terminal

  package var name: String { rawValue }

  package static func named(_ name: String) -> Theme? { Theme(rawValue: name) }

  package func palette(at depth: ColorDepth) -> Palette {
    switch (self, depth) {
    case (.mono, _), (_, .none): .mono
    case (.terminal, .eight): .terminal8
    case (.terminal, _): .terminal16
    case (.paper, .eight): .paper8
    case (.paper, .sixteen): .paper16
    case (.paper, .cube): .paper256
    case (.paper, .full): .paper24
    case (.night, .eight): .night8
    case (.night, .sixteen): .night16
    case (.night, .cube): .night256
    case (.night, .full): .night24
    case (.contrast, .eight): .contrast8
    case (.contrast, .sixteen): .contrast16
    case (.contrast, .cube): .contrast256
    case (.contrast, .full): .contrast24
    }
  }
}
