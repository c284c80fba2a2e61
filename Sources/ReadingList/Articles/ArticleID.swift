/// The name of an article, which never changes: 20 lower-case hexadecimal digits.
///
/// They are the first digits of the SHA-256 of the canonical URL, so that the same link saved on two
/// machines has the same id. Text without a URL uses `urn:luego:` and the hash of its content.
package struct ArticleID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// How many hexadecimal digits an id has.
  package static let length = 20

  /// The values of the first sixteen digits and of the last four.
  ///
  /// Ids are held by the hundred thousand.
  package let head: UInt64
  package let tail: UInt16

  /// The digits.
  package var text: String {
    func digits(_ value: some BinaryInteger, _ count: Int) -> String {
      let text = String(value, radix: 16)
      return String(repeating: "0", count: count - text.utf8.count) + text
    }
    return digits(head, 16) + digits(tail, 4)
  }

  /// The id of these digits' values.
  package init(head: UInt64, tail: UInt16) {
    self.head = head
    self.tail = tail
  }

  /// The id of the article at an address.
  package init(address: WebAddress) { self.init(canonicalURL: address.text) }

  /// The id of the article with a canonical URL, which may be a `urn:luego:`.
  package init(canonicalURL: String) { self.init(bytes: SHA256.digest(of: canonicalURL.utf8)) }

  /// The id whose digits are those of the first ten bytes; missing ones count as 0.
  @inlinable package init(bytes: some Collection<UInt8>) {
    var head: UInt64 = 0
    var tail: UInt16 = 0
    var place = 0
    for byte in bytes.prefix(10) {
      if place < 8 {
        head |= UInt64(byte) << UInt64(56 - 8 * place)
      } else {
        tail |= UInt16(byte) << UInt16(72 - 8 * place)
      }
      place += 1
    }
    self.init(head: head, tail: tail)
  }

  /// The ten bytes whose digits these are.
  package var bytes: [UInt8] {
    withUnsafeBytes(of: head.bigEndian) { Array($0) }
      + withUnsafeBytes(of: tail.bigEndian) { Array($0) }
  }

  /// Reads an id back, or gives nil when the text is not one.
  package init?(text: some StringProtocol) {
    let text = String(text)
    guard text.utf8.count == Self.length else { return nil }
    var head: UInt64 = 0
    var tail: UInt16 = 0
    for (index, digit) in text.utf8.enumerated() {
      guard digit >= 48 && digit <= 57 || digit >= 97 && digit <= 102 else { return nil }
      let value = digit >= 97 ? digit - 87 : digit - 48
      if index < 16 { head = head << 4 | UInt64(value) } else { tail = tail << 4 | UInt16(value) }
    }
    self.init(head: head, tail: tail)
  }

  /// The canonical URL of text that has no address of its own.
  package static func urn(forContent content: String) -> String {
    "urn:luego:" + SHA256.hex(of: content).prefix(length)
  }

  /// The shard the article's files live in: the first two digits.
  package var shard: String { String(text.prefix(2)) }

  /// The number of that shard.
  package var shardNumber: UInt8 { UInt8(head >> 56) }

  package var description: String { text }

  @inlinable package static func < (a: ArticleID, b: ArticleID) -> Bool {
    a.head != b.head ? a.head < b.head : a.tail < b.tail
  }
}
