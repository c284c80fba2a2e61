import ReadingList

/// A side of a sync between two libraries; the other side runs the same code, here or elsewhere.
///
/// The sides take turns, so that they never wait for each other; the one that asked is first:
///
/// 1. `hello`: the protocol version and the library's name, if it has one, in JSON.
/// 2. `digests` of the 256 shards. If all are equal, the session ends.
/// 3. `list` for each shard that differs: digest, size, flags (purge, lacks its text) and name
///    of each record file, a line each.
/// 4. `ready`, once a side has found no reason to stop.
/// 5. The articles that differ, by id, in batches that both sides compute from the lists. In a
///    batch: `record`s of the first side; `record`s and `wants` of the second; `text`s and `wants`
///    of the first; `text`s and `done` of the second; `done` of the first.
///
/// Each side merges the records it receives with its own and saves the result, which is the same on
/// both. An interrupted session leaves every file whole, and saved files stay.
package struct SyncSession {
  /// Options of a sync.
  package struct Options: Sendable {
    /// Whether two libraries with different names become one.
    package var joins = false
    /// Whether nothing is written.
    package var isDry = false
    /// Whether more than a tenth of the articles may be purged.
    package var mayShrink = false

    package init() {}
  }

  /// The library of a side, if it has one.
  package enum Place: Sendable {
    case library(Library)
    /// No library; `make` creates one under the other side's name.
    case vacant(make: @Sendable (LibraryName) throws(StoreError) -> Library)
  }

  /// The protocol version.
  static let version = 3
  /// Max entries in the lists of one side.
  static let maxRecords = 1_000_000
  /// Max articles in a batch, and max bytes of their records by the lists.
  static let maxBatch = 512, maxBatchSize = 8 << 20
  /// Bytes by which a record may have grown since it was listed.
  static let slack = 64 << 10
  /// Bytes of texts to hold in memory before saving them.
  static let maxHeld = 8 << 20

  let channel: SyncChannel
  let isFirst: Bool
  let options: Options
  private let progress: (_ done: Int, _ all: Int) -> Void
  var report = SyncReport()
  var library: Library?
  /// The articles that the other side's records purge here, and how many it may be.
  var losses: Set<ArticleID> = [], mostLosses = Int.max

  /// Creates one side.
  ///
  /// - Parameters:
  ///   - channel: the connection to the other side.
  ///   - isFirst: whether this side speaks first.
  ///   - options: what is asked for.
  ///   - progress: called with the number of differing articles that are done.
  package init(
    _ channel: SyncChannel, isFirst: Bool, options: Options,
    progress: @escaping (_ done: Int, _ all: Int) -> Void = { _, _ in }
  ) {
    self.channel = channel
    self.isFirst = isFirst
    self.options = options
    self.progress = progress
  }

  /// Merges the library with the other side's.
  ///
  /// - Returns: the report.
  /// - Throws: the problem that ended it, which is also sent to the other side.
  package mutating func run(_ place: Place) throws(StoreError) -> SyncReport {
    do throws(StoreError) {
      try meet(place)
      return report
    } catch {
      if error.kind != .unreachable { channel.refuse(error) }
      throw error
    }
  }

  /// Sends and receives, in this side's order.
  func turn<Value>(
    send: () throws(StoreError) -> Void, receive: () throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    if isFirst {
      try send()
      return try receive()
    }
    let value = try receive()
    try send()
    return value
  }

  private mutating func meet(_ place: Place) throws(StoreError) {
    // Before the greeting, whose timeout allows for reading every record of a slow disk.
    var mine = RecordCatalog.empty
    if case .library(let own) = place { mine = own.recordCatalog() }
    for failure in mine.failures { report.note(failure.name, "not read: \(failure.reason)") }
    library = try greet(place)
    let theirDigests = try exchangeDigests(mine)
    let shards = (0..<256).filter { mine.digests[$0] != theirDigests[$0] }
    guard !shards.isEmpty else { return try channel.flush() }
    let theirs = try exchangeLists(mine, shards)
    let articles = Self.differences(mine, theirs, shards)
    try checkLosses(articles, of: mine.articleCount)
    if !options.mayShrink, !options.isDry {
      mostLosses = Self.mostLosses(of: mine.articleCount)
    }
    try turn { () throws(StoreError) in
      try channel.send(.ready, [])
    } receive: { () throws(StoreError) in
      _ = try channel.receive(.ready, limit: 0)
    }
    var rest = articles[...]
    while !rest.isEmpty {
      progress(articles.count - rest.count, articles.count)
      let batch = Self.batch(of: rest)
      try exchange(batch)
      rest = rest.dropFirst(batch.count)
    }
    try channel.flush()
  }
}

// Identities of the sides.
extension SyncSession {
  private mutating func greet(_ place: Place) throws(StoreError) -> Library? {
    var mine: LibraryName?
    var own: Library?
    if case .library(let library) = place {
      if let refusal = library.readOnly, !options.isDry {
        // The other side reads the refusal only after it has sent its name.
        if !isFirst { _ = try channel.receive(.hello, limit: 1024) }
        throw refusal
      }
      guard let name = library.name else {
        throw StoreError(
          .io, "\(library.directory)/library.json cannot be read; run luego doctor")
      }
      (own, mine) = (library, name)
    }
    let name = mine
    let theirs = try turn { () throws(StoreError) in
      try channel.send(.hello, Array(Self.hello(name).compact.utf8))
    } receive: { () throws(StoreError) in
      try Self.name(inHello: try channel.receive(.hello, limit: 1024))
    }
    switch (mine, theirs) {
    case (nil, nil): throw StoreError(.notFound, "There is no library on either side")
    case (let mine?, let theirs?) where mine.id != theirs.id:
      guard options.joins else {
        throw StoreError(
          .otherLibrary,
          "The other side is another library, \(theirs.id) instead of \(mine.id); "
            + "--join makes one of the two")
      }
      guard theirs.precedes(mine), !options.isDry else { return own }
      report.isRenamed = true
      return try own?.renamed(to: theirs)
    case (nil, let theirs?):
      guard case .vacant(let make) = place, !options.isDry else { return nil }
      return try make(theirs)
    default: return own
    }
  }

  private static func hello(_ name: LibraryName?) -> JSON {
    var members: [JSON.Member] = [.init("program", .string("luego")), .init("sync", .int(version))]
    if let name {
      members.append(.init("id", .string(name.id)))
      members.append(.init("createdAt", .string(name.createdAt.rfc3339)))
    }
    return .object(members)
  }

  private static func name(inHello bytes: [UInt8]) throws(StoreError) -> LibraryName? {
    guard let json = try? JSON(parsing: bytes), json["program"]?.string == "luego",
      let version = json["sync"]?.int
    else { throw .illFormed("no greeting") }
    guard version == Self.version else {
      throw StoreError(
        .otherLibrary, "The two sides have different versions of luego; update the older one")
    }
    guard let id = json["id"] else { return nil }
    guard let id = id.string,
      let moment = json["createdAt"]?.string.flatMap({ Timestamp(rfc3339: $0) }),
      let name = LibraryName(id: id, createdAt: moment)
    else { throw .illFormed("no library's name") }
    return name
  }
}
