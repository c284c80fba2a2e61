import ReadingList

/// Writes bookmarks in the Netscape format, which all browsers read; articles not archived are
/// marked to be read.
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
      // Commas separate tags here and cannot be escaped.
      let tags = article.tags.map { $0.replacing(",", with: " ") }
      attributes.append(("TAGS", tags.joined(separator: ",")))
    }
    attributes.append(("TOREAD", article.isArchived ? "0" : "1"))
    let written = attributes.map { " \($0.0)=\"\($0.1.escapedMarkup)\"" }.joined()
    let note = article.note.isEmpty ? "" : "<DD>\(article.note.escapedMarkup)\n"
    return "<DT><A\(written)>\(article.title.escapedMarkup)</A>\n" + note
  }
}

/// Writes an outline of feeds in OPML 2.0.
package enum OutlineExport {
  /// - Parameter feeds: title and address of each, in order.
  /// - Returns: the document.
  package static func document(of feeds: [(title: String, address: String)]) -> String {
    let lines = feeds.map { feed in
      let (title, address) = (feed.title.escapedMarkup, feed.address.escapedMarkup)
      return
        "    <outline type=\"rss\" text=\"\(title)\" title=\"\(title)\" xmlUrl=\"\(address)\"/>\n"
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <opml version="2.0">
        <head><title>Luego</title></head>
        <body>

      """ + lines.joined() + "  </body>\n</opml>\n"
  }
}
