import ReadingList

// Lists of differing files.
extension SyncSession {
  func exchangeDigests(_ mine: RecordCatalog) throws(StoreError) -> [UInt128] {
    try turn { () throws(StoreError) in
      var out: [UInt8] = []
      for digest in mine.digests { out.appendBigEndian(digest) }
      try channel.send(.digests, out)
    } receive: { () throws(StoreError) in
      let bytes = try channel.receive(.digests, limit: 256 * 16)
      guard bytes.count == 256 * 16 else { throw .illFormed("too few digests") }
      var reader = MessageReader(bytes)
      return (0..<256).map { _ in reader.integer() }
    }
  }

  /// Bytes of a list entry on the wire without its file name, and max bytes of the name.
  private static let entrySize = 22, maxName = 200

  func exchangeLists(
    _ mine: RecordCatalog, _ shards: [Int]
  ) throws(StoreError) -> [Int: [RecordCatalog.Entry]] {
    try turn { () throws(StoreError) in
      for shard in shards {
        var out: [UInt8] = []
        for entry in mine.shards[shard] {
          out.appendBigEndian(entry.digest)
          out.appendBigEndian(entry.size)
          out.appendBigEndian((entry.isPurge ? 1 : 0) | (entry.lacksText ? 2 : 0) as UInt8)
          out.appendBigEndian(UInt8(entry.name.utf8.count))
          out += entry.name.utf8
        }
        try channel.send(.list, out)
      }
    } receive: { () throws(StoreError) in
      var left = Self.maxRecords
      var lists: [Int: [RecordCatalog.Entry]] = [:]
      for shard in shards {
        let bytes = try channel.receive(.list, limit: left * (Self.entrySize + Self.maxName))
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
    var reader = MessageReader(bytes)
    var entries: [RecordCatalog.Entry] = []
    while !reader.isAtEnd {
      guard reader.hasLeft(entrySize) else { throw .illFormed("a list that is cut off") }
      let digest = reader.integer(UInt128.self)
      let size = reader.integer(UInt32.self)
      let flags = reader.integer(UInt8.self)
      let length = Int(reader.integer(UInt8.self))
      guard length <= maxName, reader.hasLeft(length) else {
        throw .illFormed("a list that is cut off")
      }
      let name = String(decoding: reader.take(length), as: UTF8.self)
      guard let id = ArticleID(text: name.prefix(ArticleID.length)), Int(id.shardNumber) == shard,
        IncomingRecord.isValid(name, of: id), entries.last.map({ $0.name < name }) ?? true,
        flags < 4, size <= Library.maxRecordSize
      else { throw .illFormed("a list out of order") }
      entries.append(
        RecordCatalog.Entry(
          id: id, name: name, digest: digest, size: size, isPurge: flags & 1 != 0,
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

  /// How many of a library's articles a sync may purge without being asked: some of a small library,
  /// and a tenth of a large one.
  static func mostLosses(of count: Int) -> Int { max(20, count / 10) }

  /// Throws if more than a tenth of the articles here were purged on the other side.
  func checkLosses(_ articles: [SyncArticle], of count: Int) throws(StoreError) {
    guard !options.mayShrink, !options.isDry else { return }
    try Self.checkLosses(
      articles.count { $0.isPurgedThere }, of: count, in: library?.directory ?? "")
  }

  /// Throws if the losses exceed `mostLosses`.
  static func checkLosses(_ losses: Int, of count: Int, in directory: String) throws(StoreError) {
    guard losses > mostLosses(of: count) else { return }
    throw StoreError(
      .io,
      "\(losses) of \(count) articles in \(directory) were deleted permanently elsewhere; "
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
  /// Whether each side lacks a text.
  let lacksText: (here: Bool, there: Bool)
  /// Whether the article was purged there and exists here.
  let isPurgedThere: Bool

  init(_ id: ArticleID, _ own: [RecordCatalog.Entry], _ other: [RecordCatalog.Entry]) {
    self.id = id
    let digests = Dictionary(own.map { ($0.name, $0.digest) }) { first, _ in first }
    let others = Dictionary(other.map { ($0.name, $0.digest) }) { first, _ in first }
    mine = own.filter { others[$0.name] != $0.digest }
    theirs = other.filter { digests[$0.name] != $0.digest }
    lacksText = (own.contains(where: \.lacksText), other.contains(where: \.lacksText))
    isPurgedThere = theirs.contains(where: \.isPurge) && own.contains { !$0.isPurge }
  }

  var isSame: Bool { mine.isEmpty && theirs.isEmpty && lacksText.here == lacksText.there }

  /// The size of its records, which both sides compute alike.
  var size: Int { (mine + theirs).reduce(0) { $0 + Int($1.size) } }
}

/// Cuts articles into batches; both sides cut alike.
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
