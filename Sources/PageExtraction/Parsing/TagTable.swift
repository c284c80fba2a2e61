/// Looks up elements by the bytes of their names, without creating strings.
struct TagTable: Sendable {
  static let standard = TagTable()

  private var keys = [UInt64](repeating: 0, count: 1024)
  private var tags = [Tag](repeating: .unknown, count: 1024)
  /// The names of the elements as bytes, by raw value.
  let names: [[UInt8]]

  private init() {
    names = Tag.allCases.map { Array(String(describing: $0).utf8) }
    for tag in Tag.allCases.dropFirst(3) {
      let name = names[Int(tag.rawValue)]
      let key = name.withUnsafeBufferPointer { Self.key($0, 0, $0.count) }
      var slot = Self.slot(key)
      while keys[slot] != 0 { slot = (slot + 1) & 1023 }
      keys[slot] = key
      tags[slot] = tag
    }
  }

  /// Returns the element with a name, ignoring case.
  func tag(_ bytes: UnsafeBufferPointer<UInt8>, _ from: Int, _ to: Int) -> Tag {
    guard to - from <= 12 else { return .unknown }
    let key = Self.key(bytes, from, to)
    var slot = Self.slot(key)
    while keys[slot] != 0 {
      if keys[slot] == key { return tags[slot] }
      slot = (slot + 1) & 1023
    }
    return .unknown
  }

  /// A numeric key for a name, independent of case.
  private static func key(_ bytes: UnsafeBufferPointer<UInt8>, _ from: Int, _ to: Int) -> UInt64 {
    var key: UInt64 = 1
    for place in from..<to {
      let byte = bytes[place]
      let code: UInt64 =
        (0x30...0x39).contains(byte) ? UInt64(byte - 0x30) + 32 : UInt64((byte | 0x20) & 0x3f)
      key = key &* 61 &+ code &+ 1
    }
    return key | 1 << 63
  }

  private static func slot(_ key: UInt64) -> Int {
    Int(truncatingIfNeeded: (key &* 0x9e37_79b9_7f4a_7c15) >> 54)
  }
}
