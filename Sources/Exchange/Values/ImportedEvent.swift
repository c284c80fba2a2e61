package import ReadingList

/// What an import finds next.
package enum ImportedEvent: Equatable, Sendable {
  case article(ImportedArticle)
  /// An article of a library, to be stored as it is.
  case stored(StoredArticle)
  /// A feed, which is a source of discovery and no article.
  case feed(WebAddress)
  /// Something that is not to be imported, and why.
  case skipped(String)
  /// Something that cannot be understood, and why.
  case damaged(String)
  /// What is uncertain, in words that follow a colon.
  case doubt(String)
}

/// Where in a file something stands.
package struct ImportedPlace: Equatable, Sendable, CustomStringConvertible {
  /// The file as it was named and, behind a colon, its path in an archive.
  package var file: String
  /// From 1; nil where lines do not count.
  package var line: Int?

  /// As compilers write it: `file:12`.
  package var description: String { line.map { "\(file):\($0)" } ?? file }
}
