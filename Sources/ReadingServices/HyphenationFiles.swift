import Platform
package import Segmentation

/// The patterns by which words are parted, as the system has them for office programs, each read when the first text
/// in its language comes.
package struct HyphenationFiles {
  /// Where they lie: `hyph_LANGUAGE_REGION.dic`.
  private let directory: String
  /// Those that were looked for, by language; nil where there are none, or none that can be used.
  private var known: [String: HyphenationPatterns?] = [:]

  /// Where systems have them.
  package static let usualDirectory = "/usr/share/hyphen"

  /// Files of a directory.
  package init(directory: String = usualDirectory) { self.directory = directory }

  /// The patterns of a language.
  ///
  /// - Parameter language: a BCP 47 tag.
  /// - Returns: nil where there are none, or it is no tag.
  package mutating func patterns(for language: String) -> HyphenationPatterns? {
    let parts = language.split { $0 == "-" || $0 == "_" }.map(String.init)
    guard let name = parts.first?.lowercased(), (2...3).contains(name.count),
      name.utf8.allSatisfy({ (0x61...0x7a).contains($0) })
    else { return nil }
    let region = parts.dropFirst().last.map { $0.uppercased() } ?? ""
    let isRegion = region.count == 2 && region.utf8.allSatisfy { (0x41...0x5a).contains($0) }
    let key = isRegion ? name + "_" + region : name
    if let found = known[key] { return found }
    // Of a language with several, the one of most texts.
    let usual = name == "en" ? "US" : name.uppercased()
    let files = (isRegion ? [key] : []) + [name, name + "_" + usual]
    let found = files.lazy.compactMap { [directory] in
      SmallFile.read("\(directory)/hyph_\($0).dic", limit: HyphenationPatterns.maxFileSize)
    }.first.flatMap { HyphenationPatterns(file: $0) }
    known[key] = .some(found)
    return found
  }
}
