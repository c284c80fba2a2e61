/// Length-prefixed messages on a pipe (four bytes, little-endian).
package enum PipeMessage {
  package enum Problem: Error, Equatable {
    case tooLong
    /// The pipe ended within a message, or could not be read.
    case incomplete
  }

  /// Reads a message; nil at the end.
  ///
  /// Memory grows with the bytes received, not with the announced length.
  package static func read(
    from descriptor: Int32, limit: Int
  ) throws(Problem) -> [UInt8]? {
    let head = bytes(4, from: descriptor)
    if head.isEmpty { return nil }
    guard head.count == 4 else { throw .incomplete }
    let length = head.reversed().reduce(0) { $0 << 8 | Int($1) }
    guard length <= limit else { throw .tooLong }
    let message = bytes(length, from: descriptor)
    guard message.count == length else { throw .incomplete }
    return message
  }

  package static func write(_ message: [UInt8], to descriptor: Int32) throws(SystemError) {
    let length = (0..<4).map { UInt8(truncatingIfNeeded: message.count >> ($0 * 8)) }
    try SystemError.check(writeAll(length, to: descriptor))
    try SystemError.check(writeAll(message, to: descriptor))
  }

  /// Fewer if the pipe ends earlier.
  private static func bytes(_ count: Int, from descriptor: Int32) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      var buffer = [UInt8](repeating: 0, count: min(count - bytes.count, 1 << 16))
      guard let got = try? Descriptor.read(descriptor, into: &buffer), got > 0 else { break }
      bytes += buffer[..<got]
    }
    return bytes
  }
}
