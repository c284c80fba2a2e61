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

  /// Forgets the older half of what was seen of some keys, once four fifths of them are used up.
  ///
  /// - Parameters:
  ///   - keys: what there is to choose from.
  ///   - useless: of these, what cannot be shown; it is used up, too.
  /// - Returns: whether anything was forgotten.
  package mutating func forgetOlderHalf(
    of keys: [UInt64],
    besides useless: Set<UInt64> = []
  ) -> Bool {
    guard !known.isEmpty else { return false }
    var seen = 0
    var used = 0
    for key in keys {
      if known.contains(key) {
        seen += 1
      } else if useless.contains(key) {
        used += 1
      }
    }
    guard seen > 0, (seen + used) * 5 >= keys.count * 4 else { return false }
    let here = Set(keys)
    let older = Set(order.filter(here.contains).prefix((seen + 1) / 2))
    order.removeAll(where: older.contains)
    known.subtract(older)
    return true
  }
}
