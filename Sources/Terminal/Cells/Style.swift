package enum Role: UInt8, CaseIterable, Hashable, Sendable {
  case text, secondary, placeholder, accent, heading, link, code, quote, favorite, error, warning
  case border, key, tag, marked
  /// Text behind an overlay.
  case dimmed
}

package enum Surface: UInt8, CaseIterable, Hashable, Sendable {
  case base, panel, selection, selectionUnfocused, marked, code, highlight, bar, field, currentMatch
  case yellowPassage, greenPassage, bluePassage, pinkPassage

  package var isOfHighlight: Bool {
    switch self {
    case .yellowPassage, .greenPassage, .bluePassage, .pinkPassage: true
    default: false
    }
  }
}

package struct Attributes: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let bold = Attributes(rawValue: 1)
  package static let italic = Attributes(rawValue: 2)
  package static let underline = Attributes(rawValue: 4)
  package static let reverse = Attributes(rawValue: 8)
  package static let dim = Attributes(rawValue: 16)
  package static let strike = Attributes(rawValue: 32)
  /// Fills the whole cell with the color of its text, so that bars have no gaps between rows.
  package static let solid = Attributes(rawValue: 64)
}

/// How a cell looks, by meaning; only pictures name colors.
package struct Style: Hashable, Sendable {
  package var role: Role
  package var surface: Surface
  package var attributes: Attributes
  package var paint: Paint?

  package init(_ role: Role = .text, on surface: Surface = .base, _ attributes: Attributes = []) {
    self.role = role
    self.surface = surface
    self.attributes = attributes
  }
}
