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
