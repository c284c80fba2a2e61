/// Why a file cannot be read, or not to its end, in words that follow the file's name and a colon.
package struct ExchangeProblem: Error, Equatable, Sendable {
  /// One line without a full stop.
  package let message: String

  /// Why, in such words.
  package init(_ message: String) { self.message = message }
}
