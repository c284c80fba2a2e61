import ReadingList

/// The last bytes of a body as they came over the wire, before decompression.
///
/// libcurl does not say when gzip, the one encoding that is asked for, ends too early. Its last four bytes give
/// the length of what it unpacks to (RFC 1952, ISIZE), so that the truth can be had by comparing. libcurl may
/// show the wire with the framing of chunks or without it, so that both are followed.
struct GzipTrailer {
  private var whole = Last4()
  private var unframed = Last4()
  private var frame = Frame.size(0)

  /// Where the walk through the chunks is.
  private enum Frame {
    /// In a line with a size, so much of it read.
    case size(Int)
    /// In what follows the size in its line.
    case sizeEnd(Int)
    case data(left: Int)
    /// Behind the data of a chunk, before its line break.
    case dataEnd
    /// After the last chunk, or where there is no framing.
    case over
  }

  private struct Last4 {
    private var value: UInt32 = 0
    private var count = 0

    mutating func append(_ bytes: Slice<UnsafeRawBufferPointer>) {
      for byte in bytes.suffix(4) { value = value >> 8 | UInt32(byte) << 24 }
      count = min(4, count + min(4, bytes.count))
    }

    func isLength(_ length: Int) -> Bool {
      count == 4 && value == UInt32(truncatingIfNeeded: length)
    }
  }

  /// Takes the next bytes that came.
  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    whole.append(bytes[...])
    var rest = bytes[...]
    while let byte = rest.first {
      switch frame {
      case .size(let value):
        rest.removeFirst()
        if let digit = WebAddress.hexValue(byte) {
          frame = value < 1 << 40 ? .size(value << 4 | Int(digit)) : .over
        } else {
          frame = byte == 10 ? Self.afterSize(value) : .sizeEnd(value)
        }
      case .sizeEnd(let value):
        rest.removeFirst()
        if byte == 10 { frame = Self.afterSize(value) }
      case .data(let left):
        let data = rest.prefix(left)
        unframed.append(data)
        rest = rest.dropFirst(data.count)
        frame = data.count == left ? .dataEnd : .data(left: left - data.count)
      case .dataEnd:
        rest.removeFirst()
        if byte == 10 { frame = .size(0) } else if byte != 13 { frame = .over }
      case .over: return
      }
    }
  }

  /// Whether a gzip stream that ended so can have unpacked to `decoded` bytes.
  func endsGzip(ofLength decoded: Int) -> Bool {
    whole.isLength(decoded) || unframed.isLength(decoded)
  }

  private static func afterSize(_ size: Int) -> Frame { size == 0 ? .over : .data(left: size) }
}
