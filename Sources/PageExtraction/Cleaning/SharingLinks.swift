import ReadingList

/// Tells links that hand a page's address on to others, by where they lead.
enum SharingLinks {
  private static let addresses = [
    "facebook.com/sharer", "facebook.com/share.php", "facebook.com/dialog/", "/intent/tweet",
    "/intent/post", "twitter.com/share?", "linkedin.com/sharearticle", "linkedin.com/sharing/",
    "pinterest.com/pin/create", "reddit.com/submit", "t.me/share", "api.whatsapp.com/send",
    "wa.me/?text", "tumblr.com/share", "tumblr.com/widgets/share", "mailto:?", "getpocket.com/save",
    "news.ycombinator.com/submitlink", "bsky.app/intent/compose", "threads.net/intent/post",
    "line.me/r/msg", "flipboard.com/share", "addtoany.com/", "vk.com/share.php",
    "xing.com/spi/shares",
  ]
  /// With more words beside it a link is mentioned in a sentence.
  private static let maxLength = 60

  /// Whether a line is such links and nothing else.
  static func isAll(of line: [ArticleBody.Inline]) -> Bool {
    line.plainText.utf8.count <= maxLength && (linked(line) ?? 0) > 0
  }

  /// How many such links a line has; nil where it has something else.
  private static func linked(_ line: [ArticleBody.Inline]) -> Int? {
    var count = 0
    for inline in line {
      switch inline {
      case .link(_, let url):
        let url = url.lowercased()
        guard addresses.contains(where: { ByteText.contains(url, $0) }) else { return nil }
        count += 1
      case .strong(let inner), .emphasis(let inner):
        guard let more = linked(inner) else { return nil }
        count += more
      case .lineBreak: continue
      case .text(let text): if text.contains(where: { $0.isLetter || $0.isNumber }) { return nil }
      default: return nil
      }
    }
    return count
  }
}
