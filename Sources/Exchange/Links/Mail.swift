import PageExtraction
import ReadingList
import Web

/// Finds the addresses in the text of a mail, or of several in mbox form (RFC 5322, 2045 to 2047).
///
/// Text and HTML parts are read at any nesting and in any encoding; headers, attachments and
/// signatures are not. Runs in linear time.
package enum Mail {
  /// Any two of these headers identify a mail.
  private static let typical: Set<String> = [
    "from", "to", "subject", "date", "message-id", "received", "return-path", "mime-version",
    "content-type", "delivered-to", "reply-to",
  ]

  package static func isMail(_ bytes: [UInt8]) -> Bool {
    if bytes.starts(with: "From ".utf8) { return MailPart(message(bytes[...])).headers.count > 1 }
    let part = MailPart(bytes[...])
    return part.isWellFormed && part.headers.keys.count { typical.contains($0) } > 1
  }

  /// In order, each address once.
  package struct Links {
    package var pages: [SavedLinks.Link] = []
    /// Links to unsubscribe or change settings, which fetching might trigger.
    package var subscriptions: [SavedLinks.Link] = []
  }

  package static func links(in bytes: [UInt8]) -> Links {
    var all: [SavedLinks.Link] = []
    var ending: Set<String> = []
    for message in messages(bytes) {
      let part = MailPart(message)
      let unsubscribing = SavedLinks.found(in: part.headers["list-unsubscribe"] ?? "")
      ending.formUnion(unsubscribing.map(\.address.text))
      for (link, words) in found(in: part, depth: 0) {
        if isSubscription(link.address, words) { ending.insert(link.address.text) }
        all.append(link)
      }
    }
    var known: Set<String> = []
    var links = Links()
    for link in all where known.insert(link.address.text).inserted {
      if ending.contains(link.address.text) {
        links.subscriptions.append(link)
      } else {
        links.pages.append(link)
      }
    }
    return links
  }

  /// The web page of a mail: in MHTML the part that the mail names, or else the first.
  static func page(in part: MailPart) -> MailPart? {
    let pages = part.leaves.filter {
      $0.type == "text/html" || $0.type == "application/xhtml+xml"
    }
    // RFC 2387: the part whose Content-ID is `start`.
    if let start = part.parameter("start")?.withoutAngles,
      let found = pages.first(where: { $0.headers["content-id"]?.withoutAngles == start })
    {
      return found
    }
    if let place = part.headers["snapshot-content-location"]?.trimmed,
      let found = pages.first(where: { $0.headers["content-location"]?.trimmed == place })
    {
      return found
    }
    return pages.first
  }

  /// Of letters attached to each other.
  private static let maxDepth = 16

  /// The words are empty for an address in plain text.
  private typealias Found = (link: SavedLinks.Link, words: String)

  private static func found(in part: MailPart, depth: Int) -> [Found] {
    part.leaves.filter { !$0.isAttachment }.flatMap { part -> [Found] in
      switch part.type {
      case "message/rfc822" where depth < maxDepth:
        found(in: MailPart(part.decodedBody[...]), depth: depth + 1)
      case "text/html": anchors(in: part.decodedBody) + found(in: html(of: part).body)
      case "text/plain", "": found(in: MailPart.text(unsigned(part.decodedBody)))
      // Without a boundary, the body is read as text.
      case let type where type.hasPrefix("multipart/"): found(in: MailPart.text(part.body))
      default: []
      }
    }
  }

  private static func found(in text: String) -> [Found] {
    SavedLinks.found(in: text).map { ($0, "") }
  }

  private static func found(_ url: String, _ words: String) -> Found? {
    guard url.hasPrefix("http"), let address = try? WebAddress(url) else { return nil }
    return (SavedLinks.Link(given: url, address: address), words)
  }

  /// Also those around pictures.
  private static func anchors(in html: [UInt8]) -> [Found] {
    // The last tag may be cut off.
    var reader = BookmarkReader(html + [UInt8(ascii: ">")], onlyReadingList: false)
    var links: [Found] = []
    reader.read { article, _ in
      links += [found(article.url, article.title)].compactMap(\.self)
      return true
    }
    return links
  }

  /// The links of a text, and the addresses written outside of links.
  private static func found(in body: ArticleBody) -> [Found] {
    func withoutLinks(_ runs: [ArticleBody.Inline]) -> [ArticleBody.Inline] {
      runs.map { run in
        guard case .runs(let inside) = run.content else { return run }
        if case .link = run { return .lineBreak }
        return run.containing(withoutLinks(inside))
      }
    }
    return body.links.compactMap { found($0.url, $0.text) }
      + body.mapping(runs: withoutLinks).textBlocks.flatMap { found(in: $0) }
  }

  static func html(of part: MailPart, title: String? = nil) -> Extraction {
    PageExtractor().article(
      fromContent: CharacterEncoding.utf8(
        part.decodedBody, contentType: part.headers["content-type"]), title: title)
  }

  /// Parts of addresses that unsubscribe or change settings.
  private static let subscriptionParts: Set<String> = [
    "unsubscribe", "unsub", "optout", "opt-out", "opt_out", "email-preferences",
    "email_preferences", "manage-preferences", "manage_preferences", "update-preferences",
    "update_preferences", "manage-subscription", "manage_subscription", "subscription-preferences",
  ]
  private static let subscriptionWords = [
    "unsubscribe", "opt out", "opt-out", "manage preferences", "manage your preferences",
    "update preferences", "update your preferences", "email preferences", "manage subscription",
    "manage your subscription", "change your preferences",
  ]

  /// Whether a link clearly unsubscribes or changes settings, by a whole part of its address or by
  /// its first words.
  static func isSubscription(_ address: WebAddress, _ words: String) -> Bool {
    let parts = address.text.lowercased().split { "/?&=#.".contains($0) }
    if parts.contains(where: { subscriptionParts.contains(String($0)) }) { return true }
    let said = words.lowercased().split(whereSeparator: \.isWhitespace)
    // Longer words are a title.
    guard said.count <= 6 else { return false }
    let text = said.joined(separator: " ")
    return subscriptionWords.contains(where: text.hasPrefix)
  }

  /// A signature starts with a line of two hyphens and a space.
  static func unsigned(_ text: [UInt8]) -> ArraySlice<UInt8> {
    let mark = text[...].lines.first {
      $0.elementsEqual("-- ".utf8) || $0.elementsEqual("-- \r".utf8)
    }
    return text[..<(mark?.startIndex ?? text.count)]
  }

  static func messages(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    guard bytes.starts(with: "From ".utf8) else { return [bytes[...]] }
    var starts = [0]
    var isAfterBlank = false
    for line in bytes[...].lines {
      if isAfterBlank, line.starts(with: "From ".utf8) { starts.append(line.startIndex) }
      isAfterBlank = line.allSatisfy { $0 == 13 }
    }
    return zip(starts, starts.dropFirst() + [bytes.count]).map { message(bytes[$0..<$1]) }
  }

  /// After the separator line of an mbox.
  private static func message(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    bytes[(bytes.firstIndex(of: 10).map { $0 + 1 } ?? bytes.endIndex)...]
  }
}

