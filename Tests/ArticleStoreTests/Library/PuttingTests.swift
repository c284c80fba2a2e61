import ArticleStore
import Glibc
import ReadingList
import Synchronization
import Testing

/// Putting articles that the library may have already, with and without the help of the list.
@Suite("Putting what is there already")
struct PuttingTests {
  /// Counts records that are read.
  private final class Readings: Sendable {
    private let count = Mutex(0)
    /// Whether what the list was made of cannot be told from what is there now.
    let isBlind = Atomic(false)

    /// The file system, by a clock that is far from all files' times.
    var files: FileLayer {
      var files = FileLayer { operation, path in
        guard path.contains("/articles/"), path.hasSuffix(".json") else { return 0 }
        if operation == .read { self.count.withLock { $0 += 1 } }
        return operation == .status && self.isBlind.load(ordering: .relaxed) ? EIO : 0
      }
      files.now = { FileLayer.realTime() + 3_600_000_000_000 }
      return files
    }

    func taken() -> Int {
      count.withLock { count in
        defer { count = 0 }
        return count
      }
    }
  }

  private func put(_ articles: [Article], into library: Library) throws -> [ImportPlan.Place] {
    var receipt = ChangeReceipt()
    return try library.put(articles.map { IncomingArticle($0) }, at: at(99), into: &receipt)
  }

  private func word(_ place: ImportPlan.Place) -> String {
    let word =
      place.failure != nil
      ? "failed" : place.isAdded ? "added" : place.isMerged ? "merged" : "unchanged"
    return "\(word) \(place.after.id.text) \(place.after.isDeleted)"
  }

  @Test("reads no record of which the list says that nothing is new")
  func listed() throws {
    let scratch = Scratch()
    let readings = Readings()
    let library = try scratch.open(files: readings.files)
    var articles = try (0..<50).map { try article("https://example.com/\($0)") }
    for index in articles.indices { articles[index].tags = ["go", "web"] }
    _ = try put(articles, into: library)
    _ = library.snapshot()
    _ = readings.taken()
    for arrived in try put(articles, into: library) {
      #expect(word(arrived).hasPrefix("unchanged"))
    }
    #expect(readings.taken() == 0)
    articles[7].tags.append("new")
    _ = try put(articles, into: library)
    #expect(readings.taken() >= 1)
    #expect(try library.article(articles[7].id)?.tags == ["go", "web", "new"])
  }

  @Test("believes a record that was changed in place, and not the list")
  func changedInPlace() throws {
    let scratch = Scratch()
    let library = try scratch.open(files: Readings().files)
    var saved = try article("https://example.com/1")
    saved.tags = ["one", "two"]
    _ = try put([saved], into: library)
    _ = library.snapshot()
    let path = scratch.file(saved.id)
    let text = try #require(Scratch.text(path))
    // Of another size: the file system's clock may not have moved on.
    Scratch.write(text.replacing("\"two\"", with: "\"three\""), to: path)
    let arrived = try #require(try put([saved], into: library).first)
    #expect(word(arrived).hasPrefix("merged"))
    #expect(try library.article(saved.id)?.tags == ["one", "three", "two"])
  }

  @Test("does not write over a record of a newer format")
  func newer() throws {
    let scratch = Scratch()
    let library = try scratch.open(files: Readings().files)
    var saved = try article("https://example.com/1")
    _ = try put([saved], into: library)
    let path = scratch.file(saved.id)
    let text = try #require(Scratch.text(path))
    let newer = text.replacing("\"format\": 1,", with: "\"format\": 1000,")
    #expect(newer != text)
    Scratch.write(newer, to: path)
    saved.tags = ["new"]
    let arrived = try #require(try put([saved], into: library).first)
    #expect(word(arrived).hasPrefix("failed"))
    #expect(Scratch.text(path) == newer)
  }

  @Test("comes to the same as by reading every record", arguments: 0..<8 as Range<UInt64>)
  func likeReading(seed: UInt64) throws {
    let saved = try sampleArticles(120, seed: seed)
    var random = Seeded(seed)
    let arriving = zip(saved, try sampleArticles(120, seed: seed + 100)).map { mine, other in
      var next = mine
      func mixes() -> Bool { Int.random(in: 0...15, using: &random) == 0 }
      if mixes() { next.title = other.title }
      if mixes() { next.author = other.author }
      if mixes() { next.site = other.site }
      if mixes() { next.language = other.language }
      if mixes() { next.excerpt = other.excerpt }
      if mixes() { next.publishedAt = other.publishedAt }
      if mixes() { next.tags = other.tags }
      if mixes() { next.note = other.note }
      if mixes() { next.savedAt = other.savedAt }
      if mixes() { (next.progress, next.readAt) = (other.progress, other.readAt) }
      if mixes() { (next.isFavorite, next.isArchived) = (other.isFavorite, other.isArchived) }
      return next
    }
    // Some occur twice, and differ.
    let all = Array(saved.prefix(30)) + arriving
    let (listed, read) = (Scratch(), Scratch())
    let (readings, allReadings) = (Readings(), Readings())
    let fast = try listed.open(files: readings.files)
    let slow = try read.open(files: allReadings.files)
    for library in [fast, slow] {
      _ = try put(saved, into: library)
      let favorites = saved.prefix(20).map(\.id)
      _ = try library.apply(.favorite(false), to: favorites, at: at(50))
      _ = library.snapshot()
    }
    (_, _) = (readings.taken(), allReadings.taken())
    allReadings.isBlind.store(true, ordering: .relaxed)
    let outcomes = try put(all, into: fast).map(word)
    #expect(readings.taken() < all.count)
    #expect(try put(all, into: slow).map(word) == outcomes)
    #expect(allReadings.taken() >= saved.count)
    for article in saved {
      #expect(try fast.article(article.id) == slow.article(article.id))
    }
  }
}
