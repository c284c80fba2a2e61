/// What is wrong in a library, and what was done about it.
package struct DoctorReport: Equatable, Sendable {
  /// One thing that is wrong.
  package struct Finding: Equatable, Sendable {
    /// What kind of thing.
    package enum Kind: String, CaseIterable, Sendable {
      /// A record that cannot be understood, or a file that is none.
      case unreadable
      /// Another version of a file, left by a file syncer.
      case conflict
      /// A text without an article.
      case orphaned
      /// An article without the text it says it has.
      case missingText
      /// An article whose text is not the one that its metadata belong to.
      case otherText
      /// A text or record whose counterpart has not come yet; nothing is wrong.
      case onItsWay
      /// A file syncer is at work, so that nothing is repaired.
      case syncing
      /// An article in Trash that an earlier version took for another.
      case takenOver
      /// What a write that was cut off left.
      case leftover
      /// An index that did not say what the records say.
      case index
      /// A picture that no text shows.
      case unusedPicture
      /// A picture whose file is another than was stored.
      case damagedPicture
      /// A file among the pictures that is none of the library's.
      case foreign
      /// `library.json` cannot be understood.
      case identity

      /// As a person reads it.
      package var words: String {
        switch self {
        case .missingText: "missing text"
        case .otherText: "other text"
        case .onItsWay: "on its way"
        case .takenOver: "taken over"
        case .unusedPicture: "unused picture"
        case .damagedPicture: "damaged picture"
        case .unreadable, .conflict, .orphaned, .leftover, .index, .foreign, .identity,
          .syncing:
          rawValue
        }
      }
    }

    package var kind: Kind
    package var path: String
    /// What is wrong, in words.
    package var problem: String
    /// What was done, in words; nil when nothing was.
    package var remedy: String?

    /// Makes a finding.
    package init(kind: Kind, path: String, problem: String, remedy: String? = nil) {
      self.kind = kind
      self.path = path
      self.problem = problem
      self.remedy = remedy
    }
  }

  /// Articles, in Trash or not.
  package var articles = 0
  /// Purged articles.
  package var tombstones = 0
  /// What is wrong, by kind and path.
  package var findings: [Finding] = []

  /// Makes an empty report.
  package init() {}
}
