import ReadingList

/// A line of a list of feeds or addresses that names nothing to pick from.
package struct SkippedLine: Equatable, Sendable {
  /// From 1.
  package let number: Int
  /// What stands there, without line breaks, its beginning where it is long.
  package let text: String

  /// Takes a line's number and its text.
  package init(number: Int, text: String) {
    self.number = number
    self.text = text.bounded(.line)
  }
}
