package import ReadingList

/// An article as a library stores it: the text of its record and its body, byte for byte.
package struct StoredArticle: Equatable, Sendable {
  /// The file of the record.
  package var record: String
  /// The file of the text; nil where there is none.
  package var body: String?
  /// Whether it was purged, of which its record only tells.
  package var isPurged: Bool { record.utf8.count < 1000 && record.contains("\"purgedAt\"") }

  /// Puts the files of an article together.
  package init(record: String, body: String?) {
    self.record = record
    self.body = body
  }
}

/// Luego's own format, which loses nothing: a line of JSON for each article, so that a library of any size
/// is written and read in constant memory.
///
/// A line is `{"record": {…}, "body": "…"}`: the record's value as it is stored, in the order of its keys,
/// and the text of the body, which is left out where there is none. A record that somebody spelled
/// differently from how this program does is a string with its text instead.
package enum LuegoJSON {
  /// The line of an article, without a line feed.
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

  /// Whether bytes begin as a line, or a list of such lines, does.
  static func isOne(_ head: ArraySlice<UInt8>) -> Bool {
    let start = head.drop { $0 <= 32 || "[{\u{feff}".utf8.contains($0) }
    return start.count < head.count && start.starts(with: "\"record\"".utf8)
  }

  /// The article that an element says; nil when it is none.
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
