// The parts of an address in canonical form.
extension WebAddress {
  /// Query parameters that say where a link was clicked, not what it shows; a trailing `*` matches any ending.
  package static let trackingParameters = [
    "utm_*", "fbclid", "gclid", "gclsrc", "dclid", "gbraid", "wbraid", "msclkid", "yclid", "twclid",
    "ttclid", "li_fat_id", "igshid", "igsh", "mc_cid", "mc_eid", "mkt_tok", "_hsenc", "_hsmi",
    "__hssc", "__hstc", "__hsfp", "hsctatracking", "vero_id", "vero_conv", "oly_anon_id",
    "oly_enc_id", "rb_clickid", "wt_mc", "wt.mc_id", "_openstat", "srsltid", "gad_source", "_gl",
    "_ga", "smid", "at_medium", "at_campaign", "at_custom*", "pk_campaign", "pk_kwd", "pk_source",
    "pk_medium", "piwik_*", "mtm_*", "matomo_*", "ga_source", "ga_medium", "ga_campaign",
    "guccounter", "guce_referrer", "guce_referrer_sig", "spm", "ref_src", "ref_url", "xtor",
    "trk_*", "sc_campaign", "sc_channel", "sc_medium", "sc_outcome", "sc_geo", "sc_country",
    "itm_*", "otm_*", "oft_*", "hmb_*", "vn_*", "ns_mchannel", "ns_source", "ns_campaign",
    "ns_linkname", "ns_fee", "elq*", "sfmc_*", "pd_rd_*", "pf_rd_*", "fb_action_*", "fb_source",
    "fb_ref", "fb_comment_id", "mibextid", "__cft__*", "__xts__*", "__tn__", "hc_ref", "fref",
    "action_object_map", "action_type_map", "action_ref_map", "cmpid", "cmp", "icid", "intcid",
    "intcmp", "s_kwcid", "soc_src", "soc_trk", "sr_share", "smtyp", "ysclid", "wickedid", "sscid",
    "epik", "rdt_cid", "sccid", "ef_id", "dm_i", "_kx", "__s", "__twitter_impression",
    "twitter_impression", "ref_", "rcm", "trk", "trackingid", "lipi", "licu", "midtoken", "midsig",
    "trkemail", "echobox", "wtrid", "wt_zmc", "wzmc", "ga_term", "ga_content", "ga_place", "gs_l",
    "gclid_*", "gad_campaignid", "_branch_match_id", "_branch_referrer", "ml_subscriber",
    "ml_subscriber_hash", "ck_subscriber_id", "tracking_source", "nr_email_referer",
    "referringsource", "share_id", "share_source", "tt_medium", "tt_content", "jsessionid",
    "phpsessid", "aspsessionid*", "cftoken", "cfid",
  ]

  /// Parameters that track on one site, and mean something on others.
  private static let trackingOfSites: [String: Set<String>] = [
    "x.com": ["s", "t"], "twitter.com": ["s", "t"], "open.spotify.com": ["si"],
    "medium.com": ["source"], "youtube.com": ["si", "feature"], "youtu.be": ["si", "feature"],
    "tiktok.com": ["_r", "_t", "is_from_webapp", "sender_device"],
    "bilibili.com": ["vd_source", "spm_id_from"], "nytimes.com": ["partner", "emc"],
  ]

  private static let trackingExact = Set(trackingParameters.filter { !$0.hasSuffix("*") })
  private static let trackingPrefixes = trackingParameters.filter { $0.hasSuffix("*") }.map {
    String($0.dropLast())
  }

  /// The parameters that say what is shown, encoded.
  static func withoutTracking(_ query: Substring, of host: String) -> String {
    let site = host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
    let own = trackingOfSites[site] ?? []
    // Needless escapes are decoded first, so that they hide no name; an ampersand copied
    // out of markup is one.
    let text = encoded(query).replacing("&amp;", with: "&")
    let pairs = text.utf8.split(separator: UInt8(ascii: "&")).map { Substring($0) }.filter { pair in
      let name = Substring(pair.utf8.prefix { $0 != UInt8(ascii: "=") }).lowercased()
      return !trackingExact.contains(name) && !own.contains(name)
        && !trackingPrefixes.contains { name.hasPrefix($0) }
    }
    guard site == "youtube.com" else { return pairs.joined(separator: "&") }
    // The video stands first, as where its short address leads to.
    let rest = pairs.filter { !$0.hasPrefix("v=") }
    return (pairs.filter { $0.hasPrefix("v=") } + rest).joined(separator: "&")
  }

