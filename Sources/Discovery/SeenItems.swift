/// What was dealt before, oldest first, by key.
package struct SeenItems: Equatable, Sendable {
  /// The most that is remembered.
  package static let limit = 50_000

  /// The keys in the order in which they were shown.
  package private(set) var order: [UInt64] = []
  private var known: Set<UInt64> = []

  package init(_ keys: [UInt64] = []) {
    for key in keys.suffix(Self.limit) where known.insert(key).inserted { order.append(key) }
  }

  /// Whether something was shown.
  package func contains(_ key: UInt64) -> Bool { known.contains(key) }

  /// Remembers that something was shown; false when that was known.
  package mutating func insert(_ key: UInt64) -> Bool {
    guard known.insert(key).inserted else { return false }
    order.append(key)
    if order.count > Self.limit {
      // A tenth at a time, so that it does not happen with every item.
      known.subtract(order.prefix(Self.limit / 10))
      order.removeFirst(Self.limit / 10)
    }
    return true
  }

  /// Forgets the older half of what was seen of some keys, once that is four fifths of them.
  ///
  /// - Returns: whether anything was forgotten.
  package mutating func forgetOlderHalf(of keys: [UInt64]) -> Bool {
    guard !known.isEmpty else { return false }
    let seen = keys.reduce(into: 0) { if known.contains($1) { $0 += 1 } }
    guard seen > 0, seen * 5 >= keys.count * 4 else { return false }
    let here = Set(keys)
    let older = Set(order.filter(here.contains).prefix((seen + 1) / 2))
    order.removeAll(where: older.contains)
    known.subtract(older)
    return true
  }
}
