/// A key of an article's record: its name, the type of its value, what it means, and the property of `Article`.
///
/// `RecordField.all` is the one table of the record format: reading, writing, merging, undo, the schema and the
/// manual follow from it.
package struct RecordField: Sendable {
  package let name: String
  /// The type of its value, in words.
  package let type: String
  /// Its meaning in words.
  package let meaning: String
  /// The members of a group, which change together.
  package let parts: [RecordField]
  /// The value to write; nil where there is none.
  let write: @Sendable (Article) -> JSON?
  /// Takes a value in; false when it is not of the key's type.
  let read: @Sendable (inout Article, JSON) -> Bool

  init(
    _ name: String, _ type: String, _ meaning: String, parts: [RecordField] = [],
    write: @escaping @Sendable (Article) -> JSON?,
    read: @escaping @Sendable (inout Article, JSON) -> Bool
  ) {
    (self.name, self.type, self.meaning, self.parts) = (name, type, meaning, parts)
    (self.write, self.read) = (write, read)
  }

  /// Makes a key whose value is read as another type; a value that is not of it is not taken.
  init<Value>(
    _ name: String, _ type: String, _ meaning: String,
    write: @escaping @Sendable (Article) -> JSON?, as parse: @escaping @Sendable (JSON) -> Value?,
    take: @escaping @Sendable (inout Article, Value) -> Void
  ) {
    self.init(
      name, type, meaning, write: write,
      read: { article, value in
        guard let value = parse(value) else { return false }
        take(&article, value)
        return true
      })
  }

  static let byName = Dictionary(
    (all).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

  private static let probe = Article(
    canonicalURL: "", url: "", title: "", savedAt: Timestamp(milliseconds: 0))

  /// Whether a value, or an element of a set, has the type of its key; keys that are not known take any.
  static func isValid(_ value: JSON, of name: String) -> Bool {
    guard let field = byName[name] else { return true }
    var probe = probe
    return field.read(&probe, Registers.sets.contains(name) ? .array([value]) : value)
  }
}

// Kinds of fields.
extension RecordField {
  static func text(
    _ name: String, _ meaning: String,
    _ property: any (WritableKeyPath<Article, String?> & Sendable),
    clean: @escaping @Sendable (String) -> String = { $0 }
  ) -> RecordField {
    RecordField(
      name, "string", meaning, write: { $0[keyPath: property].map(JSON.string) }, as: { $0.string },
      take: { $0[keyPath: property] = clean($1) })
  }

  static func time(
    _ name: String, _ meaning: String,
    _ property: any (WritableKeyPath<Article, Timestamp?> & Sendable)
  ) -> RecordField {
    RecordField(
      name, "time", meaning, write: { $0[keyPath: property].map { .string($0.rfc3339) } },
      as: moment, take: { $0[keyPath: property] = $1 })
  }

  static func flag(
    _ name: String, _ meaning: String, _ property: any (WritableKeyPath<Article, Bool> & Sendable)
  ) -> RecordField {
    RecordField(
      name, "boolean", meaning, write: { .bool($0[keyPath: property]) }, as: { $0.bool },
      take: { $0[keyPath: property] = $1 })
  }

  static func count(
    _ name: String, _ meaning: String, _ property: any (WritableKeyPath<Article, Int> & Sendable)
  ) -> RecordField {
    RecordField(
      name, "number", meaning,
      write: { $0[keyPath: property] == 0 ? nil : .int($0[keyPath: property]) }, as: { $0.int },
      take: { $0[keyPath: property] = min(max(0, $1), Int(Int32.max)) })
  }

  /// An object whose members change together; a member that is not understood costs itself.
  static func group(
    _ name: String, _ meaning: String, _ parts: [RecordField],
    isSaid: @escaping @Sendable (Article) -> Bool = { _ in true }
  ) -> RecordField {
    RecordField(
      name, "object", meaning, parts: parts,
      write: { article in isSaid(article) ? object(of: article, parts) : nil },
      read: { article, value in
        guard value.members != nil else { return false }
        take(value, into: &article, parts)
        return true
      })
  }

  /// The members of a group; nil where there are none.
  static func object(of article: Article, _ parts: [RecordField]) -> JSON? {
    let members = parts.compactMap { part in part.write(article).map { JSON.Member(part.name, $0) }
    }
    return members.isEmpty ? nil : .object(members)
  }

  static func take(_ group: JSON, into article: inout Article, _ parts: [RecordField]) {
    for part in parts {
      guard let value = group[part.name], value != .null else { continue }
      _ = part.read(&article, value)
    }
  }

  /// Names in a list, each of which is a register of its own.
  static func names(
    _ name: String, _ meaning: String,
    _ property: any (WritableKeyPath<Article, [String]> & Sendable)
  ) -> RecordField {
    RecordField(
      name, "strings", meaning,
      write: {
        $0[keyPath: property].isEmpty ? nil : .array($0[keyPath: property].map(JSON.string))
      }, as: { elements($0) { $0.string } }, take: { $0[keyPath: property] = $1 })
  }

  /// The elements of an array; nil where one of them is not of their type.
  static func elements<Value>(_ value: JSON, _ parse: (JSON) -> Value?) -> [Value]? {
    guard let items = value.array else { return nil }
    let values = items.compactMap(parse)
    return values.count == items.count ? values : nil
  }

  package static func moment(_ value: JSON) -> Timestamp? {
    value.string.flatMap { Timestamp(rfc3339: $0) }
  }
}
