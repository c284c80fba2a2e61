import ReadingList

/// Takes the link to itself out of a heading.
enum Permalink {
  private static let signs: Set<String> = [
    "#", "¶", "§", "🔗", "⚓", "link", "permalink", "copy link", "edit", "[edit]", "anchor", "∞",
    "direct link", "link to this heading", "link to this section",
  ]

  static func removed(from inlines: [ArticleBody.Inline]) -> [ArticleBody.Inline] {
    InlineLine.trimmed(
      inlines.filter { inline in
        guard case .link(let inner, _) = inline else { return true }
        let text = inner.plainText.lowercased()
        return !signs.contains(text.split(separator: " ").joined(separator: " "))
      }
    )
  }
}
