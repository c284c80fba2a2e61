import ReadingList

/// Takes out of a body what only its words give away: calls to subscribe, to share and to go on
/// clicking, and the sections at the end that are about other things than the article.
enum Leftovers {
  typealias Block = ArticleBody.Block

  /// Whole paragraphs, headings and items, lower-cased, without punctuation at the end.
  private static let lines: Set<String> = [
    "advertisement", "advertisements", "advertising", "sponsored", "ad", "share", "share this",
    "share this article", "share this post", "share this story", "share on", "tweet", "subscribe",
    "subscribe now", "subscribe here", "subscribe today", "sign up", "sign up now", "log in",
    "login", "read more", "learn more", "continue reading", "keep reading", "loading", "print",
    "email", "save", "copy link", "story continues below advertisement", "article continues below",
    "article continues below advertisement", "scroll to continue", "skip to content",
    "back to top", "leave a comment", "leave a reply", "be the first to comment", "no comments",
    "comments", "click to expand", "pin for later", "pin it", "listen to this article",
    "add as preferred source on google", "follow us", "view comments", "show comments",
    "get started for free", "book a demo", "request a demo", "get a quote", "get started",
    "loading paragraph", "loading image", "see more", "show more", "view more", "view all",
    "view all plans",
    "what do you think", "in partnership with", "anzeige", "werbung", "publicité", "publicidad",
    "report ad", "copy code", "expand description", "table of contents", "on this page",
    "in this article", "jump to recipe", "print recipe", "sponsor this newsletter", "quantity",
    "add to cart", "add to basket", "add to bag", "buy now", "no posts",
    "press enter or click to view image in full size",
  ]

  private static let openings = [
    "subscribe to our", "subscribe to the", "sign up for our", "sign up for the",
    "join our newsletter", "join our mailing", "follow us on", "like what you're reading",
    "like what you’re reading", "enjoyed this article", "share this article", "related:",
    "read also:", "also read:", "read next:", "see also our", "recommended:",
    "recommended reading:",
    "you might also like", "you may also like", "this post may contain affiliate",
    "this article may contain affiliate", "this post contains affiliate", "disclosure: if you buy",
    "© ", "copyright ©", "all rights reserved", "want to use code from", "stay connected with",
    "get the latest", "don't miss", "don’t miss", "would you like to receive",
    "click here to subscribe",
    "join medium for free", "sign up to the", "subscribe for", "tags:", "filed under", "posted in:",
    "categories:", "tagged with", "tagged:", "you may also be interested",
    "please scroll to the right", "(visited ", "must read:", "can also read:", "check out next",
    "follow me on", "already have an account", "to read the rest of this",
    "this article is exclusive to",
    "unlock this article", "unlock this story",
  ]

  /// What a call for an address begins with that ends in "your inbox".
  private static let calls = [
    "sign up", "sign-up", "subscribe", "join", "get ", "receive", "enter",
  ]

  /// Headings of sections that are not the article's.
  private static let sections = [
    "about the author", "about the authors", "about author", "related articles", "related posts",
    "related content", "related stories", "related topics", "related reading",
    "you might also like",
    "you may also like", "you may also be interested", "you may be interested",
    "recommended for you",
    "recommended reading", "recommended articles", "recommended posts", "more from", "more stories",
    "more articles", "more like this", "more on this", "read next", "read more", "up next",
    "what to read next", "keep reading", "share this", "share on", "leave a comment",
    "leave a reply", "comments", "post a comment", "join the conversation", "newsletter",
    "subscribe",
    "join our newsletter", "sign up for", "get our newsletter", "stay in the loop",
    "stay connected",
    "follow us", "popular posts", "most popular", "most read", "trending", "latest news",
    "latest posts", "latest articles", "recent posts", "editor's picks", "editors' picks", "tags",
    "categories", "also see", "disclaimer", "search this site", "search this website", "find us",
    "contact us",
    "get in touch", "write to us",
    "about us", "also on", "other posts", "similar posts", "explore more", "in other news",
    "support five", "like this article", "like what you're reading", "was this article helpful",
    "did you find this", "add a comment", "no comments", "discover more", "responses",
    "reader interactions", "our related", "our customers", "our clients", "a message from",
    "subscribe to",
    "comments on", "comments for", "leave a", "trending now", "sign up to", "get the newsletter",
    "contributed reporting", "published by", "you may also enjoy", "you might also enjoy",
    "you may like",
    "reviewed by", "medically reviewed by", "fact checked by", "fact-checked by",
    "meet the team", "meet our team", "our team", "testimonials", "what our readers say",
    "what our customers say", "what our clients say", "what our users say", "what people say",
    "what people are saying", "what clients say", "what customers say",
    "submission history", "still have questions", "next steps with us", "follow along",
    "want to advertise", "advertise with us", "collaborate with us", "more ways i can help",
  ]

