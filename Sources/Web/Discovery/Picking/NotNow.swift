package import ReadingList

/// The keys not to pick now, each with the reason and the time in milliseconds.
///
/// All keys of one shown item have the same time, which no other item has.
package struct NotNow: Sendable {
  package enum Reason: String, Sendable {
    case seen
    /// It could not be fetched; left alone for a week.
    case dead
    /// No article, saved or blocked; known to this process only.
    case useless
  }

  package static let limit = 70_000
  /// Milliseconds that a link counts as dead.
  private static let deadTime: Int64 = 7 * 24 * 3600 * 1000

  private var entries: [UInt64: (reason: Reason, time: Int64)] = [:]
  private var lastTime: Int64 = 0

  package init() {}

  package func isSeen(_ key: UInt64) -> Bool { entries[key]?.reason == .seen }

  /// Whether something cannot be shown: dead, or no article.
  package func isOut(_ key: UInt64, at moment: Timestamp) -> Bool {
    guard let (reason, time) = entries[key], reason != .seen else { return false }
    // A time in the future was recorded under a wrong clock.
    return reason == .useless
      || time <= moment.milliseconds && moment.milliseconds - time < Self.deadTime
  }

  /// Whether two keys belong to one item that was shown.
  package func areOfOneItem(_ a: UInt64, _ b: UInt64) -> Bool {
    isSeen(a) && isSeen(b) && entries[a]?.time == entries[b]?.time
  }

  /// Adds the keys of one item; returns the line for the file.
  @discardableResult package mutating func insert(
    _ keys: [UInt64], _ reason: Reason, at moment: Timestamp
  ) -> [UInt8] {
    var time = moment.milliseconds
    if reason == .seen {
      time = max(time, lastTime &+ 1)
      lastTime = time
    }
    for key in keys { entries[key] = (reason, time) }
    // A tenth at once, so that it does not happen with every item.
    if entries.count > Self.limit {
      let newest = entries.sorted { $0.value.time > $1.value.time }.prefix(Self.limit * 9 / 10)
      entries = Dictionary(uniqueKeysWithValues: newest.map { ($0.key, $0.value) })
    }
    return Self.line(keys, reason, time)
  }

  // MARK: Forgetting

  /// Whether four fifths of the keys that can be shown have been.
  package func areUsedUp(_ keys: [UInt64], at moment: Timestamp) -> Bool {
    let seen = keys.count(where: isSeen)
    return seen > 0 && seen * 5 >= (keys.count - keys.count { isOut($0, at: moment) }) * 4
  }

  /// The older half of those keys that were seen.
  func olderHalf(of keys: [UInt64]) -> Set<UInt64> {
    let seen = keys.filter(isSeen).sorted { entries[$0]?.time ?? 0 < entries[$1]?.time ?? 0 }
    return Set(seen.prefix((seen.count + 1) / 2))
  }

  /// Forgets the older half of the items, with all their keys.
  package mutating func forgetOlderHalf(of keys: [UInt64]) {
    let times = Set(olderHalf(of: keys).compactMap { entries[$0]?.time })
    entries = entries.filter { $0.value.reason != .seen || !times.contains($0.value.time) }
  }

  // MARK: Text

  /// Reads lines of a reason, a time and hexadecimal keys; damaged ones are skipped.
  package init(text: [UInt8], at moment: Timestamp) {
    for line in text.split(separator: 10) {
      let words = line.split(separator: 32).map { String(decoding: $0, as: UTF8.self) }
      guard words.count >= 3, let reason = Reason(rawValue: words[0]), let time = Int64(words[1]),
        time >= 0
      else { continue }
      insert(
        words.dropFirst(2).compactMap { UInt64($0, radix: 16) }, reason,
        at: Timestamp(milliseconds: time))
    }
    entries = entries.filter { $0.value.reason == .seen || isOut($0.key, at: moment) }
  }

  var text: [UInt8] {
    let items = Dictionary(grouping: entries.filter { $0.value.reason != .useless }) {
      "\($0.value.reason) \($0.value.time)"
    }
    return items.values.sorted { $0[0].value.time < $1[0].value.time }.flatMap { item in
      Self.line(item.map(\.key), item[0].value.reason, item[0].value.time)
    }
  }

  private static func line(_ keys: [UInt64], _ reason: Reason, _ time: Int64) -> [UInt8] {
    let words = [reason.rawValue, String(time)] + keys.map { String($0, radix: 16) }
    return Array((words.joined(separator: " ") + "\n").utf8)
  }
}
