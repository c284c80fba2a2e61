/// Why the index does not answer.
package enum SearchError: Error, Equatable, Sendable {
  /// There is none, or it was removed while it was open.
  case missing
  /// Another version of the program or of Xapian made it.
  case otherVersion
  /// What it has makes no sense; says what.
  case damaged(String)
  /// Another process writes it.
  case locked
  /// The system would not: no room, no memory, no right; says what.
  case failed(String)

  /// Whether only making it again helps.
  package var asksForRebuild: Bool {
    switch self {
    case .missing, .otherVersion, .damaged: true
    case .locked, .failed: false
    }
  }
}
