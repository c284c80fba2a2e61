import ReadingList
import TestSupport
import Testing

@testable import ArticleStore

/// Versions of one record, apart from each other in everything, their times often equal.
struct Versions {
  var random: Seeded

  init(_ seed: UInt64) { random = Seeded(seed) }

  mutating func few() -> Int { Int.random(in: 0...2, using: &random) }
  mutating func moment() -> Timestamp { at(Int64(few())) }
  mutating func maybe<Value>(_ value: Value) -> Value? {
    Bool.random(using: &random) ? value : nil
  }

  mutating func some(_ names: [String]) -> [String] {
    var chosen: [String] = []
    for name in names.shuffled(using: &random) where Bool.random(using: &random) {
      chosen.append(name)
    }
    return chosen
  }

  mutating func highlight(_ id: String) -> Highlight {
    Highlight(
      id: id,
      quote: "q\(few())",
      prefix: maybe("before") ?? "",
      suffix: maybe("after") ?? "",
      start: ReadingPosition(block: few(), offset: few()),
      end: maybe(ReadingPosition(block: 3, offset: few())),
      color: Highlight.Color.allCases.randomElement(using: &random) ?? .yellow,
      note: "n\(few())",
      createdAt: moment(),
      changedAt: moment(),
      isDeleted: few() == 0
    )
  }

  mutating func article() throws -> Article {
    var new = try ArticleStoreTests.article("https://example.com/a", at: moment())
    new.url = "https://example.com/a?\(few())"
    new.otherURLs = some(["https://o.example/1", "https://o.example/2", "https://o.example/3"])
    new.isTitleEdited = few() == 0
    new.title = "title \(few())"
    if new.isTitleEdited { new.pageTitle = maybe("page \(few())") }
    new.finalURL = maybe("https://f.example/\(few())")
    new.author = maybe("author \(few())")
    new.wordCount = few()
    new.fetch = few() == 0 ? .pending(reason: maybe("r")) : .ready
    new.fetchedAt = maybe(moment())
    new.etag = maybe("e\(few())")
    new.bodyHash = maybe(String(repeating: "\(few())", count: 64))
    new.via = maybe("via \(few())")
    new.tags = some(["x", "y", "z"])
    new.isFavorite = few() == 0
    new.isArchived = few() == 0
    new.isDeleted = few() == 0
    new.position = ReadingPosition(block: few(), offset: few())
    new.progress = Progress(percent: few())
    new.readAt = maybe(moment())
    new.note = few() == 0 ? "" : "note \(few())"
    for id in some(["h1", "h2", "h3"]) { new.highlights.append(highlight(id)) }
    let fields =
      ArticleField.allCases.filter { $0 != .tags && $0 != .otherURLs }.map(\.rawValue)
      + ["tags/x", "tags/y", "tags/z", "otherURLs/https://o.example/1"]
    for field in some(fields) { new.changed[field] = moment() }
    for key in some(["k1", "k2"]) { new.unknown.append(.init(key, deep(few()))) }
    return new
  }

  mutating func deep(_ number: Int) -> JSON {
    .object(some(["a", "b"]).map { .init($0, .object([.init("v\($0)", .int(number))])) })
  }

  /// A record as another version of this program wrote it.
  mutating func record() throws -> Record {
    let article = try article()
    guard case .object(var members) = Record.json(of: article, over: nil) else { throw Unusual() }
    for index in members.indices {
      members[index].value =
        switch (members[index].key, members[index].value) {
        case ("position", .object(let parts)): .object(parts + [.init("column", .int(few()))])
        case ("highlights", .array(let marks)): .array(marks.map { decorated($0) })
        default: members[index].value
        }
    }
    return try Record(Array(JSON.object(members).pretty.utf8), id: article.id)
  }

  private struct Unusual: Error {}

