package import ReadingList

/// An article that is to be in the library, perhaps with its text.
package struct IncomingArticle: Sendable {
  /// The article as it comes.
  package let article: Article
  /// Its text, a clean fragment whose hash the article has; nil where there is none.
  package let body: String?
  /// The record that it has in another library, to be kept byte for byte.
  let record: (value: Record, bytes: [UInt8])?
  /// What it is known by: its id and what spellings of its addresses have in common; one that comes with its
  /// record is its id alone, since one that was merged with another has addresses of that.
  package let keys: [String]

  /// An article, with its text if it has one.
  package init(_ article: Article, body: String? = nil) {
    self.article = article
    self.body = body
    record = nil
    keys = [article.id.text] + article.addresses.map(\.deduplicationKey)
  }

  /// An article as another library stores it.
  ///
  /// - Parameters:
  ///   - text: the file of its record.
  ///   - body: its text, clean.
  /// - Throws: `damaged` when the text is no record, or of no article that can be saved.
  package init(record text: String, body: String?) throws(StoreError) {
    func damaged(_ problem: String) -> StoreError { .damagedRecord("The record", problem) }
    let bytes = Array(text.utf8)
    guard bytes.count <= Record.maxSize else { throw damaged("it is too large") }
    guard let json = try? JSON(parsing: bytes),
      let id = json["id"]?.string.flatMap({ ArticleID(text: $0) })
    else { throw damaged("it is not a JSON object with an article's id") }
    let record: Record
    do throws(Record.Problem) { record = try Record(bytes, id: id) } catch {
      throw damaged(error.text)
    }
    guard !record.isNewer else { throw .newer("The record \(id.text)") }
    guard var article = record.article else { throw damaged("the article was purged") }
    guard Self.isSafe(article) else { throw damaged("its address is none that can be saved") }
    self.body = body
    keys = [id.text]
    if body != nil || !article.fetch.hasText {
      (self.article, self.record) = (article, (record, bytes))
      return
    }
    // A record must never promise a text that is not there, nor may another that is merged with it.
    article.fetch = .pending(reason: nil)
    article.bodyHash = nil
    self.article = article
    let honest = Record.bytes(of: article, over: record)
    do throws(Record.Problem) { self.record = (try Record(honest, id: id), honest) } catch {
      throw damaged(error.text)
    }
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
