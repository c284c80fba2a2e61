package import ReadingList

/// An article as stored: its record and its body, byte for byte.
package struct StoredArticle: Equatable, Sendable {
  /// The record file.
  package var record: String
  /// The text file; nil if there is none.
  package var body: String?
  /// Whether only a tombstone is left.
  package var isPurged: Bool {
    guard record.utf8.count < 1000, record.contains("\"purgedAt\""),
      let json = try? JSON(parsing: record)
    else { return false }
    // An article saved again has both.
    return json["purgedAt"] != nil && json["savedAt"] == nil
  }

  package init(record: String, body: String?) {
    self.record = record
    self.body = body
  }
}

/// Luego's own, lossless format: a line of JSON per article, written and read in constant memory.
///
/// A line is `{"record": {…}, "body": "…"}`: the record as stored, with its keys in order, and the
/// body, if there is one. A record not formatted as Luego formats it is a string of its text.
package enum LuegoJSON {
  /// Without a line feed.
  package static func line(of article: StoredArticle) -> String {
    var members: [JSON.Member] = []
    if let value = try? JSON(parsing: article.record), value.pretty == article.record {
      members.append(.init("record", value))
    } else {
      members.append(.init("record", .string(article.record)))
    }
    if let body = article.body { members.append(.init("body", .string(body))) }
    return JSON.object(members).compact
  }

  /// Whether bytes begin with such a line, or a list of them.
  static func isOne(_ head: ArraySlice<UInt8>) -> Bool {
    let start = head.drop { $0 <= 32 || "[{\u{feff}".utf8.contains($0) }
    return start.count < head.count && start.starts(with: "\"record\"".utf8)
  }

  package static func article(_ element: JSON) -> StoredArticle? {
    let body = element["body"]?.string
    switch element["record"] {
    case .string(let text): return StoredArticle(record: text, body: body)
    case .some(let value) where value.members != nil:
      return StoredArticle(record: value.pretty, body: body)
    default: return nil
    }
  }
}