struct MailPart {
  /// By lower-case name, unfolded; the first of equal names wins.
  private(set) var headers: [String: String] = [:]
  private(set) var body: ArraySlice<UInt8>
  /// Whether all lines before the body are headers.
  private(set) var isWellFormed = true

  init(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    var last = ""
    while !rest.isEmpty {
      let end = rest.firstIndex(of: 10) ?? rest.endIndex
      var line = rest[..<end]
      rest = rest[min(end + 1, rest.endIndex)...]
      if line.last == 13 { line.removeLast() }
      guard let first = line.first else { break }
      if first == 32 || first == 9 {
        if !last.isEmpty, (headers[last]?.utf8.count ?? 0) < Self.maxValueLength {
          headers[last]? += " " + Self.text(line.drop { $0 == 32 || $0 == 9 })
        }
        continue
      }
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
        line[..<colon].allSatisfy({ $0 > 32 && $0 < 127 }), colon > line.startIndex
      else {
        isWellFormed = false
        continue
      }
      let name = Self.text(line[..<colon]).lowercased()
      last = headers[name] == nil ? name : ""
      if !last.isEmpty {
        headers[name] = Self.text(line[(colon + 1)...].drop { $0 == 32 || $0 == 9 })
      }
    }
    body = rest
  }

  /// Unfolded, in bytes.
  private static let maxValueLength = 8192

