/// Finds the authors and dates of posts.
extension ForumThread {
  /// The metadata in the frame of a post.
  struct Said {
    var author: String?
    var date: String?
    /// The machine-readable date, if the page has one.
    var moment: String?
    /// Whether only its position identifies it as the post's date.
    var isDateUnmarked = false
  }

  private static let maxNameLength = 40
  private static let maxDateLength = 60
  /// The maximum number of names checked as editors.
  private static let maxEditors = 20
  /// The maximum number of nodes visited in a frame.
  private static let farthest = 150

  /// Returns the author and date of a post; `containers` are those of all posts.
  func metadata(of post: Post, besides containers: Set<PageTree.Index>) -> Said {
    var said = metadata(in: post.container, besides: post.content)
    if said.date == nil || said.isDateUnmarked, let author = said.author,
      let date = date(atHeadOf: post.content, author: author)
    {
      (said.date, said.moment) = (date, date)
    }
    guard said.author == nil || said.date == nil, containers.count > 1 else { return said }
    // Some boards show author and date in a separate row above the post.
    var before = tree[post.container].previous
    while before != PageTree.none, tree.tag(before) == .text { before = tree[before].previous }
    if before != PageTree.none, !containers.contains(before), tree.textLength(before) <= 300,
      !TagSet.headings.contains(tree.tag(before))
    {
      let above = metadata(in: before, besides: PageTree.none)
      said.author = said.author ?? above.author
      if said.date == nil { (said.date, said.moment) = (above.date, above.moment) }
    }
    return said
  }

  private func metadata(in frame: PageTree.Index, besides content: PageTree.Index) -> Said {
    var author: PageTree.Index?
    var linked: PageTree.Index?
    var date: PageTree.Index?
    var line: PageTree.Index?
    var steps = 0
    var node = tree.following(frame, within: frame)
    var editors = 0
    var isPast = false
    while node != PageTree.none {
      if node == content || tree.tag(node) == .button || tree[node].flags.contains(.hidden) {
        isPast = isPast || node == content
        node = tree.skipping(node, within: frame)
        continue
      }
      steps += 1
      if tree.tag(node) == .text {
        if line == nil, steps < Self.farthest, isDateLine(node) { line = node }
      } else {
        if author == nil, isAuthor(node) {
          editors += 1
          if editors > Self.maxEditors || !isEditor(node, besides: content, in: frame) {
            author = node
          }
        }
        // The nearest link before the text counts: a reply may first name its addressee.
        if author == nil, linked == nil || !isPast, steps < Self.farthest, isProfile(node),
          !isEditor(node, besides: content, in: frame)
        {
          linked = node
        }
        if date == nil, isDate(node) { date = node }
      }
      if author != nil, date != nil { break }
      node = tree.following(node, within: frame)
    }
    var said = Said()
    said.author =
      stated(of: frame) ?? author.map(authorName) ?? linked.map { tree.innerText($0) }
    if let date {
      said.moment = moment(of: date)
      said.date = tree.innerText(date)
      if said.date?.isEmpty ?? true { said.date = said.moment.map(Self.day) }
    } else if let line {
      let (name, date) = parts(ofLine: line)
      said.date = date
      said.moment = date
      said.isDateUnmarked = true
      said.author = said.author ?? name
    }
    if said.date == nil, let stated = tree.attribute(.datetime, of: frame) {
      said.date = Self.day(stated)
      said.moment = stated
    }
    if said.author == nil { said.author = nameOnCard(in: frame, besides: content) }
    return said
  }

  /// The day of a machine-readable date: "2024-05-03" of "2024-05-03T10:00:00Z".
  private static func day(_ text: String) -> String {
    PageText.line(String(text.prefix { $0 != "T" }))
  }

  /// The machine-readable date of a post, or else the visible date.
  private func moment(of date: PageTree.Index) -> String? {
    for node in [date] + tree.elements([.time, .abbr, .span, .a], in: date).prefix(5) {
      for name in [AttributeName.datetime, .title, .content] {
        if let text = tree.attribute(name, of: node), PageText.date(text) != nil {
          return text
        }
      }
    }
    return tree.innerText(date)
  }

