extension WebAddress {
  /// Pages that only lead to the address in one of their parameters: where host and path begin, without the first
  /// label of hosts like `www.` and `l.`.
  private static let redirectors = [
    "google.com/url", "getpocket.com/redirect", "facebook.com/l.php", "messenger.com/l.php",
    "l.instagram.com/", "l.threads.com/", "out.reddit.com/", "t.umblr.com/redirect",
    "vk.com/away.php", "youtube.com/redirect", "steamcommunity.com/linkfilter",
    "slack-redir.net/link", "linkedin.com/redir/redirect", "linkedin.com/safety/go",
    "duckduckgo.com/l/", "link.zhihu.com/", "safelinks.protection.outlook.com/",
  ]

  /// The address inside of one that only leads there; nil for all others.
  static func unwrapped(host: String, path: String, query: String) -> WebAddress? {
    // Videos have hardly any text by which two articles could be known as one.
    if host == "youtu.be" || host == "www.youtu.be", path.utf8.count > 6,
      !path.dropFirst().utf8.contains(UInt8(ascii: "/"))
    {
      let more = query.isEmpty ? "" : "&" + query
      return try? WebAddress("https://www.youtube.com/watch?v=\(path.dropFirst())\(more)")
    }
    guard !query.isEmpty else { return nil }
    let parent = host.firstIndex(of: ".").map { host[host.index(after: $0)...] } ?? ""
    let places = [isGoogle(host) ? "google.com" + path : host + path, String(parent) + path]
    guard redirectors.contains(where: { beginning in places.contains { $0.hasPrefix(beginning) } })
    else { return nil }
    for pair in query.utf8.split(separator: UInt8(ascii: "&")).map({ Substring($0) }) {
      guard let sign = pair.utf8.firstIndex(of: UInt8(ascii: "=")),
        let inner = DeepLink.percentDecoded(Substring(pair.utf8[sign...].dropFirst())),
        inner.hasPrefix("http://") || inner.hasPrefix("https://")
      else { continue }
      // Each is shorter than what it was in, so that this ends.
      return try? WebAddress(inner)
    }
    return nil
  }

  /// `google.de`, `google.co.uk` and the like, with or without `www.`.
  private static func isGoogle(_ host: String) -> Bool {
    let labels = (host.hasPrefix("www.") ? host.dropFirst(4) : host[...]).split(separator: ".")
    return (2...3).contains(labels.count) && labels[0] == "google"
      && labels.dropFirst().allSatisfy { (2...3).contains($0.utf8.count) }
  }
}
