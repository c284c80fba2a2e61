import ArticleStore
import ReadingList

// What differs.
extension SyncSession {
  func exchangeDigests(_ mine: RecordCatalog) throws(SyncProblem) -> [RecordDigest] {
    try turn { () throws(SyncProblem) in
      var out: [UInt8] = []
      for digest in mine.digests {
        out.append(digest.high)
        out.append(digest.low)
      }
      try channel.send(.digests, out)
    } receive: { () throws(SyncProblem) in
      let bytes = try channel.receive(.digests, limit: 256 * 16)
      guard bytes.count == 256 * 16 else { throw .illFormed("too few digests") }
      var reader = MessageReader(bytes)
      return (0..<256).map { _ in
        RecordDigest(high: reader.integer(), low: reader.integer())
      }
    }
  }

  /// The size of an entry of a list on the wire.
  private static let entrySize = 31

  func exchangeLists(
    _ mine: RecordCatalog,
    _ shards: [Int]
  ) throws(SyncProblem) -> [Int: [RecordCatalog.Entry]] {
    try turn { () throws(SyncProblem) in
      for shard in shards {
        var out: [UInt8] = []
        out.reserveCapacity(mine.shards[shard].count * Self.entrySize)
        for entry in mine.shards[shard] {
          entry.id.append(to: &out)
          out.append(entry.digest.high)
          out.append(entry.digest.low)
          out.append(entry.size)
          out.append((entry.isPurged ? 1 : 0) | (entry.lacksText ? 2 : 0) as UInt8)
        }
        try channel.send(.list, out)
      }
    } receive: { () throws(SyncProblem) in
      var left = Self.maxRecords
      var lists: [Int: [RecordCatalog.Entry]] = [:]
      for shard in shards {
        let bytes = try channel.receive(.list, limit: left * Self.entrySize)
        let entries = try Self.entries(bytes, shard: shard)
        left -= entries.count
        lists[shard] = entries
      }
      return lists
    }
  }

  private static func entries(
    _ bytes: [UInt8],
    shard: Int
  ) throws(SyncProblem) -> [RecordCatalog.Entry] {
    guard bytes.count % entrySize == 0 else { throw .illFormed("a list that is cut off") }
    var reader = MessageReader(bytes)
    var entries: [RecordCatalog.Entry] = []
    entries.reserveCapacity(bytes.count / entrySize)
    while !reader.isAtEnd {
      let id = reader.id()
      let digest = RecordDigest(high: reader.integer(), low: reader.integer())
      let size = reader.integer(UInt32.self)
      let flags = reader.integer(UInt8.self)
      guard Int(id.shardNumber) == shard, entries.last.map({ $0.id < id }) ?? true, flags < 4,
        size <= IncomingRecord.maxSize
      else {
        throw .illFormed("a list out of order")
      }
      entries.append(
        RecordCatalog.Entry(
          id: id,
          digest: digest,
          size: size,
          isPurged: flags & 1 != 0,
          lacksText: flags & 2 != 0
        )
      )
    }
    return entries
  }

  /// The articles of which the sides do not have the same.
  static func differences(
    _ mine: RecordCatalog,
    _ theirs: [Int: [RecordCatalog.Entry]],
    _ shards: [Int]
  ) -> [SyncArticle] {
    var found: [SyncArticle] = []
    for shard in shards {
      let (own, other) = (mine.shards[shard], theirs[shard] ?? [])
      var (i, j) = (0, 0)
      while i < own.count || j < other.count {
        if j == other.count || i < own.count && own[i].id < other[j].id {
          found.append(SyncArticle(mine: own[i], theirs: nil))
          i += 1
        } else if i == own.count || other[j].id < own[i].id {
          found.append(SyncArticle(mine: nil, theirs: other[j]))
          j += 1
        } else {
          let article = SyncArticle(mine: own[i], theirs: other[j])
          if article.recordsDiffer || own[i].lacksText != other[j].lacksText {
            found.append(article)
          }
          (i, j) = (i + 1, j + 1)
        }
      }
    }
    return found
  }

  /// How many articles may go for good without being asked about, however small the library is.
  static let fewLosses = 20

  /// Refuses to lose more than a tenth of the articles here to what was purged there.
  func checkLosses(_ articles: [SyncArticle], of count: Int) throws(SyncProblem) {
    guard !options.mayShrink, !options.isDry else { return }
    try Self.checkLosses(
      articles.count { $0.theirs?.isPurged == true && $0.mine?.isPurged == false },
      of: count,
      in: library?.directory ?? ""
    )
  }

  /// Refuses to lose more than a tenth of some articles.
  static func checkLosses(
    _ losses: Int,
    of count: Int,
    in directory: String
  ) throws(SyncProblem) {
    guard losses > fewLosses, losses * 10 > count else { return }
    throw SyncProblem(
      .failed,
      "\(losses) of \(count) articles in \(directory) were deleted permanently elsewhere; "
        + "--yes deletes them here, too"
    )
  }
}

/// An article of which two libraries do not have the same.
struct SyncArticle {
  var mine: RecordCatalog.Entry?
  var theirs: RecordCatalog.Entry?

  var id: ArticleID { (mine ?? theirs)?.id ?? ArticleID(head: 0, tail: 0) }

  /// Whether the records themselves differ, and not only whether the text is there.
  var recordsDiffer: Bool { mine?.digest != theirs?.digest }

  /// What its records take, as both sides know it.
  var size: Int { recordsDiffer ? Int(mine?.size ?? 0) + Int(theirs?.size ?? 0) : 0 }
}

/// Cuts articles into batches, on both sides alike.
struct SyncBatches {
  private var rest: ArraySlice<SyncArticle>

  init(_ articles: [SyncArticle]) { rest = articles[...] }

  mutating func next() -> ArraySlice<SyncArticle>? {
    guard !rest.isEmpty else { return nil }
    var count = 0
    var size = 0
    for article in rest.prefix(SyncSession.maxBatch) {
      size += article.size
      if count > 0, size > SyncSession.maxBatchSize { break }
      count += 1
    }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }
}
