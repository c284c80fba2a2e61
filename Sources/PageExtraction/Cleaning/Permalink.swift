import ReadingList

/// Removes permalinks from headings.
enum Permalink {
  private static let signs: Set<String> = [
    "#", "¶", "§", "🔗", "⚓", "link", "permalink", "copy link", "edit", "[edit]", "anchor", "∞",
    "direct link", "link to this heading", "link to this section",
  ]

  /// Whether a link is a single sign that leads to its own place.
  static func isSign(_ node: PageTree.Index, _ tree: PageTree) -> Bool {
    guard tree.bytes(.href, of: node)?.first == UInt8(ascii: "#") else { return false }
    return tree.textLength(node) == 1 && signs.contains(tree.innerText(node))
  }

  /// Returns a heading's text without links to itself and to an editor, and not as a link to itself
  /// or to its line in the table of contents.
  static func removed(from inlines: [ArticleBody.Inline]) -> [ArticleBody.Inline] {
    var out: [ArticleBody.Inline] = []
    var isEditable = false
    for inline in inlines {
      if case .link(let inner, let url) = inline {
        let text = inner.plainText.lowercased()
        if isEditor(url) {
          isEditable = true
          continue
        }
        if signs.contains(text.split(separator: " ").joined(separator: " ")) { continue }
      }
      if case .text(let text) = inline, case .text(let before)? = out.last {
        let rest = before.hasSuffix(" ") ? text[...].drop { $0 == " " } : text[...]
        out[out.count - 1] = .text(before + rest)
      } else {
        out.append(inline)
      }
    }
    if isEditable { out = withoutBrackets(out) }
    out = InlineLine.trimmed(out)
    if out.count == 1, case .link(let inner, let url) = out[0], ArticleBody.anchor(of: url) != nil {
      return inner
    }
    return out
  }

  /// Whether an address leads to a wiki's editor.
  private static func isEditor(_ url: String) -> Bool {
    ByteText.contains(url, "action=edit") || ByteText.contains(url, "/edit/")
  }

  /// Removes the brackets left by editor links: `[ | ]`.
  private static func withoutBrackets(_ inlines: [ArticleBody.Inline]) -> [ArticleBody.Inline] {
    guard case .text(let text)? = inlines.last, let open = text.lastIndex(of: "["),
      text[open...].allSatisfy({ "[]| \u{a0}".contains($0) })
    else { return inlines }
    return inlines.dropLast() + [.text(String(text[..<open]))]
  }
}
