package import ReadingList

/// An article as the text of its record, for export, for pipes and for making libraries at once.
package enum ArticleRecord {
  /// The record, as a file of the library holds it: pretty-printed, a newline at the end.
  package static func text(of article: Article) -> String {
    String(decoding: Record.bytes(of: article), as: UTF8.self)
  }

  /// The record's value, for printing it on one line.
  package static func json(of article: Article) -> JSON { Record.json(of: article, over: nil) }

  /// Reads a record.
  ///
  /// - Throws: `damaged` when it is none.
  package static func article(parsing text: String) throws(StoreError) -> Article {
    let bytes = Array(text.utf8)
    guard let json = try? JSON(parsing: bytes),
      let id = json["id"]?.string.flatMap({ ArticleID(text: $0) })
    else { throw .damagedRecord("The text", "it is not a JSON object with an article's id") }
    do throws(Record.Problem) {
      guard let article = try Record(bytes, id: id).article else {
        throw Record.Problem(text: "the article was purged")
      }
      return article
    } catch {
      throw .damagedRecord("The record \(id.text)", error.text)
    }
  }
}
