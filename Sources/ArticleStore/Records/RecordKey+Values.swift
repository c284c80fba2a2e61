import ReadingList

/// The types of values.
extension RecordKey {
  static func text(
    _ name: String,
    _ meaning: String,
    _ get: @escaping @Sendable (Article) -> String?,
    _ set: @escaping @Sendable (inout Article, String?) -> Void
  ) -> RecordKey {
    RecordKey(
      name,
      "string",
      meaning,
      write: { get($0).map(JSON.string) },
      read: { article, value in
        set(&article, value.string)
        return value.string != nil
      }
    )
  }

  static func time(
    _ name: String,
    _ meaning: String,
    _ get: @escaping @Sendable (Article) -> Timestamp?,
    _ set: @escaping @Sendable (inout Article, Timestamp?) -> Void
  ) -> RecordKey {
    RecordKey(
      name,
      "time",
      meaning,
      write: { get($0).map { .string($0.rfc3339) } },
      read: { article, value in
        let moment = moment(value)
        set(&article, moment)
        return moment != nil
      }
    )
  }

  static func flag(
    _ name: String,
    _ meaning: String,
    _ get: @escaping @Sendable (Article) -> Bool,
    _ set: @escaping @Sendable (inout Article, Bool) -> Void,
    always: Bool = false
  ) -> RecordKey {
    RecordKey(
      name,
      "boolean",
      meaning,
      write: { always || get($0) ? .bool(get($0)) : nil },
      read: { article, value in
        guard let on = value.bool else { return false }
        set(&article, on)
        return true
      }
    )
  }

  static func count(
    _ name: String,
    _ meaning: String,
    _ get: @escaping @Sendable (Article) -> Int,
    _ set: @escaping @Sendable (inout Article, Int) -> Void,
    always: Bool = false
  ) -> RecordKey {
    RecordKey(
      name,
      "number",
      meaning,
      write: { always || get($0) != 0 ? .int(get($0)) : nil },
      read: { article, value in
        guard let number = value.int else { return false }
        set(&article, min(max(0, number), Int(Int32.max)))
        return true
      }
    )
  }

  static func moment(_ value: JSON) -> Timestamp? {
    value.string.flatMap { Timestamp(rfc3339: $0) }
  }

  static func strings(_ value: JSON) -> [String]? {
    guard let items = value.array else { return nil }
    let texts = items.compactMap(\.string)
    return texts.count == items.count ? texts : nil
  }

  static func json(_ position: ReadingPosition) -> JSON {
    .object([
      .init("block", .int(position.block)), .init("offset", .int(position.offset)),
    ])
  }

  static func position(_ value: JSON) -> ReadingPosition? {
    guard let block = value["block"]?.int, let offset = value["offset"]?.int else { return nil }
    return ReadingPosition(block: block, offset: offset)
  }

  static func json(_ highlight: Highlight) -> JSON {
    var members: [JSON.Member] = [
      .init("id", .string(highlight.id)), .init("quote", .string(highlight.quote)),
    ]
    func add(_ key: String, _ value: JSON?) { if let value { members.append(.init(key, value)) } }
    add("prefix", highlight.prefix.isEmpty ? nil : .string(highlight.prefix))
    add("suffix", highlight.suffix.isEmpty ? nil : .string(highlight.suffix))
    add("start", highlight.start.map(json))
    add("end", highlight.end.map(json))
    add("color", highlight.color == .yellow ? nil : .string(highlight.color.rawValue))
    add("note", highlight.note.isEmpty ? nil : .string(highlight.note))
    add("createdAt", .string(highlight.createdAt.rfc3339))
    add("changedAt", .string(highlight.changedAt.rfc3339))
    add("isDeleted", highlight.isDeleted ? .bool(true) : nil)
    return .object(members)
  }

  static func highlight(_ value: JSON) -> Highlight? {
    guard let id = value["id"]?.string, let quote = value["quote"]?.string,
      let createdAt = value["createdAt"].flatMap(moment)
    else { return nil }
    let (start, end) = (value["start"].flatMap(position), value["end"].flatMap(position))
    guard (start != nil) == (value["start"] != nil), (end != nil) == (value["end"] != nil) else {
      return nil
    }
    return Highlight(
      id: id,
      quote: quote,
      prefix: value["prefix"]?.string ?? "",
      suffix: value["suffix"]?.string ?? "",
      start: start,
      end: end,
      // A later version may know more of them.
      color: (value["color"]?.string).flatMap(Highlight.Color.init) ?? .yellow,
      note: value["note"]?.string ?? "",
      createdAt: createdAt,
      changedAt: value["changedAt"].flatMap(moment) ?? createdAt,
      isDeleted: value["isDeleted"]?.bool ?? false
    )
  }

  static func json(_ old: OverruledText) -> JSON {
    .object([
      .init("field", .string(old.field)), .init("text", .string(old.text)),
      .init("at", .string(old.at.rfc3339)),
    ])
  }

  static func overruled(_ value: JSON) -> OverruledText? {
    guard let field = value["field"]?.string, let text = value["text"]?.string,
      let moment = value["at"].flatMap(moment)
    else { return nil }
    return OverruledText(field: field, text: text, at: moment)
  }

  /// Reads a field and a time with a space between; a field may have spaces itself.
  static func replaced(_ text: String) -> ReplacedText? {
    guard let space = text.lastIndex(of: " "),
      let moment = Timestamp(rfc3339: text[text.index(after: space)...])
    else { return nil }
    return ReplacedText(field: String(text[..<space]), at: moment)
  }
}
