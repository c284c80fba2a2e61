private import CXapian

/// The languages whose words are reduced to stems.
enum Languages {
  /// Their codes; a document has the place of its own plus 1, and 0 where it has none of them.
  private static let codes = [
    "en", "de", "fr", "es", "it", "pt", "nl", "sv", "da", "no", "fi", "hu", "ro", "ru", "tr", "ar",
    "ca", "eu", "ga", "hy", "id", "lt", "ne", "ta",
  ]

  /// The number of the language of a tag such as `de-AT`.
  static func number(of tag: String) -> UInt8 {
    let code = tag.prefix { $0 != "-" && $0 != "_" }.lowercased()
    let known = code == "nb" || code == "nn" ? "no" : code
    return codes.firstIndex(of: known).map { UInt8($0 + 1) } ?? 0
  }

  /// The code of a number; nil for 0 and for what is none.
  static func code(of number: UInt8) -> String? {
    number > 0 && Int(number) <= codes.count ? codes[Int(number) - 1] : nil
  }
}

/// Reduces the words of one language to stems.
final class Stemmer {
  private let stemmer: OpaquePointer

  /// The stemmer of a language with a number.
  init?(_ language: UInt8) {
    guard let code = Languages.code(of: language), let stemmer = xapianStemmer(code) else {
      return nil
    }
    self.stemmer = stemmer
  }

  deinit { xapianFreeStemmer(stemmer) }

  /// The stem of a folded word.
  func stem(_ word: [UInt8]) -> [UInt8] {
    word.withUnsafeBufferPointer { word in
      let found = xapianStem(stemmer, word.baseAddress, word.count)
      return Array(UnsafeBufferPointer(start: found.bytes, count: found.count))
    }
  }
}
