package import ReadingList

/// What an article is found by.
package struct SearchDocument: Equatable, Sendable {
  /// Whether the index has the text that the article's record promises.
  package enum TextState: UInt8, Sendable {
    /// It has, or none is promised.
    case present
    /// It may come any moment; until then the index has nothing but the id, so that it need not be written twice.
    case awaited
    /// It is not there, and is not expected soon.
    case missing
    /// There is another one, and the one promised may come any moment.
    case outdated
  }

  package var id: ArticleID
  /// Tells this state of the article from all others.
  package var stamp: UInt64
  package var title: String
  package var author: String
  package var site: String
  package var url: String
  package var tags: [String]
  package var note: String
  package var highlights: [String]
  /// The language tag, such as `de-AT`; empty where it is not known.
  package var language: String
  /// The text without markup.
  package var body: String
  package var hasImage: Bool
  package var hasCode: Bool
  package var textState = TextState.present

  /// Makes a document; what is not given is empty.
  package init(
    id: ArticleID,
    stamp: UInt64,
    title: String = "",
    author: String = "",
    site: String = "",
    url: String = "",
    tags: [String] = [],
    note: String = "",
    highlights: [String] = [],
    language: String = "",
    body: String = "",
    hasImage: Bool = false,
    hasCode: Bool = false
  ) {
    self.id = id
    self.stamp = stamp
    self.title = title
    self.author = author
    self.site = site
    self.url = url
    self.tags = tags
    self.note = note
    self.highlights = highlights
    self.language = language
    self.body = body
    self.hasImage = hasImage
    self.hasCode = hasCode
  }

  /// A document that has the id alone until the article's text comes.
  package init(awaitingTextOf id: ArticleID, stamp: UInt64) {
    self.init(id: id, stamp: stamp)
    textState = .awaited
  }
}
