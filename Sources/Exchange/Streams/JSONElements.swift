import ReadingList

/// The elements of a JSON file one after another, however many there are: those of an array, members of an
/// object and those of arrays in it, or objects that stand one after another as in JSON Lines.
///
/// Only one element is held. What is not JSON costs its own element: a string ends with its line, which
/// no string of JSON goes beyond, and behind what nobody closes reading goes on with the next line that
/// begins an object in the same column.
struct JSONElements {
  /// What comes next.
  enum Element {
    /// A value, the member of the object around all that it is or is in, and the number of the line that it
    /// begins in, from 1.
    case value(JSON, key: String?, line: Int)
    /// An element that cannot be read, and why.
    case damaged(line: Int, reason: String)
  }

  /// The longest element, in bytes.
  static let maxLength = 48 << 20

  /// The most bytes that are read a second time.
  private static let maxReread = 64 << 20

  private let stream: ByteStream
  /// Whether an object that the file begins with is one around all others.
  private let isWrapped: Bool
  /// The member that is being read of it.
  private var key: String?
  private var line = 1
  /// White space between the beginning of the line and here.
  private var indent: [UInt8] = []
  private var reread = 0
  private var isInArray = false
  private var isInObject = false

  /// Reads text in UTF-8.
  init(_ stream: ByteStream, isWrapped: Bool = false) {
    self.stream = stream
    self.isWrapped = isWrapped
  }

  /// The next element; nil at the end.
  mutating func next() -> Element? {
    while let byte = nextSignificant() {
      switch byte {
      case UInt8(ascii: ","), UInt8(ascii: ":"): stream.skip(1)
      case UInt8(ascii: "["):
        guard isInArray else {
          stream.skip(1)
          isInArray = true
          continue
        }
        return element()
      case UInt8(ascii: "]"):
        stream.skip(1)
        isInArray = false
      case UInt8(ascii: "}"):
        stream.skip(1)
        isInObject = false
      case UInt8(ascii: "{"):
        guard isWrapped, !isInArray, !isInObject else { return element() }
        stream.skip(1)
        isInObject = true
      default:
        if isInObject, !isInArray {
          guard let member = member() else { continue }
          return member
        }
        return element()
      }
    }
    return nil
  }

  /// The first byte behind white space, which stays to be read.
  private mutating func nextSignificant() -> UInt8? {
    while let byte = stream.peek() {
      guard byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 else { return byte }
      if byte == 0x0a {
        line += 1
        indent = []
      } else {
        indent.append(byte)
      }
      stream.skip(1)
    }
    return nil
  }

  /// Reads a key and its value, unless that is an array, whose elements come next.
  private mutating func member() -> Element? {
    guard case .value(let name, _, _) = element() else { return nil }
    guard let colon = nextSignificant(), colon == UInt8(ascii: ":") else { return nil }
    stream.skip(1)
    key = name.string
    guard let first = nextSignificant(), first != UInt8(ascii: "[") else { return nil }
    return element()
  }

  /// Reads one value.
  private mutating func element() -> Element {
    let start = line
    var bytes: [UInt8] = []
    var depth = 0
    var isInString = false
    var isEscaped = false
    var isTooLong = false
    scan: while let byte = stream.peek() {
      if !isInString {
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          if depth == 0 { break scan }
          depth -= 1
        case UInt8(ascii: "\""): isInString = true
        case UInt8(ascii: ","), UInt8(ascii: ":"), 0x20, 0x0a, 0x0d, 0x09:
          if depth == 0 { break scan }
        default: break
        }
      } else if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") || byte == 0x0a {
        isInString = false
      }
      if byte == 0x0a { line += 1 }
      stream.skip(1)
      if bytes.count < Self.maxLength {
        bytes.append(byte)
      } else if !isTooLong {
        isTooLong = true
        stream.unread([byte])
        if resume(behind: bytes, from: start) { break }
        stream.skip(1)
      }
      let isClosing = byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
      if depth == 0, !isInString, isClosing || byte == UInt8(ascii: "\"") { break }
    }
    var (place, problem) = (0, "its end is missing")
    if depth == 0, !isInString {
      do throws(JSON.ParseError) {
        return .value(try JSON(parsing: bytes), key: key, line: start)
      } catch {
        (place, problem) = (error.offset, error.problem)
      }
    }
    _ = resume(behind: bytes, from: start)
    return .damaged(
      line: start + bytes.prefix(place).count { $0 == 0x0a },
      reason: "it is not JSON: \(problem)"
    )
  }

  /// Has what follows a damaged element read again, from where the next one seems to begin; false when
  /// none does.
  private mutating func resume(behind bytes: [UInt8], from start: Int) -> Bool {
    guard bytes.first == UInt8(ascii: "{"), reread < Self.maxReread else { return false }
    let beginning = [0x0a] + indent.suffix(256) + [UInt8(ascii: "{")]
    var at = 0
    while let end = bytes[at...].firstIndex(of: 0x0a) {
      at = end + 1
      guard bytes[end...].starts(with: beginning) else { continue }
      reread += bytes.count - at
      line = start + bytes[..<at].count { $0 == 0x0a }
      stream.unread(bytes[at...])
      return true
    }
    return false
  }
}
