/// A fetched page.
package struct PageSource: Sendable {
  /// Markup in UTF-8.
  package var html: [UInt8]
  /// The base of relative links.
  package var url: String?

  package init(html: [UInt8], url: String? = nil) {
    self.html = html
    self.url = url
  }
}
