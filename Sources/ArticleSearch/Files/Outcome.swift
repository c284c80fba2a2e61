import CXapian

extension SearchError {
  /// Calls the library and throws what it says.
  static func check<Value>(
    _ call: (UnsafeMutablePointer<XapianOutcome>) -> Value
  ) throws(SearchError) -> Value {
    var outcome = XapianOutcome()
    outcome.code = XAPIAN_UNANSWERED
    let value = call(&outcome)
    if outcome.code == XAPIAN_DONE { return value }
    let message = withUnsafeBytes(of: outcome.message) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    switch outcome.code {
    case XAPIAN_MISSING: throw .missing
    case XAPIAN_OTHER_VERSION: throw .otherVersion
    case XAPIAN_DAMAGED: throw .damaged(message)
    case XAPIAN_UNANSWERED: throw .failed("libluego-xapian.so or libxapian.so is not installed")
    default: throw .failed(message)
    }
  }
}
