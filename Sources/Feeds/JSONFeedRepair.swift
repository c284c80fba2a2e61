/// Makes JSON again of what was cut off or has control characters in its strings.
enum JSONRepair {
  /// The document up to the last value that is complete in it, with what is open there closed.
  ///
  /// Values inside of an item do not count: an item is there whole or not at all. The result may still
  /// not be JSON.
  static func whole(_ bytes: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count)
    var closers: [UInt8] = []
    var isInString = false
    var isEscaped = false
    // Where to cut, and what closes it there.
    var cut = (length: 0, closers: [UInt8]())
    for byte in bytes.drop(while: { $0 != UInt8(ascii: "{") }) {
      if isInString {
        out.append(byte < 32 ? 32 : byte)
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
        continue
      }
      out.append(byte)
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "{"): closers.append(UInt8(ascii: "}"))
      case UInt8(ascii: "["): closers.append(UInt8(ascii: "]"))
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard closers.popLast() == byte else { return out }
        if closers.isEmpty { return out }
        if closers.count <= 2 { cut = (out.count, closers) }
      default: break
      }
      if closers.count > 128 { return out }
    }
    return out.prefix(cut.length) + cut.closers.reversed()
  }
}
