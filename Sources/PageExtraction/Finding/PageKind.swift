/// What sort of page it is, by its own account.
struct PageKind {
  /// Whether the page says it is a discussion.
  let isThread: Bool
  /// Whether the page says it is documentation.
  let isDocumentation: Bool

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
  ]
  private static let documentationHosts = ["docs.", "doc.", "developer.", "developers.", "api."]

  init(_ tree: PageTree, url: String?, generator: String?, data: LinkedData) {
    let generator = generator?.lowercased() ?? ""
    let address = url?.lowercased() ?? ""
    let rest = address.drop { $0 != ":" }.drop { ":/".contains($0) }
    let host = String(rest.prefix { $0 != "/" })
    let path = String(rest.dropFirst(host.count))
    isThread =
      data.isForum || Self.forumSoftware.contains { ByteText.contains(generator, $0) }
      || Self.isDescribedAsThread(tree) || Self.forumPaths.contains { ByteText.contains(path, $0) }
      || Self.forumHosts.contains { ByteText.contains(host, $0) }
    isDocumentation =
      Self.documentationSoftware.contains { ByteText.contains(generator, $0) }
      || Self.documentationPaths.contains { ByteText.contains(path, $0) }
      || Self.documentationHosts.contains { host.hasPrefix($0) }
  }

  private static let threadTypes = ["DiscussionForumPosting", "QAPage", "/Question"].map {
    Array($0.utf8)
  }

  private static func isDescribedAsThread(_ tree: PageTree) -> Bool {
    for node in tree.nodes.indices where tree.nodes[node].tag != .text {
      guard let type = tree.bytes(.itemtype, of: PageTree.Index(node)) else { continue }
      if threadTypes.contains(where: { ByteText.contains(type, $0) }) { return true }
    }
    return false
  }
}
