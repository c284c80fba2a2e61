/// Registers as a file of the library holds them, and as a record is printed.
extension Registers {
  /// The version of the format that this program writes.
  package static let format = 2

  /// Why a file is no record, in words that follow "is left alone:".
  package struct Problem: Error {
    package var text: String
    /// Whether a newer version wrote it.
    package var isNewer = false

    package init(text: String, isNewer: Bool = false) {
      (self.text, self.isNewer) = (text, isNewer)
    }
  }

  /// Reads a file.
  ///
  /// A register whose value or stamp cannot be understood costs itself, not the article.
  /// - Throws: `Problem` where it is no record of this article.
  package init(file bytes: [UInt8], id: ArticleID) throws(Problem) {
    let json: JSON
    do throws(JSON.ParseError) { json = try JSON(parsing: bytes) } catch {
      throw Problem(text: "it is not JSON (\(error.problem), byte \(error.offset))")
    }
    try self.init(json, id: id)
  }

  /// Reads the value of a file.
  package init(_ json: JSON, id: ArticleID) throws(Problem) {
    guard let members = json.members else { throw Problem(text: "it is not a JSON object") }
    guard let format = json["format"]?.int, format >= 1 else {
      throw Problem(text: "it has no format number")
    }
    guard format >= Self.format else {
      throw Problem(text: "it has the format of an older version")
    }
    guard format == Self.format else {
      throw Problem(text: "a newer version wrote it", isNewer: true)
    }
    guard json["id"]?.string == id.text else {
      throw Problem(text: "its id differs from its file name")
    }
    if let url = json[Name.canonicalURL]?.string, ArticleID(canonicalURL: url) != id {
      throw Problem(text: "its id does not match its canonicalURL")
    }
    guard let saidAt = json["saidAt"].flatMap(Self.stamp) else {
      throw Problem(text: "it has no saidAt")
    }
    self.init()
    self.saidAt = saidAt
    let changed = (json["changed"]?.members ?? []).reduce(into: [String: JSON]()) {
      $0[$1.key] = $1.value
    }
    func enter(_ name: String, _ value: JSON, _ place: Int) {
      guard let said = changed[name] else {
        entries[name] = Entry(value, saidAt, place: place)
        return
      }
      guard let stamp = Self.stamp(said["at"] ?? said) else { return }
      let over = (said["over"]?.array ?? []).compactMap(Self.stamp).sorted()
      entries[name] = Entry(value, stamp, over: over, place: place)
    }
    for member in members where !Self.frame.contains(member.key) {
      if Self.sets.contains(member.key) {
        guard let items = member.value.array else {
          illFormed.append(member)
          continue
        }
        for (place, item) in items.enumerated() {
          let name = (item.string ?? item["id"]?.string).map { Self.name(of: $0, in: member.key) }
          if let name, RecordField.isValid(item, of: member.key) {
            enter(name, item, place)
            if entries[name] != nil { continue }
          }
          illFormed.append(.init(name ?? member.key, item))
        }
      } else if member.value == .null || RecordField.isValid(member.value, of: member.key) {
        enter(member.key, member.value, 0)
        if entries[member.key] == nil { illFormed.append(member) }
      } else {
        illFormed.append(member)
      }
    }
    if entries[Name.savedAt] == nil, illFormed.contains(where: { $0.key == Name.savedAt }) {
      entries[Name.savedAt] = Entry(.string(saidAt.rfc3339), saidAt)
    }
    // A record without any register says nothing and does no harm.
    let isBlank = entries.isEmpty && illFormed.isEmpty
    if !isBlank, entries[Name.purgedAt] == nil, entries[Name.canonicalURL]?.value.string == nil {
      throw Problem(text: "it has no canonicalURL")
    }
    let skipped = Set(illFormed.map(\.key))
    for name in changed.keys where entries[name] == nil && !skipped.contains(name) {
      enter(name, .null, 0)
    }
  }

  /// Members that are no registers.
  private static let frame = Set(RecordField.frame.map(\.name))

  private static func stamp(_ value: JSON) -> Timestamp? {
    value.string.flatMap { Timestamp(rfc3339: $0) }.flatMap { $0 <= end ? $0 : nil }
  }

  /// The file, in the order of `RecordField.all`; registers that this version does not know stand last.
  package func json(of id: ArticleID) -> JSON {
    let said = saidAt ?? entries[Name.savedAt]?.stamp ?? latest
    var values: [String: JSON] = [:]
    var items: [String: [Entry]] = [:]
    var changed: [JSON.Member] = []
    for (name, entry) in entries.sorted(by: { $0.key < $1.key }) {
      let stamp = JSON.string(entry.stamp.rfc3339)
      if !entry.over.isEmpty {
        let over = JSON.array(entry.over.map { .string($0.rfc3339) })
        changed.append(.init(name, .object([.init("at", stamp), .init("over", over)])))
      } else if entry.stamp != said || entry.value == .null {
        changed.append(.init(name, stamp))
      }
      guard entry.value != .null else { continue }
      if let (set, _) = Self.member(name) {
        items[set, default: []].append(entry)
      } else {
        values[name] = entry.value
      }
    }
    var lists = items.mapValues { Self.sorted($0).map(\.value) }
    for member in illFormed {
      let set = Self.member(member.key)?.set ?? member.key
      if lists[set] != nil {
        lists[set]?.append(member.value)
      } else if Self.sets.contains(set) {
        lists[set] = member.value.array ?? [member.value]
      } else if values[set] == nil {
        values[set] = member.value
      }
    }
    values.merge(lists.mapValues(JSON.array)) { $1 }
    var members: [JSON.Member] = [
      .init("format", .int(Self.format)), .init("id", .string(id.text)),
    ]
    for field in RecordField.all {
      if let value = values.removeValue(forKey: field.name) {
        members.append(.init(field.name, value))
      }
      if field.name == Name.savedAt { members.append(.init("saidAt", .string(said.rfc3339))) }
    }
    members += values.sorted { $0.key < $1.key }.map { .init($0.key, $0.value) }
    if !changed.isEmpty { members.append(.init("changed", .object(changed))) }
    return .object(members)
  }

  /// The bytes of the file: pretty-printed, a newline at the end.
  package func bytes(of id: ArticleID) -> [UInt8] { Array(json(of: id).pretty.utf8) }

  /// Members of a set in the order in which they were given.
  static func sorted(_ members: [Entry]) -> [Entry] {
    guard members.count > 1 else { return members }
    return members.sorted { a, b in
      if (a.stamp, a.place) != (b.stamp, b.place) { return (a.stamp, a.place) < (b.stamp, b.place) }
      return a.value.compact.utf8.lexicographicallyPrecedes(b.value.compact.utf8)
    }
  }

  /// The members of a set that are there, in the order in which they were given.
  func members(of set: String) -> [JSON] {
    // By bytes, as an accent at a member's beginning is one character with the slash.
    let prefix = (set + "/").utf8
    let present = entries.filter { $0.key.utf8.starts(with: prefix) && $0.value.value != .null }
    return Self.sorted(Array(present.values)).map(\.value)
  }
}
