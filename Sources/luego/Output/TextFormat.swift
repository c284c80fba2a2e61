/// The formats in which commands print articles.
enum TextFormat: String, CaseIterable {
  case text, markdown, html, json

  /// As synopses write them.
  static let alternatives = allCases.map(\.rawValue).joined(separator: "|")

  /// Takes what was given after `--format`.
  ///
  /// - Throws: `Failure` naming the formats there are.
  init(_ name: String, of command: Subcommand) throws(Failure) {
    guard let format = TextFormat(rawValue: name) else {
      let known = Self.allCases.map(\.rawValue).joined(separator: ", ")
      throw .usage("Unknown format “\(name)”; use \(known)", of: command)
    }
    self = format
  }
}
