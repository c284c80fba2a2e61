// Addresses that stand for another one: the article is at the other.
extension WebAddress {
  /// The address inside of one that only leads there; nil for all others.
  static func unwrapped(host: String, path: String, query: String) -> WebAddress? {
    let inner: String?
    switch host {
    case "youtu.be", "www.youtu.be": inner = video(path: path, query: query)
    case "l.facebook.com", "lm.facebook.com":
      inner = path == "/l.php" ? parameter("u", of: query) : nil
    default:
      if isGoogle(host) {
        inner =
          path == "/url"
          ? parameter("q", of: query) ?? parameter("url", of: query)
          : original(path, after: "/amp/", query: query)
      } else if host == "cdn.ampproject.org" || host.hasSuffix(".cdn.ampproject.org") {
        inner =
          ["/c/", "/v/", "/wp/"].lazy.compactMap { original(path, after: $0, query: query) }.first
      } else {
        inner = nil
      }
    }
    guard let inner, inner.hasPrefix("http://") || inner.hasPrefix("https://") else { return nil }
    // Each is shorter than what it was in, so that this ends.
    return try? WebAddress(inner)
  }

  static func isVideoHost(_ host: String) -> Bool {
    host == "www.youtube.com" || host == "youtube.com"
  }

  /// The parameters of a video's page: the video first, and none that says how the link was shared.
  static func videoQuery(_ query: String) -> String {
    let pairs = query.utf8.split(separator: UInt8(ascii: "&")).map { Substring($0) }.filter {
      !$0.hasPrefix("si=") && !$0.hasPrefix("feature=")
    }
    return (pairs.filter { $0.hasPrefix("v=") } + pairs.filter { !$0.hasPrefix("v=") })
      .joined(separator: "&")
  }

  private static func video(path: String, query: String) -> String? {
    let name = path.utf8.dropFirst()
    guard name.count >= 6, !name.contains(UInt8(ascii: "/")) else { return nil }
    let more = videoQuery(query)
    return "https://www.youtube.com/watch?v=\(Substring(name))\(more.isEmpty ? "" : "&" + more)"
  }

  /// `google.com`, `google.de`, `google.co.uk`, with or without `www.`.
  private static func isGoogle(_ host: String) -> Bool {
    let labels = (host.hasPrefix("www.") ? host.dropFirst(4) : host[...]).split(separator: ".")
    return (2...3).contains(labels.count) && labels[0] == "google"
      && labels.dropFirst().allSatisfy { (2...3).contains($0.utf8.count) }
  }

  /// The address that a cache names in its own path, behind `s/` when it is https.
  private static func original(_ path: String, after prefix: String, query: String) -> String? {
    guard path.hasPrefix(prefix) else { return nil }
    var rest = path.dropFirst(prefix.count)
    let isSecure = rest.hasPrefix("s/")
    if isSecure { rest = rest.dropFirst(2) }
    guard rest.prefix(while: { $0 != "/" }).contains(".") else { return nil }
    let ownParameters = ["amp_js_v=", "amp_gsa=", "usqp=", "amp_r="]
    let pairs = query.split(separator: "&").filter { pair in
      !ownParameters.contains { pair.hasPrefix($0) }
    }
    return "http\(isSecure ? "s" : "")://\(rest)"
      + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
  }

  /// The value of a parameter, decoded.
  private static func parameter(_ name: String, of query: String) -> String? {
    query.utf8.split(separator: UInt8(ascii: "&")).lazy.map { Substring($0) }
      .first { $0.hasPrefix(name + "=") }
      .flatMap { DeepLink.percentDecoded(Substring($0.utf8.dropFirst(name.utf8.count + 1))) }
  }
}
