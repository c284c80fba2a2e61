/// A video or sound that a page embeds, as a link.
struct EmbeddedMedia {
  let url: String
  let label: String

  private static let hosts: [(host: String, name: String)] = [
    ("youtube.com", "YouTube"), ("youtube-nocookie.com", "YouTube"), ("youtu.be", "YouTube"),
    ("vimeo.com", "Vimeo"), ("dailymotion.com", "Dailymotion"), ("twitch.tv", "Twitch"),
    ("soundcloud.com", "SoundCloud"), ("spotify.com", "Spotify"), ("bandcamp.com", "Bandcamp"),
    ("ted.com", "TED"), ("archive.org", "Internet Archive"), ("bilibili.com", "Bilibili"),
    ("codepen.io", "CodePen"), ("loom.com", "Loom"), ("wistia.", "Wistia"),
    ("arte.tv", "Arte"), ("tiktok.com", "TikTok"),
  ]

  /// Reads an `<iframe>`, `<video>` and the like; nil for what is no media.
  init?(_ node: PageTree.Index, _ tree: PageTree, _ link: WebLink) {
    let tag = tree.tag(node)
    var source = tree.attribute(.src, of: node) ?? tree.attribute(.dataSource, of: node)
    if source == nil {
      for inner in tree.elements([.source, .embed, .iframe], in: node) where source == nil {
        source = tree.attribute(.src, of: inner)
      }
    }
    guard let resolved = source.flatMap(link.resolve), !resolved.hasPrefix("#") else { return nil }
    if tag == .video || tag == .audio {
      url = resolved
      label = tag == .video ? "Video" : "Audio"
      return
    }
    let host = resolved.drop { $0 != "/" }.dropFirst(2).prefix { $0 != "/" }
    guard let known = Self.hosts.first(where: { host.contains($0.host) }) else { return nil }
    url = Self.watchPage(resolved)
    label = "Video (\(known.name))"
  }

  /// The page to watch an embedded YouTube video on.
  private static func watchPage(_ url: String) -> String {
    guard url.contains("youtube"), let embed = url.firstRange(of: "/embed/") else { return url }
    let id = url[embed.upperBound...].prefix {
      $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_"
    }
    return id.isEmpty || id == "videoseries" ? url : "https://www.youtube.com/watch?v=\(id)"
  }
}
