package import ReadingList
import ReadingServices

/// What the status line says of the last thing that happened.
package struct Status: Equatable, Sendable {
  /// How it is meant.
  package enum Kind: Sendable { case info, error }

  /// One line.
  package var text: String
  package var kind: Kind
  /// Shorter words for the same, for windows where the line does not fit; the longest first.
  package var shorter: [String] = []
  /// The command that it offers; its key stands before the words.
  package var offer: Command?

  /// How many are remembered.
  package static let maxRemembered = 200

  /// Something that went well.
  package static func info(_ text: String) -> Status { Status(text: text, kind: .info) }
  /// Something that did not: what, on what, what to do.
  package static func error(_ text: String) -> Status { Status(text: text, kind: .error) }
}

/// Something that was said, and when.
package struct Message: Equatable, Sendable {
  package var moment: Timestamp
  package var status: Status
}
