import ReadingList

/// Bookmarks in the form that Netscape began and all browsers read: what is archived stands in a folder, which has to
/// come last, and says that it is not to be read.
enum BookmarkExport {
  static let head = """
    <!DOCTYPE NETSCAPE-Bookmark-file-1>
    <META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
    <TITLE>Bookmarks</TITLE>
    <H1>Bookmarks</H1>
    <DL><p>

    """

  static let tail = "</DL><p>\n"

  /// The folder of what is archived.
  static let archive = "Archived"
  static let archiveHead = "<DT><H3>\(archive)</H3>\n<DL><p>\n"

  static func entry(of article: Article) -> String {
    var attributes = [
      ("HREF", article.url), ("ADD_DATE", String(article.savedAt.milliseconds / 1000)),
    ]
    if !article.tags.isEmpty {
      // Commas part tags here, and there is no way to write one in a tag.
      let tags = article.tags.map { $0.replacing(",", with: " ") }
      attributes.append(("TAGS", tags.joined(separator: ",")))
    }
    attributes.append(("TOREAD", article.isArchived ? "0" : "1"))
    let written = attributes.map { " \($0.0)=\"\($0.1.escapedMarkup)\"" }.joined()
    let note = article.note.isEmpty ? "" : "<DD>\(article.note.escapedMarkup)\n"
    return "<DT><A\(written)>\(article.title.escapedMarkup)</A>\n" + note
  }
}

/// An outline of feeds in OPML 2.0, as feed readers take it.
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
