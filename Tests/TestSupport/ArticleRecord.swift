package import ReadingList

/// A new article's record, as a library stores it.
package enum ArticleRecord {
  package static func text(of article: Article) -> String { json(of: article).pretty }

  package static func json(of article: Article) -> JSON {
    let registers = Registers().saying(
      article.registerValues, at: article.savedAt, knowing: [], order: article.registerOrder)
    return registers.json(of: article.id)
  }
}