  /// Builds the line with author and date.
  mutating func heading(_ said: Said) -> PageTree.Index? {
    guard said.author != nil || said.date != nil else { return nil }
    let line = tree.makeElement(.p)
    if let author = said.author {
      let name = tree.makeElement(.strong)
      tree.append(tree.makeText(author), to: name)
      tree.append(name, to: line)
    }
    if let date = said.date {
      tree.append(tree.makeText(said.author == nil ? date : " · " + date), to: line)
    }
    return line
  }

  /// The date in a line at the start of a post that contains only author and date.
  private func date(atHeadOf content: PageTree.Index, author: String) -> String? {
    for line in tree.elements([.p, .div, .time], in: content).prefix(8) {
      guard tree.textLength(line) <= 120, tree.hasText(line) else { continue }
      let text = tree.innerText(line)
      guard MetadataLine.isWhole(text, author: author), DateText.first(in: text) != nil else {
        continue
      }
      let place = text.firstRange(of: author)?.upperBound ?? text.startIndex
      let rest = String(text[place...]).trimmed(of: " \u{a0}·•|-–—»,:()")
      return DateText.first(in: rest) == nil ? text : rest
    }
    return nil
  }

  // MARK: Authors

  /// The author's name in the data attributes of a frame.
  private func stated(of frame: PageTree.Index) -> String? {
    for node in [frame] + tree.elements([.article, .li, .div, .section], in: frame).prefix(4) {
      for name in [AttributeName.dataAuthor, .dataUsername] {
        guard let text = tree.attribute(name, of: node) else { continue }
        // A fediverse address is less readable than the displayed name.
        let author = PageText.decoded(text)
        if Self.isName(author), !author.contains("@") { return author }
      }
    }
    return nil
  }

  /// The name in an author's element: its link if there is one, without ranks and counts.
  private func authorName(_ author: PageTree.Index) -> String {
    for link in tree.elements([.a], in: author) {
      let text = tree.innerText(link)
      if Self.isName(text) { return text }
    }
    return tree.innerText(author)
  }

  /// Whether a text may be a name rather than a count of posts.
  private static func isName(_ text: String) -> Bool {
    text.count > 1 && text.count <= maxNameLength && !text.contains(":")
      && text.count(where: \.isLetter) * 2 > text.count(where: \.isNumber)
      && DateText.first(in: text) == nil && !profileWords.contains(text.lowercased())
  }

  private func isAuthor(_ node: PageTree.Index) -> Bool {
    if tree[node].marks.contains(.postDate) { return false }
    let isNamed =
      tree[node].marks.contains(.postAuthor) || tree.attribute(.rel, of: node, equals: "author")
      || (tree.bytes(.itemprop, of: node).map {
        $0.elementsEqual("author".utf8) || $0.elementsEqual("name".utf8)
      } ?? false)
    guard isNamed else { return false }
    let length = tree.textLength(node)
    guard length > 0, length <= 60 else { return false }
    let text = tree.innerText(node)
    guard Self.isName(text) || Self.isName(authorName(node)) else { return false }
    // A heading is a title, unless all of it is a link, as names are.
    return !TagSet.headings.contains(tree.tag(node))
      || tree.elements([.a], in: node).contains { tree.innerText($0) == text }
  }

  private static let profiles = [
    "/u/", "/user/", "/users/", "/member/", "/members/", "/profile/", "/profiles/", "/people/",
    "action=profile", "mode=viewprofile", "member.php", "/memberlist", "profile.php", "user.php",
    "/~",
  ].map { Array($0.utf8) }
  private static let profileWords: Set<String> = [
    "profile", "view profile", "website", "homepage", "journal", "posts", "all posts",
    "private message", "message", "send message", "pm", "online", "offline", "logged", "followers",
    "following", "reviews", "badges", "messages", "topics", "threads", "answers",
  ]