  /// A path without dot segments and without the sessions that some servers write behind it.
  static func canonicalPath(_ given: Substring) -> String {
    var path = normalizedPath(withoutSession(given))
    // Without a session a segment may be a dot segment, and without that a session may be the last.
    for _ in 0..<16 {
      let rest = withoutSession(path[...])
      guard rest.utf8.count < path.utf8.count else { break }
      path = normalizedPath(rest)
    }
    return path
  }

  private static func withoutSession(_ path: Substring) -> Substring {
    var path = path
    while let mark = path.utf8.lastIndex(of: UInt8(ascii: ";")),
      path[mark...].lowercased().hasPrefix(";jsessionid=")
    {
      path = path[..<mark]
    }
    return path
  }

  /// A fragment that names a page of its own, with its `#`; empty for all others, which name a place in
  /// the page.
  static func ownFragment(_ fragment: Substring) -> String {
    let text = encoded(fragment)
    guard let first = text.utf8.first, first == UInt8(ascii: "/") || first == UInt8(ascii: "!"),
      !text.utf8.allSatisfy({ $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "!") })
    else { return "" }
    return "#" + text
  }

  private static func normalizedPath(_ path: Substring) -> String {
    "/" + segments(of: path).map { encoded($0) }.joined(separator: "/")
  }

  /// The segments of a path that begins with a slash, without dot segments.
  package static func segments(of path: Substring) -> [Substring] {
    var out: [Substring] = []
    let parts = path.utf8.split(omittingEmptySubsequences: false) {
      $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\")
    }.map { Substring($0) }.dropFirst()
    for (index, part) in zip(1..., parts) {
      let last = index == parts.count
      switch part.lowercased() {
      case ".", "%2e": if last { out.append("") }
      case "..", ".%2e", "%2e.", "%2e%2e":
        if !out.isEmpty { out.removeLast() }
        if last { out.append("") }
      default: out.append(part)
      }
    }
    return out
  }

  /// Percent-encodes what may not stand in a URL, decodes what needs no escape, and writes the other
  /// escapes in upper case.
  static func encoded(_ text: Substring) -> String {
    var out: [UInt8] = []
    var rest = text.utf8
    while var byte = rest.popFirst() {
      let isKept: Bool
      if byte == UInt8(ascii: "%"), let high = rest.first.flatMap(hexValue),
        let low = rest.dropFirst().first.flatMap(hexValue)
      {
        rest.removeFirst(2)
        byte = high << 4 | low
        // Decoded, a digit could become part of an escape that was none.
        let before = out.last.flatMap(hexValue) == nil ? out.last : out.dropLast().last
        isKept = isUnreserved(byte) && (before != UInt8(ascii: "%") || hexValue(byte) == nil)
      } else {
        isKept = byte > 0x20 && byte <= 0x7e && !"\"<>^`{|}".utf8.contains(byte)
      }
      if isKept { out.append(byte) } else { out += escape(of: byte) }
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// Returns the escape of a byte.
  package static func escape(of byte: UInt8) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    return [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
  }

  /// Whether a byte needs no escape anywhere in a URL (RFC 3986).
  package static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...90, 97...122: true
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
    default: false
    }
  }

  /// Returns the value of a hexadecimal digit; nil for any other byte.
  package static func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 48...57: byte - 48
    case 65...70: byte - 55
    case 97...102: byte - 87
    default: nil
    }
  }
}

extension String {
  /// The text with escapes for bytes that are not kept.
  package func percentEncoded(keeping isKept: (UInt8) -> Bool = WebAddress.isUnreserved) -> String {
    String(decoding: utf8.flatMap { isKept($0) ? [$0] : WebAddress.escape(of: $0) }, as: UTF8.self)
  }
}
