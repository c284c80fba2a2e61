import Platform
import ReadingList

/// Decodes HTML character references: `&eacute;`, `&nbsp` without its semicolon, and numbers.
package struct CharacterReferences: Sendable {
  /// The table of the HTML standard.
  package static let standard = CharacterReferences()

  /// A reference found in a text.
  package struct Found: Sendable {
    /// The characters: one, or a base and a combining mark.
    package let scalars: [Unicode.Scalar]
    /// The index after the reference.
    package let end: Int

    /// Whether it is a control character that text cannot contain.
    var isControl: Bool {
      guard let value = scalars.first?.value else { return false }
      return value < 0x20 && value != 0x09 && value != 0x0a && value != 0x0d || value == 0x7f
    }
  }

  /// All names in byte order, concatenated, and the start of each.
  private var bytes: [UInt8] = []
  private var starts: [Int] = []
  private var values: [[Unicode.Scalar]] = []
  private var isBare: [Bool] = []

  /// The maximum length of a name, and of one without a semicolon.
  private static let maxNameLength = 31
  private static let maxBareNameLength = 6

  private init() {
    let table = UnsafeBufferPointer(
      start: Self.names.utf8Start, count: Self.names.utf8CodeUnitCount)
    bytes.reserveCapacity(table.count / 2)
    for entry in table.split(separator: 0x20) {
      guard let mark = entry.firstIndex(where: { $0 == 0x21 || $0 == 0x3d }) else { continue }
      starts.append(bytes.count)
      bytes += entry[..<mark]
      isBare.append(entry[mark] == 0x21)
      values.append(
        entry[entry.index(after: mark)...].split(separator: 0x2b).compactMap {
          UInt32(String(decoding: $0, as: UTF8.self), radix: 16)
        }.compactMap(Unicode.Scalar.init))
    }
    starts.append(bytes.count)
  }

  /// Returns the reference whose first byte after `&` is at `start`; nil if there is none.
  ///
  /// In an address, as in any attribute, a name without a semicolon before a letter, digit or `=`
  /// is not a reference: `&copy=1` is a parameter.
  package func find(
    at start: Int, in text: UnsafeBufferPointer<UInt8>, isAddress: Bool = false
  ) -> Found? {
    guard start < text.count else { return nil }
    if text[start] == UInt8(ascii: "#") { return number(at: start + 1, in: text) }
    var end = start
    while end < text.count, end - start <= Self.maxNameLength, Self.isAlphanumeric(text[end]) {
      end += 1
    }
    guard end > start else { return nil }
    if end < text.count, text[end] == UInt8(ascii: ";"), let entry = entry(text[start..<end]) {
      return Found(scalars: values[entry], end: end + 1)
    }
    var short = min(end, start + Self.maxBareNameLength)
    while short > start + 1 {
      if let entry = entry(text[start..<short]), isBare[entry] {
        let isPart =
          isAddress && short < text.count
          && (text[short] == UInt8(ascii: "=") || Self.isAlphanumeric(text[short]))
        return isPart ? nil : Found(scalars: values[entry], end: short)
      }
      short -= 1
    }
    return nil
  }

  /// Appends a text with its references decoded once; unknown references are unchanged.
  package func append(
    _ text: UnsafeBufferPointer<UInt8>, isAddress: Bool = false, to out: inout [UInt8]
  ) {
    var at = 0
    while at < text.count {
      guard let base = text.baseAddress,
        let hit = UnsafeRawPointer(base + at).distance(
          to: UInt8(ascii: "&"), within: text.count - at)
      else { break }
      let mark = at + hit
      out.append(contentsOf: text[at..<mark])
      at = mark + 1
      guard let found = find(at: at, in: text, isAddress: isAddress) else {
        out.append(UInt8(ascii: "&"))
        continue
      }
      for scalar in found.scalars { out.append(contentsOf: UTF8.encode(scalar) ?? .init()) }
      at = found.end
    }
    out.append(contentsOf: text[at...])
  }

  // MARK: Parts

  private func entry(_ name: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
    func known(_ entry: Int) -> ArraySlice<UInt8> { bytes[starts[entry]..<starts[entry + 1]] }
    let entry = isBare.indices.partitioningIndex { !known($0).lexicographicallyPrecedes(name) }
    return entry < isBare.count && known(entry).elementsEqual(name) ? entry : nil
  }

  private func number(at start: Int, in text: UnsafeBufferPointer<UInt8>) -> Found? {
    var index = start
    let isHexadecimal = index < text.count && text[index] | 0x20 == UInt8(ascii: "x")
    if isHexadecimal { index += 1 }
    let first = index
    var value: UInt32 = 0
    while index < text.count, let digit = Self.digit(text[index]), digit < 10 || isHexadecimal {
      // Values that are too large are clamped to an invalid one.
      value = min(value * (isHexadecimal ? 16 : 10) + digit, 0x110000)
      index += 1
    }
    guard index > first else { return nil }
    if index < text.count, text[index] == UInt8(ascii: ";") { index += 1 }
    if (0x80..<0xa0).contains(value) { value = CleanText.windows1252Scalar(value) }
    let scalar = value == 0 ? nil : Unicode.Scalar(value)
    return Found(scalars: [scalar ?? "\u{fffd}"], end: index)
  }

  private static func digit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x30...0x39: UInt32(byte - 0x30)
    case 0x41...0x46: UInt32(byte - 0x41 + 10)
    case 0x61...0x66: UInt32(byte - 0x61 + 10)
    default: nil
    }
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7a).contains(byte | 0x20)
  }
}
