import NcursesTerminal
import TerminalKit

/// How `--snapshot` prints the screen.
enum SnapshotFormat: String, CaseIterable {
  case text, ansi

  /// As help writes them.
  static let alternatives = allCases.map(\.rawValue).joined(separator: "|")

  /// Takes what was given after `--format`.
  ///
  /// - Throws: `Failure` naming the formats there are.
  init(_ name: String) throws {
    guard let format = SnapshotFormat(rawValue: name) else {
      throw Failure.usage("Unknown format “\(name)”; with --snapshot it is \(Self.alternatives)")
    }
    self = format
  }

  /// A frame as it is printed, in the colors of a theme.
  ///
  /// - Parameters:
  ///   - screen: the frame.
  ///   - name: that of the theme, or `auto`.
  ///   - choice: what the environment says of color.
  /// - Returns: whole lines.
  func text(of screen: Screen, theme name: String, by choice: ThemeChoice) -> String {
    let rows =
      switch self {
      case .text: screen.textRows
      case .ansi: screen.styledRows(choice.theme(named: name).palette(at: .full))
      }
    return rows.joined(separator: "\n") + "\n"
  }
}
