import PageFetch

extension ByteStream {
  /// The same text in UTF-8 without a byte order mark, whether it is in UTF-8 or in UTF-16.
  func asUTF8() -> ByteStream {
    let head = peek(256)
    if head.starts(with: [0xef, 0xbb, 0xbf]) {
      skip(3)
      return self
    }
    guard let order = CharacterEncoding.utf16Order(Array(head)) else { return self }
    var decoder = UTF16Text(self, isBigEndian: order == "UTF-16BE")
    return ByteStream { buffer in decoder.read(into: buffer) }
  }
}

/// UTF-16 made UTF-8 as it is read; halves of pairs become U+FFFD.
private struct UTF16Text {
  private let stream: ByteStream
  private let isBigEndian: Bool
  private var isAtStart = true
  private var held: UInt16?

  init(_ stream: ByteStream, isBigEndian: Bool) {
    self.stream = stream
    self.isBigEndian = isBigEndian
  }

  mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    var count = 0
    while count + 4 <= buffer.count, let scalar = nextScalar() {
      for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
        buffer[count] = byte
        count += 1
      }
    }
    return count
  }

  private mutating func nextScalar() -> Unicode.Scalar? {
    guard let unit = nextUnit() else { return nil }
    if isAtStart {
      isAtStart = false
      if unit == 0xfeff { return nextScalar() }
    }
    if let scalar = Unicode.Scalar(unit) { return scalar }
    guard UTF16.isLeadSurrogate(unit), let trail = nextUnit() else { return "\u{fffd}" }
    guard UTF16.isTrailSurrogate(trail) else {
      held = trail
      return "\u{fffd}"
    }
    return UTF16.decode(UTF16.EncodedScalar([unit, trail]))
  }

  private mutating func nextUnit() -> UInt16? {
    if let unit = held {
      held = nil
      return unit
    }
    guard let first = stream.next() else { return nil }
    guard let second = stream.next() else { return 0xfffd }
    return isBigEndian
      ? UInt16(first) << 8 | UInt16(second) : UInt16(second) << 8 | UInt16(first)
  }
}
