import ReadingList

extension JSON {
  /// Everything that either value holds: the members of objects by key, the elements of lists by `id`;
  /// where two differ otherwise, always the same one of them.
  func union(_ other: JSON) -> JSON {
    if self == other { return self }
    switch (self, other) {
    case (.object(let mine), .object(let theirs)):
      var members = Dictionary(mine.map { ($0.key, $0.value) }) { $1 }
      for (key, value) in Dictionary(theirs.map({ ($0.key, $0.value) }), uniquingKeysWith: { $1 }) {
        members[key] = members[key].map { $0.union(value) } ?? value
      }
      return .object(members.sorted { $0.key < $1.key }.map { Member($0.key, $0.value) })
    case (.array(let mine), .array(let theirs)):
      guard let mine = Self.byID(mine), let theirs = Self.byID(theirs) else { break }
      return .array(mine.merging(theirs) { $0.union($1) }.sorted { $0.key < $1.key }.map(\.value))
    default: break
    }
    return (rank, compact) < (other.rank, other.compact) ? other : self
  }

  /// The value with what this version does not know of another, in objects and in lists by `id`.
  func taking(unknownOf other: JSON) -> JSON {
    switch (self, other) {
    case (.object(let members), .object(let others)):
      let unknown = Dictionary(others.map { ($0.key, $0.value) }) { $1 }
      let mine = Set(members.map(\.key))
      return .object(
        members.map { member in
          guard let value = unknown[member.key] else { return member }
          return Member(
            member.key,
            Record.nested.contains(member.key) ? member.value.taking(unknownOf: value) : value
          )
        } + others.filter { !mine.contains($0.key) && !Record.nested.contains($0.key) }
      )
    case (.array(let items), .array(let others)):
      guard let unknown = Self.byID(others) else { return self }
      return .array(
        items.map { item in
          item["id"]?.string.flatMap { unknown[$0] }.map { item.taking(unknownOf: $0) } ?? item
        }
      )
    default: return self
    }
  }

  /// The elements by their `id`; nil when one has none.
  private static func byID(_ items: [JSON]) -> [String: JSON]? {
    var found: [String: JSON] = [:]
    for item in items {
      guard let id = item["id"]?.string else { return nil }
      found[id] = found[id].map { $0.union(item) } ?? item
    }
    return found
  }

  /// Values that can be joined stand above those that cannot.
  private var rank: Int {
    switch self {
    case .object: 2
    case .array(let items): Self.byID(items) == nil ? 0 : 1
    case .null, .bool, .number, .string: 0
    }
  }
}
