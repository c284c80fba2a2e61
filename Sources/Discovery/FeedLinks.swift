import PageExtraction
package import ReadingList

/// Addresses as feeds write them.
enum Links {
  /// The address that a link means.
  static func address(_ link: String, against base: String) -> WebAddress? {
    let line = PageText.line(link)
    let absolute = line.hasPrefix("https://") || line.hasPrefix("http://")
    guard let text = absolute ? line : resolved(line, against: base), text.hasPrefix("http") else {
      return nil
    }
    return try? WebAddress(text)
  }

  /// A reference as an absolute URL.
  static func resolved(_ reference: String, against base: String) -> String? {
    PageText.link(reference, against: base)
  }

  /// Text as markup.
  static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
  }
}

/// Feeds that are named in pages and descriptions.
package enum FeedLinks {
  /// The most of a page that is looked at, in bytes: its head is at the beginning.
  private static let longestHead = 512 << 10

  /// The feeds that a web page offers with `<link rel="alternate">`, in its order.
  package static func inPage(_ html: [UInt8], at url: String) -> [WebAddress] {
    let head = String(decoding: html.prefix(longestHead), as: UTF8.self)
    var found: [WebAddress] = []
    for tag in tags(named: "link", in: head) {
      let relations = (value(of: "rel", in: tag) ?? "").lowercased()
        .split(whereSeparator: \.isWhitespace)
      let type = (value(of: "type", in: tag) ?? "").lowercased()
      guard relations.contains("alternate"),
        type.contains("rss") || type.contains("atom") || type.contains("feed+json"),
        let target = value(of: "href", in: tag),
        let address = Links.address(PageText.line(ofMarkup: target), against: url)
      else { continue }
      if !found.contains(address) { found.append(address) }
    }
    return found
  }

  /// The links in an item's description, where a list of blogs names each one's feed.
  package static func inDescription(_ markup: String, at url: String) -> [WebAddress] {
    // Some escape the description once more than it needs.
    let markup =
      markup.contains("href") && !markup.contains("<")
      ? markup.replacing("&lt;", with: "<").replacing("&gt;", with: ">")
        .replacing("&#39;", with: "'").replacing("&quot;", with: "\"") : markup
    var found: [WebAddress] = []
    for tag in tags(named: "a", in: String(markup.prefix(longestHead))) {
      guard let target = value(of: "href", in: tag),
        let address = Links.address(PageText.line(ofMarkup: target), against: url)
      else { continue }
      if !found.contains(address) { found.append(address) }
    }
    return found
  }

  /// What stands between `<name` and `>`, for every such tag.
  private static func tags(named name: String, in markup: String) -> [Substring] {
    var tags: [Substring] = []
    var rest = markup[...]
    while let open = rest.firstIndex(of: "<"), tags.count < 1000 {
      rest = rest[rest.index(after: open)...]
      guard rest.prefix(name.count).lowercased() == name else { continue }
      let body = rest.dropFirst(name.count)
      guard let first = body.first, first.isWhitespace || first == "/",
        let close = body.firstIndex(of: ">")
      else { continue }
      tags.append(body[..<close])
      rest = body[close...]
    }
    return tags
  }

  /// The value of an attribute, quoted in either way or not at all.
  private static func value(of name: String, in tag: Substring) -> String? {
    var rest = tag
    while !rest.isEmpty {
      rest = rest.drop { $0.isWhitespace || $0 == "/" }
      let word = rest.prefix { !$0.isWhitespace && $0 != "=" && $0 != "/" }
      rest = rest[word.endIndex...].drop(while: \.isWhitespace)
      guard rest.first == "=" else {
        if word.isEmpty { return nil }
        continue
      }
      rest = rest.dropFirst().drop(while: \.isWhitespace)
      var found: Substring
      if let quote = rest.first, quote == "\"" || quote == "'" {
        found = rest.dropFirst().prefix { $0 != quote }
        rest = rest[found.endIndex...].dropFirst()
      } else {
        found = rest.prefix { !$0.isWhitespace }
        rest = rest[found.endIndex...]
      }
      if word.lowercased() == name { return String(found) }
    }
    return nil
  }
}
