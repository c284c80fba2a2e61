import ReadingList

/// Takes the link to itself out of a heading.
enum Permalink {
  private static let signs: Set<String> = [
    "#", "¶", "§", "🔗", "⚓", "link", "permalink", "copy link", "edit", "[edit]", "anchor", "∞",
    "direct link", "link to this heading", "link to this section",
  ]

  /// Whether a link is only a sign that leads to where it stands.
  static func isSign(_ node: PageTree.Index, _ tree: PageTree) -> Bool {
    guard tree.bytes(.href, of: node)?.first == UInt8(ascii: "#") else { return false }
    let length = tree.textLength(node)
    return length == 1 && ["#", "¶", "§", "🔗", "⚓", "∞"].contains(tree.innerText(node))
  }

  static func removed(from inlines: [ArticleBody.Inline]) -> [ArticleBody.Inline] {
    var out: [ArticleBody.Inline] = []
    for inline in inlines {
      if case .link(let inner, _) = inline {
        let text = inner.plainText.lowercased()
        if signs.contains(text.split(separator: " ").joined(separator: " ")) { continue }
      }
      if case .text(let text) = inline, case .text(let before)? = out.last {
        let rest = before.hasSuffix(" ") ? text[...].drop { $0 == " " } : text[...]
        out[out.count - 1] = .text(before + rest)
      } else {
        out.append(inline)
      }
    }
    return InlineLine.trimmed(out)
  }
}
