package import PageExtraction
package import ReadingList

/// A page, a link or a text that a browser, a file or a mail brings.
package struct CapturedPage: Sendable {
  /// What came besides an address.
  package enum Content: Sendable {
    case none
    /// A web page in UTF-8, in which the article is to be found.
    case page([UInt8])
    /// A text that is an article already.
    case article(Extraction)
  }

  /// A passage, and at most `Highlight.contextLength` characters on each side of it.
  package struct Quote: Equatable, Sendable {
    package var exact: String
    package var prefix = ""
    package var suffix = ""

    /// Makes a quote; nil where it is only white space.
    package init?(_ exact: String, prefix: String = "", suffix: String = "") {
      self.exact = exact.trimmingSpace
      self.prefix = String(prefix.suffix(Highlight.contextLength))
      self.suffix = String(suffix.prefix(Highlight.contextLength))
      if self.exact.isEmpty || exact.utf8.count > Self.maxLength { return nil }
    }

    private static let maxLength = 1 << 20
  }

  /// The address; nil for a text that has none.
  package var link: SavedLinks.Link?
  /// What a text without an address is known by: the same for the same text.
  package var identity = ""
  package var content = Content.none
  /// The title, where the content has none.
  package var title = ""
  package var quote: Quote?
  package var tags: [String] = []
  /// When it was saved, as the program that saved it says.
  package var savedAt: Timestamp?

  /// A page at an address.
  package init(_ link: SavedLinks.Link, title: String = "", content: Content = .none) {
    self.link = link
    self.title = PageText.line(title)
    self.content = content
  }

  /// A text without an address.
  package init(identity: String, title: String, content: Content) {
    self.identity = identity
    self.title = PageText.line(title)
    self.content = content
  }

  /// The article to save, without its text.
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