  private mutating func decorated(_ mark: JSON) -> JSON {
    guard case .object(var parts) = mark else { return mark }
    for index in parts.indices where parts[index].key == "start" {
      guard case .object(let place) = parts[index].value else { continue }
      parts[index].value = .object(place + [.init("column", .int(few()))])
    }
    return .object(parts + some(["tint", "shape"]).map { .init($0, deep(few())) })
  }
}

/// Every path of a value down to its keys and ids, but not what stands there.
private func paths(_ value: JSON, _ path: String = "") -> Set<String> {
  switch value {
  case .object(let members):
    members.reduce(into: [path]) { $0.formUnion(paths($1.value, path + "/" + $1.key)) }
  case .array(let items):
    items.reduce(into: [path]) { found, item in
      found.formUnion(paths(item, path + "/" + (item["id"]?.string ?? "")))
    }
  default: [path]
  }
}

@Suite("Merging")
struct MergeLawTests {
  private func merged(_ a: Record, _ b: Record) throws -> Record {
    try Record(Array(a.merged(with: b).pretty.utf8), id: a.id)
  }

  @Test(
    "comes to the same in whatever order, and again to the same",
    arguments: [1, 2, 3] as [UInt64]
  )
  func laws(seed: UInt64) throws {
    var versions = Versions(seed)
    for round in 0..<(30 * testScale) {
      let (a, b, c) = (try versions.record(), try versions.record(), try versions.record())
      let both = try merged(a, b)
      #expect(try merged(b, a).raw == both.raw, "commutative, round \(round)")
      #expect(try merged(a, a).article == a.article, "idempotent, round \(round)")
      #expect(try merged(both, a).article == both.article, "absorbing, round \(round)")
      #expect(try merged(both, b).raw == both.raw, "absorbing, round \(round)")
      let (left, right) = (try merged(both, c), try merged(a, merged(b, c)))
      #expect(left.article == right.article, "associative, round \(round)")
    }
  }

  @Test(
    "comes to the same where one says a stamp that follows for another, and of more than five texts"
  )
  func stampsAndTexts() throws {
    var plain = try ArticleStoreTests.article("https://example.com/a", at: at(0))
    plain.fetch = .ready
    plain.isArchived = true
    plain.position = ReadingPosition(block: 1, offset: 0)
    var read = plain
    read.readAt = at(3)
    var later = plain
    later.savedAt = at(1)
    later.position = .start
    var versions = try [plain, read, later].map { article in
      try Record(Record.bytes(of: article), id: article.id)
    }
    #expect(try orders(of: versions).count == 1)
    versions = try (0..<7).map { number in
      var noted = plain
      noted.note = "note \(number % 5)"
      noted.changed[ArticleField.note.rawValue] = at(Int64(number / 2))
      // What one saw and replaced is nothing that another has overruled.
      noted.replaced = [ReplacedText(field: OverruledText.note, at: at(Int64(number % 3)))]
      return try Record(Record.bytes(of: noted), id: noted.id)
    }
    #expect(try orders(of: versions).count == 1)
  }

  /// What versions come to, merged in several orders and groupings.
  private func orders(of versions: [Record]) throws -> Set<String> {
    var random = Seeded(7)
    return try Set(
      (0..<40).map { _ in
        var left = versions.shuffled(using: &random)
        while left.count > 1 {
          let place = Int.random(in: 1..<left.count, using: &random)
          left[place - 1] = try merged(left[place - 1], left.remove(at: place))
        }
        return left[0].raw.pretty
      }
    )
  }

