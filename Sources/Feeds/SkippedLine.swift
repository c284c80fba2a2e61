import ReadingList

/// A line of a list of feeds or addresses that names nothing to pick from.
package struct SkippedLine: Equatable, Sendable {
  /// From 1.
  package let number: Int
  /// What stands there, without line breaks, its beginning where it is long.
  package let text: String
  /// Why nothing can be picked from it, in a few words.
  package let reason: String

  /// Takes a line's number, its text and the reason.
  package init(number: Int, text: String, reason: String = noAddress) {
    self.number = number
    self.text = text.bounded(.line)
    self.reason = reason
  }

  /// The reason of most.
  package static let noAddress = "no address"
}
