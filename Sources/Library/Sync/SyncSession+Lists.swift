import ReadingList

// Lists of differing files.
extension SyncSession {
  func exchangeDigests(_ mine: RecordCatalog) throws(StoreError) -> [UInt128] {
    try turn { () throws(StoreError) in
      let digests = mine.digests.map { String($0, radix: 16) }
      try channel.send(.digests, Array(digests.joined(separator: " ").utf8))
    } receive: { () throws(StoreError) in
      let bytes = try channel.receive(.digests, limit: 256 * 33)
      let digests = bytes.split(separator: 0x20).compactMap {
        UInt128(String(decoding: $0, as: UTF8.self), radix: 16)
      }
      guard digests.count == 256 else { throw .illFormed("too few digests") }
      return digests
    }
  }

  /// Max bytes of a list entry on the wire.
  private static let maxEntry = 250

  func exchangeLists(
    _ mine: RecordCatalog, _ shards: [Int]
  ) throws(StoreError) -> [Int: [RecordCatalog.Entry]] {
    try turn { () throws(StoreError) in
      for shard in shards {
        let lines = mine.shards[shard].map { entry in
          let flags = (entry.isPurge ? 1 : 0) | (entry.lacksText ? 2 : 0)
          return "\(String(entry.digest, radix: 16)) \(entry.size) \(flags) \(entry.name)\n"
        }
        try channel.send(.list, Array(lines.joined().utf8))
      }
    } receive: { () throws(StoreError) in
      var left = Self.maxRecords
      var lists: [Int: [RecordCatalog.Entry]] = [:]
      for shard in shards {
        let bytes = try channel.receive(.list, limit: left * Self.maxEntry)
        let entries = try Self.entries(bytes, shard: shard)
        left -= entries.count
        guard left >= 0 else { throw .illFormed("too many records") }
        lists[shard] = entries
      }
      return lists
    }
  }

  private static func entries(
    _ bytes: [UInt8], shard: Int
  ) throws(StoreError) -> [RecordCatalog.Entry] {
    var entries: [RecordCatalog.Entry] = []
    for line in bytes.split(separator: 0x0a, maxSplits: maxRecords) {
      let words = line.split(separator: 0x20, maxSplits: 3).map {
        String(decoding: $0, as: UTF8.self)
      }
      guard words.count == 4, let digest = UInt128(words[0], radix: 16),
        let size = UInt32(words[1]), size <= Library.maxRecordSize,
        let flags = UInt8(words[2]), flags < 4,
        let id = ArticleID(text: words[3].prefix(ArticleID.length)), Int(id.shardNumber) == shard,
        IncomingRecord.isValid(words[3], of: id), entries.last.map({ $0.name < words[3] }) ?? true
      else { throw .illFormed("a list out of order") }
      entries.append(
        RecordCatalog.Entry(
          id: id, name: words[3], digest: digest, size: size, isPurge: flags & 1 != 0,
          lacksText: flags & 2 != 0))
    }
    return entries
  }

  /// Returns the articles that differ, by shard and id.
  static func differences(
    _ mine: RecordCatalog, _ theirs: [Int: [RecordCatalog.Entry]], _ shards: [Int]
  ) -> [SyncArticle] {
    var found: [SyncArticle] = []
    for shard in shards {
      let own = Dictionary(grouping: mine.shards[shard], by: \.id)
      let other = Dictionary(grouping: theirs[shard] ?? [], by: \.id)
      for id in Set(own.keys).union(other.keys).sorted() {
        let article = SyncArticle(id, own[id] ?? [], other[id] ?? [])
        if !article.isSame { found.append(article) }
      }
    }
    return found
  }

  /// Returns the first batch of some articles; both sides cut alike.
  static func batch(of articles: ArraySlice<SyncArticle>) -> ArraySlice<SyncArticle> {
    var (count, size) = (0, 0)
    for article in articles.prefix(maxBatch) {
      size += article.size
      if count > 0, size > maxBatchSize { break }
      count += 1
    }
    return articles.prefix(count)
  }

  /// How many of a library's articles a sync may purge without being asked: some of a small library,
  /// and a tenth of a large one.
  static func mostLosses(of count: Int) -> Int { max(20, count / 10) }

  /// Throws if more than a tenth of the articles here were purged on the other side.
  func checkLosses(_ articles: [SyncArticle], of count: Int) throws(StoreError) {
    guard !options.mayShrink, !options.isDry else { return }
    let losses = articles.count { $0.isPurgedThere }
    guard losses > Self.mostLosses(of: count) else { return }
    throw StoreError(
      .io,
      "\(losses) of \(count) articles in \(library?.directory ?? "") were deleted permanently elsewhere; "
        + "--yes deletes them here, too")
  }
}

/// An article that differs between two libraries.
struct SyncArticle {
  let id: ArticleID
  /// Files that the other side lacks or has in another version.
  let mine: [RecordCatalog.Entry]
  /// Files that this side lacks or has in another version.
  let theirs: [RecordCatalog.Entry]
  /// Whether one side lacks a text that the other may have.
  let differsInTexts: Bool
  /// Whether the article was purged there and exists here.
  let isPurgedThere: Bool

  init(_ id: ArticleID, _ own: [RecordCatalog.Entry], _ other: [RecordCatalog.Entry]) {
    self.id = id
    let digests = Dictionary(own.map { ($0.name, $0.digest) }) { first, _ in first }
    let others = Dictionary(other.map { ($0.name, $0.digest) }) { first, _ in first }
    mine = own.filter { others[$0.name] != $0.digest }
    theirs = other.filter { digests[$0.name] != $0.digest }
    differsInTexts = own.filter(\.lacksText).map(\.name) != other.filter(\.lacksText).map(\.name)
    isPurgedThere = theirs.contains(where: \.isPurge) && own.contains { !$0.isPurge }
  }

  var isSame: Bool { mine.isEmpty && theirs.isEmpty && !differsInTexts }

  /// The size of its records, which both sides compute alike.
  var size: Int { (mine + theirs).reduce(0) { $0 + Int($1.size) } }
}
