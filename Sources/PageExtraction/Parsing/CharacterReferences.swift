import CCMark
import CXML2
import ReadingList
import Synchronization

/// Decodes HTML character references: `&eacute;`, `&nbsp` without its semicolon, and numbers.
package final class CharacterReferences: Sendable {
  /// The references of the HTML standard, by libxml2 and cmark-gfm.
  package static let standard = CharacterReferences()

  /// A reference found in a text.
  private struct Found {
    /// The characters: one, or a base and a combining mark.
    let scalars: [Unicode.Scalar]
    /// The index after the reference.
    let end: Int

    /// Whether it is a control character that text cannot contain.
    var isControl: Bool {
      guard let value = scalars.first?.value else { return false }
      return value < 0x20 && value != 0x09 && value != 0x0a && value != 0x0d || value == 0x7f
    }
  }

  /// The characters of names that may lack their semicolon.
  private let bare: [String: Unicode.Scalar]
  /// The characters of names that were looked up; none for what is no name.
  private let known = Mutex<[String: [Unicode.Scalar]]>([:])

  /// The maximum length of a name, and of one without a semicolon.
  private static let maxNameLength = 31
  private static let maxBareNameLength = 6
  /// The maximum number of names remembered: HTML has 2,125, a hostile page any number.
  private static let maxKnown = 5000

  private init() {
    var bare: [String: Unicode.Scalar] = [
      "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "AMP": "&", "LT": "<", "GT": ">",
      "QUOT": "\"", "COPY": "©", "REG": "®",
    ]
    // The names of the characters of Latin-1 are older than the rule.
    for value in UInt8(0xa0)...0xff {
      guard let name = htmlEntityValueLookup(UInt32(value))?.pointee.name else { continue }
      bare[String(cString: name)] = Unicode.Scalar(value)
    }
    self.bare = bare
  }

  /// Returns the reference whose first byte after `&` is at `start`; nil if there is none.
  ///
  /// In an address, as in any attribute, a name without a semicolon before a letter, digit or `=`
  /// is not a reference: `&copy=1` is a parameter.
  private func find(
    at start: Int, in text: UnsafeBufferPointer<UInt8>, isAddress: Bool
  ) -> Found? {
    guard start < text.count else { return nil }
    if text[start] == UInt8(ascii: "#") { return number(at: start + 1, in: text) }
    var end = start
    while end < text.count, end - start <= Self.maxNameLength, Self.isAlphanumeric(text[end]) {
      end += 1
    }
    guard end > start else { return nil }
    if end < text.count, text[end] == UInt8(ascii: ";") {
      let scalars = scalars(String(decoding: text[start..<end], as: UTF8.self))
      if !scalars.isEmpty { return Found(scalars: scalars, end: end + 1) }
    }
    var short = min(end, start + Self.maxBareNameLength)
    while short > start + 1 {
      if let scalar = bare[String(decoding: text[start..<short], as: UTF8.self)] {
        let isPart =
          isAddress && short < text.count
          && (text[short] == UInt8(ascii: "=") || Self.isAlphanumeric(text[short]))
        return isPart ? nil : Found(scalars: [scalar], end: short)
      }
      short -= 1
    }
    return nil
  }

  /// Appends a text with its references decoded once; unknown references are unchanged.
  ///
  /// For the parser, characters of markup stay references, and so do numbers, but not those of
  /// control characters, at which it ends an attribute.
  package func append(
    _ text: UnsafeBufferPointer<UInt8>, isAddress: Bool = false, isForParser: Bool = false,
    to out: inout [UInt8]
  ) {
    var at = 0
    while at < text.count {
      let mark = text.find(UInt8(ascii: "&"), from: at)
      out.append(contentsOf: text[at..<mark])
      guard mark < text.count else { return }
      at = mark + 1
      let isLeft = isForParser && at < text.count && text[at] == UInt8(ascii: "#")
      guard let found = find(at: at, in: text, isAddress: isAddress), !isLeft || found.isControl
      else {
        out.append(UInt8(ascii: "&"))
        continue
      }
      at = found.end
      if isLeft { continue }
      for scalar in found.scalars {
        if isForParser, "<>&\"'\n\t".unicodeScalars.contains(scalar) {
          out.append(contentsOf: "&#\(scalar.value);".utf8)
        } else {
          out.append(contentsOf: UTF8.encode(scalar) ?? .init())
        }
      }
    }
  }

  // MARK: Parts

  /// The characters of a name that has its semicolon; none for what is no name.
  private func scalars(_ name: String) -> [Unicode.Scalar] {
    if let scalar = bare[name] { return [scalar] }
    return known.withLock { known in
      if let scalars = known[name] { return scalars }
      let found = cmarkReference("&\(name);")
      defer { cmarkFree(found) }
      let scalars = found.map { Array(String(cString: $0).unicodeScalars) } ?? []
      if known.count >= Self.maxKnown { known = [:] }
      known[name] = scalars
      return scalars
    }
  }

  private func number(at start: Int, in text: UnsafeBufferPointer<UInt8>) -> Found? {
    var index = start
    let isHexadecimal = index < text.count && text[index] | 0x20 == UInt8(ascii: "x")
    if isHexadecimal { index += 1 }
    let first = index
    var value: UInt32 = 0
    while index < text.count, let digit = WebAddress.hexValue(text[index]),
      digit < 10 || isHexadecimal
    {
      // Values that are too large are clamped to an invalid one.
      value = min(value * (isHexadecimal ? 16 : 10) + UInt32(digit), 0x110000)
      index += 1
    }
    guard index > first else { return nil }
    if index < text.count, text[index] == UInt8(ascii: ";") { index += 1 }
    if (0x80..<0xa0).contains(value) { value = CleanText.windows1252Scalar(value) }
    let scalar = value == 0 ? nil : Unicode.Scalar(value)
    return Found(scalars: [scalar ?? "\u{fffd}"], end: index)
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7a).contains(byte | 0x20)
  }
}
