/// The registers of an article: keys of its record and members of sets (`tags/NAME`), each with a value and a stamp.
///
/// Merging takes for each register the entry with the latest stamp, and of equal stamps the greater bytes of the
/// value: a maximum over a total order, so that any number of versions give the same in any order.
package struct Registers: Equatable, Sendable {
  /// The last value of a register; null if it was removed.
  package struct Entry: Equatable, Sendable {
    package var value: JSON
    package var stamp: Timestamp
    /// The stamps of the texts in other files that its writer saw, sorted; only of registers with a reader's text.
    package var over: [Timestamp] = []
    /// Its index in the file, which orders members of a set that have one stamp.
    var place = 0

    package init(_ value: JSON, _ stamp: Timestamp, over: [Timestamp] = [], place: Int = 0) {
      (self.value, self.stamp, self.over, self.place) = (value, stamp, over, place)
    }

    package static func == (a: Entry, b: Entry) -> Bool {
      a.stamp == b.stamp && a.over == b.over && a.value == b.value
    }

    func isLater(than other: Entry) -> Bool {
      if stamp != other.stamp { return stamp > other.stamp }
      return other.value.compact.utf8.lexicographicallyPrecedes(value.compact.utf8)
    }

    fileprivate func joined(_ other: Entry) -> Entry {
      guard stamp == other.stamp, value == other.value else {
        return other.isLater(than: self) ? other : self
      }
      var both = self
      both.over = Set(over + other.over).sorted()
      both.place = min(place, other.place)
      return both
    }
  }

  package var entries: [String: Entry] = [:]
  /// The stamp of what a file says without one; nil of what was not read from a file.
  var saidAt: Timestamp?
  /// Members of the file whose value or stamp cannot be understood; kept until their register is said again.
  package internal(set) var illFormed: [JSON.Member] = []

  package init() {}

  package static func == (a: Registers, b: Registers) -> Bool { a.entries == b.entries }

  /// No stamp is later than this; one that is was set by a broken clock or an enemy.
  package static let end = Timestamp(milliseconds: 7_258_118_400_000)
}

extension Registers {
  /// The names of registers that the law itself knows.
  package enum Name {
    package static let purgedAt = "purgedAt", savedAt = "savedAt", mergedInto = "mergedInto"
    package static let url = "url", canonicalURL = "canonicalURL", page = "page", fetch = "fetch"
    package static let list = "list", isDeleted = "isDeleted", note = "note", title = "title"
    package static let reading = "reading"
    /// The registers that each file repeats, so that it can be read alone.
    static let base = [canonicalURL, url, savedAt]
  }

  /// Keys whose members are registers of their own.
  package static let sets = ["tags", "highlights", "otherURLs"]

  /// The register of a set's member.
  package static func name(of member: String, in set: String) -> String { set + "/" + member }

  /// The set that a register is in, and the member; nil for keys.
  package static func member(_ name: String) -> (set: String, member: Substring)? {
    guard let slash = name.utf8.firstIndex(of: UInt8(ascii: "/")) else { return nil }
    let set = String(name[..<slash])
    return sets.contains(set) ? (set, name[name.utf8.index(after: slash)...]) : nil
  }

  package static func isHighlight(_ name: String) -> Bool { member(name)?.set == "highlights" }

  /// Whether a value that lost is shown, since a reader wrote it.
  static func isText(_ name: String) -> Bool {
    name == Name.note || name == Name.title || isHighlight(name)
  }
}

// Merging.
extension Registers {
  /// Everything that two versions say.
  package func joined(_ other: Registers) -> Registers {
    var both = self
    both.join(other)
    return both
  }

  private mutating func join(_ other: Registers) {
    for (name, entry) in other.entries {
      entries[name] = entries[name].map { $0.joined(entry) } ?? entry
    }
    saidAt = [saidAt, other.saidAt].compactMap(\.self).max()
    if illFormed.isEmpty { illFormed = other.illFormed }
  }

  /// Everything that some versions say.
  package static func joined(_ versions: some Sequence<Registers>) -> Registers {
    versions.reduce(into: Registers()) { $0.join($1) }
  }

  /// When the article was last purged.
  package var purgedAt: Timestamp? {
    entries[Name.purgedAt].flatMap { $0.value == .null ? nil : $0.stamp }
  }

  /// The registers that are later than the last purge.
  package var current: Registers {
    guard let purgedAt else { return self }
    var current = self
    current.entries = entries.filter { $0.value.stamp > purgedAt || $0.key == Name.purgedAt }
    current.illFormed = []
    return current
  }

  /// Whether there is an article: it was saved, and not purged since.
  package var exists: Bool {
    guard let saved = entries[Name.savedAt], saved.value != .null else { return false }
    return purgedAt.map { saved.stamp > $0 } ?? true
  }

  /// The latest stamp of all.
  package var latest: Timestamp { entries.values.map(\.stamp).max() ?? .distantPast }

  /// Whether it says that the article is gone.
  package var isPurge: Bool { purgedAt != nil && !exists }

  /// Whether it adds nothing to a tombstone.
  package var isTombstone: Bool { entries.allSatisfy { $0.key == Name.purgedAt } }

