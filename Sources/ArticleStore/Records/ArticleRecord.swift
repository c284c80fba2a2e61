package import ReadingList

/// An article as the text of its record, for export, for pipes and for making libraries at once.
package enum ArticleRecord {
  /// The record of a new article, as a file of the library holds it: pretty-printed, a newline at the end.
  package static func text(of article: Article) -> String { json(of: article).pretty }

  /// The record's value, for printing it on one line.
  package static func json(of article: Article) -> JSON {
    registers(of: article).json(of: article.id)
  }

  static func registers(of article: Article) -> Registers {
    Registers().saying(
      article.registerValues, at: article.savedAt, knowing: [], order: article.registerOrder)
  }

  /// Reads a record.
  ///
  /// - Throws: `damaged` when it is none.
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
