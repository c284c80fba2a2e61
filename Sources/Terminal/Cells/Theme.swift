package enum Color: Hashable, Sendable {
  /// The terminal's own foreground or background.
  case standard
  /// By its number: 0-7 the named ones, 8-15 their bright ones, 16-255 cube and ramp of gray.
  case indexed(UInt8)
  case rgb(UInt8, UInt8, UInt8)

  package init(_ bits: UInt32) {
    self = .rgb(UInt8(bits >> 16 & 255), UInt8(bits >> 8 & 255), UInt8(bits & 255))
  }
}

package enum ColorDepth: Int, CaseIterable, Comparable, Sendable {
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
  struct Look: Equatable {
    /// Of a role the color of its text, of a surface that of its ground.
    let color: Color
    /// The color of all text on a surface where those of the roles are unreadable.
    let ink: Color?
    /// Attributes added where color says too little.
    let attributes: Attributes
  }

  /// By `Role.rawValue` and by `Surface.rawValue`.
  let roles: [Look], surfaces: [Look]
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

  package func palette(at depth: ColorDepth) -> Palette {
    guard let column = [ColorDepth.full, .cube, .sixteen, .eight].firstIndex(of: depth) else {
      return .mono
    }
    return switch self {
    case .paper: Palette.paper[column]
    case .night: Palette.night[column]
    case .contrast: Palette.contrast[column]
    case .terminal: .terminal
    case .mono: .mono
    }
  }
}
