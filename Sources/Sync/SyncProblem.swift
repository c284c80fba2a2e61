package import ArticleStore
import ReadingList

/// Why two libraries could not be brought together, in one line.
package struct SyncProblem: Error, Equatable, Sendable {
  /// Kinds of problems; each has an exit status.
  package enum Kind: String, CaseIterable, Sendable {
    case failed, notFound, readOnly
    /// The other side does not answer.
    case unreachable
    /// The other side is another library, or of a newer format.
    case otherLibrary
  }

  package var kind: Kind
  package var message: String

  /// Makes a problem.
  package init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  /// A problem of the library that is here.
  package init(_ error: StoreError) {
    let kind: Kind =
      switch error.kind {
      case .readOnly: .readOnly
      case .newerFormat: .otherLibrary
      case .notFound: .notFound
      default: .failed
      }
    self.init(kind, error.message)
  }

  /// That the other side does not speak as agreed.
  static func illFormed(_ what: String) -> SyncProblem {
    SyncProblem(.failed, "The other side sent what cannot be understood: \(what)")
  }

  var json: JSON {
    .object([.init("kind", .string(kind.rawValue)), .init("message", .string(message))])
  }

  /// The problem that the other side reports; its text is only shown.
  init(remote json: JSON?) {
    kind = json?["kind"]?.string.flatMap { Kind(rawValue: $0) } ?? .failed
    let text = json?["message"]?.string ?? "it does not say why it stopped"
    message = Self.remotePrefix + String(text.unicodeScalars.prefix(300))
  }

  /// The prefix of messages from the other side.
  static let remotePrefix = "The other side: "
}

/// The result of syncing two libraries.
package struct SyncReport: Equatable, Sendable {
  /// A file that could not be synced.
  package struct Failure: Equatable, Sendable {
    /// An article's id or a file's name.
    package var name: String
    package var message: String
  }

  /// Articles that changed here, there, and on both sides.
  package var received = 0, sent = 0, merged = 0
  /// The first of what failed.
  package var failures: [Failure] = []
  /// How much failed in all.
  package var failureCount = 0
  /// How much of that on the other side, where it is named.
  package var failuresThere = 0
  /// Whether this side took over the other library's name.
  package var isRenamed = false
  /// Whether one of the two libraries was made.
  package var isMade = false
  /// Bytes on the wire, both ways.
  package var bytes = 0

  /// Makes an empty report.
  package init() {}

  /// How many failures are named.
  static let maxNamed = 100

  mutating func note(_ name: String, _ message: String) {
    // A retry reports the same failure again.
    guard !failures.contains(Failure(name: name, message: message)) else { return }
    failureCount += 1
    if failures.count < Self.maxNamed { failures.append(Failure(name: name, message: message)) }
  }

  /// Notes that some could not be taken on the other side, which tells no more.
  mutating func noteFailures(there count: Int) {
    guard count > 0 else { return }
    failuresThere += count
    failureCount += count
  }

  /// Names what failed on the other side, where that is here as well.
  mutating func nameFailures(of other: SyncReport) {
    failures += other.failures
    failuresThere = 0
  }

  /// The line at the end.
  package var summary: String { "\(received) in, \(sent) out, \(merged) merged" }
}
