package import ReadingList

/// Small texts as pages and feeds spell them.
package enum PageText {
  /// The moment that a date in any usual form names.
  package static func date(_ text: String) -> Timestamp? { DateText.timestamp(text) }

  /// One line without control characters, white space collapsed.
  package static func line(_ text: String) -> String { EntityText.collapsed(text) }

  /// What a bit of markup says, as one line: tags dropped, entities decoded.
  package static func line(ofMarkup text: String) -> String {
    var text = text
    if text.utf8.contains(0x3c) { text = withoutTags(text) }
    let once = EntityText.decoded(text)
    // Many feeds escape twice.
    return once.utf8.contains(0x26) ? EntityText.decoded(once) : once
  }

  private static func withoutTags(_ text: String) -> String {
    var out = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "<") {
      out += rest[..<open]
      let tag = rest[rest.index(after: open)...]
      guard let first = tag.first, first.isLetter || first == "/" || first == "!",
        let close = tag.firstIndex(of: ">")
      else {
        out.append("<")
        rest = tag
        continue
      }
      rest = tag[tag.index(after: close)...]
    }
    return out + rest
  }
}

extension PageText {
  /// What a link on a page at `base` leads to, absolute; nil when it is no link of the web.
  package static func link(_ reference: String, against base: String) -> String? {
    WebLink(base: base.isEmpty ? nil : base).resolve(reference)
  }
}
