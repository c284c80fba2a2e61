/// Finds the posts of a discussion with their authors and dates.
struct ForumThread {
  struct Post {
    var content: PageTree.Index
    /// The largest part of the page that contains this post and no other.
    var container: PageTree.Index
  }

  var tree: PageTree
  private let body: PageTree.Index
  private let title: String

  /// Creates a finder for posts below `body`; `title` is the thread's, which boards repeat in each
  /// post.
  init(_ tree: PageTree, body: PageTree.Index, title: String?) {
    self.tree = tree
    self.body = body
    self.title = title ?? ""
  }

  /// The minimum length of all posts, in characters.
  private static let minLength = 100

  /// Finds the posts; nil if there are none.
  mutating func find() -> ArticlePart? {
    var contents = marked()
    guard !contents.isEmpty else { return nil }
    contents = withAlike(contents)
    if let opening = opening(before: contents[0]) { contents.insert(opening, at: 0) }
    let posts = zip(contents, containers(of: contents)).map { Post(content: $0, container: $1) }
    let holders = Set(posts.map(\.container))
    let prose = BlockList(tree, body: body)
    let inside = contents.reduce(0) { $0 + tree.textLength($1) }
    let known = (posts.count > 1 ? Array(holders) : contents).reduce(0) { $0 + prose.prose(in: $1) }
    guard prose.prose(in: body) - known < inside else { return nil }
    let saidOf = posts.map { metadata(of: $0, besides: holders) }
    guard saidOf.contains(where: { $0.author != nil || $0.date != nil }) else { return nil }
    // Link lists without author and date are not posts.
    let found = zip(posts, saidOf).filter { post, said in
      said.author != nil || said.date != nil || tree.linkDensity(post.content) < 0.5
    }
    let top = tree.makeElement(.div)
    var length = 0
    for (post, said) in found {
      strip(post.content, said)
      length += tree.textLength(post.content)
      if let heading = heading(said) { tree.append(heading, to: top) }
      tree.detach(post.content)
      let holder = tree.makeElement(.div)
      tree.append(post.content, to: holder)
      if [.td, .li, .dd].contains(tree.tag(post.content)) { tree[post.content].tag = .div }
      tree.append(holder, to: top)
    }
    tree.append(top, to: body)
    return length < Self.minLength
      ? nil
      : ArticlePart(
        tree: tree, top: top, origin: .posts, author: found.first?.1.author,
        date: found.first?.1.moment)
  }

  /// The minimum number of posts; fewer are comments on an article.
  private static let minPosts = 3

  /// Whether the page is a discussion: parts that each have an author, a time and a text, and
  /// little else.
  static func isThread(_ tree: PageTree, body: PageTree.Index) -> Bool {
    let thread = ForumThread(tree, body: body, title: nil)
    let contents = thread.marked()
    guard contents.count >= minPosts else { return false }
    // If the first text differs from the others, it is an article with comments.
    let whole = contents.reduce(0) { $0 + tree.textLength($1) }
    let look = tree.bytes(.class, of: contents[contents.count - 1]) ?? []
    if !(tree.bytes(.class, of: contents[0]) ?? []).elementsEqual(look),
      tree.textLength(contents[0]) * 5 > whole
    {
      return false
    }
    let containers = thread.containers(of: contents)
    let holders = Set(containers)
    let said = zip(contents, containers).prefix(50).map {
      thread.metadata(of: Post(content: $0, container: $1), besides: holders)
    }
    // Scripts fill in some dates.
    guard said.count(where: { $0.author != nil && $0.date != nil }) >= minPosts,
      said.count(where: { $0.author != nil }) * 10 >= said.count * 7
    else { return false }
    let prose = BlockList(tree, body: body)
    let known = holders.reduce(0) { $0 + prose.prose(in: $1) }
    return (prose.prose(in: body) - known) * 3 < whole
  }

