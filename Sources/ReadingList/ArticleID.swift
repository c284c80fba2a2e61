/// The name of an article for ever: 20 lower-case hexadecimal digits.
///
/// They are the first digits of the SHA-256 of the canonical URL, so that the same link saved on two
/// machines has the same id. Text without a URL uses `urn:luego:` and the hash of its content.
package struct ArticleID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// How many hexadecimal digits an id has.
  package static let length = 20

  /// The digits.
  package let text: String

  /// The id of the article at an address.
  package init(address: WebAddress) { self.init(canonicalURL: address.text) }

  /// The id of the article with a canonical URL, which may be a `urn:luego:`.
  package init(canonicalURL: String) {
    text = String(SHA256.hex(of: canonicalURL).prefix(Self.length))
  }

  /// Reads an id back, or gives nil when the text is not one.
  package init?(text: some StringProtocol) {
    guard text.utf8.count == Self.length,
      text.utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) })
    else { return nil }
    self.text = String(text)
  }

  /// The canonical URL of text that has no address of its own.
  package static func urn(forContent content: String) -> String {
    "urn:luego:" + SHA256.hex(of: content).prefix(length)
  }

  /// The shard the article's files live in: the first two digits.
  package var shard: String { String(text.prefix(2)) }

  package var description: String { text }

  package static func < (a: ArticleID, b: ArticleID) -> Bool { a.text < b.text }
}
