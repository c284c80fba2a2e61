import Platform
package import Segmentation

/// The patterns by which words are parted, as the system has them for office programs.
package enum HyphenationFiles {
  /// Where systems have them: `hyph_LANGUAGE_REGION.dic`.
  private static let directory = "/usr/share/hyphen"

  /// Reads the patterns of a language.
  ///
  /// - Parameter language: a BCP 47 tag.
  /// - Returns: nil where there are none, or it is no tag.
  package static func patterns(for language: String) -> HyphenationPatterns? {
    let parts = language.split { $0 == "-" || $0 == "_" }.map(String.init)
    guard let name = parts.first?.lowercased(), (2...3).contains(name.count),
      name.utf8.allSatisfy({ (0x61...0x7a).contains($0) })
    else { return nil }
    let region = parts.dropFirst().last.map { $0.uppercased() } ?? ""
    let isRegion = region.count == 2 && region.utf8.allSatisfy { (0x41...0x5a).contains($0) }
    // Of a language with several, the one of most texts.
    let usual = name == "en" ? "US" : name.uppercased()
    let files = (isRegion ? [name + "_" + region] : []) + [name, name + "_" + usual]
    return files.lazy.compactMap {
      SmallFile.read("\(directory)/hyph_\($0).dic", limit: HyphenationPatterns.maxFileSize)
    }.first.flatMap { HyphenationPatterns(file: $0) }
  }
}