  /// Returns elements named as posts; of nested ones, the inner ones if they contain much of the
  /// text.
  private func marked() -> [PageTree.Index] {
    var inner: [PageTree.Index: [PageTree.Index]] = [:]
    var found: [PageTree.Index] = []
    var open: [PageTree.Index] = []
    let whole = tree.textLength(body)
    for node in tree.descendants(of: body, leavingOut: { isBeside($0, whole: whole) })
    where isNamed(node) && tree.textLength(node) > 0 {
      while let outer = open.last, !tree.isInside(node, outer) { open.removeLast() }
      if let outer = open.last {
        inner[outer, default: []].append(node)
      } else {
        found.append(node)
      }
      open.append(node)
    }
    /// Whether much of what `outer` elements say is in their inner ones, and not in a post's frame.
    func isInside(_ outer: [PageTree.Index]) -> Bool {
      func length(_ nodes: [PageTree.Index]) -> Int { nodes.reduce(0) { $0 + tree.textLength($1) } }
      return length(outer.flatMap { inner[$0] ?? [] }) * 5 > length(outer) * 2
    }
    for _ in 0..<4 {
      let nesting = found.filter { inner[$0] != nil }
      let areAll = nesting.count * 2 > found.count && isInside(nesting)
      found = found.flatMap { areAll || isInside([$0]) ? inner[$0] ?? [$0] : [$0] }
    }
    return found
  }

  /// Whether a part does not belong to the thread: hidden, a sidebar, or a signature.
  private func isBeside(_ node: PageTree.Index, whole: Int) -> Bool {
    let current = tree[node]
    return current.flags.contains(.hidden) || current.tag == .aside
      || current.marks.contains(.signature)
      || current.marks.contains(.sidebar) && tree.textLength(node) * 2 < whole
  }

  private static let textProperties = ["text", "commentText", "articleBody"].map { Array($0.utf8) }

  /// Whether an element's names or microdata say that it is a post.
  private func isNamed(_ node: PageTree.Index) -> Bool {
    let current = tree[node]
    guard current.tag != .text, current.tag != .body else { return false }
    if let property = tree.bytes(.itemprop, of: node),
      Self.textProperties.contains(where: property.elementsEqual)
    {
      return true
    }
    if let id = tree.bytes(.id, of: node), id.starts(with: "msg_".utf8),
      id.dropFirst(4).allSatisfy({ 0x30...0x39 ~= $0 })
    {
      return true
    }
    // "post-content-header" names the frame above a post's content.
    let isHeader = current.marks.contains(.unlikely) && !current.marks.contains(.unlikelyBody)
    return current.marks.contains(.post) && !isHeader && !isNameAndDate(node)
  }

  /// Whether all text of an element is in authors' names and dates, as in "forum-post-meta".
  private func isNameAndDate(_ node: PageTree.Index) -> Bool {
    !tree.isLonger(node, than: 100)
      && tree.elements([.text], in: node).allSatisfy { text in
        tree[text].flags.contains(.blank)
          || tree.path(text, below: tree[node].parent).contains {
            !TagSet.blocks.contains(tree.tag($0))
              && !tree[$0].marks.isDisjoint(with: [.postAuthor, .postDate])
          }
      }
  }

  private func isRowOfLinks(_ node: PageTree.Index) -> Bool {
    (tree.tag(node) == .ul || tree.tag(node) == .ol) && tree.textLength(node) < 200
      && tree.linkDensity(node) > 0.8
  }

  private static let quoteNames = [
    "bbcode_quote", "quote_container", "quotecontent", "bbcodeblock--quote", "quotebox",
  ].map { Array($0.utf8) }

  private func isQuote(_ node: PageTree.Index) -> Bool {
    guard let name = tree.bytes(.class, of: node), tree.firstElement([.blockquote], in: node) == nil
    else { return false }
    let lower = name.map(PageTree.lower)
    return lower.elementsEqual("quote".utf8)
      || Self.quoteNames.contains { ByteText.contains(lower[...], $0) }
  }

