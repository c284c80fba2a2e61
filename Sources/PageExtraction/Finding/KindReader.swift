import ReadingList

/// Determines the kind of a page from its address, its software, its metadata and its structure.
struct KindReader {
  /// The kind of the page; a listing is only detected when its parts are examined.
  let kind: PageKind

  private static let forumSoftware = [
    "discourse", "phpbb", "xenforo", "vbulletin", "mybb", "flarum", "nodebb", "lemmy", "smf",
    "simple machines", "invision", "vanilla", "fluxbb", "punbb", "khoros",
  ]
  private static let forumPaths = [
    "/threads/", "/thread/", "viewtopic", "showthread", "/topic/", "/forum/", "/forums/",
    "/discussion/", "/discussions/", "/questions/", "/boards/", "/comments/", "?topic=",
    "index.php?topic", "/showtopic", "/t/", "/d/", "/talk/", "/community/",
  ]
  private static let forumHosts = [
    "forum.", "forums.", "discuss.", "community.", "boards.", "bbs.",
  ]
  private static let documentationSoftware = [
    "sphinx", "docusaurus", "mkdocs", "vuepress", "vitepress", "gitbook", "javadoc", "doxygen",
    "rustdoc", "docfx", "jekyll-docs", "antora", "readme", "starlight", "nextra",
  ]
  private static let documentationPaths = [
    "/docs/", "/doc/", "/documentation/", "/reference/", "/manual/", "/api/", "/guide/", "/man/",
    "/handbook/",
  ]
  private static let documentationHosts = ["docs.", "doc.", "developer.", "developers.", "api."]

  init(_ tree: PageTree, url: String?, _ reader: MetadataReader) {
    let generator = reader.generator?.lowercased() ?? ""
    let address = url?.lowercased() ?? ""
    let rest = address.drop { $0 != ":" }.drop { ":/".contains($0) }
    let host = String(rest.prefix { $0 != "/" })
    let path = String(rest.dropFirst(host.count))
    let isThread =
      reader.data.isForum || Self.forumSoftware.contains { ByteText.contains(generator, $0) }
      || Self.isDescribedAsThread(tree) || Self.forumPaths.contains { ByteText.contains(path, $0) }
      || Self.forumHosts.contains { ByteText.contains(host, $0) }
    let isDocumentation =
      Self.documentationSoftware.contains { ByteText.contains(generator, $0) }
      || Self.documentationPaths.contains { ByteText.contains(path, $0) }
      || Self.documentationHosts.contains { host.hasPrefix($0) }
      || !reader.isArticle && path.hasPrefix("/learn/")
    let body = tree.firstElement([.body], in: PageTree.root)
    if isThread
      || !reader.isArticle && !isDocumentation
        && body.map({ ForumThread.isThread(tree, body: $0) }) == true
    {
      kind = .thread
    } else {
      kind =
        Self.stated(reader)
        ?? (!reader.data.isArticle && Self.describesOneProduct(tree) ? .product : nil)
        ?? (isDocumentation ? .documentation : Self.isFileList(tree) ? .files : .article)
    }
  }

  /// The kind that the metadata state, if it is not an article.
  private static func stated(_ reader: MetadataReader) -> PageKind? {
    let types = reader.data.types
    if types.contains("Recipe") { return .recipe }
    if reader.isArticle { return nil }
    let type = reader.openGraphType?.lowercased() ?? ""
    if types.contains("Product") || type == "product" || type.hasPrefix("og:product") {
      return .product
    }
    if type.hasPrefix("video") || types.contains("VideoObject") && types.count <= 3 {
      return .video
    }
    return types.contains("ProfilePage") || type == "profile" ? .profile : nil
  }

  /// Whether the page's title is that of a server's directory listing.
  private static func isFileList(_ tree: PageTree) -> Bool {
    guard let title = tree.firstElement([.title], in: PageTree.root) else { return false }
    let text = tree.innerText(title, limit: 200)
    return text.hasPrefix("Index of /") || text.hasPrefix("Directory listing for /")
  }

  private static let productType = Array("schema.org/Product".utf8)

  /// Whether microdata describe exactly one product; several form a list.
  private static func describesOneProduct(_ tree: PageTree) -> Bool {
    tree.nodes.indices.count {
      guard tree.nodes[$0].tag != .text, let type = tree.bytes(.itemtype, of: PageTree.Index($0))
      else { return false }
      return type.suffix(productType.count).elementsEqual(productType)
    } == 1
  }

  private static let threadTypes = ["DiscussionForumPosting", "QAPage"].map { Array($0.utf8) }
  private static let questionType = Array("/Question".utf8)

  /// Whether microdata describe a discussion or a single question; with several, the page itself
  /// asks and answers.
  static func isDescribedAsThread(_ tree: PageTree) -> Bool {
    var questions = 0
    for node in tree.nodes.indices where tree.nodes[node].tag != .text {
      guard let type = tree.bytes(.itemtype, of: PageTree.Index(node)) else { continue }
      if threadTypes.contains(where: { ByteText.contains(type, $0) }) { return true }
      if ByteText.contains(type, questionType) { questions += 1 }
    }
    return questions == 1
  }
}
