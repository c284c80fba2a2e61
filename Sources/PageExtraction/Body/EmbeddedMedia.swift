import ReadingList

/// An embedded video, sound or page as a line with its kind, its title and a link.
struct EmbeddedMedia {
  /// The address; nil if the page does not state it.
  let url: String?
  /// Kind and title: `Video (YouTube): How herons fish`.
  let label: String

  private static let hosts: [(host: String, kind: String)] = [
    ("youtube.com", "Video (YouTube)"), ("youtube-nocookie.com", "Video (YouTube)"),
    ("youtu.be", "Video (YouTube)"), ("vimeo.com", "Video (Vimeo)"),
    ("dailymotion.com", "Video (Dailymotion)"), ("twitch.tv", "Video (Twitch)"),
    ("soundcloud.com", "Audio (SoundCloud)"), ("spotify.com", "Audio (Spotify)"),
    ("bandcamp.com", "Audio (Bandcamp)"), ("podcasts.apple.com", "Audio (Apple Podcasts)"),
    ("ted.com", "Video (TED)"), ("archive.org", "Embedded page (Internet Archive)"),
    ("bilibili.com", "Video (Bilibili)"), ("codepen.io", "Embedded page (CodePen)"),
    ("loom.com", "Video (Loom)"), ("wistia.", "Video (Wistia)"), ("arte.tv", "Video (Arte)"),
    ("tiktok.com", "Video (TikTok)"),
  ]

  /// Parts of addresses of embedded advertisements, counters and buttons.
  private static let unwanted: [[UInt8]] = [
    "doubleclick", "googlesyndication", "googletagmanager", "google.com/recaptcha", "adservice",
    "amazon-adsystem", "adnxs", "criteo", "taboola", "outbrain", "facebook.com/plugins",
    "platform.twitter.com/widgets", "addthis", "sharethis", "disqus.com", "about:", "javascript:",
    "/ads/", "/ad/", "newsletter", "subscribe", "mailchimp", "list-manage", "consent", "login",
  ].map { Array($0.utf8) }

  /// Reads an `<iframe>`, `<video>` or similar element; nil if it is not content.
  init?(_ node: PageTree.Index, _ tree: PageTree, _ link: WebLink, source: BodyBuilder.Source) {
    let tag = tree.tag(node)
    let address = Self.address(node, tree)
    let resolved = address.flatMap(link.resolve).flatMap {
      ArticleBody.anchor(of: $0) == nil ? $0 : nil
    }
    let title = [AttributeName.title, .ariaLabel].lazy.compactMap { tree.attribute($0, of: node) }
      .map { PageText.line($0) }.first { !$0.isEmpty && $0.utf8.count <= 200 }
    let name = title.map { ": " + $0 } ?? ""
    if tag == .video || tag == .audio {
      let isNowhere = resolved == nil || resolved?.hasPrefix("blob:") == true
      url = isNowhere ? nil : resolved
      if isNowhere, title == nil, source == .fragment { return nil }
      label = (tag == .video ? "Video" : "Audio") + name
      return
    }
    guard let resolved else { return nil }
    let host = resolved.drop { $0 != "/" }.dropFirst(2).prefix { !"/?#".contains($0) }
    if let known = Self.hosts.first(where: { host.contains($0.host) }) {
      label = known.kind + name
    } else if Self.isPDF(node, tree) {
      label = "PDF" + name
    } else {
      guard tag == .iframe, source == .page, !host.isEmpty, Self.isContent(node, tree) else {
        return nil
      }
      label = "Embedded page (\(host.hasPrefix("www.") ? host.dropFirst(4) : host))" + name
    }
    url = Self.watchPage(resolved)
  }

  static func isPDF(_ node: PageTree.Index, _ tree: PageTree) -> Bool {
    guard [.object, .embed, .iframe].contains(tree.tag(node)), let address = address(node, tree)
    else { return false }
    let path = address.prefix { $0 != "?" && $0 != "#" }
    return tree.attribute(.type, of: node, equals: "application/pdf")
      || path.lowercased().hasSuffix(".pdf")
  }

  /// Whether a block is a line for an embedded medium.
  static func isLine(_ block: ArticleBody.Block) -> Bool {
    guard case .paragraph(let inlines) = block, inlines.count == 1,
      case .link(let label, _) = inlines[0]
    else { return false }
    let text = label.plainText
    let kind = text.prefix { $0 != "(" && $0 != ":" }
    return ["Video", "Video ", "Audio", "Audio ", "Embedded page ", "PDF"].contains { $0 == kind }
  }

  private static func address(_ node: PageTree.Index, _ tree: PageTree) -> String? {
    tree.attribute(.src, of: node) ?? tree.attribute(.dataSource, of: node)
      ?? tree.elements([.source, .embed, .iframe], in: node).lazy.compactMap {
        tree.attribute(.src, of: $0)
      }.first
  }

  /// Whether an `<iframe>` shows a page that belongs to the text, by its title or by address and
  /// size.
  static func isContent(_ node: PageTree.Index, _ tree: PageTree) -> Bool {
    for name in [AttributeName.width, .height] {
      if let size = tree.attribute(name, of: node), let pixels = Int(size.prefix { $0.isNumber }),
        pixels < 50
      {
        return false
      }
    }
    guard let address = tree.bytes(.src, of: node) ?? tree.bytes(.dataSource, of: node),
      address.starts(with: "http".utf8) || address.starts(with: "/".utf8)
    else { return false }
    return !unwanted.contains { ByteText.contains(address, $0) }
  }

  /// The page for watching an embedded YouTube video, or for reading a gist.
  private static func watchPage(_ url: String) -> String {
    if url.hasPrefix("https://gist.github.com/"), url.hasSuffix(".js") {
      return String(url.dropLast(3))
    }
    guard url.contains("youtube"), let embed = url.firstRange(of: "/embed/") else { return url }
    let id = url[embed.upperBound...].prefix {
      $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_"
    }
    return id.isEmpty || id == "videoseries" ? url : "https://www.youtube.com/watch?v=\(id)"
  }
}
