import Platform

/// Bytes from a file, a pipe or a file in an archive, read once from start to end.
package final class ByteStream {
  /// Fills as much of the buffer as possible and returns the number of bytes; 0 at the end.
  typealias Source = (UnsafeMutableRawBufferPointer) throws(ExchangeProblem) -> Int

  private static let blockLength = 1 << 16

  private let source: Source
  /// Read but not consumed.
  private var block: [UInt8] = []
  private var place = 0
  private var isAtEnd = false

  /// Why the stream ended early.
  package private(set) var problem: ExchangeProblem?

  init(_ source: @escaping Source) { self.source = source }

  init(_ bytes: [UInt8]) {
    source = { _ in 0 }
    block = bytes
  }

  /// Up to `count` of the next bytes, not consumed.
  package func peek(_ count: Int) -> ArraySlice<UInt8> {
    while block.count - place < count, more() {}
    return block[place..<min(block.count, place + count)]
  }

  /// Nil if it exceeds the limit.
  package func rest(limit: Int) -> [UInt8]? {
    while block.count - place <= limit, more() {}
    guard block.count - place <= limit else { return nil }
    defer { (block, place) = ([], 0) }
    return place == 0 ? block : Array(block[place...])
  }

  /// Consumes the next line without its line feed, or its part up to the limit; nil at the end.
  func line(limit: Int) -> [UInt8]? {
    var next = place
    while true {
      if let end = block[next...].prefix(limit - (next - place)).firstIndex(of: 10) {
        defer { place = end + 1 }
        return Array(block[place..<end])
      }
      if block.count - place >= limit {
        defer { place += limit }
        return Array(block[place..<(place + limit)])
      }
      block.removeSubrange(..<place)
      (next, place) = (block.count, 0)
      guard more() else {
        defer { block = [] }
        return block.isEmpty ? nil : block
      }
    }
  }

  /// Appends to the block; false at the end.
  private func more() -> Bool {
    guard !isAtEnd else { return false }
    let source = source
    var outcome: Result<Void, ExchangeProblem> = .success(())
    let next = [UInt8](unsafeUninitializedCapacity: max(Self.blockLength, block.count)) {
      buffer, count in
      do throws(ExchangeProblem) { count = try source(UnsafeMutableRawBufferPointer(buffer)) } catch
      { outcome = .failure(error) }
    }
    if case .failure(let error) = outcome { problem = error }
    block += next
    isAtEnd = next.isEmpty
    return !isAtEnd
  }
}

extension ByteStream {
  /// Reads an open file, which the caller closes.
  ///
  /// `read` is called with the number of bytes after each read, 0 while none are available; false
  /// ends the stream.
  convenience init(descriptor: Int32, read: @escaping (Int) -> Bool = { _ in true }) {
    self.init { (buffer) throws(ExchangeProblem) in
      while true {
        // A pipe may have no data for long, and the reader may cancel meanwhile.
        do throws(SystemError) {
          guard try Descriptor.wait(for: .reading, of: descriptor, milliseconds: 100) else {
            guard read(0) else { return 0 }
            continue
          }
          let count = try Descriptor.read(descriptor, into: buffer)
          return read(count) ? count : 0
        } catch {
          if error == .wouldBlock { continue }
          throw ExchangeProblem("it cannot be read: \(error.reason)", isOfSystem: true)
        }
      }
    }
  }
}
