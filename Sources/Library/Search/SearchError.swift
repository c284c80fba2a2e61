import CXapian
import Platform

/// An error of the full-text index.
package enum SearchError: Error, Equatable, Sendable {
  /// It does not exist, or was deleted while it was open.
  case missing
  /// Another version of the program or of Xapian wrote it.
  case otherVersion
  /// Its files make no sense; says which.
  case damaged(String)
  /// Another process writes it.
  case locked
  /// It was committed twice while a question was answered.
  case changed
  /// The system's error.
  case failed(String)

  /// Whether deleting the index and making it again helps.
  package var asksForRebuild: Bool {
    switch self {
    case .missing, .otherVersion, .damaged: true
    case .locked, .changed, .failed: false
    }
  }

  /// Calls Xapian and throws the error of its outcome.
  static func check<Value>(
    _ call: (UnsafeMutablePointer<XapianOutcome>) -> Value
  ) throws(SearchError) -> Value {
    var outcome = XapianOutcome()
    let value = call(&outcome)
    if outcome.code == XAPIAN_DONE { return value }
    let message = withUnsafeBytes(of: outcome.message) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    switch outcome.code {
    case XAPIAN_MISSING: throw .missing
    case XAPIAN_OTHER_VERSION: throw .otherVersion
    case XAPIAN_DAMAGED: throw .damaged(message)
    case XAPIAN_CHANGED: throw .changed
    case XAPIAN_NO_SPACE: throw .failed(SystemError.noSpace.reason)
    default: throw .failed(message)
    }
  }
}
