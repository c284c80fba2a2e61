import Terminal

enum SnapshotFormat: String, CaseIterable {
  case text, ansi

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

  func text(of screen: Screen, theme name: String, by choice: ThemeChoice) -> String {
    let rows =
      switch self {
      case .text: screen.textRows
      case .ansi: screen.styledRows(choice.theme(named: name).palette(at: .full))
      }
    return rows.joined(separator: "\n") + "\n"
  }
}
