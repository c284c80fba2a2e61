import ReadingList
import Testing

@Suite("Membership and changes") struct MembershipTests {
  private func article() throws -> Article {
    Article(address: try WebAddress("https://example.com/a"), savedAt: Timestamp(seconds: 0))
  }

  @Test("0.7 puts a live article that changes touched into exactly one list")
  func exclusive() throws {
    let changes: [ArticleChange] = [true, false].flatMap {
      [.archive($0), .favorite($0), .delete($0)]
    }
    for first in changes {
      for second in changes {
        for third in changes {
          var now = try article()
          for change in [first, second, third] {
            now = now.applying(change, at: Timestamp(seconds: 1)) ?? now
          }
          let lists = Filter.allCases.filter { now.membership.isIn($0) }
          #expect(lists.count == (now.isDeleted ? 0 : 1))
          #expect(lists.first == now.membership.home)
        }
      }
    }
  }

  @Test("lets a favorite be archived too where favorites stay") func favoritesStay() throws {
    let both = try article().applying(
      .favorite(true), at: Timestamp(seconds: 1), ListRules(favoritesStay: true))?.applying(
        .archive(true), at: Timestamp(seconds: 2), ListRules(favoritesStay: true))
    #expect(both?.membership.isIn(.favorites, ListRules(favoritesStay: true)) == true)
    #expect(both?.membership.isIn(.archived, ListRules(favoritesStay: true)) == true)
    #expect(both?.membership.isIn(.readingList, ListRules(favoritesStay: true)) == false)
  }

  @Test("of tags takes none twice, and one that changes nothing is none") func tags() throws {
    let moment = Timestamp(seconds: 1)
    let tagged = try article().applying(.tag(add: ["a", "a"], remove: ["b"]), at: moment)
    #expect(tagged?.tags == ["a"])
    #expect(try article().applying(.archive(false), at: moment) == nil)
  }

  @Test("shows in a summary what it does to the article") func summaries() throws {
    let changes: [ArticleChange] = [
      .archive(true), .favorite(true), .delete(true), .tag(add: ["x", "y"], remove: ["z"]),
      .title("t"), .title(""), .position(.init(block: 1, offset: 2), .init(percent: 40)),
      .read(true), .read(false), .note("n"), .note(""),
    ]
    for first in changes {
      for second in changes {
        for stay in [true, false] {
          let moment = Timestamp(seconds: 5)
          let start =
            try article().applying(first, at: moment, ListRules(favoritesStay: stay)) ?? article()
          let after = start.applying(second, at: moment, ListRules(favoritesStay: stay)) ?? start
          let shown =
            ArticleSummary(start).applying(second, at: moment, ListRules(favoritesStay: stay))
            ?? ArticleSummary(start)
          var expected = ArticleSummary(after)
          // Only the record has the title that the page declared.
          if second == .title("") { expected.title = shown.title }
          #expect(shown == expected, "\(first), then \(second)")
        }
      }
    }
  }
}

@Suite("Reading time") struct ReadingTimeTests {
  @Test(
    "counts words as people do",
    arguments: [
      ("", 0), ("one", 1), ("one two", 2), ("don't stop", 2), ("don’t stop", 2), ("well-known", 2),
      ("3.5 items", 3), ("日本語", 2), ("日本語 と English", 3), ("…—!", 0), ("naïve café", 2),
      ("e\u{301}te", 1), ("한국어", 2), ("กำลังใจและความหวัง", 5),
    ])
  func words(text: String, count: Int) { #expect(ReadingTime.words(in: text) == count) }

  @Test(
    "is whole minutes, at least one, none when the length is unknown",
    arguments: [
      (0, nil), (-1, nil), (1, 1), (299, 1), (300, 2), (2000, 10), (Int.max, Int.max / 200),
    ] as [(Int, Int?)])
  func minutes(words: Int, minutes: Int?) { #expect(ReadingTime.minutes(words: words) == minutes) }

  @Test(
    "a length is said in hours and minutes",
    arguments: [
      (1, "1 min"), (59, "59 min"), (60, "1 h"), (61, "1 h 1 min"), (120, "2 h"),
      (542, "9 h 2 min"),
    ])
  func lengths(minutes: Int, words: String) {
    #expect(ReadingTime.words(minutes: minutes) == words)
  }

  @Test("progress reaches 100 only at the end and never lies at the beginning") func progress() {
    #expect(Progress(share: 0.29).percent == 29)
    #expect(Progress(share: 0.57).percent == 57)
    #expect(Progress(share: 0.949).percent == 95)
    #expect(Progress(share: 0.95).isFinished)
    #expect(Progress(share: -1) == .none)
    #expect(Progress(share: .nan) == .none)
    #expect(Progress(share: .infinity).isFinished)
    #expect(Progress(percent: 1000).isFinished)
  }
}