  /// The texts of a reader that lost without having been seen by whoever wrote what won, the last one first.
  package static func overruled(
    among versions: [Registers]
  ) -> [(name: String, value: JSON, stamp: Timestamp)] {
    guard versions.count > 1 else { return [] }
    let winners = joined(versions).current
    // By register, how many versions replaced the text of a stamp.
    var seen: [String: [Timestamp: Int]] = [:]
    for version in versions {
      for (name, entry) in version.entries {
        for stamp in Set(entry.over) { seen[name, default: [:]][stamp, default: 0] += 1 }
      }
    }
    var known: Set<JSON.Member> = []
    var found: [(name: String, value: JSON, stamp: Timestamp)] = []
    for version in versions {
      for (name, entry) in version.entries where isText(name) && entry.value != .null {
        guard let winner = winners.entries[name], winner.value != entry.value,
          winners.purgedAt.map({ entry.stamp > $0 }) ?? true
        else { continue }
        let isSeenByOther =
          seen[name]?[entry.stamp] ?? 0 > (entry.over.contains(entry.stamp) ? 1 : 0)
        if !isSeenByOther, known.insert(.init(name, entry.value)).inserted {
          found.append((name, entry.value, entry.stamp))
        }
      }
    }
    return found.sorted { ($1.stamp, $1.name) < ($0.stamp, $0.name) }
  }
}

// Saying.
extension Registers {
  /// The own file after something was said, later than all that is known of the article.
  ///
  /// - Parameters:
  ///   - values: by register; null for what is gone.
  ///   - now: the time.
  ///   - others: what other files say of the article.
  ///   - order: registers of sets in the order of their members.
  ///   - fixed: a stamp for automatic values of unknown registers, which any later change beats.
  ///   - takesBack: whether a change is taken back, for which nobody looks at the others' texts.
  /// - Returns: what the own file says then; without what was purged.
  package func saying(
    _ values: [String: JSON], at now: Timestamp, knowing others: [Registers], order: [String] = [],
    fixed: Timestamp? = nil, takesBack: Bool = false
  ) -> Registers {
    let known = Registers.joined(others).joined(self)
    var values = values
    // Saved after a purge that is not known here, it still has its address.
    if let saved = values[Name.savedAt], saved != .null, values[Name.canonicalURL] == nil {
      values[Name.canonicalURL] = known.entries[Name.canonicalURL]?.value
    }
    let stamp = (known.entries.isEmpty ? fixed : nil) ?? known.nextStamp(at: now)
    var next = self
    if let purge = known.entries[Name.purgedAt] { next.entries[Name.purgedAt] = purge }
    next = next.current
    next.illFormed.removeAll { values[$0.key] != nil }
    let held = known.current
    for name in Name.base where next.entries[name] == nil && values[name] == nil {
      next.entries[name] = held.entries[name]
    }
    let places = Dictionary(zip(order, 0...)) { first, _ in first }
    for (name, value) in values {
      let seen =
        if takesBack {
          next.entries[name]?.over ?? []
        } else if Self.isText(name) {
          Set(others.compactMap { $0.entries[name]?.stamp }.filter { $0 < stamp }).sorted()
        } else { [Timestamp]() }
      next.entries[name] = Entry(value, stamp, over: seen, place: places[name] ?? .max)
    }
    if next.saidAt == nil { next.saidAt = stamp }
    return next
  }

  /// Returns the stamp of the next change: later than all known ones, whatever the clock says.
  ///
  /// A clock beyond the end counts as a day before it, which leaves room for later changes.
  package func nextStamp(at now: Timestamp) -> Timestamp {
    let now = min(now, Self.end.advanced(bySeconds: -86_400))
    return entries.isEmpty ? now : min(max(now, latest.advanced(byMilliseconds: 1)), Self.end)
  }

  /// Returns the tombstone of a purged article.
  package static func tombstone(at stamp: Timestamp) -> Registers {
    var tombstone = Registers()
    tombstone.entries[Name.purgedAt] = Entry(.string(stamp.rfc3339), stamp)
    tombstone.saidAt = stamp
    return tombstone
  }
}

// Changes and their reversal.
extension Registers {
  /// A register's value before a change and after it.
  package struct Change: Equatable, Sendable {
    package var before: JSON
    package var after: JSON

    package init(before: JSON, after: JSON) { (self.before, self.after) = (before, after) }
  }

  /// The changes by register.
  package typealias Difference = [String: Change]

  /// The value of a register; null where nothing was said.
  package subscript(name: String) -> JSON { entries[name]?.value ?? .null }

  /// The values by which two articles differ.
  package static func difference(
    from before: [String: JSON], to after: [String: JSON]
  ) -> Difference {
    var difference: Difference = [:]
    for (name, value) in after where before[name] != value {
      difference[name] = Change(before: before[name] ?? .null, after: value)
    }
    for (name, value) in before where after[name] == nil && value != .null {
      difference[name] = Change(before: value, after: .null)
    }
    return difference
  }

  /// The values that take a change back: of registers that still have what it gave them.
  package func reverting(_ difference: Difference) -> [String: JSON] {
    difference.filter { self[$0.key] == $0.value.after }.mapValues(\.before)
  }
}

extension Timestamp {
  /// Before every moment that a record can hold.
  package static let distantPast = Timestamp(milliseconds: .min)
}
