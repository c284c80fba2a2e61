/// Items picked before, oldest first, each with all its keys.
///
/// A key belongs to the item that was seen under it last.
package struct SeenItems: Equatable, Sendable {
  /// The most keys that are remembered: a shuffle every two minutes for two months.
  package static let limit = 50_000

  /// The items in the order in which they were shown; none is without keys.
  package private(set) var order: [[UInt64]] = []
  private var known: Set<UInt64> = []

  package init(_ items: [[UInt64]] = []) {
    for item in items.reversed() where known.count < Self.limit {
      let keys = item.filter { known.insert($0).inserted }
      if !keys.isEmpty { order.append(keys) }
    }
    order.reverse()
  }

  /// Whether something was shown.
  package func contains(_ key: UInt64) -> Bool { known.contains(key) }

  /// Remembers that an item was shown, now last.
  package mutating func insert(_ keys: [UInt64]) {
    guard !keys.contains(where: known.contains), known.count + keys.count <= Self.limit else {
      // A tenth at a time, so that it does not happen with every item.
      let kept =
        known.count + keys.count > Self.limit ? order.dropFirst(order.count / 10) : order[...]
      self = SeenItems(kept + [keys])
      return
    }
    known.formUnion(keys)
    if !keys.isEmpty { order.append(keys) }
  }

  /// Whether four fifths of what can be shown were seen.
  ///
  /// - Parameters:
  ///   - keys: what there is to choose from.
  ///   - isOut: whether one of these cannot be shown, because it is dead, saved or blocked, say.
  /// - Returns: whether it is time to forget the older half.
  package func areUsedUp(_ keys: [UInt64], without isOut: (UInt64) -> Bool) -> Bool {
    guard !known.isEmpty else { return false }
    var seen = 0
    var out = 0
    for key in keys { if isOut(key) { out += 1 } else if known.contains(key) { seen += 1 } }
    return seen > 0 && seen * 5 >= (keys.count - out) * 4
  }

  /// The keys of the older half of those items that were seen under some keys.
  package func olderHalf(of keys: [UInt64]) -> Set<UInt64> {
    let here = Set(keys)
    let items = order.filter { $0.contains(where: here.contains) }
    return Set(items.prefix((items.count + 1) / 2).joined())
  }

  /// Forgets the older half of what was seen under some keys, with all other keys of it.
  package mutating func forgetOlderHalf(of keys: [UInt64]) {
    let older = olderHalf(of: keys)
    guard !older.isEmpty else { return }
    order.removeAll { $0.contains(where: older.contains) }
    known.subtract(older)
  }

  /// Whether two keys are of one item that was seen under both.
  package func areOfOneItem(_ a: UInt64, _ b: UInt64) -> Bool {
    known.contains(a) && known.contains(b) && order.contains { $0.contains(a) && $0.contains(b) }
  }

  // MARK: Text

  /// Reads lines of keys in hexadecimal digits with blanks between; what is damaged is passed over.
  init(text: [UInt8]) {
    self.init(
      text.split(separator: 10).map { line in
        line.split(separator: 32).compactMap {
          UInt64(String(decoding: $0, as: UTF8.self), radix: 16)
        }
      })
  }

  /// The lines.
  var text: [UInt8] { order.flatMap { Self.line($0) } }

  /// The line of an item.
  package static func line(_ keys: [UInt64]) -> [UInt8] {
    Array((keys.map { String($0, radix: 16) }.joined(separator: " ") + "\n").utf8)
  }
}
