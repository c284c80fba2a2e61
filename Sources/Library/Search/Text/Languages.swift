private import CXapian

/// The languages whose words are reduced to stems.
enum Languages {
  private static let codes: Set = [
    "en", "de", "fr", "es", "it", "pt", "nl", "sv", "da", "no", "fi", "hu", "ro", "ru", "tr", "ar",
    "ca", "eu", "ga", "hy", "id", "lt", "ne", "ta",
  ]

  /// The code of the language of a tag such as `de-AT`; empty for any other language.
  static func code(of tag: String) -> String {
    let code = tag.prefix { $0 != "-" && $0 != "_" }.lowercased()
    let known = code == "nb" || code == "nn" ? "no" : code
    return codes.contains(known) ? known : ""
  }
}

/// Reduces the words of one language to stems.
final class Stemmer {
  private let stemmer: OpaquePointer

  /// The stemmer of a language with a code.
  init?(_ language: String) {
    guard let stemmer = xapianStemmer(language) else { return nil }
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
