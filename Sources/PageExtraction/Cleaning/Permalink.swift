/// Recognizes links from a heading to itself and to an editor.
enum Permalink {
  private static let signs: Set<String> = [
    "#", "¶", "§", "🔗", "⚓", "∞", "link", "permalink", "copy link", "anchor", "direct link",
    "link to this heading", "link to this section",
  ]
  private static let maxLength = 24

  /// Whether a link is a sign of a heading, or elsewhere a single sign that leads to its own place.
  static func isSign(_ link: PageTree.Index, _ tree: PageTree) -> Bool {
    let length = tree.textLength(link)
    guard length <= maxLength, signs.contains(tree.innerText(link).lowercased()) else {
      return false
    }
    return isInHeading(link, tree)
      || length == 1 && tree.bytes(.href, of: link)?.first == UInt8(ascii: "#")
  }

  /// Whether an element of a heading holds only links to a wiki's editor, with their brackets.
  static func isEditor(_ node: PageTree.Index, _ tree: PageTree) -> Bool {
    guard isInHeading(node, tree) else { return false }
    let links = tree.elements([.a], in: node)
    return !links.isEmpty
      && links.allSatisfy {
        tree.attribute(.href, of: $0).map { ByteText.contains($0, "action=edit") } ?? false
      }
  }

  private static func isInHeading(_ node: PageTree.Index, _ tree: PageTree) -> Bool {
    tree.ancestor(of: node, in: TagSet.headings, upTo: 4) != nil
  }
}
