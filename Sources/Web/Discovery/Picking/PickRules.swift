import PageExtraction
import ReadingList

/// Rules that exclude addresses that are never articles.
enum PickRules {
  /// Video, audio and picture sites, and forums that show nothing without a login.
  private static let sites: Set<String> = [
    "youtube.com", "youtu.be", "vimeo.com", "twitch.tv", "tiktok.com", "dailymotion.com",
    "odysee.com", "rumble.com", "bitchute.com", "spotify.com", "soundcloud.com", "bandcamp.com",
    "podcasts.apple.com", "instagram.com", "facebook.com", "twitter.com", "x.com", "pinterest.com",
    "flickr.com", "imgur.com",
  ]

  private static let endings = [
    ".mp3", ".mp4", ".m4a", ".m4v", ".ogg", ".webm", ".mov", ".avi", ".wav", ".flac", ".jpg",
    ".jpeg", ".png", ".gif", ".webp", ".svg", ".pdf", ".zip", ".gz", ".xz", ".dmg", ".exe", ".iso",
    ".epub", ".torrent",
  ]

  /// Whether an address leads to something unreadable.
  static func isNoArticle(_ address: WebAddress) -> Bool {
    let path = address.text.prefix { $0 != "?" }.lowercased()
    return address.isWithin(sites) || endings.contains { path.hasSuffix($0) }
  }
}

extension WebAddress {
  /// Whether its site, or a parent domain, is among these.
  func isWithin(_ sites: Set<String>) -> Bool {
    var host = siteName[...]
    while !sites.contains(String(host)) {
      guard let dot = host.firstIndex(of: ".") else { return false }
      host = host[host.index(after: dot)...]
    }
    return true
  }
}
