/// The formats in which commands print articles.
enum TextFormat: String, CaseIterable {
  case text, markdown, html, json

  /// As synopses write them.
  static let alternatives = allCases.map(\.rawValue).joined(separator: "|")
}
