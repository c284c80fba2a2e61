import Platform
package import ReadingList

/// An article to save or import, with or without its text.
package struct IncomingArticle: Sendable {
  package let article: Article
  /// Its sanitized text, whose hash the article has; nil if it has none.
  package let body: String?
  /// The registers of an imported record; nil if it is no record.
  let registers: Registers?
  /// Whether these have stamps of their own, which records of the first format lack.
  let isStamped: Bool
  /// Its keys: the id and the deduplication keys of its addresses; for a record only
  /// the id.
  package let keys: [String]

  /// Makes an incoming article from an article.
  package init(_ article: Article, body: String? = nil) {
    self.article = article
    self.body = body
    registers = nil
    isStamped = false
    keys = [article.id.text] + article.addresses.map(\.deduplicationKey)
  }

  /// Makes an incoming article from a record, also of the first format.
  ///
  /// - Parameters:
  ///   - text: the record.
  ///   - body: its sanitized text.
  /// - Throws: `damaged` if the record is invalid or its address cannot be saved; `newerFormat` for
  ///   a newer format.
  package init(record text: String, body: String?) throws(StoreError) {
    // An empty text counts as missing everywhere.
    let body = body?.isEmpty == true ? nil : body
    func damaged(_ problem: String) -> StoreError { .damagedRecord("The record", problem) }
    let bytes = Array(text.utf8)
    guard bytes.count <= RecordReader.maxSize else { throw damaged("it is too large") }
    guard let json = try? JSON(parsing: bytes),
      let id = json["id"]?.string.flatMap({ ArticleID(text: $0) })
    else { throw damaged("it is not a JSON object with an article's id") }
    let registers: Registers
    do throws(Registers.Problem) {
      let old = try OldRecord.registers(json, id: id)
      isStamped = old == nil
      if let old { registers = old } else { registers = try Registers(json, id: id) }
    } catch { throw error.isNewer ? .newer("The record \(id.text)") : damaged(error.text) }
    guard var article = Article(registers.current, id: id) else {
      let isPurged = registers.purgedAt != nil
      throw damaged(
        registers.exists
          ? "it has no canonicalURL" : isPurged ? "the article was purged" : "its adding was undone"
      )
    }
    guard Self.isSafe(article) else { throw damaged("its address cannot be saved") }
    var said = registers.current
    if body == nil, article.fetch.hasText {
      // A record must not name a text that is missing.
      article.fetch = .pending(reason: nil)
      article.bodyHash = nil
      for name in [Registers.Name.page, Registers.Name.fetch] { said.entries[name] = nil }
    } else if let body {
      if !article.fetch.hasText {
        article.fetch = .ready
        said.entries[Registers.Name.fetch] = nil
      }
      article.bodyHash = SHA256.hex(of: body)
    }
    self.article = article
    self.body = body
    self.registers = said
    keys = [id.text]
  }

  /// Returns whether the addresses of a record are those of web pages or `urn:luego:`.
  private static func isSafe(_ article: Article) -> Bool {
    func isSafe(_ text: String) -> Bool {
      text.hasPrefix("urn:luego:") || (try? WebAddress(text)) != nil
    }
    return isSafe(article.canonicalURL) && isSafe(article.url)
      && article.finalURL.map(isSafe) ?? true
  }
}

/// The result of adding or importing an article.
package struct Addition: Equatable, Sendable {
  /// The article before; nil if it is new.
  var before: Article?
  /// The article in the library; the given one if it could not be saved.
  package var article: Article
  /// Whether an earlier article of the same batch is the same.
  var isRepeated = false
  var isChanged = false
  /// The error of saving this article alone, which may be in place all the same.
  package var error: StoreError?

  package static func added(_ article: Article) -> Addition { Addition(article: article) }
  package static func alreadySaved(_ article: Article) -> Addition {
    Addition(before: article, article: article)
  }

  /// The article if it is new and in place.
  package var added: Article? {
    before == nil && !isRepeated && error?.isInPlace ?? true ? article : nil
  }
  /// Whether the library had the article, and there was no error.
  package var wasSaved: Bool { added == nil && error == nil }
  /// Whether new data was merged into an existing article.
  package var isMerged: Bool { error == nil && before != nil && isChanged }

  package static func == (a: Addition, b: Addition) -> Bool {
    (a.added, a.article, a.error) == (b.added, b.article, b.error)
  }
}
