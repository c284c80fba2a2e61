/// The problems found in a library and the repairs made.
package struct DoctorReport: Equatable, Sendable {
  package struct Finding: Equatable, Sendable {
    package enum Kind: String, CaseIterable, Sendable {
      /// A record that cannot be read, or a file or directory that is not what its path requires.
      case unreadable
      /// A record value of the wrong form for its key.
      case badValue
      /// A conflict copy of this machine's own file, left by a file syncer.
      case conflict
      /// A text that no record names.
      case unusedText
      /// An article whose record names a text that is missing.
      case missingText
      /// A text whose bytes do not match the hash in its name.
      case damagedText
      /// A text that has not been synced yet; not an error.
      case onItsWay
      /// A `library.json` that is missing or damaged.
      case identity

      /// The kind as people read it.
      package var words: String {
        rawValue.map { $0.isUppercase ? " " + $0.lowercased() : String($0) }.joined()
      }
    }

    package var kind: Kind
    package var path: String
    package var problem: String
    /// The repair; nil if nothing was done.
    package var remedy: String?
  }

  /// The number of articles, including those in Trash.
  package var articles = 0
  /// The number of purged articles.
  package var tombstones = 0
  /// The problems, in the order of the check.
  package var findings: [Finding] = []
}
