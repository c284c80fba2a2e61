import PageFetch
import Platform

/// Bytes that are read once, from front to end: those of a file, of a pipe, or of a file in an archive.
final class ByteStream {
  /// Fills a buffer as far as it can; 0 at the end.
  typealias Source = (UnsafeMutableRawBufferPointer) throws(ExchangeProblem) -> Int

  private static let blockLength = 1 << 16

  private let source: Source
  /// What was read and is still to be given.
  private var block: [UInt8] = []
  private var place = 0
  private var isAtEnd = false

  /// Why it ended early, where it did.
  private(set) var problem: ExchangeProblem?

  init(_ source: @escaping Source) { self.source = source }

  /// The next bytes, as many as there are up to a number, which stay to be read.
  func peek(_ count: Int) -> ArraySlice<UInt8> {
    while block.count - place < count, more() {}
    return block[place..<min(block.count, place + count)]
  }

  /// The rest; nil when that is longer than a limit.
  func rest(limit: Int) -> [UInt8]? {
    while block.count - place <= limit, more() {}
    guard block.count - place <= limit else { return nil }
    defer { (block, place) = ([], 0) }
    return place == 0 ? block : Array(block[place...])
  }

  /// The next line without its end, empty where it is longer than a limit; nil when there is none.
  func line(limit: Int) -> [UInt8]? {
    var isTooLong = false
    while true {
      if let end = block[place...].firstIndex(of: 10) {
        defer { place = end + 1 }
        return isTooLong ? [] : Array(block[place..<end])
      }
      if block.count - place > limit {
        isTooLong = true
        place = block.count
      }
      block.removeSubrange(..<place)
      place = 0
      guard more() else {
        defer { (block, place) = ([], 0) }
        return block.isEmpty && !isTooLong ? nil : isTooLong ? [] : block
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
  /// The same bytes; those of a text in UTF-16 in UTF-8.
  ///
  /// - Throws: `ExchangeProblem` where a text in UTF-16 is longer than a limit.
  func decoded(limit: Int) throws(ExchangeProblem) -> ByteStream {
    guard CharacterEncoding.utf16Order(Array(peek(4))) != nil else { return self }
    guard let bytes = rest(limit: limit) else {
      throw ExchangeProblem("it is larger than \(limit >> 20) MiB")
    }
    var left = CharacterEncoding.utf8(bytes, contentType: nil)[...]
    return ByteStream { buffer in
      let next = left.prefix(buffer.count)
      buffer.copyBytes(from: next)
      left = left.dropFirst(next.count)
      return next.count
    }
  }

  /// The bytes of an open file, which the caller closes.
  ///
  /// - Parameters:
  ///   - descriptor: the file.
  ///   - read: called with how many bytes were read each time, 0 while nothing comes; false ends the stream there.
  convenience init(descriptor: Int32, read: @escaping (Int) -> Bool = { _ in true }) {
    self.init { (buffer) throws(ExchangeProblem) in
      while true {
        // A pipe may have nothing for long, and the reader may cancel meanwhile.
        do throws(SystemError) {
          guard try Descriptor.wait(for: .reading, of: descriptor, milliseconds: 100) else {
            guard read(0) else { return 0 }
            continue
          }
          let count = try Descriptor.read(descriptor, into: buffer)
          return read(count) ? count : 0
        } catch { throw ExchangeProblem("it cannot be read: \(error.reason)", isOfSystem: true) }
      }
    }
  }
}
