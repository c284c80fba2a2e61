package enum Color: Hashable, Sendable {
  /// The terminal's own foreground or background.
  case standard
  /// 0-7 the named colors, 8-15 their bright ones, 16-255 cube and gray ramp.
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
  case cube = 256
  case full = 0x100_0000

  /// The greatest depth of a terminal with that many colors.
  package init(colors: Int) { self = Self.allCases.last { $0.rawValue <= max(0, colors) } ?? .none }

  package static func < (a: ColorDepth, b: ColorDepth) -> Bool { a.rawValue < b.rawValue }
}

package struct Palette: Equatable, Sendable {
  struct Look: Equatable {
    /// A role's text color, or a surface's ground.
    let color: Color
    /// The color of all text on a surface where the roles' own would be unreadable.
    let ink: Color?
    let attributes: Attributes
  }

  /// Indexed by `rawValue`.
  let roles: [Look], surfaces: [Look]
}

/// A named look: a palette for each color depth.
package enum Theme: String, CaseIterable, Sendable {
  case paper
  case night
  /// Black and white with strong signals.
  case contrast
  /// No color: weight, underline and reverse only.
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