  /// The blocks that are the article's own; `site` is the name of what published it.
  static func removed(from blocks: [Block], site: String? = nil) -> [Block] {
    var blocks = blocks
    var texts = blocks.map { ArticleBody(blocks: [$0]).plainText }
    FillerText.remove(from: &blocks, &texts)
    let total = texts.reduce(0) { $0 + $1.utf8.count }
    blocks = RepeatedRuns.removed(from: blocks, texts)
    let about = site.map { "about \(plain($0))" }
    var out: [Block] = []
    var index = 0
    while index < blocks.count {
      if let end = endOfForeignSection(blocks, index, total, about: about) {
        index = end
        continue
      }
      for block in unfolded(blocks[index]) {
        if let block = kept(block) { append(block, to: &out) }
      }
      index += 1
    }
    while case .rule? = out.last { out.removeLast() }
    while case .heading(_, _, _)? = out.last, out.count > 1 { out.removeLast() }
    return SmallPrint.removed(from: out)
  }

  /// Appends a block where it still makes sense: one rule between blocks, notes with notes.
  private static func append(_ block: Block, to out: inout [Block]) {
    switch (block, out.last) {
    case (.rule, nil), (.rule, .rule?): return
    case (.footnotes(let more), .footnotes(let before)?):
      out[out.count - 1] = .footnotes(before + more)
    default: out.append(block)
    }
  }

  /// The blocks without what repeats the title near the top: a heading, a line, a trail that ends in it.
  static func withoutTitle(_ blocks: [Block], _ title: String?) -> [Block] {
    guard let title, !title.isEmpty else { return blocks }
    var before = 0
    var repeated: Set<Int> = []
    for (index, block) in blocks.prefix(4).enumerated() where before < 200 {
      before += length(block)
      switch block {
      case .heading(let level, let text, _) where level <= 2:
        let words = text.plainText
        if TitleText.similarity(title, words) > 0.75, TitleText.similarity(words, title) > 0.5 {
          repeated.insert(index)
        } else {
          before = .max
        }
      case .paragraph(let text) where isTitle(text.plainText, title): repeated.insert(index)
      case .list(let list) where list.items.count > 1:
        if case .paragraph(let text)? = list.items.last?.last, isTitle(text.plainText, title) {
          repeated.insert(index)
        }
      default: break
      }
    }
    guard repeated.count < blocks.count else { return blocks }
    var rest: [Block] = []
    for (place, block) in blocks.enumerated() where !repeated.contains(place) {
      append(block, to: &rest)
    }
    return rest.isEmpty ? blocks : rest
  }

  /// Whether a line is a title, letter for letter.
  private static func isTitle(_ line: String, _ title: String) -> Bool {
    line.utf8.count <= 2 * title.utf8.count && title.contains(" ")
      && line.lowercased().filter(\.isLetter) == title.lowercased().filter(\.isLetter)
  }

  /// What a page folds under "Show more" is text like any other.
  private static func unfolded(_ block: Block) -> [Block] {
    guard case .details(let summary, let inner) = block, isLeftover(summary.plainText) else {
      return [block]
    }
    return inner
  }

  private static func kept(_ block: Block) -> Block? {
    if isOwn(block) { return block }
    switch block {
    case .paragraph(let text), .heading(_, let text, _):
      return isLeftover(text.plainText) || SharingLinks.isAll(of: text) ? nil : block
    case .list(var list):
      list.items = list.items.filter { item in
        switch item.first {
        case .paragraph(let text)? where item.count == 1,
          .heading(_, let text, _)? where item.count == 1:
          return !isLeftover(text.plainText) && !SharingLinks.isAll(of: text)
        default: return true
        }
      }
      return list.items.isEmpty ? nil : .list(list)
    case .table(let table): return isCitation(table) ? nil : block
    default: return block
    }
  }

