/// Watches whether a compressed stream reaches its end; libcurl does not say when one is cut off.
enum StreamEnd {
  case brotli(BrotliEnd)
  case zstandard(ZstandardEnd)

  /// Watches a stream in a content encoding, unpacking at most `limit` bytes to find the end; nil for
  /// encodings whose ends cannot be told here.
  init?(encoding: String, limit: Int) {
    switch encoding {
    case "br":
      guard let end = BrotliEnd(limit: limit) else { return nil }
      self = .brotli(end)
    case "zstd": self = .zstandard(ZstandardEnd())
    default: return nil
    }
  }

  /// What is known of a stream.
  enum State {
    /// Nothing has come yet.
    case empty
    /// Sound so far, and not at its end.
    case open
    /// At its end.
    case complete
    /// No such stream, or one that is too long to follow.
    case unknown
  }

  var state: State {
    switch self {
    case .brotli(let end): end.state
    case .zstandard(let end): end.state
    }
  }

  /// Takes the next bytes.
  mutating func append(_ bytes: Slice<UnsafeRawBufferPointer>) {
    switch self {
    case .brotli(let end): end.append(bytes)
    case .zstandard(var end):
      end.append(bytes)
      self = .zstandard(end)
    }
  }
}

/// Walks through the frames and blocks of Zstandard (RFC 8878, 3.1), without unpacking them.
struct ZstandardEnd {
  private(set) var state = StreamEnd.State.empty
  private var step = Step.magic
  private var number: UInt64 = 0
  private var digits = 0
  private var hasChecksum = false

  private enum Step {
    /// Four bytes that begin a frame.
    case magic
    case skippableSize
    case descriptor
    /// In a block's header of three bytes.
    case block
    /// So many bytes of a frame's header or of a block, and whether that was the last block.
    case skip(Int, isLast: Bool)
    case checksum
  }

  mutating func append(_ bytes: Slice<UnsafeRawBufferPointer>) {
    var rest = bytes
    while state != .unknown, !rest.isEmpty {
      switch step {
      case .magic:
        // Between frames a stream may end.
        if digits == 0 { state = .open }
        guard let magic = take(4, &rest) else { break }
        if magic == 0xfd2f_b528 {
          step = .descriptor
        } else if magic & 0xffff_fff0 == 0x184d_2a50 {
          step = .skippableSize
        } else {
          state = .unknown
        }
      case .skippableSize:
        guard let size = take(4, &rest) else { break }
        hasChecksum = false
        skip(Int(size), isLast: true)
      case .descriptor:
        guard let flags = take(1, &rest) else { break }
        let isSingle = flags & 0x20 != 0
        hasChecksum = flags & 0x04 != 0
        let dictionary = [0, 1, 2, 4][Int(flags & 3)]
        let content = [isSingle ? 1 : 0, 2, 4, 8][Int(flags >> 6)]
        skip((isSingle ? 0 : 1) + dictionary + content, isLast: false)
      case .block:
        guard let header = take(3, &rest) else { break }
        let size = Int(header >> 3)
        switch header >> 1 & 3 {
        case 0, 2: skip(size, isLast: header & 1 != 0)
        case 1: skip(1, isLast: header & 1 != 0)
        default: state = .unknown
        }
      case .skip(let count, let isLast):
        let skipped = min(count, rest.count)
        rest = rest.dropFirst(skipped)
        skip(count - skipped, isLast: isLast)
      case .checksum:
        guard take(4, &rest) != nil else { break }
        finishFrame()
      }
    }
  }

  /// A little-endian number of so many bytes; nil until all of it is there.
  private mutating func take(_ size: Int, _ rest: inout Slice<UnsafeRawBufferPointer>) -> UInt64? {
    while digits < size {
      guard let byte = rest.popFirst() else { return nil }
      number |= UInt64(byte) << UInt64(8 * digits)
      digits += 1
    }
    defer { (number, digits) = (0, 0) }
    return number
  }

  private mutating func skip(_ count: Int, isLast: Bool) {
    if count > 0 {
      step = .skip(count, isLast: isLast)
    } else if !isLast {
      step = .block
    } else if hasChecksum {
      step = .checksum
    } else {
      finishFrame()
    }
  }

  private mutating func finishFrame() {
    step = .magic
    state = .complete
  }
}
