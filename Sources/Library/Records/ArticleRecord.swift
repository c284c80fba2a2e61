package import ReadingList

/// Converts articles to and from record text, for export, pipes and new libraries.
package enum ArticleRecord {
  /// Returns a new article's record as the library stores it: pretty-printed, with a final newline.
  package static func text(of article: Article) -> String { json(of: article).pretty }

  /// Returns a new article's record as a value, for printing on one line.
  package static func json(of article: Article) -> JSON {
    registers(of: article).json(of: article.id)
  }

  static func registers(of article: Article) -> Registers {
    Registers().saying(
      article.registerValues, at: article.savedAt, knowing: [], order: article.registerOrder)
  }

  /// Parses a record.
  ///
  /// - Throws: `damaged` if it is not a record of an article.
  package static func article(parsing text: String) throws(StoreError) -> Article {
    guard let json = try? JSON(parsing: text),
      let id = json["id"]?.string.flatMap({ ArticleID(text: $0) })
    else { throw .damagedRecord("The text", "it is not a JSON object with an article's id") }
    do throws(Registers.Problem) {
      let registers = try Registers(json, id: id)
      guard let article = Article(registers.current, id: id) else {
        throw Registers.Problem(text: "there is no article in it")
      }
      return article
    } catch { throw .damagedRecord("The record \(id.text)", error.text) }
  }
}