  /// In lower case; empty if absent.
  var type: String {
    let value = headers["content-type"] ?? ""
    return value.prefix { $0 != ";" && !$0.isWhitespace }.lowercased()
  }

  var isAttachment: Bool {
    guard type != "message/rfc822" else { return false }
    return headers["content-disposition"]?.lowercased().hasPrefix("attachment") ?? false
  }

  func parameter(_ name: String) -> String? {
    for part in (headers["content-type"] ?? "").split(separator: ";").dropFirst() {
      let sides = part.split(separator: "=", maxSplits: 1).map { $0.trimmed }
      guard sides.count == 2, sides[0].lowercased() == name else { continue }
      let value = sides[1]
      guard value.hasPrefix("\"") else { return String(value) }
      return String(value.dropFirst().prefix { $0 != "\"" })
    }
    return nil
  }

  /// Nil if there are none.
  func parts(boundary: String) -> [ArraySlice<UInt8>]? {
    let delimiter = Array("--\(boundary)".utf8)
    var parts: [ArraySlice<UInt8>] = []
    var begin: Int?
    for line in body.lines where line.starts(with: delimiter) {
      var after = line.dropFirst(delimiter.count)
      while let last = after.last, [32, 9, 13].contains(last) { after.removeLast() }
      guard after.isEmpty || after.elementsEqual("--".utf8) else { continue }
      if let begin { parts.append(body[begin..<line.startIndex]) }
      if !after.isEmpty { return parts }
      begin = min(line.endIndex + 1, body.endIndex)
    }
    return begin.map { parts + [body[$0...]] }
  }

  /// Deeper parts are omitted.
  private static let maxDepth = 16

  /// The innermost parts, in order.
  var leaves: [MailPart] { leaves(depth: 0) }

  private func leaves(depth: Int) -> [MailPart] {
    guard type.hasPrefix("multipart/"), let boundary = parameter("boundary"), !boundary.isEmpty,
      let parts = parts(boundary: boundary)
    else { return [self] }
    return depth < Self.maxDepth ? parts.flatMap { MailPart($0).leaves(depth: depth + 1) } : []
  }

  var decodedBody: [UInt8] {
    switch headers["content-transfer-encoding"]?.trimmed.lowercased() {
    case "base64": Self.base64(body)
    case "quoted-printable": Self.quotedPrintable(body)
    default: Array(body)
    }
  }

  static func base64(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(text.count / 4 * 3)
    var (bits, count): (UInt32, Int) = (0, 0)
    for byte in text {
      let value: UInt8? =
        switch byte {
        case 65...90: byte - 65
        case 97...122: byte - 71
        case 48...57: byte + 4
        case 43, 45: 62
        case 47, 95: 63
        default: nil
        }
      if byte == 61 { (bits, count) = (0, 0) }
      guard let value else { continue }
      bits = bits << 6 | UInt32(value)
      count += 6
      if count >= 8 {
        count -= 8
        out.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return out
  }

  static func quotedPrintable(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(text.count)
    var at = text.startIndex
    while at < text.endIndex {
      let byte = text[at]
      at += 1
      guard byte == UInt8(ascii: "=") else {
        out.append(byte)
        continue
      }
      if at + 1 < text.endIndex, let high = WebAddress.hexValue(text[at]),
        let low = WebAddress.hexValue(text[at + 1])
      {
        out.append(high << 4 | low)
        at += 2
        continue
      }
      // A soft line break; white space may follow the equals sign.
      let rest = text[at...].prefix(128).drop { [32, 9, 13].contains($0) }
      if rest.first == 10 { at = rest.startIndex + 1 } else { out.append(byte) }
    }
    return out
  }

  static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}

extension ArraySlice<UInt8> {
  /// Including empty ones.
  fileprivate var lines: [ArraySlice<UInt8>] {
    split(separator: 10, omittingEmptySubsequences: false)
  }
}

extension String {
  var withoutAngles: String { trimmed.filter { $0 != "<" && $0 != ">" } }
}