  private func isButton(_ node: PageTree.Index) -> Bool {
    tree.tag(node) == .a && tree.attribute(.role, of: node, equals: "button")
  }

  /// Adds elements with the same structure and names, since the first post may have a different
  /// description.
  private func withAlike(_ contents: [PageTree.Index]) -> [PageTree.Index] {
    guard contents.count >= 2, let first = contents.first, let name = look(of: first),
      contents.allSatisfy({ look(of: $0) == name })
    else { return contents }
    let whole = tree.textLength(body)
    var found: [PageTree.Index] = []
    _ = tree.descendants(of: body) { node in
      if isBeside(node, whole: whole) { return true }
      guard look(of: node) == name else { return false }
      if tree.hasText(node) { found.append(node) }
      return true
    }
    return Set(contents).isSubset(of: found) ? found : contents
  }

  /// A key of an element's tag and class with its parent's class; nil if either has no class.
  private func look(of node: PageTree.Index) -> [UInt8]? {
    let parent = tree[node].parent
    guard tree.tag(node) != .text, parent != PageTree.none, let own = tree.bytes(.class, of: node),
      !own.isEmpty, let outer = tree.bytes(.class, of: parent), !outer.isEmpty
    else { return nil }
    return [tree.tag(node).rawValue] + own + [0] + outer
  }

  /// The minimum length of an opening story, in characters; a shorter text is a notice.
  private static let minOpening = 60

  /// The story under discussion, if it is in an `<article>` of its own.
  private func opening(before first: PageTree.Index) -> PageTree.Index? {
    let stories = tree.elements([.article], in: body).filter { $0 < first }
    guard stories.count == 1, !tree.isInside(first, stories[0]) else { return nil }
    let list = BlockList(tree, body: stories[0])
    let enough = list.prose(in: stories[0]) * 4 / 5
    guard enough >= Self.minOpening else { return nil }
    var heart = stories[0]
    while let inner = tree.children(of: heart).first(where: { list.prose(in: $0) >= enough }) {
      heart = inner
    }
    return heart == stories[0] ? nil : heart
  }

  /// The largest parts of the page that contain one element of `contents` each.
  private func containers(of contents: [PageTree.Index]) -> [PageTree.Index] {
    var counts: [PageTree.Index: Int] = [:]
    for content in contents {
      for node in tree.path(tree[content].parent) { counts[node, default: 0] += 1 }
    }
    return contents.map { content in
      tree.path(tree[content].parent, below: body).prefix { counts[$0] == 1 }.last ?? content
    }
  }

  /// Whether an element at the start of a post repeats the title, author or date.
  private func isHead(_ node: PageTree.Index, _ said: Said) -> Bool {
    let length = tree.textLength(node)
    guard length > 0, length <= 200 else { return false }
    let tag = tree.tag(node)
    if TagSet.headings.contains(tag) {
      return !title.isEmpty && TitleText.similarity(tree.innerText(node), title) > 0.75
    }
    guard tag == .p || tag == .div, length <= 120, let author = said.author else { return false }
    return MetadataLine.isWhole(tree.innerText(node), author: author)
  }

  /// Removes signatures, buttons and hidden parts from a post, and the row of links above its text.
  private mutating func strip(_ content: PageTree.Index, _ said: Said) {
    var hasBegun = false
    var node = tree.following(content, within: content)
    while node != PageTree.none {
      let current = tree[node]
      if current.tag == .text, !current.flags.contains(.blank) { hasBegun = true }
      if current.tag == .div, isQuote(node) { tree[node].tag = .blockquote }
      if current.tag != .text,
        current.flags.contains(.hidden) || current.marks.contains(.signature)
          || !hasBegun && isRowOfLinks(node)
          || [.form, .button, .nav, .footer, .input, .select, .textarea].contains(current.tag)
          || isButton(node) || !hasBegun && isHead(node, said)
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
