/// How a terminal is to be used; fixed when it is taken over.
package struct TerminalOptions: Sendable {
  package var hasColor: Bool
  package var hasMouse: Bool
  package var theme: Theme
  /// Milliseconds that the terminal's answer about its background is waited for; with 0 it is
  /// taken whenever it comes, and with nil the terminal is not asked.
  package var backgroundDelay: Int?
  /// Seconds after which a process that received a signal to end, but is busy or blocked by the terminal, ends
  /// anyway; 0 for never.
  package var timeout: Int

  package init(
    hasColor: Bool, hasMouse: Bool, theme: Theme, backgroundDelay: Int? = nil,
    timeout: Int = 0
  ) {
    self.hasColor = hasColor
    self.hasMouse = hasMouse
    self.theme = theme
    self.backgroundDelay = backgroundDelay.map { max(0, $0) }
    self.timeout = timeout
  }
}

/// Why there is no terminal to use, and what to do.
package struct TerminalError: Error, Equatable, Sendable { package var message: String }

package struct ThemeChoice: Sendable {
  /// Whether there may be color at all: not with `--no-color`, `NO_COLOR` or a terminal without.
  package let hasColor: Bool
  /// Whether the environment says that the background is dark; nil if it says nothing.
  package let isDark: Bool?

  /// Reads `NO_COLOR` and `COLORFGBG`.
  package init(environment: [String: String], hasColor: Bool) {
    self.hasColor = hasColor && Capabilities.allowsColor(environment)
    let background = environment["COLORFGBG"]?.split(separator: ";").last.flatMap { Int($0) }
    isDark = background.map { $0 < 7 || $0 == 8 }
  }

  /// The theme of a name; `auto` is the light or the dark one, as the background is known to be.
  package func theme(named name: String, isDark reported: Bool? = nil) -> Theme {
    guard hasColor else { return .mono }
    if let theme = Theme.named(name) { return theme }
    return (reported ?? isDark ?? true) ? .night : .paper
  }
}
