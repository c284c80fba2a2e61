/// Finds the posts of a discussion with their authors and dates.
struct ForumThread {
  private struct Post {
    var content: PageTree.Index
    /// The largest part of the page that holds this post and no other.
    var container: PageTree.Index
  }

  fileprivate var tree: PageTree
  private let body: PageTree.Index

  /// A thread as found: a tree of its own and the node that holds the posts.
  struct Found {
    var tree: PageTree
    var top: PageTree.Index
    var posts: Int
    /// Characters of all posts.
    var length: Int
    /// Who began the thread, and when, as the page spells it.
    var author: String?
    var date: String?
  }

  init(_ tree: PageTree, body: PageTree.Index) {
    self.tree = tree
    self.body = body
  }

  /// Finds the posts; nil when there are none.
  mutating func find() -> Found? {
    var contents = marked()
    if contents.count < 2 { contents = described() ?? contents }
    guard !contents.isEmpty else { return nil }
    let good = GoodText(tree, top: body)
    let inside = contents.reduce(0) { $0 + tree.textLength($1) }
    let known = contents.reduce(0) { $0 + good[$1] }
    guard good[body] - known < inside else { return nil }
    let posts = zip(contents, containers(of: contents)).map { Post(content: $0, container: $1) }
    let top = tree.makeElement(.div)
    var length = 0
    let first = posts.first.map(metadata)
    for post in posts {
      let heading = heading(of: metadata(of: post))
      strip(post.content)
      length += tree.textLength(post.content)
      if let heading { tree.append(heading, to: top) }
      tree.detach(post.content)
      let holder = tree.makeElement(.div)
      tree.append(post.content, to: holder)
      if [.td, .li, .dd].contains(tree.tag(post.content)) { tree[post.content].tag = .div }
      tree.append(holder, to: top)
    }
    tree.append(top, to: body)
    return Found(
      tree: tree,
      top: top,
      posts: posts.count,
      length: length,
      author: first?.author.map(authorName),
      date: first?.date.flatMap(moment)
    )
  }

  /// Elements whose names say that they hold a post; the inner ones where they nest and hold most of what is said.
  private func marked() -> [PageTree.Index] {
    var inner: [PageTree.Index: [PageTree.Index]] = [:]
    var found: [PageTree.Index] = []
    var open: [PageTree.Index] = []
    var node = tree.following(body, within: body)
    while node != PageTree.none {
      let current = tree[node]
      if current.flags.contains(.hidden) || current.tag == .aside
        || current.marks.contains(.signature)
      {
        node = tree.skipping(node, within: body)
        continue
      }
      // "post-content-header" names what is above a post's content.
      let isHeader = current.marks.contains(.unlikely) && !current.marks.contains(.unlikelyBody)
      if current.marks.contains(.post), !isHeader, tree.tag(node) != .body,
        tree.textLength(node) > 0
      {
        while let outer = open.last, !tree.isInside(node, outer) { open.removeLast() }
        if let outer = open.last {
          inner[outer, default: []].append(node)
        } else {
          found.append(node)
        }
        open.append(node)
      }
      node = tree.following(node, within: body)
    }
    for _ in 0..<4 {
      let nesting = found.filter { inner[$0] != nil }
      if nesting.isEmpty { break }
      let areAll = nesting.count * 2 > found.count && holdsMost(inner, of: nesting)
      found = found.flatMap { outer in
        areAll || holdsMost(inner, of: [outer]) ? inner[outer] ?? [outer] : [outer]
      }
    }
    return found
  }

  /// Whether the parts in `outer` elements hold most of what is said there.
  private func holdsMost(
    _ inner: [PageTree.Index: [PageTree.Index]],
    of outer: [PageTree.Index]
  ) -> Bool {
    var inside = 0
    var outside = 0
    for element in outer {
      outside += saidLength(element)
      for part in inner[element] ?? [] { inside += saidLength(part) }
    }
    return inside * 10 >= outside * 6
  }

  /// Characters of text below a node, but for names, dates, menus and rows of links.
  private func saidLength(_ top: PageTree.Index) -> Int {
    var length = 0
    var node = top
    while node != PageTree.none {
      let current = tree[node]
      if current.tag == .text {
        length += Int(current.length)
      } else if node != top, isAround(node) {
        node = tree.skipping(node, within: top)
        continue
      }
      node = tree.following(node, within: top)
    }
    return length
  }

  /// Whether an element belongs to the frame around what somebody said.
  private func isAround(_ node: PageTree.Index) -> Bool {
    let current = tree[node]
    if current.flags.contains(.hidden) { return true }
    if [.form, .button, .nav, .footer, .select, .time, .menu].contains(current.tag) { return true }
    if !current.marks.isDisjoint(with: [.share, .shareRow, .signature, .postAuthor, .postDate])
      || isButton(node)
    {
      return true
    }
    return (current.tag == .ul || current.tag == .ol) && tree.linkDensity(node) > 0.5
  }

  private func isRowOfLinks(_ node: PageTree.Index) -> Bool {
    (tree.tag(node) == .ul || tree.tag(node) == .ol) && tree.textLength(node) < 200
      && tree.linkDensity(node) > 0.8
  }

  private func isButton(_ node: PageTree.Index) -> Bool {
    tree.tag(node) == .a && tree.attribute(.role, of: node, equals: "button")
  }

