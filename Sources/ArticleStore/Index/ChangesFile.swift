import ReadingList

/// The list of changes that lies beside the index file, so that the next program need not find them out
/// again.
struct ChangesFile {
  private static let magic: UInt64 = 0x3167_6863_6f67_756c

  var shards: [ShardStamp] = []
  var unreadable: [[UnreadableFile]] = []
  /// Of the library as it is with the changes.
  var counts = LibraryCounts()
  var tagCounts: [String: Int] = [:]
  /// By id.
  var entries: [IndexEntry] = []

  init(
    shards: [ShardStamp],
    unreadable: [[UnreadableFile]],
    counts: LibraryCounts,
    tagCounts: [String: Int],
    entries: [IndexEntry]
  ) {
    self.shards = shards
    self.unreadable = unreadable
    self.counts = counts
    self.tagCounts = tagCounts
    self.entries = entries
  }

  /// The file's bytes, for the index with a header.
  func bytes(header: IndexHeader) -> [UInt8] {
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
    out.append(count: entries.count)
    for entry in entries {
      out.append(entry.id.bytes)
      out.append(entry.stamp)
      out.append(entry.kind.rawValue)
      out.append(count: entry.aliases.count)
      for alias in entry.aliases { out.append(alias) }
      out.append(count: entry.details.count)
      out.append(entry.details)
    }
    out.append(out.bytes.withUnsafeBytes { Checksum.of($0) })
    return out.bytes
  }

  /// Reads a list of changes; nil when it is damaged or belongs to another index file.
  init?(_ bytes: [UInt8], header: IndexHeader) {
    let isRead = bytes.withUnsafeBytes { raw in
      guard raw.count > 8 else { return false }
      var end = ByteReader(UnsafeRawBufferPointer(rebasing: raw.suffix(8)))
      let content = UnsafeRawBufferPointer(rebasing: raw.dropLast(8))
      guard end.integer() == Checksum.of(content) else { return false }
      var reader = ByteReader(content)
      guard reader.integer() == Self.magic, reader.integer() == IndexHeader.version,
        reader.integer() == header.generation, reader.integer() == header.library
      else { return false }
      return read(&reader)
    }
    guard isRead else { return nil }
  }

  private mutating func read(_ reader: inout ByteReader) -> Bool {
    shards = (0..<256).map { _ in ShardStamp(from: &reader) }
    unreadable = (0..<256).map { _ in
      (0..<reader.count(ofAtLeast: 9)).map { _ in UnreadableFile(from: &reader) }
    }
    counts = LibraryCounts(from: &reader)
    for _ in 0..<reader.count(ofAtLeast: 2) { tagCounts[reader.text()] = reader.count() }
    for _ in 0..<reader.count(ofAtLeast: 21) {
      let head = UInt64(bigEndian: UInt64(littleEndian: reader.integer()))
      let tail = UInt16(bigEndian: UInt16(littleEndian: reader.integer()))
      let stamp: UInt64 = reader.integer()
      guard let kind = IndexEntry.Kind(rawValue: reader.integer()) else { return false }
      let aliases = (0..<reader.count(ofAtLeast: 8)).map { _ in reader.integer(UInt64.self) }
      entries.append(
        IndexEntry(
          id: ArticleID(head: head, tail: tail),
          kind: kind,
          stamp: stamp,
          details: reader.byteArray(),
          aliases: aliases
        )
      )
    }
    entries.sort { $0.id < $1.id }
    return !reader.failed
  }
}
