import Glibc

/// A call of the system that failed.
package struct SystemError: Error, Equatable, Sendable {
  /// The number that the system gave, as in `errno`.
  package let code: Int32

  /// The system's words for it.
  package var reason: String { String(cString: strerror(code)) }

  /// An error with the system's number.
  package init(code: Int32) { self.code = code }
}
