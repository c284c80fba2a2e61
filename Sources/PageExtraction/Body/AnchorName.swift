/// Names of places in an article.
enum AnchorName {
  /// A name that a fragment can carry; nil for empty, long and spaced ones.
  static func plausible(_ name: String) -> String? {
    guard !name.isEmpty, name.utf8.count <= 200, !name.contains(where: \.isWhitespace) else {
      return nil
    }
    return name
  }
}
