import Platform

/// Bytes that are read once, from front to end: those of a file, of a pipe, or of a file in an archive.
///
/// Holds one block at a time, so that a file may be of any length.
final class ByteStream {
  /// Fills a buffer as far as it can; 0 at the end.
  typealias Source = (UnsafeMutableRawBufferPointer) throws(ExchangeProblem) -> Int

  private static let blockLength = 1 << 16

  private let source: Source
  private var block: [UInt8] = []
  private var place = 0
  private var isAtEnd = false

  /// Why it ended early, where it did.
  private(set) var problem: ExchangeProblem?

  init(_ source: @escaping Source) { self.source = source }

  /// Bytes that are there already.
  convenience init(_ bytes: [UInt8]) {
    var rest = bytes[...]
    self.init { buffer in
      let count = min(buffer.count, rest.count)
      buffer.copyBytes(from: rest.prefix(count))
      rest = rest.dropFirst(count)
      return count
    }
  }

  /// The next byte; nil at the end.
  func next() -> UInt8? {
    if place == block.count, !fill() { return nil }
    defer { place += 1 }
    return block[place]
  }

  /// The next byte, which stays to be read; nil at the end.
  func peek() -> UInt8? {
    if place == block.count, !fill() { return nil }
    return block[place]
  }

  /// Puts bytes before what comes next; quick where they are the last that were read.
  func unread(_ bytes: ArraySlice<UInt8>) {
    if bytes.count <= place, block[place - bytes.count..<place] == bytes {
      place -= bytes.count
      return
    }
    block.replaceSubrange(..<place, with: bytes)
    place = 0
  }

  /// The next bytes, as many as there are up to a number, which stay to be read.
  func peek(_ count: Int) -> ArraySlice<UInt8> {
    while block.count - place < count, more() {}
    return block[place..<min(block.count, place + count)]
  }

  /// Passes over some bytes that `peek` gave.
  func skip(_ count: Int) { place += count }

  /// The rest; nil when that is longer than a limit.
  func rest(limit: Int) -> [UInt8]? {
    while block.count - place <= limit, more() {}
    guard block.count - place <= limit else { return nil }
    defer { place = block.count }
    return Array(block[place...])
  }

  /// Replaces the block, which is used up.
  private func fill() -> Bool {
    block.removeAll(keepingCapacity: true)
    place = 0
    return more()
  }

  /// Appends to the block; false at the end.
  private func more() -> Bool {
    guard !isAtEnd else { return false }
    let source = source
    var outcome: Result<Void, ExchangeProblem> = .success(())
    let next = [UInt8](unsafeUninitializedCapacity: max(Self.blockLength, block.count)) {
      buffer,
      count in
      do throws(ExchangeProblem) { count = try source(UnsafeMutableRawBufferPointer(buffer)) } catch
      {
        outcome = .failure(error)
      }
    }
    if case .failure(let error) = outcome { problem = error }
    block += next
    isAtEnd = next.isEmpty
    return !isAtEnd
  }
}

extension ByteStream {
  /// The bytes of an open file, which the caller closes.
  ///
  /// - Parameters:
  ///   - descriptor: the file.
  ///   - read: told how many bytes were read each time, none while nothing comes; false ends the stream there.
  convenience init(descriptor: Int32, read: @escaping (Int) -> Bool = { _ in true }) {
    self.init { (buffer) throws(ExchangeProblem) in
      while true {
        // A pipe may have nothing for long, and whoever waits may have enough.
        do throws(SystemError) {
          guard try Descriptor.wait(for: .reading, of: descriptor, milliseconds: 100) else {
            guard read(0) else { return 0 }
            continue
          }
          let count = try Descriptor.read(descriptor, into: buffer)
          return read(count) ? count : 0
        } catch { throw ExchangeProblem("it cannot be read: \(error.reason)") }
      }
    }
  }
}
