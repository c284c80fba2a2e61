package import Segmentation

/// How the words of a text are parted at the ends of lines.
package struct Hyphenation: Equatable, Sendable {
  let patterns: HyphenationPatterns
  /// Whether words that begin with a capital are parted: where all nouns do, they are not just names.
  let partsNouns: Bool

  /// Letters before a hyphen, and after it, at least.
  static let minimum = (before: 2, after: 3)

  /// Makes a rule of a language's patterns.
  ///
  /// - Parameters:
  ///   - patterns: where words may be parted.
  ///   - language: the language, as a BCP 47 tag.
  package init(_ patterns: HyphenationPatterns, language: String) {
    self.patterns = patterns
    let name = language.prefix { $0 != "-" && $0 != "_" }.lowercased()
    partsNouns = ["de", "lb"].contains(name)
  }

  /// Where a word may be parted: numbers of letters before a hyphen, rising; nowhere where it is a name, an
  /// abbreviation or no word at all.
  func places(in word: [Unicode.Scalar]) -> [Int] {
    var letters = word
    for (index, letter) in word.enumerated() where !letter.isSmallLetter {
      let small = letter.properties.lowercaseMapping.unicodeScalars
      guard index == 0, partsNouns, let first = small.first, small.count == 1, first != letter,
        first.isSmallLetter
      else { return [] }
      letters[0] = first
    }
    return patterns.places(in: letters)
      .filter { $0 >= Self.minimum.before && word.count - $0 >= Self.minimum.after }
  }
}

extension Unicode.Scalar {
  fileprivate var isSmallLetter: Bool {
    isASCII ? ("a"..."z").contains(self) : properties.isLowercase && properties.isAlphabetic
  }
}
