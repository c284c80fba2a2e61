import ReadingList
import Testing

@Suite("Statistics") struct StatisticsTests {
  /// Saturday noon.
  private static let now = Timestamp(rfc3339: "2026-11-21T12:00:00Z") ?? Timestamp(milliseconds: 0)

  private static func article(
    _ number: Int, saved: String, read: String? = nil, percent: Int = 0, words: Int = 0,
    site: String? = nil, isArchived: Bool = false, isDeleted: Bool = false
  ) -> ArticleSummary {
    let url = "https://a.example/\(number)"
    let moment = Timestamp(rfc3339: saved) ?? now
    var article = Article(canonicalURL: url, url: url, title: "T", savedAt: moment)
    article.readAt = read.flatMap { Timestamp(rfc3339: $0) }
    article.progress = Progress(percent: percent)
    article.wordCount = words
    article.site = site
    article.isArchived = isArchived
    article.isDeleted = isDeleted
    return ArticleSummary(article)
  }

  private func statistics(
    _ articles: [ArticleSummary], _ days: Int?, offset: Int = 0
  ) -> Statistics { Statistics(of: articles, in: days, now: Self.now) { _ in offset } }

  private func numbers(_ counts: Statistics.Counts) -> [Int] {
    [counts.saved, counts.read, counts.words]
  }

  /// Two at the boundary, one in Trash, one in progress, one read long ago.
  private let fixture = [
    article(1, saved: "2026-10-22T12:00:00Z", site: "A", isArchived: true),
    article(2, saved: "2026-10-22T11:59:59.999Z", site: "A", isArchived: true),
    article(
      3, saved: "2026-11-20T08:00:00Z", read: "2026-11-21T09:00:00Z", percent: 100, words: 1000,
      site: "B"),
    article(
      4, saved: "2026-11-19T08:00:00Z", read: "2026-11-20T09:00:00Z", percent: 50, words: 400,
      site: "A"),
    article(
      5, saved: "2026-01-01T00:00:00Z", read: "2026-02-01T00:00:00Z", percent: 100, words: 600,
      site: "C"), article(6, saved: "2026-11-20T08:00:00Z", words: 100, isDeleted: true),
  ]

  @Test("1.12 of 30 days count what is exactly so old, and nothing older") func month() {
    let found = statistics(fixture, 30)
    #expect(numbers(found.total) == [3, 1, 1200])
    #expect(found.total.minutes == 6)
    #expect(found.archived == 1)
    #expect(found.streak == 2)
    #expect(found.sites.map(\.name) == ["B", "A"])
    #expect(found.sites.last.map { numbers($0.counts) } == [2, 0, 200])
  }

  @Test("1.12 of all time count everything that is not in Trash, and so do very many days")
  func all() {
    let found = statistics(fixture, nil)
    #expect(numbers(found.total) == [5, 2, 1800])
    #expect(found.archived == 2)
    #expect(found.sites.map(\.name) == ["B", "C", "A"])
    #expect(numbers(statistics(fixture, 36_500).total) == [5, 2, 1800])
    #expect(statistics(fixture, 7).total.saved == 2)
  }

  @Test("1.12 an article that was not fetched counts for the host of its address") func hosts() {
    let found = statistics([Self.article(1, saved: "2026-11-20T08:00:00Z")] + fixture, 30)
    #expect(found.sites.map(\.name) == ["B", "A", "a.example"])
    #expect(found.sites.reduce(0) { $0 + $1.counts.saved } == found.total.saved)
  }

  @Test("1.12 weeks begin on Monday, have no gaps and end with the present one") func weeks() throws
  {
    let found = statistics(fixture, 30)
    let mondays = ["2026-10-19", "2026-10-26", "2026-11-02", "2026-11-09", "2026-11-16"]
    let days = found.weeks.map {
      String(Timestamp(seconds: Int64($0.monday) * 86_400).rfc3339.prefix(10))
    }
    #expect(days == mondays)
    #expect(found.weeks.map(\.counts.saved) == [1, 0, 0, 0, 2])
    #expect(found.weeks.last.map { numbers($0.counts) } == [2, 1, 1200])
    let all = statistics(fixture, nil).weeks
    #expect(all.count == 47 && all.reduce(0) { $0 + $1.counts.saved } == 5)
  }

  @Test("1.12 days and weeks are those of the time zone") func zone() {
    // Sunday 23:30 in Greenwich is Monday one hour to the east.
    let late = [
      Self.article(1, saved: "2026-11-15T23:30:00Z", read: "2026-11-19T23:30:00Z", percent: 10)
    ]
    #expect(statistics(late, 30).weeks.suffix(2).map(\.counts.saved) == [1, 0])
    #expect(statistics(late, 30, offset: 3600).weeks.suffix(2).map(\.counts.saved) == [0, 1])
    #expect(statistics(late, 30).streak == 0)
    #expect(statistics(late, 30, offset: 3600).streak == 1)
  }

  @Test("1.12 a streak ends today or yesterday, and a day without reading breaks it") func streak()
  {
    func days(_ days: [Int]) -> Int {
      let articles = days.map { day in
        Self.article(
          day, saved: "2026-11-01T00:00:00Z", read: "2026-11-\(day)T10:00:00Z", percent: 5)
      }
      return statistics(articles, 30).streak
    }
    #expect(days([19, 20, 21]) == 3)
    #expect(days([18, 19, 20]) == 3)
    #expect(days([17, 18, 19]) == 0)
    #expect(days([18, 20, 21]) == 2)
    #expect(days([]) == 0)
  }

  @Test("1.12 dates at the ends of time cost neither time nor memory") func hostileDates() {
    let odd = [
      Self.article(1, saved: "0001-01-01T00:00:00Z", site: "Old"),
      Self.article(2, saved: "9999-12-31T00:00:00Z", read: "9999-12-31T00:00:00Z", percent: 100),
    ]
    let found = statistics(odd, nil)
    #expect(found.total.saved == 2 && found.total.read == 1)
    #expect(found.weeks.count == Statistics.maxWeeks)
    #expect(statistics([], nil).weeks.count == 1)
  }
}
