/// Validates names of link targets in an article.
enum AnchorName {
  /// Returns the name if it can be a fragment; nil if it is empty, too long or contains spaces.
  static func plausible(_ name: String) -> String? {
    guard !name.isEmpty, name.utf8.count <= 200, !name.contains(where: \.isWhitespace) else {
      return nil
    }
    return name
  }
}
