/// What the software of boards writes at the beginning of posts.
extension ForumThread {
  private static let buttons: Set<String> = [
    "quote", "reply", "report", "share", "like", "permalink", "link", "edit", "top", "up",
    "multiquote",
    "zitieren", "antworten", "melden", "citer", "répondre", "citar", "responder",
  ]

  /// Whether an element at the beginning of a post repeats the title, or who wrote it and when, or is a button.
  func isHead(_ node: PageTree.Index, _ said: Said) -> Bool {
    let length = tree.textLength(node)
    guard length > 0, length <= 200 else { return false }
    let tag = tree.tag(node)
    if TagSet.headings.contains(tag) {
      return !title.isEmpty && TitleText.similarity(title, tree.innerText(node)) > 0.75
    }
    if tag == .a || tag == .li || tag == .ul {
      let words = tree.innerText(node).lowercased().split(separator: " ")
      return words.allSatisfy { Self.buttons.contains(String($0)) }
    }
    guard tag == .p || tag == .div, length <= 120, let author = said.author else { return false }
    return MetadataLine.isWhole(tree.innerText(node), author: author)
  }
}

extension PageTree {
  /// Adds a text without a place.
  mutating func makeText(_ text: String) -> Index {
    let node = makeElement(.text)
    self[node].start = Int32(bytes.count)
    bytes += text.utf8
    self[node].count = Int32(bytes.count) - self[node].start
    self[node].length = self[node].count
    return node
  }
}
