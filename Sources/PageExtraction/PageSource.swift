/// A fetched page or Markdown text.
package struct PageSource: Sendable {
  /// In UTF-8.
  let bytes: [UInt8]
  let isMarkdown: Bool
  /// The base of relative links.
  let url: String?

  package init(html: [UInt8], url: String? = nil) {
    (bytes, isMarkdown, self.url) = (html, false, url)
  }

  package init(markdown: [UInt8], url: String? = nil) {
    (bytes, isMarkdown, self.url) = (markdown, true, url)
  }
}
