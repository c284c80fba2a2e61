import TestSupport

/// A small web for the program to fetch.
enum Pages {
  /// Serves articles at /one, /two and /three, and errors at other paths.
  static func serve() throws -> LoopbackServer {
    let server = try LoopbackServer()
    for (path, title) in [
      ("/one", "First Light"), ("/two", "Second Wind"), ("/three", "Third Rail"),
    ] { server.handle(path) { $1.respond(200, article(title)) } }
    server.handle("/gone") { $1.respond(404, "<h1>Nothing here</h1>") }
    server.handle("/broken") { $1.respond(500, "<h1>Trouble</h1>") }
    server.handle("/loop") { $1.redirect(to: "/loop") }
    server.handle("/moved") { $1.redirect(301, to: "/one") }
    server.handle("/empty") { $1.respond(200, "") }
    server.handle("/pdf") {
      $1.respond(
        200, bytes: Array("%PDF-1.7\n%âãÏÓ\n1 0 obj << >> endobj\n".utf8),
        headers: [("Content-Type", "application/pdf")])
    }
    server.handle("/deep") { _, connection in connection.respond(200, deep) }
    return server
  }

  /// 20 MB of nested elements.
  static let deep = String(repeating: "<div>", count: 4_000_000)

  /// A page with an article of sixty numbered paragraphs.
  static func article(_ title: String, _ extra: String = "") -> String {
    let paragraphs = (1...60).map { number in
      """
      <p>Paragraph \(number) of the story. Somebody sat down by the window to write about the sea, and found that
      the words came slowly, one after another, like guests who are not sure of the address. \(extra)</p>
      """
    }.joined(separator: "\n")
    return """
      <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>\(title)</title>
      <meta name="author" content="Ada Mills"></head>
      <body><nav><a href="/">Home</a></nav><article><h1>\(title)</h1>
      \(paragraphs)</article></body></html>
      """
  }
}