  /// Whether an element is a link to a profile, with a name.
  private func isProfile(_ node: PageTree.Index) -> Bool {
    guard tree.tag(node) == .a, let target = tree.bytes(.href, of: node),
      Self.profiles.contains(where: { ByteText.contains(target, $0) })
    else { return false }
    let length = tree.textLength(node)
    guard length > 1, length <= Self.maxNameLength else { return false }
    let text = tree.innerText(node)
    return Self.isName(text)
  }

  /// Whether a name in the frame of a post is that of an editor of the post.
  private func isEditor(
    _ node: PageTree.Index, besides content: PageTree.Index, in frame: PageTree.Index
  ) -> Bool {
    for part in tree.path(node, below: tree[frame].parent).prefix(4) {
      if tree.textLength(part) > 160 || tree.isInside(content, part) { return false }
      let text = tree.innerText(part, limit: 200).lowercased()
      if ["edited", "last edited", "modified", "last modified"].contains(where: text.hasPrefix) {
        return true
      }
    }
    return false
  }

  private static let nameTags: TagSet = [.a, .strong, .b, .dt, .h3, .h4, .h5]

  /// The first name on the author's card of a post.
  private func nameOnCard(in frame: PageTree.Index, besides content: PageTree.Index) -> String? {
    let card = tree.descendants(of: frame).first {
      $0 == content || tree[$0].marks.contains(.postCard) && !tree.isInside(content, $0)
    }
    guard let card, card != content else { return nil }
    return tree.elements(Self.nameTags, in: card).prefix(6).first {
      Self.isName(tree.innerText($0)) && !isEditor($0, besides: content, in: frame)
    }.map { tree.innerText($0) }
  }

  // MARK: Dates

  private func isDate(_ node: PageTree.Index) -> Bool {
    if tree.tag(node) == .time {
      return tree.textLength(node) < 80 && (tree.hasText(node) || tree.has(.datetime, node))
    }
    guard tree[node].marks.contains(.postDate) else { return false }
    let length = tree.textLength(node)
    // Scripts fill in the relative time.
    if length == 0 { return tree.attribute(.title, of: node).flatMap(PageText.date) != nil }
    guard length >= 4, length <= Self.maxDateLength else { return false }
    return tree.innerText(node).contains { $0.isNumber }
  }

  private static let otherDates = [
    "join", "register", "member since", "edited", "modified", "last ", "born", "updated", "founded",
  ]

  /// Whether a text is a line with a date, and not a date of something else.
  private func isDateLine(_ node: PageTree.Index) -> Bool {
    guard tree[node].length >= 8, Int(tree[node].length) <= Self.maxDateLength,
      tree.text(node).contains(where: { 0x30...0x39 ~= $0 })
    else { return false }
    let text = CleanText.string(tree.text(node))
    guard DateText.first(in: text) != nil else { return false }
    let around = tree.innerText(tree[node].parent, limit: 200).lowercased()
    return !Self.otherDates.contains { ByteText.contains(around, $0) }
  }

  /// The name and the date in a text's line: "heron · 3 May 2024".
  private func parts(ofLine node: PageTree.Index) -> (name: String?, date: String) {
    let date = PageText.line(CleanText.string(tree.text(node))).trimmed(of: " (|-–—·•,:")
    guard let holder = tree.ancestor(of: node, in: TagSet.blocks), tree.textLength(holder) <= 100
    else { return (nil, date) }
    let line = tree.innerText(holder)
    guard let place = line.firstRange(of: date)?.lowerBound, place != line.startIndex else {
      return (nil, date)
    }
    let name = BylineText.opened(String(line[..<place]).trimmed(of: " \u{a0}·•|-–—»,:()"))
    return (Self.isName(name) && name.split(separator: " ").count <= 4 ? name : nil, date)
  }
}

extension String {
  fileprivate func trimmed(of marks: String) -> String {
    var rest = self[...]
    while let first = rest.first, marks.contains(first) { rest.removeFirst() }
    while let last = rest.last, marks.contains(last) { rest.removeLast() }
    return String(rest)
  }
}
