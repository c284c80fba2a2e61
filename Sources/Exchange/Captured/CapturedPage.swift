package import PageExtraction
package import ReadingList

/// A page, link or text from a browser, a file or a mail.
package struct CapturedPage: Sendable {
  package enum Content: Sendable {
    case none
    /// A web page in UTF-8, to extract an article from.
    case page([UInt8])
    /// A text that is already an article.
    case article(Extraction)
  }

  /// A passage with up to `Highlight.contextLength` characters of context on each side.
  package struct Quote: Equatable, Sendable {
    package var exact: String
    package var prefix = ""
    package var suffix = ""

    /// Nil if blank or too long.
    package init?(_ exact: String, prefix: String = "", suffix: String = "") {
      self.exact = exact.trimmed
      self.prefix = String(prefix.suffix(Highlight.contextLength))
      self.suffix = String(suffix.prefix(Highlight.contextLength))
      if self.exact.isEmpty || exact.utf8.count > Self.maxLength { return nil }
    }

    private static let maxLength = 1 << 20
  }

  /// Nil for a text that has none.
  package var link: SavedLinks.Link?
  /// Identifies a text without an address; the same for equal texts.
  package var identity: String
  package var content: Content
  /// Used if the content has none.
  package var title: String
  package var quote: Quote?
  package var tags: [String] = []
  /// As stated by the program that saved the page.
  package var savedAt: Timestamp?

  package init(
    _ link: SavedLinks.Link? = nil, identity: String = "", title: String = "",
    content: Content = .none
  ) {
    self.link = link
    self.identity = identity
    self.title = PageText.line(title)
    self.content = content
  }

  package func article(savedAt moment: Timestamp) -> Article {
    var article: Article
    if let link {
      article = Article(address: link.address, given: link.given, savedAt: moment)
    } else {
      let urn = ArticleID.urn(forContent: identity)
      article = Article(canonicalURL: urn, url: urn, title: "Untitled", savedAt: moment)
    }
    if !title.isEmpty { article.title = title }
    return article.applying(.tag(add: tags, remove: []), at: moment) ?? article
  }
}
