import Terminal

/// The formats in which `--snapshot` prints the screen.
enum SnapshotFormat: String, CaseIterable {
  case text, ansi

  /// The formats as help writes them.
  static let alternatives = allCases.map(\.rawValue).joined(separator: "|")

  /// Parses the value of `--format`.
  ///
  /// - Throws: `Failure` listing the valid formats.
  init(_ name: String) throws {
    guard let format = SnapshotFormat(rawValue: name) else {
      throw Failure.usage("Unknown format “\(name)”; with --snapshot it is \(Self.alternatives)")
    }
    self = format
  }

  /// Formats a frame in the colors of a theme.
  func text(of screen: Screen, theme name: String, by choice: ThemeChoice) -> String {
    let rows =
      switch self {
      case .text: screen.textRows
      case .ansi: screen.styledRows(choice.theme(named: name).palette(at: .full))
      }
    return rows.joined(separator: "\n") + "\n"
  }
}
