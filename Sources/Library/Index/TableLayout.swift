import Platform
import ReadingList

/// The columns of the list table, in the order of the file.
///
/// A row is an article or the tombstone of a purged one. Articles are sorted by `newest`;
/// tombstones follow.
enum TableColumn: Int, CaseIterable {
  /// The two parts of each row's id.
  case heads, tails
  /// All rows, sorted by id.
  case byID
  /// The `IndexState` of each row.
  case states
  case wordCounts
  /// Milliseconds since the epoch; `.min` for none.
  case savedAt, publishedAt, readAt, retryAt
  /// The `FileStamp` of each row's record; 0 if it must be read again.
  case stamps
  /// See `LibrarySnapshot.searchStamps`; 0 for tombstones.
  case searchStamps
  /// The offset of each row's details and of its folded text, then the end of the last.
  case details, texts
  /// The offset of each row's tags in `tags`, then the end of the last.
  case tagOffsets
  /// Indices of tags in `TableMeta.tags`.
  case tags
  /// Indices of languages in `TableMeta.languages`; all ones for none.
  case languages
  /// The hashes of addresses, sorted, and the row of each.
  case aliasHashes, aliasRows

  /// Bytes per number.
  var width: Int {
    switch self {
    case .tails: 2
    case .byID, .states, .wordCounts, .tagOffsets, .tags, .languages, .aliasRows: 4
    case .heads, .savedAt, .publishedAt, .readAt, .retryAt, .stamps, .searchStamps, .details,
      .texts, .aliasHashes:
      8
    }
  }

  /// Returns the count of numbers in a table.
  func count(in header: TableHeader) -> Int {
    switch self {
    case .details, .texts, .tagOffsets: Int(header.rowCount) + 1
    case .tags: Int(header.tagCount)
    case .aliasHashes, .aliasRows: Int(header.aliasCount)
    default: Int(header.rowCount)
    }
  }
}

/// The parts after the columns in which each row has bytes.
enum TablePart: Int, CaseIterable {
  /// The bytes of `ArticleSummary.encode`; none for tombstones.
  case details
  /// The bytes of `SearchText.row`.
  case texts

  /// The column with the offset of each row's bytes.
  var offsets: TableColumn { self == .details ? .details : .texts }
}

/// The header of the list table.
///
/// Columns, details, folded texts, `TableMeta` and a checksum of all of them follow.
struct TableHeader: Equatable {
  private static let magic: UInt64 = 0x3162_7474_6f67_756c
  /// Increase this with every change of the layout, the stamps, the search text or the sort keys.
  private static let version: UInt64 = 4
  static let size = 64

  /// See `ListIndex.key`.
  var key: UInt64
  var rowCount: UInt32
  /// The number of rows that are articles.
  var articleCount: UInt32
  var tagCount: UInt32 = 0
  var aliasCount: UInt32 = 0
  /// Bytes.
  var detailsSize: UInt64 = 0, textsSize: UInt64 = 0, metaSize: UInt64 = 0

  var bytes: [UInt8] {
    var out = ByteWriter()
    out.append(Self.magic)
    out.append(Self.version)
    // Of this machine alone, in whose byte order the columns are stored.
    out.append(key)
    for count in [rowCount, articleCount, tagCount, aliasCount] { out.append(count) }
    for size in [detailsSize, textsSize, metaSize] { out.append(size) }
    return out.bytes
  }

  /// Bytes of the file, with the checksum at its end.
  var fileSize: Int { (places.parts.last?.upperBound ?? 0) + 8 }

  /// The byte ranges of the columns and of the details, the texts and the meta part.
  var places: (columns: [Range<Int>], parts: [Range<Int>]) {
    var end = Self.size
    let columns = TableColumn.allCases.map { column in
      let size = column.count(in: self) * column.width
      defer { end += (size + 7) & ~7 }
      return end..<(end + size)
    }
    let parts = [detailsSize, textsSize, metaSize].map { size in
      defer { end += Int(size) }
      return end..<(end + Int(size))
    }
    return (columns, parts)
  }
}

extension TableHeader {
  /// Reads the header of a file of `fileSize` bytes; nil unless it is a list table of this version.
  init?(_ bytes: UnsafeRawBufferPointer, fileSize: Int) {
    var reader = ByteReader(bytes)
    guard reader.integer() == Self.magic, reader.integer() == Self.version else { return nil }
    self.init(key: reader.integer(), rowCount: reader.integer(), articleCount: reader.integer())
    (tagCount, aliasCount) = (reader.integer(), reader.integer())
    (detailsSize, textsSize) = (reader.integer(), reader.integer())
    metaSize = reader.integer()
    let limit = UInt64(fileSize)
    guard !reader.failed, articleCount <= rowCount,
      [detailsSize, textsSize, metaSize].allSatisfy({ $0 <= limit }),
      self.fileSize == fileSize
    else { return nil }
  }
}

/// The part of the list table about the library as a whole.
struct TableMeta: Sendable {
  /// The stamp of each shard's directory when it was listed.
  var shards = [ShardStamp](repeating: .unknown, count: 256)
  /// The names of the unreadable files of each shard.
  var unreadable = [[String]](repeating: [], count: 256)
  /// All tags, each with the number of live articles that carry it.
  var tags: [LibraryCounts.Tag] = []
  var languages: [String] = []

  var unreadableCount: Int { unreadable.reduce(0) { $0 + $1.count } }

  var bytes: [UInt8] {
    var out = ByteWriter()
    for stamp in shards { stamp.encode(to: &out) }
    for names in unreadable { out.append(names) }
    out.append(count: tags.count)
    for tag in tags {
      out.append(tag.name)
      out.append(count: tag.count)
    }
    out.append(languages)
    return out.bytes
  }
}

extension TableMeta {
  /// Decodes `bytes`; nil if they are invalid.
  init?(_ bytes: UnsafeRawBufferPointer) {
    var reader = ByteReader(bytes)
    shards = (0..<256).map { _ in ShardStamp(from: &reader) }
    unreadable = (0..<256).map { _ in reader.texts() }
    tags = (0..<reader.count(ofAtLeast: 8)).map { _ in
      LibraryCounts.Tag(name: reader.text(), count: reader.count())
    }
    languages = reader.texts()
    if reader.failed { return nil }
  }
}