  /// Whether a table says how to cite what it stands below.
  private static func isCitation(_ table: ArticleBody.Table) -> Bool {
    table.rows.count <= 8
      && table.rows.contains {
        ["cite as", "cite this as"].contains(plain($0.first?.plainText ?? ""))
      }
  }

  /// Whether a block is a heading that readers can be led to by its words: it was written with the text.
  private static func isOwn(_ block: Block) -> Bool {
    guard case .heading(_, let text, let anchor?) = block else { return false }
    return ClassHintOverrides.isSlug(anchor, of: text.plainText)
  }

  /// Whether a line is a call for a part that a publishing system did not put in: `[player id="7"]`.
  private static func isShortcode(_ text: String) -> Bool {
    guard text.first == "[", text.last == "]", text.utf8.count <= 1000 else { return false }
    let inside = text.dropFirst().dropLast()
    let name = inside.prefix { $0.isLetter && $0.isASCII || $0 == "-" || $0 == "_" }
    let rest = inside[name.endIndex...]
    guard name.count >= 3, rest.first == " ", let sign = rest.firstIndex(of: "=") else {
      return false
    }
    return rest[sign...].dropFirst().first.map { "\"'”“".contains($0) || $0.isNumber } ?? false
  }

  static func isLeftover(_ text: String) -> Bool {
    if isShortcode(text) { return true }
    guard text.utf8.count <= 200, !text.utf8.contains(0x0a) else { return false }
    let line = plain(text)
    if line.isEmpty { return !text.contains { $0.isLetter || $0.isNumber || $0.isSymbol } }
    return lines.contains(line) || isLoading(line, text) || isPageNumber(line)
      || openings.contains { line.utf8.starts(with: $0.utf8) }
      || ByteText.contains(line, "your inbox") && calls.contains { line.hasPrefix($0) }
  }

  /// Whether a line stands where a part of the page was to come: "Loading comments...".
  private static func isLoading(_ line: String, _ text: String) -> Bool {
    line.hasPrefix("loading ") && line.utf8.count <= 30
      && (text.hasSuffix("...") || text.hasSuffix("…"))
  }

  /// Whether a line says which page or picture of several this is: "Page 2 of 4", "3 / 12".
  private static func isPageNumber(_ line: String) -> Bool {
    guard line.utf8.count <= 30, line.last?.isNumber == true else { return false }
    var words = line.split(separator: " ")
    if words.first == "page" { words.removeFirst() }
    guard words.count == 3, words[1] == "of" || words[1] == "/", let number = Int(words[0]),
      let count = Int(words[2])
    else { return false }
    return (1...count).contains(number)
  }

  private static func plain(_ text: String) -> String {
    var line = EntityText.collapsed(text.lowercased()).unicodeScalars[...]
    while let last = line.last, signsAfter.contains(last) { line.removeLast() }
    while let first = line.first, signsBefore.contains(first) { line.removeFirst() }
    return String(line)
  }

  private static let signsBefore = Set("|•·-–—>« ".unicodeScalars)
  private static let signsAfter = Set(".!?:…»›>→-–—| ".unicodeScalars)

  /// Where the section that starts here ends, if it is a foreign one and not most of the article.
  private static func endOfForeignSection(
    _ blocks: [Block],
    _ start: Int,
    _ total: Int,
    about: String?
  ) -> Int? {
    let level: Int
    let title: String
    switch blocks[start] {
    case .heading(let depth, let text, _):
      if isOwn(blocks[start]) { return nil }
      level = depth
      title = plain(text.plainText)
    case .paragraph(let text):
      guard text.count == 1, case .strong(let inner) = text[0] else { return nil }
      level = 7
      title = plain(inner.plainText)
    default: return nil
    }
    guard title.utf8.count <= 60, title == about || isForeign(title) else { return nil }
    let isDoubtful = section(of: title).map(doubtful.contains) ?? false
    var end = start + 1
    var skipped = 0
    while end < blocks.count {
      if case .heading(let depth, _, _) = blocks[end], depth <= level { break }
      if isApparatus(blocks[end]) { break }
      if level == 7, case .paragraph(let text) = blocks[end],
        skipped > 0 || length(blocks[end]) > 200
      {
        if linked(text) * 2 < length(blocks[end]) { break }
      }
      if isDoubtful, isProse(blocks[end]) { return nil }
      skipped += length(blocks[end])
      end += 1
    }
    let isTail = end == blocks.count
    guard isTail ? skipped * 10 < total * 3 : skipped * 5 < total, start > 0 else { return nil }
    return end
  }

