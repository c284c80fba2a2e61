/// The problems found in a library, and the repairs made.
package struct DoctorReport: Equatable, Sendable {
  /// A problem.
  package struct Finding: Equatable, Sendable {
    /// The kind of problem.
    package enum Kind: String, CaseIterable, Sendable {
      /// A record that cannot be understood, or a file that is none.
      case unreadable
      /// A value in a record that is not what its key takes.
      case badValue
      /// Another version of this machine's file, left by a file syncer.
      case conflict
      /// A text that no record names.
      case unusedText
      /// An article without the text it says it has.
      case missingText
      /// A text whose bytes do not have its name's hash.
      case damagedText
      /// A text that has not come yet; nothing is wrong.
      case onItsWay
      /// A temporary file of an interrupted write.
      case leftover
      /// A list that did not say what the records say.
      case index
      /// A picture that no text shows.
      case unusedPicture
      /// A picture whose file is another than was stored.
      case damagedPicture
      /// A file among texts or pictures that is none of the library's.
      case foreign
      /// `library.json` cannot be understood.
      case identity

      /// As a person reads it.
      package var words: String {
        switch self {
        case .badValue: "bad value"
        case .unusedText: "unused text"
        case .missingText: "missing text"
        case .damagedText: "damaged text"
        case .onItsWay: "on its way"
        case .unusedPicture: "unused picture"
        case .damagedPicture: "damaged picture"
        case .unreadable, .conflict, .leftover, .index, .foreign, .identity: rawValue
        }
      }
    }

    package var kind: Kind
    package var path: String
    /// The problem, in words.
    package var problem: String
    /// The repair, in words; nil if nothing was done.
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
  /// The problems, in the order in which they were found.
  package var findings: [Finding] = []

  /// Makes an empty report.
  package init() {}
}
