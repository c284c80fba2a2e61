/// Removes unnamed lists of teasers for other articles from an article.
///
/// Such a list has similar items, each with a heading that links to the same site and a line or two
/// of text. A list that is most of the text is the page's content and is kept.
enum TeaserList {
  /// The minimum number of similar items.
  private static let minCount = 3
  /// The maximum length of an item, in characters.
  private static let maxLength = 1000

  static func remove(from part: inout ArticlePart, site: String) {
    let total = part.tree.textLength(part.top)
    var node = part.tree.following(part.top, within: part.top)
    while node != PageTree.none {
      if part.tree.tag(node) != .text, isList(node, part.tree, site: site),
        part.tree.textLength(node) * 10 < total * 6
      {
        let next = part.tree.skipping(node, within: part.top)
        part.tree.detach(node)
        node = next
      } else {
        node = part.tree.following(node, within: part.top)
      }
    }
  }

  /// Whether the items of a part announce other pages, of `site` if it is given.
  static func isList(_ list: PageTree.Index, _ tree: PageTree, site: String? = nil) -> Bool {
    guard [.div, .section, .ul, .ol].contains(tree.tag(list)) else { return false }
    var items = 0
    var others = 0
    var child = tree[list].first
    while child != PageTree.none {
      let tag = tree.tag(child)
      if tag == .text {
        if !tree[child].flags.contains(.blank) { return false }
      } else if [.div, .article, .li, .section, .a].contains(tag) {
        if isTeaser(child, tree, site: site) { items += 1 } else { others += 1 }
      } else if !TagSet.headings.contains(tag) {
        others += 1
      }
      child = tree[child].next
    }
    // An item without a headline counts if its class matches.
    if items == minCount - 1, others == 1, isOfOneClass(list, tree) { items += 1 }
    return items >= minCount && (others <= 1 || others * 3 <= items)
  }

  /// Whether all child elements have the same class.
  private static func isOfOneClass(_ part: PageTree.Index, _ tree: PageTree) -> Bool {
    let classes = tree.children(of: part).filter { tree.tag($0) != .text }.map {
      tree.bytes(.class, of: $0) ?? []
    }
    return classes.allSatisfy { !$0.isEmpty && $0.elementsEqual(classes[0]) }
  }

  private static func isTeaser(_ item: PageTree.Index, _ tree: PageTree, site: String?) -> Bool {
    guard tree.firstElement([.pre, .table, .blockquote], in: item) == nil else { return false }
    let headings = tree.elements(TagSet.headings, in: item)
    guard (1...2).contains(headings.count), tree.textLength(item) <= maxLength else { return false }
    // An item may have a second heading for its section.
    return headings.contains { heading in
      let length = tree.textLength(heading)
      let link =
        tree.firstElement([.a], in: heading) ?? tree.ancestor(of: heading, in: [.a], upTo: 3)
      guard length >= 20, let link, tree.textLength(link) * 10 >= length * 8,
        let target = tree.bytes(.href, of: link)
      else { return false }
      return site.map { leadsWithin(target, site: $0) } ?? (target.first != UInt8(ascii: "#"))
    }
  }

  /// Whether a reference leads to another page of the same site.
  private static func leadsWithin(_ target: ArraySlice<UInt8>, site: String) -> Bool {
    guard let first = target.first, first != UInt8(ascii: "#") else { return false }
    guard let slash = target.firstIndex(of: 0x2f), target[slash...].starts(with: "//".utf8) else {
      return true
    }
    let rest = target[slash...].dropFirst(2)
    return !site.isEmpty && rest.prefix { $0 != 0x2f && $0 != 0x3f }.elementsEqual(site.utf8)
  }
}
