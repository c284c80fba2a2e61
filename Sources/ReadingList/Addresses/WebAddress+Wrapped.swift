// Addresses that stand for another one: the article is at the other.
extension WebAddress {
  /// Redirectors: host, beginning of the path, and the parameter that has the address; `?` is the query as a whole.
  ///
  /// A host that begins with a full stop stands for those below it.
  private static let redirectors: [String: [(path: String, parameter: String)]] = {
    let rows = """
      getpocket.com /redirect url
      href.li / ?
      anonym.to / ?
      anonymz.com / ?
      anon.to / ?
      nullrefer.com / ?
      hidereferrer.com / ?
      deviantart.com /users/outgoing ?
      l.facebook.com /l.php u
      lm.facebook.com /l.php u
      facebook.com /l.php u
      l.messenger.com /l.php u
      l.instagram.com / u
      l.threads.com / u
      l.wl.co /l u
      urldefense.proofpoint.com /v1/url u
      .safelinks.protection.outlook.com / url
      safelinks.protection.outlook.com / url
      linkprotect.cudasvc.com /url a
      clicktime.symantec.com / u
      out.reddit.com / url
      t.umblr.com /redirect z
      tumblr.com /redirect z
      vk.com /away.php to
      m.vk.com /away.php to
      away.vk.com / to
      ok.ru /dk st.link
      youtube.com /redirect q
      steamcommunity.com /linkfilter url
      steamcommunity.com /linkfilter u
      slack-redir.net /link url
      link.zhihu.com / target
      link.csdn.net / target
      link.juejin.cn / target
      linkedin.com /redir/redirect url
      linkedin.com /safety/go url
      exit.sc / url
      gate.sc / url
      duckduckgo.com /l uddg
      medium.com /r url
      pinterest.com /offsite url
      quora.com /_/redirect url
      go.redirectingat.com / url
      redirect.viglink.com / u
      go.skimresources.com / url
      weibo.cn /sinaurl u
      t.cn /sinaurl u
      curseforge.com /linkout remoteurl
      click.linksynergy.com / murl
      awin1.com /cread.php ued
      dpbolvw.net / url
      jdoqocy.com / url
      tkqlhce.com / url
      anrdoezrs.net / url
      kqzyfj.com / url
      """
    var table: [String: [(path: String, parameter: String)]] = [:]
    for row in rows.split(separator: "\n") {
      let words = row.split(separator: " ").map { String($0) }
      table[words[0], default: []].append((words[1], words[2]))
    }
    return table
  }()

  /// The address inside of one that only leads there; nil for all others.
  static func unwrapped(host: String, path: String, query: String) -> WebAddress? {
    let inner: String?
    switch host {
    case "youtu.be", "www.youtu.be": inner = video(path: path, query: query)
    case "urldefense.com": inner = defended(query.isEmpty ? path : path + "?" + query)
    case "urldefense.proofpoint.com" where path == "/v2/url":
      inner = parameter("u", of: query).flatMap {
        DeepLink.percentDecoded($0.replacing("-", with: "%").replacing("_", with: "/")[...])
      }
    case "secure-web.cisco.com":
      inner = path.firstRange(of: "/http").flatMap {
        DeepLink.percentDecoded(path[$0.lowerBound...].dropFirst())
      }
    case _ where host == "cdn.ampproject.org" || host.hasSuffix(".cdn.ampproject.org"):
      inner =
        ["/c/", "/v/", "/wp/"].lazy.compactMap { original(path, after: $0, query: query) }.first
    case _ where isGoogle(host):
      inner =
        path == "/url"
        ? parameter("q", of: query) ?? parameter("url", of: query)
        : original(path, after: "/amp/", query: query)
    default: inner = redirected(host: host, path: path, query: query)
    }
    guard let inner, inner.hasPrefix("http://") || inner.hasPrefix("https://") else { return nil }
    // Each is shorter than what it was in, so that this ends.
    return try? WebAddress(inner)
  }

  private static func redirected(host: String, path: String, query: String) -> String? {
    guard !query.isEmpty else { return nil }
    let name = host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
    let parent = name.firstIndex(of: ".").map { String(name[$0...]) } ?? ""
    for (beginning, key) in redirectors[name] ?? redirectors[parent] ?? []
    where path.hasPrefix(beginning) {
      let address =
        key != "?"
        ? parameter(key, of: query)
        : query.contains("://") ? query : DeepLink.percentDecoded(query[...])
      if let address, address.hasPrefix("http") { return address }
    }
    return nil
  }

  /// The address between underscores in a path of Proofpoint's third kind: `/v3/__https://a.example/x__;!!…`.
  ///
  /// Characters that the path may not have are asterisks there, and follow encoded behind the semicolon; only addresses
  /// without them are taken.
  private static func defended(_ text: String) -> String? {
    guard text.hasPrefix("/v3/__"), let end = text.firstRange(of: "__;") else { return nil }
    let inner = String(text[..<end.lowerBound].dropFirst(6))
    guard !inner.contains("*") else { return nil }
    return inner.contains("://")
      ? inner : inner.replacing("https:/", with: "https://").replacing("http:/", with: "http://")
  }

  static func isVideoHost(_ host: String) -> Bool {
    host == "www.youtube.com" || host == "youtube.com"
  }

  /// The parameters of a video's page: the video first, and none that says how the link was shared.
  static func videoQuery(_ query: String) -> String {
    let pairs = query.utf8.split(separator: UInt8(ascii: "&")).map { Substring($0) }.filter {
      !$0.hasPrefix("si=") && !$0.hasPrefix("feature=")
    }
    return (pairs.filter { $0.hasPrefix("v=") } + pairs.filter { !$0.hasPrefix("v=") }).joined(
      separator: "&")
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
    query.utf8.split(separator: UInt8(ascii: "&")).lazy.map { Substring($0) }.first {
      $0.hasPrefix(name + "=")
    }.flatMap { DeepLink.percentDecoded(Substring($0.utf8.dropFirst(name.utf8.count + 1))) }
  }
}
