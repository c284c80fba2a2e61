/// Recognizes text that board software adds to posts.
extension ForumThread {
  private static let formalities = [
    "last edited by", "edited by", "code: select all", "this post was modified",
    "this post has been edited", "last edited:", "edited:",
  ]

  private static let buttons: Set<String> = [
    "quote", "reply", "report", "share", "like", "permalink", "link", "edit", "top", "up",
    "multiquote", "zitieren", "antworten", "melden", "citer", "répondre", "citar", "responder",
  ]

  /// Whether an element at the start of a post repeats the title, author or date, or is a button.
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

  /// Whether an element of a post is added by the software, such as an edit notice or the thread's
  /// title.
  func isFormality(_ node: PageTree.Index) -> Bool {
    let length = tree.textLength(node)
    guard length >= 4, length <= 120 else { return false }
    let text = tree.innerText(node).lowercased()
    if TagSet.headings.contains(tree.tag(node)), text.hasPrefix("re: ") { return true }
    if text == "wrote on" { return true }
    guard Self.formalities.contains(where: { text.hasPrefix($0) }) else { return false }
    return text.hasPrefix("code") || length <= 60 || DateText.first(in: text) != nil
  }
}

extension PageTree {
  /// Adds a detached text node.
  mutating func makeText(_ text: String) -> Index {
    let node = makeElement(.text)
    self[node].start = Int32(bytes.count)
    bytes += text.utf8
    self[node].count = Int32(bytes.count) - self[node].start
    self[node].length = self[node].count
    return node
  }
}
