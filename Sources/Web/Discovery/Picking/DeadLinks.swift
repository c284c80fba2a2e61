package import ReadingList

/// Links that could not be fetched lately, by key; each is left alone for a week.
package struct DeadLinks: Equatable, Sendable {
  /// How long a link counts as dead, in seconds.
  static let lifetime: Int64 = 7 * 24 * 3600
  /// The most that are remembered.
  package static let limit = 20_000

  /// Seconds since the epoch at which each was found dead.
  private(set) var found: [UInt64: Int64] = [:]

  package init() {}

  /// Whether a link was found dead less than a week ago.
  package func contains(_ key: UInt64, at moment: Timestamp) -> Bool {
    found[key].map { Self.isRecent($0, moment.milliseconds / 1000) } ?? false
  }

  /// Remembers that a link is dead.
  package mutating func insert(_ key: UInt64, at moment: Timestamp) {
    found[key] = moment.milliseconds / 1000
    // A tenth more than may stay, so that the oldest are not looked for with every link.
    if found.count > Self.limit + Self.limit / 10 { prune(at: moment) }
  }

  /// Forgets what is older than a week, and the oldest of too many.
  package mutating func prune(at moment: Timestamp) {
    let now = moment.milliseconds / 1000
    found = found.filter { Self.isRecent($0.value, now) }
    guard found.count > Self.limit else { return }
    let newest = found.sorted { $0.value > $1.value }.prefix(Self.limit)
    found = Dictionary(uniqueKeysWithValues: newest.map { ($0.key, $0.value) })
  }

  /// A moment that lies ahead was noted under a wrong clock.
  private static func isRecent(_ seconds: Int64, _ now: Int64) -> Bool {
    seconds <= now && seconds > now - lifetime
  }

  // MARK: Text

  /// Reads lines of a key in hexadecimal digits and seconds; what is damaged is passed over.
  init(text: [UInt8]) {
    for line in text.split(separator: 10) {
      let words = line.split(separator: 32)
      guard words.count == 2,
        let key = UInt64(String(decoding: words[0], as: UTF8.self), radix: 16),
        let seconds = Int64(String(decoding: words[1], as: UTF8.self))
      else { continue }
      found[key] = seconds
    }
  }

  /// The lines, oldest first.
  var text: [UInt8] {
    found.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.flatMap {
      Array("\(String($0.key, radix: 16)) \($0.value)\n".utf8)
    }
  }
}
