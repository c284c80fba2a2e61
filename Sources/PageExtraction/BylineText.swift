/// Takes the names out of a byline.
enum BylineText {
  private static let openings = [
    "written by ", "posted by ", "published by ", "story by ", "words by ", "reported by ", "by: ",
    "by ", "por ", "par ", "von ", "text: ", "author: ", "di ", "af ", "door ", "av ",
  ]
  private static let ends: Set<String> = [
    "-", "–", "—", "|", "•", "·", "/", "updated", "published", "posted", "share", "on", "@",
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]

  /// The text without "By" before it.
  static func opened(_ text: String) -> String {
    let lower = text.lowercased()
    for opening in openings.prefix(8) where lower.hasPrefix(opening) {
      return String(text.dropFirst(opening.count))
    }
    return text
  }

  /// The names without "By", dates, roles after a bullet and the like; nil when nothing is left.
  static func names(_ text: String) -> String? {
    var rest = EntityText.collapsed(text)
    var changed = true
    while changed {
      changed = false
      let lower = rest.lowercased()
      for opening in openings where lower.hasPrefix(opening) {
        rest = String(rest.dropFirst(opening.count))
        changed = true
        break
      }
    }
    var names: [Substring] = []
    for word in rest.split(separator: " ") {
      let plain = word.lowercased().filter { $0.isLetter || $0.isNumber || "-–—|•·/@".contains($0) }
      if !names.isEmpty, ends.contains(plain) || word.hasPrefix("@") { break }
      if word.contains(where: \.isNumber) { break }
      if DateText.isMonth(plain), names.count > 0 { break }
      names.append(word)
    }
    var out = names.joined(separator: " ")
    while let last = out.last, ",;:|•·-–— ".contains(last) { out.removeLast() }
    guard out.contains(where: \.isLetter), out.utf8.count < 300 else { return nil }
    return out
  }

  /// The names in an element that is a byline: of the part that is marked as a name, or of all of it.
  static func names(in byline: PageTree.Index, _ tree: PageTree) -> String? {
    var node = byline
    var byClass: String?
    while node != PageTree.none {
      if tree.tag(node) != .text {
        if tree.attribute(.itemprop, of: node, equals: "name"), tree.hasText(node) {
          return names(tree.innerText(node))
        }
        if byClass == nil, node != byline, tree.textLength(node) <= 60,
          tree[node].marks.contains(.postAuthor)
            || tree.attribute(.rel, of: node, equals: "author"),
          tree.hasText(node)
        {
          byClass = tree.innerText(node)
        }
      }
      node = tree.following(node, within: byline)
    }
    return names(byClass ?? tree.innerText(byline))
  }
}