  /// Titles of sections that may be the article's own, where there are sentences in them.
  private static let doubtful: Set<String> = [
    "comments", "tags", "categories", "newsletter", "responses", "join the conversation",
    "trending",
    "subscribe", "contact us", "get in touch", "read more", "keep reading", "explore more",
  ]

  /// Whether a title is that of a foreign section.
  static func isForeign(_ title: String) -> Bool { section(of: title) != nil }

  /// The foreign section that a title names, alone or, where it has several words, at the beginning.
  private static func section(of title: String) -> String? {
    let title = plain(title)
    let bare = plain(title.filter { !$0.isNumber && $0 != "(" && $0 != ")" })
    return sections.first { section in
      bare == section
        || section.utf8.contains(0x20) && title.utf8.starts(with: section.utf8)
          && title.utf8.dropFirst(section.utf8.count).first == 0x20
    }
  }

  private static func isProse(_ block: Block) -> Bool {
    switch block {
    case .paragraph(let text):
      let length = text.plainText.utf8.count
      return length >= 120 && linked(text) * 4 < length
    case .list(let list): return length(block) >= 120 && list.items.joined().allSatisfy(isUnlinked)
    default: return false
    }
  }

  private static func isUnlinked(_ block: Block) -> Bool {
    guard case .paragraph(let text) = block else { return false }
    return linked(text) == 0
  }

  /// Whether a block is what an article ends with: sources, notes, corrections.
  static func isApparatus(_ block: Block) -> Bool {
    switch block {
    case .footnotes: return true
    case .paragraph(let text), .heading(_, let text, _):
      let line = text.plainText.prefix(30).lowercased()
      return [
        "source", "reference", "note", "editor's note", "editor’s note", "correction", "footnote",
        "update", "acknowledg", "bibliography", "citation", "further reading",
      ].contains { line.hasPrefix($0) }
    default: return false
    }
  }

  private static func linked(_ inlines: [ArticleBody.Inline]) -> Int {
    inlines.reduce(0) { sum, inline in
      if case .link(let inner, _) = inline { return sum + inner.plainText.utf8.count }
      return sum
    }
  }

  private static func length(_ block: Block) -> Int {
    ArticleBody(blocks: [block]).plainText.utf8.count
  }
}

/// Takes out the text that designers set where none is written yet, and that was left standing.
enum FillerText {
  /// What it begins with, and what else is in it.
  private static let phrases = [
    "lorem ipsum", "consectetur adipi", "tempor incididunt", "quis nostrud", "duis aute",
    "excepteur sint", "voluptate velit",
  ]
  /// A shorter text is a line.
  private static let minLength = 120

  /// Takes out the blocks that begin so, and their texts, where two or more are text of the page's own and none speaks
  /// of it.
  static func remove(from blocks: inout [ArticleBody.Block], _ texts: inout [String]) {
    guard texts.contains(where: isFiller) else { return }
    let own = texts.filter { !isFiller($0) }.map { $0.lowercased() }
    guard !own.contains(where: { ByteText.contains($0, phrases[0]) }),
      own.count(where: { text in
        text.utf8.count >= minLength && !phrases.contains { ByteText.contains(text, $0) }
      }) >= 2
    else { return }
    blocks = blocks.indices.filter { !isFiller(texts[$0]) }.map { blocks[$0] }
    texts.removeAll(where: isFiller)
  }

  private static func isFiller(_ text: String) -> Bool {
    text.prefix(phrases[0].count).lowercased() == phrases[0]
  }
}