  @Test(
    "loses nothing of either side that was not removed",
    arguments: [4, 5] as [UInt64]
  )
  func lossless(seed: UInt64) throws {
    var versions = Versions(seed)
    for _ in 0..<(30 * testScale) {
      let (a, b) = (try versions.record(), try versions.record())
      let both = try merged(a, b)
      let (mine, theirs, all) = try (
        #require(a.article), #require(b.article), #require(both.article)
      )
      for article in [mine, theirs] {
        let other = article == mine ? theirs : mine
        for tag in article.tags where other.changed["tags/" + tag] == nil {
          #expect(all.tags.contains(tag))
        }
        for url in article.otherURLs where other.changed["otherURLs/" + url] == nil {
          #expect(all.otherURLs.contains(url))
        }
        #expect(Set(article.highlights.map(\.id)).isSubset(of: all.highlights.map(\.id)))
        // That of the fetch goes with the metadata, which are those of one side.
        for (field, moment) in article.changed where field != ArticleField.fetch.rawValue {
          #expect(all.changed[field] ?? moment >= moment)
        }
        #expect(all.savedAt <= article.savedAt)
      }
      // What this version does not know, however deep.
      let known = paths(Record.json(of: all, over: nil))
      for version in [a, b] {
        let unknown = paths(version.raw).filter { path in
          path.contains("tint") || path.contains("shape")
            || (path.hasPrefix("/highlights") && path.contains("column"))
            || path.contains("/k")
        }
        #expect(unknown.isSubset(of: paths(both.raw).union(known)))
      }
      // The metadata of the page are those of one side, all of them.
      let metadata: (Article) -> [String?] = {
        [
          $0.finalURL, $0.author, $0.etag, $0.bodyHash, $0.via, $0.fetch.name,
          $0.fetchedAt?.rfc3339,
        ]
      }
      #expect([metadata(mine), metadata(theirs)].contains(metadata(all)))
    }
  }

  @Test("with a purge ends in the same whatever comes first, and a later saving lives")
  func tombstones() throws {
    var versions = Versions(6)
    for _ in 0..<50 {
      let a = try versions.record()
      let purges = try [-1, 1, 3].map { second in
        try Record(Record.bytes(ofTombstone: a.id, purgedAt: at(second)), id: a.id)
      }
      for purge in purges {
        let both = try merged(a, purge)
        #expect(try merged(purge, a).raw == both.raw)
        #expect(try merged(both, purge).raw == both.raw)
      }
      // What came before all else changes nothing, but for stamps.
      let before = try merged(a, purges[0]).article
      #expect(before?.lastPurgedAt == at(-1))
      #expect(before?.tags.sorted() == a.article?.tags.sorted())
      #expect(before?.note == a.article?.note && before?.highlights == a.article?.highlights)
      #expect(try merged(a, purges[2]).article == nil)
      #expect(try merged(a, purges[2]).raw == purges[2].raw)
      #expect(try merged(purges[1], purges[2]).raw == purges[2].raw)
    }
    // The last saving counts, also where the first time is kept.
    let (first, again) = (
      try article("https://example.com/a"), try article("https://example.com/a", at: at(9))
    )
    let both = try merged(
      Record(Record.bytes(of: first), id: first.id),
      Record(Record.bytes(of: again), id: first.id)
    )
    #expect(both.article?.savedAt == at(0))
    let purge = try Record(Record.bytes(ofTombstone: first.id, purgedAt: at(5)), id: first.id)
    #expect(try merged(both, purge).article != nil)
  }

  @Test(
    "of 10,000 other addresses, tags and highlights each takes no time that grows with their square"
  )
  func many() throws {
    let half = (0..<10_000).map { "https://o.example/\($0)" }
    var (a, b) = (try article("https://example.com/a"), try article("https://example.com/a"))
    a.otherURLs = half
    b.otherURLs = half.map { $0 + "/other" } + half
    a.tags = half
    b.tags = half.reversed()
    a.highlights = half.map {
      Highlight(id: $0, quote: $0, start: .start, end: .start, createdAt: at(0), changedAt: at(0))
    }
    b.highlights = a.highlights.reversed()
    let both = a.merging(b)
    #expect(both.otherURLs.count == 20_000)
    #expect(both.tags.count == 10_000 && both.highlights.count == 10_000)
  }
}
