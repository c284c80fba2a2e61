import ReadingList
import Web

/// The first web page in a web archive (WARC, ISO 28500).
struct WebRecord {
  /// The page, decompressed and without chunked framing.
  var body: [UInt8] = []
  var contentType: String?
  var url = ""
  var date: Timestamp?

  /// The maximum size of a page, in bytes.
  private static let maxSize = 64 << 20

  /// Whether bytes begin a web archive.
  static func isOne(_ bytes: [UInt8]) -> Bool { bytes.starts(with: "WARC/".utf8) }

  /// Finds the first response or stored resource that is a page; nil if there is none.
  init?(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while let start = Self.nextRecord(rest) {
      let record = MailPart(rest[start...].drop { $0 != 10 }.dropFirst())
      let length = Int(record.headers["content-length"]?.trimmed ?? "") ?? record.body.count
      let block = record.body.prefix(max(0, length))
      rest = record.body.dropFirst(block.count)
      guard let found = Self.page(record, block) else { continue }
      self = found
      return
    }
    return nil
  }

  private init() {}

  private static func nextRecord(_ bytes: ArraySlice<UInt8>) -> Int? {
    var rest = bytes
    while let line = rest.firstIndex(of: UInt8(ascii: "W")) {
      if rest[line...].starts(with: "WARC/".utf8), line == bytes.startIndex || bytes[line - 1] == 10
      {
        return line
      }
      rest = rest[(line + 1)...]
    }
    return nil
  }

  private static func page(_ record: MailPart, _ block: ArraySlice<UInt8>) -> WebRecord? {
    var page = WebRecord()
    page.url = (record.headers["warc-target-uri"] ?? "").trimmingCharacters("<> ")
    page.date = record.headers["warc-date"].flatMap { Timestamp(rfc3339: $0.trimmed) }
    switch record.headers["warc-type"]?.trimmed.lowercased() {
    case "resource", "conversion":
      page.contentType = record.headers["content-type"]
      page.body = Array(block)
    case "response":
      guard block.starts(with: "HTTP/".utf8) else { return nil }
      let status = block.prefix { $0 != 10 }.split(separator: 32).dropFirst().first
      guard status.map({ $0.first == UInt8(ascii: "2") }) ?? false else { return nil }
      let answer = MailPart(block.drop { $0 != 10 }.dropFirst())
      page.contentType = answer.headers["content-type"]
      page.body = Array(answer.body)
      if answer.headers["transfer-encoding"]?.lowercased().contains("chunked") == true {
        page.body = unchunked(answer.body) ?? page.body
      }
      if Gunzip.isOne(page.body) { page.body = Gunzip.unpacked(page.body, limit: maxSize) ?? [] }
    default: return nil
    }
    let type = (page.contentType ?? "").lowercased()
    let isPage =
      type.hasPrefix("text/html") || type.hasPrefix("application/xhtml")
      || type.isEmpty && ContentSniffer.kind(of: page.body, contentType: "", path: "") == .html
    return isPage && !page.body.isEmpty ? page : nil
  }

  /// Decodes a chunked body; nil if it is not chunked.
  private static func unchunked(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    var out: [UInt8] = []
    var rest = bytes
    while !rest.isEmpty {
      let line = rest.prefix { $0 != 10 }
      let digits = String(
        decoding: line.prefix { $0 != 13 && $0 != UInt8(ascii: ";") }, as: UTF8.self)
      guard let size = Int(digits.trimmed, radix: 16), size >= 0 else {
        return out.isEmpty ? nil : out
      }
      if size == 0 { return out }
      rest = rest.dropFirst(line.count + 1)
      out += rest.prefix(size)
      rest = rest.dropFirst(size).drop { $0 == 13 || $0 == 10 }
    }
    return out
  }
}

extension String {
  fileprivate func trimmingCharacters(_ set: String) -> String {
    var text = self[...]
    while let first = text.first, set.contains(first) { text.removeFirst() }
    while let last = text.last, set.contains(last) { text.removeLast() }
    return String(text)
  }
}
