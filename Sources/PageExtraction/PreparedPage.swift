import ReadingList

/// A page that was parsed and prepared, and what its metadata tell.
struct PreparedPage {
  let tree: PageTree
  let body: PageTree.Index?
  let link: WebLink
  let reader: MetadataReader
  let kind: PageKind
  /// The text for browsers without scripts.
  let noscript: String
  let url: String?

  /// Prepares the filtered markup of a page.
  init(_ page: PageSource, _ linkedData: [[UInt8]], _ markup: [UInt8]) {
    url = page.url
    var tree = PageParser.parse(markup)
    link = WebLink(base: Self.base(tree, page.url))
    noscript = tree.elements([.noscript], in: PageTree.root).prefix(10).map { [tree] in
      tree.innerText($0, limit: 500)
    }.joined(separator: " ")
    PagePreparation.prepare(&tree)
    reader = MetadataReader(tree, linkedData: linkedData, link: link)
    kind = KindReader(tree, url: url, reader).kind
    self.tree = tree
    body = tree.firstElement([.body], in: PageTree.root)
  }

  /// The base of relative links: the page's `<base>`, or its address.
  static func base(_ tree: PageTree, _ url: String?) -> String? {
    let own = WebLink(base: url)
    guard let base = tree.firstElement([.base], in: PageTree.root),
      let href = tree.attribute(.href, of: base),
      let resolved = own.resolve(href), ArticleBody.anchor(of: resolved) == nil
    else { return url }
    return resolved
  }

  /// The part of the page that is the article, by the page's kind; `title` is the article's.
  func article(title: String?) -> ArticlePart? {
    guard let body else { return nil }
    if kind == .thread {
      var thread = ForumThread(tree, body: body, title: title)
      if let posts = thread.find() { return posts }
    }
    var part = ArticlePart(tree: tree, top: body, origin: .model)
    if let model = BlockModel.installed, let finder = finder(title: title) {
      (part.tree, part.isListing) = finder.article(by: model)
    }
    return part
  }

  /// Prepares the blocks of the page for the model; `title` is the article's.
  func finder(title: String?) -> ArticleFinder? {
    body.map {
      ArticleFinder(
        tree, body: $0,
        page: BlockNumbers.Page(
          title: BlockNumbers.titleWords(title ?? ""), isArticle: reader.isArticle,
          isThread: kind == .thread, isProduct: kind == .product,
          hasType: reader.openGraphType != nil, address: BlockNumbers.Address(url)))
    }
  }
}

/// The part of a page that is the article.
struct ArticlePart {
  /// The model, the posts of a thread, or a site rule.
  enum Origin { case model, posts, rule }

  var tree: PageTree
  var top: PageTree.Index
  var origin: Origin
  /// The author and date of a thread's first post, as the page spells them.
  var author: String?
  var date: String?
  /// Whether it consists mostly of links.
  var isListing = false
}

extension ArticlePart {
  /// Parses the markup that a site's rule selects; nil if it has neither text nor pictures.
  init?(markup: [UInt8]) {
    var tree = PageParser.parse(Array("<body>".utf8) + markup)
    PagePreparation.prepare(&tree)
    let top = tree.firstElement([.body], in: PageTree.root) ?? PageTree.root
    guard tree.hasText(top) || tree.firstElement([.img], in: top) != nil else { return nil }
    self.init(tree: tree, top: top, origin: .rule)
  }
}
