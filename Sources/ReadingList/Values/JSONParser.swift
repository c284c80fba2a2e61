extension JSON {
  /// What is wrong with a text that is not JSON, and where.
  package struct ParseError: Error, Equatable, Sendable {
    /// Bytes from the beginning.
    package var offset: Int
    /// In words.
    package var problem: String
  }

  /// How deep arrays and objects may nest.
  package static let deepestNesting = 128

  /// Parses one JSON text.
  ///
  /// Strict as RFC 8259 is, but for one mercy: bytes that are not UTF-8 become U+FFFD.
  /// - Throws: `ParseError`.
  package init(parsing text: String) throws(ParseError) {
    try self.init(parsing: Array(text.utf8))
  }

  /// Parses one JSON text from its bytes; a byte order mark is skipped.
  ///
  /// - Throws: `ParseError`.
  package init(parsing bytes: [UInt8]) throws(ParseError) {
    var result: Result<JSON, ParseError> = .success(.null)
    bytes.withUnsafeBufferPointer { buffer in
      var parser = JSONParser(buffer)
      do throws(ParseError) { result = .success(try parser.parseDocument()) } catch {
        result = .failure(error)
      }
    }
    self = try result.get()
  }
}

/// A recursive-descent parser over bytes, with a bound on depth.
private struct JSONParser {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var index = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  mutating func parseDocument() throws(JSON.ParseError) -> JSON {
    if bytes.count >= 3, bytes[0] == 0xef, bytes[1] == 0xbb, bytes[2] == 0xbf { index = 3 }
    let value = try parseValue(depth: 0)
    skipSpace()
    guard index == bytes.count else { throw error("text after the value") }
    return value
  }

  private mutating func parseValue(depth: Int) throws(JSON.ParseError) -> JSON {
    skipSpace()
    guard let byte = peek else { throw error("unexpected end of text") }
    switch byte {
    case UInt8(ascii: "{"): return try parseObject(depth: depth + 1)
    case UInt8(ascii: "["): return try parseArray(depth: depth + 1)
    case UInt8(ascii: "\""): return .string(try parseString())
    case UInt8(ascii: "t"):
      try expect("true")
      return .bool(true)
    case UInt8(ascii: "f"):
      try expect("false")
      return .bool(false)
    case UInt8(ascii: "n"):
      try expect("null")
      return .null
    default: return try parseNumber()
    }
  }

  private mutating func parseObject(depth: Int) throws(JSON.ParseError) -> JSON {
    guard depth <= JSON.deepestNesting else { throw error("nested too deeply") }
    index += 1
    var members: [JSON.Member] = []
    skipSpace()
    if take("}") { return .object(members) }
    while true {
      skipSpace()
      guard peek == UInt8(ascii: "\"") else { throw error("a key is expected") }
      let key = try parseString()
      skipSpace()
      guard take(":") else { throw error("a colon is expected") }
      members.append(JSON.Member(key, try parseValue(depth: depth)))
      skipSpace()
      if take(",") { continue }
      guard take("}") else { throw error("a comma or a closing brace is expected") }
      return .object(members)
    }
  }

  private mutating func parseArray(depth: Int) throws(JSON.ParseError) -> JSON {
    guard depth <= JSON.deepestNesting else { throw error("nested too deeply") }
    index += 1
    var items: [JSON] = []
    skipSpace()
    if take("]") { return .array(items) }
    while true {
      items.append(try parseValue(depth: depth))
      skipSpace()
      if take(",") { continue }
      guard take("]") else { throw error("a comma or a closing bracket is expected") }
      return .array(items)
    }
  }

  private mutating func parseNumber() throws(JSON.ParseError) -> JSON {
    let start = index
    _ = take("-")
    guard let first = peek, isDigit(first) else { throw error("a value is expected") }
    index += 1
    if first != UInt8(ascii: "0") { skipDigits() }
    if take(".") { try requireDigits() }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      try requireDigits()
    }
    return .number(String(decoding: bytes[start..<index], as: UTF8.self))
  }

  private mutating func parseString() throws(JSON.ParseError) -> String {
    index += 1
    let start = index
    while let byte = peek, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 {
      index += 1
    }
    if peek == UInt8(ascii: "\"") {
      index += 1
      return String(decoding: bytes[start..<(index - 1)], as: UTF8.self)
    }
    var out = Array(bytes[start..<index])
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "\""):
        index += 1
        return String(decoding: out, as: UTF8.self)
      case UInt8(ascii: "\\"):
        index += 1
        try parseEscape(into: &out)
      case 0..<0x20: throw error("a control character in a string")
      default:
        out.append(byte)
        index += 1
      }
    }
    throw error("an unterminated string")
  }

  private mutating func parseEscape(into out: inout [UInt8]) throws(JSON.ParseError) {
    guard let byte = peek else { throw error("an unterminated string") }
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): out.append(byte)
    case UInt8(ascii: "b"): out.append(0x08)
    case UInt8(ascii: "f"): out.append(0x0c)
    case UInt8(ascii: "n"): out.append(0x0a)
    case UInt8(ascii: "r"): out.append(0x0d)
    case UInt8(ascii: "t"): out.append(0x09)
    case UInt8(ascii: "u"):
      var value = try parseHex()
      if (0xd800..<0xdc00).contains(value), peek == UInt8(ascii: "\\"), index + 1 < bytes.count,
        bytes[index + 1] == UInt8(ascii: "u")
      {
        let back = index
        index += 2
        let low = try parseHex()
        if (0xdc00..<0xe000).contains(low) {
          value = 0x10000 + (value - 0xd800) << 10 + (low - 0xdc00)
        } else {
          index = back
        }
      }
      out += String(Unicode.Scalar(value) ?? "\u{fffd}").utf8
    default: throw error("an unknown escape")
    }
  }

  private mutating func parseHex() throws(JSON.ParseError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = peek else { throw error("an unterminated string") }
      let digit: UInt8
      switch byte {
      case 48...57: digit = byte - 48
      case 65...70: digit = byte - 55
      case 97...102: digit = byte - 87
      default: throw error("four hexadecimal digits are expected")
      }
      value = value << 4 | UInt32(digit)
      index += 1
    }
    return value
  }

  private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  private func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

  private func error(_ problem: String) -> JSON.ParseError {
    JSON.ParseError(offset: index, problem: problem)
  }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 {
      index += 1
    }
  }

  private mutating func skipDigits() {
    while let byte = peek, isDigit(byte) { index += 1 }
  }

  private mutating func requireDigits() throws(JSON.ParseError) {
    guard let byte = peek, isDigit(byte) else { throw error("a digit is expected") }
    skipDigits()
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: scalar) else { return false }
    index += 1
    return true
  }

  private mutating func expect(_ word: StaticString) throws(JSON.ParseError) {
    for offset in 0..<word.utf8CodeUnitCount {
      guard peek == word.utf8Start[offset] else { throw error("a value is expected") }
      index += 1
    }
  }
}
