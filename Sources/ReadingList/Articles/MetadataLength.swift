/// How long a piece of metadata of an article may be: its title, author, site, summary or a tag.
///
/// Whatever a page, a feed, a record or a person gives is cut to this, so that rows can be drawn and
/// searched in bounded time.
package struct MetadataLength: Equatable, Sendable {
  /// In grapheme clusters.
  package let characters: Int

  /// For titles.
  package static let title = MetadataLength(characters: 500)
  /// For authors, of which papers have dozens.
  package static let author = MetadataLength(characters: 500)
  /// For names of sites.
  package static let site = MetadataLength(characters: 200)
  /// For tags, each.
  package static let tag = MetadataLength(characters: 100)
  /// For lines of files that messages repeat.
  package static let line = MetadataLength(characters: 120)
  /// For queries and other words of a person that messages repeat.
  package static let words = MetadataLength(characters: 60)
  /// For summaries.
  package static let excerpt = MetadataLength(characters: 2000)

  /// The most Unicode scalars of one cluster: more than any script and any joined picture has.
  package static let scalarsPerCharacter = 32
}

extension String {
  /// The text, cut to a length where it is longer; then it ends with an ellipsis.
  ///
  /// It ends within the first cluster that is too long. Takes time for what stays, not for what is cut
  /// off, and changes nothing the second time.
  package func bounded(_ length: MetadataLength) -> String {
    // A byte is a scalar at most, and only a carriage return joins another ASCII character.
    if utf8.count <= MetadataLength.scalarsPerCharacter { return self }
    let most = length.characters
    if utf8.count <= most, utf8.allSatisfy({ $0 < 0x80 }) { return self }
    let beginning = unicodeScalars.prefix(most * MetadataLength.scalarsPerCharacter)
    let start = self[..<beginning.endIndex]
    var isCut = false
    var characters: [Character] = []
    for character in start {
      let short = character.bounded
      isCut = isCut || characters.count == most || short.utf8.count < character.utf8.count
      characters.append(short)
      if isCut { break }
    }
    guard isCut || beginning.endIndex < endIndex else { return self }
    return String(characters.prefix(most - 1)) + "…"
  }
}

extension Character {
  /// The beginning of a cluster that has more scalars than `MetadataLength.scalarsPerCharacter`.
  package var bounded: Character {
    let most = MetadataLength.scalarsPerCharacter
    guard utf8.count > most, unicodeScalars.count > most else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.prefix(most))).first ?? self
  }
}