  /// Elements that microdata calls the text of a post.
  private func described() -> [PageTree.Index]? {
    var found: [PageTree.Index] = []
    var node = tree.following(body, within: body)
    while node != PageTree.none {
      if let property = tree.bytes(.itemprop, of: node),
        property.elementsEqual("text".utf8) || property.elementsEqual("commentText".utf8)
          || property.elementsEqual("articleBody".utf8), tree.hasText(node)
      {
        found.append(node)
        node = tree.skipping(node, within: body)
        continue
      }
      node = tree.following(node, within: body)
    }
    return found.isEmpty ? nil : found
  }

  /// The largest parts of the page that hold one of `contents` each.
  private func containers(of contents: [PageTree.Index]) -> [PageTree.Index] {
    var counts: [PageTree.Index: Int] = [:]
    for content in contents {
      var node = tree[content].parent
      while node != PageTree.none {
        counts[node, default: 0] += 1
        node = tree[node].parent
      }
    }
    return contents.map { content in
      var container = content
      var parent = tree[content].parent
      while parent != PageTree.none, parent != body, counts[parent] == 1 {
        container = parent
        parent = tree[parent].parent
      }
      return container
    }
  }

  // MARK: Author and date

  /// Who wrote a post, and when: the elements that say so.
  private func metadata(of post: Post) -> (author: PageTree.Index?, date: PageTree.Index?) {
    var author: PageTree.Index?
    var date: PageTree.Index?
    var node = tree.following(post.container, within: post.container)
    while node != PageTree.none {
      if node == post.content {
        node = tree.skipping(node, within: post.container)
        continue
      }
      if tree.tag(node) != .text, !tree[node].flags.contains(.hidden) {
        if author == nil, isAuthor(node) { author = node }
        if date == nil, isDate(node) { date = node }
      }
      if author != nil, date != nil { break }
      node = tree.following(node, within: post.container)
    }
    return (author, date)
  }

  /// The date of a post for machines, or as it is shown.
  private func moment(of date: PageTree.Index) -> String? {
    for node in [date] + tree.elements([.time, .abbr, .span, .a], in: date).prefix(5) {
      for name in [AttributeName.datetime, .title, .content] {
        if let text = tree.attribute(name, of: node), DateText.timestamp(text) != nil {
          return text
        }
      }
    }
    return tree.innerText(date)
  }

  private mutating func heading(
    of metadata: (author: PageTree.Index?, date: PageTree.Index?)
  ) -> PageTree.Index? {
    let (author, date) = metadata
    guard author != nil || date != nil else { return nil }
    let line = tree.makeElement(.p)
    if let author {
      let name = tree.makeElement(.strong)
      tree.append(tree.makeText(authorName(author)), to: name)
      tree.append(name, to: line)
    }
    if let date {
      var text = tree.innerText(date)
      if text.isEmpty { text = tree.attribute(.datetime, of: date).map(EntityText.collapsed) ?? "" }
      if author != nil { text = " · " + text }
      tree.append(tree.makeText(text), to: line)
    }
    return line
  }

  /// The name in an author's element: its link, where there is one, without ranks and counts.
  private func authorName(_ author: PageTree.Index) -> String {
    for link in tree.elements([.a], in: author) {
      let text = tree.innerText(link)
      if Self.isName(text) { return text }
    }
    return tree.innerText(author)
  }

  /// Whether a text may be a name, and is no count of posts.
  private static func isName(_ text: String) -> Bool {
    text.count(where: \.isLetter) * 2 > text.count(where: \.isNumber)
  }

  private func isAuthor(_ node: PageTree.Index) -> Bool {
    if tree[node].marks.contains(.postDate) { return false }
    let isNamed =
      tree[node].marks.contains(.postAuthor)
      || tree.attribute(.rel, of: node, equals: "author")
      || (tree.bytes(.itemprop, of: node).map {
        $0.elementsEqual("author".utf8) || $0.elementsEqual("name".utf8)
      } ?? false)
    guard isNamed else { return false }
    let length = tree.textLength(node)
    guard length > 0, length <= 60 else { return false }
    let text = tree.innerText(node)
    guard Self.isName(text), text.count <= 40 else { return false }
    // A heading is a title, unless it is all a link, as names are.
    return !TagSet.headings.contains(tree.tag(node))
      || tree.elements([.a], in: node).contains { tree.innerText($0) == text }
  }

  private func isDate(_ node: PageTree.Index) -> Bool {
    if tree.tag(node) == .time {
      return tree.textLength(node) < 80 && (tree.hasText(node) || tree.has(.datetime, node))
    }
    guard tree[node].marks.contains(.postDate) else { return false }
    let length = tree.textLength(node)
    guard length >= 4, length <= 60 else { return false }
    return tree.innerText(node).contains { $0.isNumber }
  }

  /// Takes signatures, buttons and what is hidden out of a post, and the row of links above what was said.
  private mutating func strip(_ content: PageTree.Index) {
    var hasBegun = false
    var node = tree.following(content, within: content)
    while node != PageTree.none {
      let current = tree[node]
      if current.tag == .text, !current.flags.contains(.blank) { hasBegun = true }
      if current.tag != .text,
        current.flags.contains(.hidden) || current.marks.contains(.signature)
          || !hasBegun && isRowOfLinks(node)
          || [.form, .button, .nav, .footer, .input, .select, .textarea].contains(current.tag)
          || isButton(node) || isFormality(node)
      {
        let next = tree.skipping(node, within: content)
        tree.detach(node)
        node = next
        continue
      }
      node = tree.following(node, within: content)
    }
  }
}

extension ForumThread {
  private static let formalities = [
    "last edited by", "edited by", "code: select all", "this post was modified",
    "this post has been edited",
    "last edited:", "edited:",
  ]

  /// Whether an element of a post is what the software writes into each: who changed it, and the thread's title again.
  private func isFormality(_ node: PageTree.Index) -> Bool {
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
