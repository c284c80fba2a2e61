package import Terminal

/// The number of lines of a list row.
package enum Density: Equatable, Sendable {
  case compact
  /// Title and details, with a blank line below that search results and highlights use for text.
  case normal

  package init(setting: String, window: Size) {
    switch setting {
    case "compact": self = .compact
    case "normal": self = .normal
    default:
      let isLarge = window.columns >= Metrics.wideColumns && window.rows >= Metrics.normalRows
      self = isLarge ? .normal : .compact
    }
  }

  package var height: Int { self == .compact ? 1 : 3 }
}
