/// Looks up elements by the bytes of their names, without creating strings.
struct TagTable: Sendable {
  static let standard = TagTable()

  private let tags: [UInt64: Tag]
  /// The names of the elements as bytes, by raw value.
  let names: [[UInt8]]

  private init() {
    let names = Tag.allCases.map { Array(String(describing: $0).utf8) }
    tags = Dictionary(
      uniqueKeysWithValues: Tag.allCases.dropFirst(3).map { tag in
        let name = names[Int(tag.rawValue)]
        return (name.withUnsafeBufferPointer { Self.key($0, 0, $0.count) }, tag)
      })
    self.names = names
  }

  /// Returns the element with a name, ignoring case.
  func tag(_ bytes: UnsafeBufferPointer<UInt8>, _ from: Int, _ to: Int) -> Tag {
    to - from > 12 ? .unknown : tags[Self.key(bytes, from, to)] ?? .unknown
  }

  /// A number for a name of at most 12 bytes: a digit of base 40 for each, whatever its case.
  private static func key(_ bytes: UnsafeBufferPointer<UInt8>, _ from: Int, _ to: Int) -> UInt64 {
    var key: UInt64 = 0
    for byte in bytes[from..<to] {
      let digit: UInt64 =
        switch byte | 0x20 {
        case 0x61...0x7a: UInt64(byte | 0x20) - 0x60
        case 0x30...0x39: UInt64(byte | 0x20) - 0x30 + 27
        default: 39
        }
      key = key * 40 + digit
    }
    return key
  }
}
