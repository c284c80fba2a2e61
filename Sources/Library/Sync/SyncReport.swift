import ReadingList

extension StoreError {
  /// Returns the error of a message that breaks the protocol.
  static func illFormed(_ what: String) -> StoreError {
    StoreError(.io, "The other side sent something that cannot be understood: \(what)")
  }

  var json: JSON {
    .object([.init("kind", .string(kind.rawValue)), .init("message", .string(message))])
  }

  /// The error that the other side reports; its text is only shown.
  init(remote json: JSON?) {
    let text = json?["message"]?.string ?? "it does not say why it stopped"
    self.init(
      json?["kind"]?.string.flatMap { Kind(rawValue: $0) } ?? .io,
      Self.remotePrefix + String(text.unicodeScalars.prefix(300)))
  }

  /// The prefix of messages from the other side.
  static let remotePrefix = "The other side: "
}

/// The result of syncing two libraries.
package struct SyncReport: Equatable, Sendable {
  /// A file that could not be synced.
  package struct Failure: Equatable, Sendable {
    /// An article id or a file name.
    package var name: String
    package var message: String
  }

  /// Numbers of articles that changed here only, there only, and on both sides.
  package var received = 0, sent = 0, merged = 0
  /// The first `maxNamed` failures.
  package var failures: [Failure] = []
  /// The number of all failures.
  package var failureCount = 0
  /// The number of failures on the other side whose names are not known here.
  package var failuresThere = 0
  /// Whether this side adopted the other library's name.
  package var isRenamed = false

  /// Max failures with names.
  static let maxNamed = 100

  mutating func note(_ name: String, _ message: String) {
    // A retry reports the same failure again.
    guard !failures.contains(Failure(name: name, message: message)) else { return }
    failureCount += 1
    if failures.count < Self.maxNamed { failures.append(Failure(name: name, message: message)) }
  }

  /// The last line that the command prints.
  package var summary: String {
    "\(received.counted("article")) received, \(sent) sent, \(merged) merged"
  }
}
