/// Languages in books.
enum BookLanguage {
  /// The tag of an unknown language.
  static let unknown = "und"

  /// Normalizes a language to the language, script and region of a BCP 47 tag; nil if it is
  /// invalid.
  static func tag(_ text: String?) -> String? {
    guard let text else { return nil }
    var parts = text.split { $0 == "-" || $0 == "_" }[...]
    guard let first = parts.popFirst(), (2...3).contains(first.utf8.count), isLetters(first) else {
      return nil
    }
    var tag = first.lowercased()
    if let script = parts.first, script.utf8.count == 4, isLetters(script) {
      tag += "-" + script.prefix(1).uppercased() + script.dropFirst().lowercased()
      parts.removeFirst()
    }
    if let region = parts.first, region.utf8.count == 2, isLetters(region) {
      tag += "-" + region.uppercased()
    }
    return tag
  }

  private static func isLetters(_ text: Substring) -> Bool {
    text.utf8.allSatisfy { (65...90).contains($0) || (97...122).contains($0) }
  }
}
