/// Counts of saved and read articles in a period, computed from list entries.
///
/// A record knows when its article was saved and when it was last read. So saved articles count by the
/// day they were saved, and read ones, with the share of their words that was read, by the day they were
/// last read. When one was archived a list entry does not know: `archived` counts those saved in the
/// time that are archived now. What is in Trash does not count.
package struct Statistics: Sendable {
  /// The counts of a site or a week.
  package struct Counts: Sendable {
    /// Articles saved.
    package var saved = 0
    /// Articles read to the end.
    package var read = 0
    /// Words read, also of articles not finished.
    package var words = 0

    /// Minutes that reading these words takes; 0 when there are none.
    package var minutes: Int { ReadingTime.minutes(words: words) ?? 0 }
  }

  /// How many times the last 24 hours count, with a moment exactly so long ago; nil for all time.
  package let days: Int?
  /// The totals.
  package private(set) var total = Counts()
  /// Of what was saved, how many are archived now.
  package private(set) var archived = 0
  /// Days in a row on which something was read, the last of them today or yesterday.
  ///
  /// As an article counts on the day it was last read, reading one again may shorten it.
  package private(set) var streak = 0
  /// The sites, those with the most words read first, then the most articles saved, then by name.
  package private(set) var sites: [(name: String, counts: Counts)] = []
  /// The weeks without gaps, the oldest first, up to the present one; at most `maxWeeks`.
  ///
  /// Each is named by its Monday, in days since 1970-01-01.
  package private(set) var weeks: [(monday: Int, counts: Counts)] = []

  package static let month = 30
  /// The numbers of days that the interface shows.
  package static let shown: [Int?] = [month, nil]
  /// How many weeks are counted singly.
  package static let maxWeeks = 53

  /// Counts articles.
  ///
  /// - Parameters:
  ///   - articles: the entries, each once.
  ///   - days: how many times the last 24 hours count; nil for all time.
  ///   - now: the present moment.
  ///   - utcOffset: seconds east of Greenwich at a moment, for telling days.
  package init(
    of articles: some Sequence<ArticleSummary>, in days: Int?, now: Timestamp,
    utcOffset: (Timestamp) -> Int
  ) {
    self.days = days
    let start = days.map { now.advanced(bySeconds: Int64(-$0 * 86_400)) }
    func counts(_ moment: Timestamp) -> Bool { start.map { moment >= $0 } ?? true }
    func day(_ moment: Timestamp) -> Int {
      moment.components(utcOffset: utcOffset(moment)).dayNumber
    }
    var bySite: [String: Counts] = [:]
    var byWeek: [Int: Counts] = [:]
    var daysOfReading: Set<Int> = []
    for article in articles where !article.membership.isDeleted {
      func add(_ moment: Timestamp, _ change: (inout Counts) -> Void) {
        change(&total)
        if let site = article.shownSite { change(&bySite[site, default: Counts()]) }
        change(&byWeek[Self.monday(of: day(moment)), default: Counts()])
      }
      if counts(article.savedAt) {
        add(article.savedAt) { $0.saved += 1 }
        if article.membership.isArchived { archived += 1 }
      }
      guard let readAt = article.readAt, article.progress > .none else { continue }
      daysOfReading.insert(day(readAt))
      guard counts(readAt) else { continue }
      let words = article.wordCount * article.progress.percent / 100
      add(readAt) { counts in
        if article.progress.isFinished { counts.read += 1 }
        counts.words += words
      }
    }
    let today = day(now)
    var last = daysOfReading.contains(today) ? today : today - 1
    while daysOfReading.contains(last) {
      streak += 1
      last -= 1
    }
    sites = bySite.map { (name: $0.key, counts: $0.value) }.sorted { a, b in
      (b.counts.words, b.counts.saved, a.name) < (a.counts.words, a.counts.saved, b.name)
    }
    let present = Self.monday(of: today)
    let earliest = present - 7 * (Self.maxWeeks - 1)
    let first = start.map { Self.monday(of: day($0)) } ?? byWeek.keys.min() ?? present
    weeks = stride(from: max(first, earliest), through: present, by: 7).map { monday in
      (monday: monday, counts: byWeek[monday] ?? Counts())
    }
  }

  /// The Monday on or before a day.
  private static func monday(of day: Int) -> Int {
    // 1970-01-01 was a Thursday.
    day - ((day + 3) % 7 + 7) % 7
  }
}
