package struct Capabilities: Equatable, Sendable {
  package let isInteractive: Bool
  package let hasStyles: Bool
  package let hasColor: Bool

  /// Finds out what may be done.
  ///
  /// - Parameters:
  ///   - environment: `TERM` and `NO_COLOR` count; an empty `NO_COLOR` is none.
  ///   - noColor: whether `--no-color` was given.
  ///   - isTerminal: whether standard output is a terminal.
  package init(environment: [String: String], noColor: Bool = false, isTerminal: Bool) {
    isInteractive = isTerminal
    hasStyles = isTerminal && environment["TERM"] != "dumb"
    hasColor = hasStyles && !noColor && Self.allowsColor(environment)
  }

  /// Whether the environment says that the terminal shows 24-bit colors, whatever its description says.
  package static func claimsFullColor(_ environment: [String: String]) -> Bool {
    ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "")
  }

  /// Whether the environment allows color, wherever the output goes.
  package static func allowsColor(_ environment: [String: String]) -> Bool {
    (environment["NO_COLOR"] ?? "").isEmpty
  }
}
