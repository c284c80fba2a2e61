/// A page as it was fetched.
package struct PageSource: Sendable {
  /// Markup in UTF-8.
  package var html: [UInt8]
  /// The address that relative links are relative to.
  package var url: String?

  /// Makes a source from decoded bytes.
  package init(html: [UInt8], url: String? = nil) {
    self.html = html
    self.url = url
  }
}
