import ReadingList

/// Bookmarks in the form that Netscape began and all browsers read: the articles of the reading list with `TOREAD`,
/// archived ones without.
enum BookmarkExport {
  static let head = """
    <!DOCTYPE NETSCAPE-Bookmark-file-1>
    <META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
    <TITLE>Bookmarks</TITLE>
    <H1>Bookmarks</H1>
    <DL><p>

    """

  static let tail = "</DL><p>\n"

  static func entry(of article: Article) -> String {
    var attributes = [
      ("HREF", article.url), ("ADD_DATE", String(article.savedAt.milliseconds / 1000)),
    ]
    if !article.tags.isEmpty {
      // Commas part tags here, and there is no way to write one in a tag.
      let tags = article.tags.map { $0.replacing(",", with: " ") }
      attributes.append(("TAGS", tags.joined(separator: ",")))
    }
    if !article.isArchived { attributes.append(("TOREAD", "1")) }
    let written = attributes.map { " \($0.0)=\"\($0.1.escapedMarkup)\"" }.joined()
    let note = article.note.isEmpty ? "" : "<DD>\(article.note.escapedMarkup)\n"
    return "<DT><A\(written)>\(article.title.escapedMarkup)</A>\n" + note
  }
}
