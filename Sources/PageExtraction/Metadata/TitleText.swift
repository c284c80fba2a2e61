/// Compares and trims titles.
enum TitleText {
  /// The words of a title: lower-case runs of letters and digits.
  static func words(_ text: String) -> [Substring] {
    text.lowercased().split { !($0.isLetter || $0.isNumber || $0 == "_") }
  }

  /// The share of `b` that is in `a`, by characters of its words, 0-1.
  static func similarity(_ a: String, _ b: String) -> Double { similarity(Set(words(a)), b) }

  /// The share of `b` in words that were already split.
  static func similarity(_ known: Set<Substring>, _ b: String) -> Double {
    let other = words(b)
    guard !known.isEmpty, !other.isEmpty else { return 0 }
    let unknown = other.filter { !known.contains($0) }
    func length(_ words: [Substring]) -> Int {
      words.reduce(0) { $0 + $1.utf8.count } + max(0, words.count - 1)
    }
    return 1 - Double(length(unknown)) / Double(length(other))
  }
}
