package struct Capabilities: Equatable, Sendable {
  package let isInteractive: Bool
  package let hasStyles: Bool
  package let hasColor: Bool
  /// Nil if the environment does not say.
  package let isDark: Bool?

  /// Reads `TERM`, `NO_COLOR` and `COLORFGBG`.
  package init(environment: [String: String], noColor: Bool = false, isTerminal: Bool) {
    isInteractive = isTerminal
    hasStyles = isTerminal && environment["TERM"] != "dumb"
    // An empty `NO_COLOR` counts as unset.
    hasColor = hasStyles && !noColor && (environment["NO_COLOR"] ?? "").isEmpty
    let background = environment["COLORFGBG"]?.split(separator: ";").last.flatMap { Int($0) }
    isDark = background.map { $0 < 7 || $0 == 8 }
  }

  /// The named theme; `auto` picks the light or the dark one by the background.
  package func theme(named name: String, isDark reported: Bool? = nil) -> Theme {
    guard hasColor else { return .mono }
    if let theme = Theme(rawValue: name) { return theme }
    return (reported ?? isDark ?? true) ? .night : .paper
  }
}
