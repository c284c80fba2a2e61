package struct Capabilities: Equatable, Sendable {
  package let isInteractive: Bool
  package let hasStyles: Bool
  package let hasColor: Bool

  package init(environment: [String: String], noColor: Bool = false, isTerminal: Bool) {
    isInteractive = isTerminal
    hasStyles = isTerminal && environment["TERM"] != "dumb"
    hasColor = hasStyles && !noColor && Self.allowsColor(environment)
  }

  /// Whether the environment allows color, wherever the output goes; an empty `NO_COLOR` is none.
  package static func allowsColor(_ environment: [String: String]) -> Bool {
    (environment["NO_COLOR"] ?? "").isEmpty
  }
}
