import ReadingList

/// Reads Discourse threads, whose pages load the posts with a script.
enum DiscourseThread {
  /// The address of a thread's posts, `/t/ID.json`; nil for any other address.
  static func data(of url: String) -> String? {
    guard let folder = url.firstRange(of: "/t/"), url.firstRange(of: "://") != nil else {
      return nil
    }
    let parts = url[folder.upperBound...].prefix { $0 != "?" && $0 != "#" }.split(separator: "/")
    let id = parts.prefix(2).first { $0.allSatisfy { $0.isASCII && $0.isNumber } }
    return id.map { url[..<folder.upperBound] + $0 + ".json" }
  }

  /// Builds the page that a script would build from the data; nil if they are not a thread.
  static func page(of data: [UInt8]) -> [UInt8]? {
    guard let json = try? JSON(parsing: data), let title = json["title"]?.string,
      let posts = json["post_stream"]?["posts"]?.array, !posts.isEmpty
    else { return nil }
    var html =
      "<!doctype html><meta name=generator content=Discourse><title>\(escaped(title))</title><body>"
    for post in posts {
      guard let text = post["cooked"]?.string else { continue }
      let author = post["username"]?.string ?? ""
      html += """
        <div class="topic-post"><span class="username">\(escaped(author))</span>
        <time datetime="\(escaped(post["created_at"]?.string ?? ""))"></time><div class="cooked">\(text)</div></div>
        """
    }
    return Array(html.utf8)
  }

  private static func escaped(_ text: String) -> String {
    text.replacingScalars(["&": "&amp;", "<": "&lt;", "\"": "&quot;"])
  }
}

extension PageExtractor {
  /// Creates an article from the posts of a Discourse thread.
  ///
  /// - Parameters:
  ///   - data: the thread's JSON.
  ///   - url: the address of the thread's page.
  /// - Returns: the thread; nil if the data are not one.
  package func article(fromDiscourse data: [UInt8], url: String) -> Extraction? {
    guard let html = DiscourseThread.page(of: data) else { return nil }
    var thread = extract(PageSource(html: html, url: url))
    thread.threadData = nil
    return thread
  }
}
