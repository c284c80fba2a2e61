import Platform
package import ReadingList

/// An article that is to be in the library, perhaps with its text.
package struct IncomingArticle: Sendable {
  /// The article as it comes.
  package let article: Article
  /// Its text, a clean fragment whose hash the article has; nil where there is none.
  package let body: String?
  /// The registers of an imported record, to be written with new stamps; nil if it is no record.
  let registers: Registers?
  /// Its keys: the id and the deduplication keys of its addresses; for a record only
  /// the id.
  package let keys: [String]

  /// An article, with its text if it has one.
  package init(_ article: Article, body: String? = nil) {
    self.article = article
    self.body = body
    registers = nil
    keys = [article.id.text] + article.addresses.map(\.deduplicationKey)
  }

  /// An article as a library stores it, also one of an older version's.
  ///
  /// - Parameters:
  ///   - text: the file of its record.
  ///   - body: its text, clean.
  /// - Throws: `damaged` when the text is no record, or of no article that can be saved.
  package init(record text: String, body: String?) throws(StoreError) {
    func damaged(_ problem: String) -> StoreError { .damagedRecord("The record", problem) }
    let bytes = Array(text.utf8)
    guard bytes.count <= RecordReader.maxSize else { throw damaged("it is too large") }
    guard let json = try? JSON(parsing: bytes),
      let id = json["id"]?.string.flatMap({ ArticleID(text: $0) })
    else { throw damaged("it is not a JSON object with an article's id") }
    let registers: Registers
    do throws(Registers.Problem) {
      if let old = try OldRecord.registers(json, id: id) {
        registers = old
      } else {
        registers = try Registers(json, id: id)
      }
    } catch { throw error.isNewer ? .newer("The record \(id.text)") : damaged(error.text) }
    guard var article = Article(registers.current, id: id) else {
      throw damaged(registers.purgedAt == nil ? "it has no canonicalURL" : "the article was purged")
    }
    guard Self.isSafe(article) else { throw damaged("its address is none that can be saved") }
    var said = registers.current
    if body == nil, article.fetch.hasText {
      // A record must never promise a text that is not there.
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

  /// Whether the addresses of a record are those of web pages, or it has none.
  private static func isSafe(_ article: Article) -> Bool {
    func isSafe(_ text: String) -> Bool {
      text.hasPrefix("urn:luego:") || (try? WebAddress(text)) != nil
    }
    return isSafe(article.canonicalURL) && isSafe(article.url)
      && article.finalURL.map(isSafe) ?? true
  }
}

/// The results for articles imported together.
package struct ImportPlan {
  /// The result for an article.
  package struct Place: Sendable {
    /// As it is in the library; nil for a new one.
    var before: Article?
    /// As it is then.
    package var after: Article
    /// Whether it is one of those before it.
    var isRepeated = false
    var isChanged = false
    /// Why it could not be saved; the others are not concerned.
    package var failure: StoreError?

    /// Whether it is new.
    package var isAdded: Bool { failure == nil && before == nil && !isRepeated }
    /// Whether what was new in it was added to the article that was there.
    package var isMerged: Bool { failure == nil && before != nil && isChanged }
  }

  package var outcomes: [Place] = []
}
