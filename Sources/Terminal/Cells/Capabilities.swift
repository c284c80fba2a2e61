package struct Capabilities: Equatable, Sendable {
  package let isInteractive: Bool
  package let hasStyles: Bool
  package let hasColor: Bool

  package init(environment: [String: String], noColor: Bool = false, isTerminal: Bool) {
    isInteractive = isTerminal
    hasStyles = isTerminal && environment["TERM"] != "dumb"
    hasColor = hasStyles && !noColor && Self.allowsColor(environment)
  }

  /// Whether the environment says that the terminal shows 24-bit colors, whatever its description says.
  package static func claimsFullColor(_ environment: [String: String]) -> Bool {
    ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "")
  }

  /// Whether the environment allows color, wherever the output goes; an empty `NO_COLOR` is none.
  package static func allowsColor(_ environment: [String: String]) -> Bool {
    (environment["NO_COLOR"] ?? "").isEmpty
  }
}
