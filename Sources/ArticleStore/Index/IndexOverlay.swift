import ReadingList

/// What has changed since the index file was made.
///
/// Small beside it; every article that is here hides its row there.
struct IndexOverlay: Sendable {
  /// One changed article.
  struct Row: Sendable {
    var entry: IndexEntry
    /// Whether its record is gone, not even a tombstone left.
    var isAbsent = false
  }

  /// By id.
  private(set) var rows: [Row] = []
  /// Rows of the index file that do not count any more.
  private(set) var hidden: Set<Int> = []
  private(set) var counts: LibraryCounts
  private var tagCounts: [String: Int]

  /// An overlay that changes nothing.
  init(over base: IndexFile) {
    counts = base.meta.counts
    tagCounts = Dictionary(
      base.meta.tags.map { ($0.name, $0.count) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// What a saved list of changes says, without a look at the rows it hides.
  init(_ saved: Saved, over base: IndexFile) {
    rows = saved.rows
    hidden = Set(saved.rows.compactMap { base.row(of: $0.entry.id) })
    counts = saved.counts
    tagCounts = saved.tagCounts
    counts.tags = LibraryCounts.sorted(tagCounts)
  }

  /// Puts changed articles in.
  ///
  /// - Parameters:
  ///   - changed: no id twice.
  ///   - base: the index file.
  ///   - summary: what a row of the file shows.
  mutating func put(_ changed: [Row], over base: IndexFile, summary: (Int) -> ArticleSummary?) {
    guard !changed.isEmpty else { return }
    let changed = changed.sorted { $0.entry.id < $1.entry.id }
    var merged: [Row] = []
    merged.reserveCapacity(rows.count + changed.count)
    var next = 0
    for row in changed {
      while next < rows.count, rows[next].entry.id < row.entry.id {
        merged.append(rows[next])
        next += 1
      }
      if next < rows.count, rows[next].entry.id == row.entry.id {
        let old = rows[next]
        next += 1
        count(old.entry.summary, by: -1)
      } else if let baseRow = base.row(of: row.entry.id) {
        hidden.insert(baseRow)
        count(summary(baseRow), by: -1)
      }
      count(row.entry.summary, by: 1)
      merged.append(row)
    }
    rows = merged + rows[next...]
    counts.tags = LibraryCounts.sorted(tagCounts)
  }

  mutating func setUnreadable(_ count: Int) { counts.unreadable = count }

  private mutating func count(_ summary: ArticleSummary?, by step: Int) {
    guard let summary else { return }
    counts.count(summary, by: step)
    guard !summary.membership.isDeleted else { return }
    for tag in Set(summary.tags) { tagCounts[tag, default: 0] += step }
  }

  /// The position of the first row whose id is not less than some digits.
  func lowerBound(_ digits: String) -> Int {
    var low = 0
    var high = rows.count
    while low < high {
      let middle = (low + high) / 2
      if rows[middle].entry.id.text < digits { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The position of an id.
  func position(of id: ArticleID) -> Int? {
    var low = 0
    var high = rows.count
    while low < high {
      let middle = (low + high) / 2
      if rows[middle].entry.id < id { low = middle + 1 } else { high = middle }
    }
    return low < rows.count && rows[low].entry.id == id ? low : nil
  }
}

// The list of changes that lies beside the index file, so that the next program need not find them
// out again.
extension IndexOverlay {
  private static let magic: UInt64 = 0x3167_6863_6f67_756c

  /// The bytes of the list of changes.
  func bytes(
    header: IndexHeader,
    shards: [ShardStamp],
    unreadable: [[UnreadableFile]]
  ) -> [UInt8] {
    var out = ByteWriter()
    out.append(Self.magic)
    out.append(IndexHeader.version)
    out.append(header.generation)
    out.append(header.library)
    for shard in shards { shard.encode(to: &out) }
    for files in unreadable {
      out.append(count: files.count)
      for file in files { file.encode(to: &out) }
    }
    counts.encode(to: &out)
    out.append(count: tagCounts.count)
    for (name, count) in tagCounts {
      out.append(name)
      out.append(count: count)
    }
    out.append(count: rows.count)
    for row in rows {
      out.append(row.entry.id.text)
      out.append(row.entry.stamp)
      out.append(UInt8(row.isAbsent ? 0 : row.entry.isArticle ? 2 : 1))
      out.append(count: row.entry.aliases.count)
      for alias in row.entry.aliases { out.append(alias) }
      out.append(row.entry.details)
    }
    out.append(out.bytes.withUnsafeBytes { Checksum.of($0) })
    return out.bytes
  }

  /// What a list of changes says.
  struct Saved {
    var shards: [ShardStamp] = []
    var unreadable: [[UnreadableFile]] = []
    var counts = LibraryCounts()
    var tagCounts: [String: Int] = [:]
    /// By id.
    var rows: [Row] = []
  }

  /// Reads a list of changes; nil when it is damaged or belongs to another index file.
  static func saved(_ bytes: [UInt8], header: IndexHeader) -> Saved? {
    bytes.withUnsafeBytes { raw in
      guard raw.count > 8 else { return nil }
      var end = ByteReader(UnsafeRawBufferPointer(rebasing: raw.suffix(8)))
      let content = UnsafeRawBufferPointer(rebasing: raw.dropLast(8))
      guard end.integer() == Checksum.of(content) else { return nil }
      var reader = ByteReader(content)
      guard reader.integer() == magic, reader.integer() == IndexHeader.version,
        reader.integer() == header.generation, reader.integer() == header.library
      else { return nil }
      var saved = Saved()
      saved.shards = (0..<256).map { _ in ShardStamp(from: &reader) }
      saved.unreadable = (0..<256).map { _ in
        (0..<reader.count(ofAtLeast: 9)).map { _ in UnreadableFile(from: &reader) }
      }
      saved.counts = LibraryCounts(from: &reader)
      for _ in 0..<reader.count(ofAtLeast: 2) { saved.tagCounts[reader.text()] = reader.count() }
      for _ in 0..<reader.count(ofAtLeast: 20) {
        guard let id = ArticleID(text: reader.text()) else { return nil }
        let stamp: UInt64 = reader.integer()
        let kind = reader.integer(UInt8.self)
        let aliases = (0..<reader.count(ofAtLeast: 8)).map { _ in reader.integer(UInt64.self) }
        let summary = kind == 2 ? ArticleSummary(from: &reader, id: id) : nil
        if kind == 2, summary == nil { return nil }
        let entry = IndexEntry(id: id, stamp: stamp, summary: summary, aliases: aliases)
        saved.rows.append(Row(entry: entry, isAbsent: kind == 0))
      }
      saved.rows.sort { $0.entry.id < $1.entry.id }
      return reader.failed ? nil : saved
    }
  }
}
