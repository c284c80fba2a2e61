import ReadingList

/// The parts of the index file.
///
/// Rows are articles and tombstones sorted by id. Every section is `PackedBytes` and has a checksum that is compared when
/// it is first read, except `details`, a `RowBlock` after another, each with its own, so that showing one row reads
/// one block.
enum IndexSection: Int, CaseIterable, Sendable {
  /// Counts, names and unreadable files; see `IndexMeta`.
  case meta
  /// Ten bytes for each row.
  case ids
  /// `IndexState` for each row, 32 bits.
  case states
  /// 32 bits for each row.
  case wordCounts
  /// Milliseconds for each row, 64 bits; the least number for none.
  case savedAt, publishedAt, readAt, retryAt
  /// What the file of each row looked like when it was read, 64 bits; 0 for "read it again".
  case stamps
  /// What full text depends on for each row, as one number, 64 bits; 0 for tombstones.
  case searchStamps
  /// What lists show of articles, in the order of `newest`.
  case details
  /// Where each block of `details` begins, and where the last one ends, 64 bits.
  case blockOffsets
  /// Each row's fields and tags, folded, with line feeds between, and a byte that is in no text.
  case searchText
  /// Where each row's part of it begins, and where the last one ends, 64 bits.
  case searchOffsets
  /// Lengths of `SearchText.Field`s in a row's search text, 32 bits each.
  case fieldLengths
  /// Where each row's part of `tags` begins, and where the last one ends, 32 bits.
  case tagOffsets
  /// Numbers of tags in `IndexMeta.tags`, 32 bits.
  case tags
  /// Number of the language in `IndexMeta.languages` for each row, 32 bits; all ones for none.
  case languages
  /// Hashes of deduplicationKeys of addresses, sorted, 64 bits; and the row of each, 32 bits.
  case aliasHashes, aliasRows
  /// Articles' rows in the order the name says, 32 bits.
  case newest, oldest, published, title, site, length, progress, recentlyRead

  static let orders = allCases.drop { $0 != .newest }

  init(_ order: Order) {
    switch order {
    case .newest: self = .newest
    case .oldest: self = .oldest
    case .published, .publishedReversed: self = .published
    case .title, .titleReversed: self = .title
    case .site, .siteReversed: self = .site
    case .length, .lengthReversed: self = .length
    case .progress, .progressReversed: self = .progress
    case .recentlyRead, .recentlyReadReversed: self = .recentlyRead
    }
  }
}

/// The end of the index file, since it is known last: what it is, of what, and where its sections lie.
struct IndexHeader: Equatable {
  static let magic: UInt64 = 0x3178_6469_6f67_756c
  /// To be raised whenever the layout or the meaning of anything in it changes, search text and sort
  /// keys included.
  static let version: UInt32 = 12

  struct Extent: Equatable {
    var offset: UInt64
    /// Bytes in the file.
    var size: UInt64
    /// Bytes unpacked.
    var length: UInt64 = 0
    /// Of the bytes in the file, piece by piece.
    var checksum: UInt64 = 0
  }

  /// Which making of the index this is; the list of changes beside it names it.
  var generation: UInt64
  /// Of which library; see `LibraryIndex.key`.
  var library: UInt64
  var rowCount: UInt32
  var sections: [Extent]

  static let size = 8 + 4 + 4 + 8 + 8 + 4 + 4 + IndexSection.allCases.count * 32 + 8

  var bytes: [UInt8] {
    var out = ByteWriter()
    out.append(Self.magic)
    out.append(Self.version)
    out.append(UInt32(IndexSection.allCases.count))
    out.append(generation)
    out.append(library)
    out.append(rowCount)
    // Sections are read as the machine's own numbers.
    out.append(UInt32(1).bigEndian)
    for section in sections {
      out.append(section.offset)
      out.append(section.size)
      out.append(section.length)
      out.append(section.checksum)
    }
    out.append(out.bytes.withUnsafeBytes { Checksum.of($0) })
    return out.bytes
  }
}

extension IndexHeader {
  /// Reads the header of a file of `size` bytes; nil when it is not one of ours, whole and of this
  /// version.
  init?(_ bytes: [UInt8], fileSize: Int) {
    guard bytes.count == Self.size else { return nil }
    let parsed: IndexHeader? = bytes.withUnsafeBytes { raw in
      var reader = ByteReader(raw)
      guard reader.integer() == Self.magic, reader.integer() == Self.version,
        reader.integer() == UInt32(IndexSection.allCases.count)
      else { return nil }
      let generation: UInt64 = reader.integer()
      let library: UInt64 = reader.integer()
      let rowCount: UInt32 = reader.integer()
      guard reader.integer() == UInt32(1).bigEndian else { return nil }
      let sections = IndexSection.allCases.map { _ in
        Extent(
          offset: reader.integer(),
          size: reader.integer(),
          length: reader.integer(),
          checksum: reader.integer()
        )
      }
      let sum = Checksum.of(UnsafeRawBufferPointer(rebasing: raw.dropLast(8)))
      guard reader.integer() == sum, !reader.failed else { return nil }
      return IndexHeader(
        generation: generation,
        library: library,
        rowCount: rowCount,
        sections: sections
      )
    }
    guard let parsed, parsed.rowCount < 1 << 31 else { return nil }
    for section in parsed.sections {
      let (end, overflow) = section.offset.addingReportingOverflow(section.size)
      guard !overflow, end <= UInt64(fileSize), section.length < 1 << 40,
        PackedBytes.canHold(Int(section.length), in: Int(section.size))
      else { return nil }
    }
    self = parsed
  }
}

/// What the index says of the library as a whole.
struct IndexMeta: Sendable {
  /// What each shard's directory looked like when it was listed.
  var shards: [ShardStamp]
  /// What the directory of its texts looked like when everything in it was in order.
  var texts: [ShardStamp]
  /// Files that cannot be understood, by shard.
  var unreadable: [[UnreadableFile]]
  var counts: LibraryCounts
  /// Every tag, and how many live articles carry it.
  var tags: [LibraryCounts.Tag]
  /// Every language tag.
  var languages: [String]

  var bytes: [UInt8] {
    var out = ByteWriter()
    for stamp in shards + texts { stamp.encode(to: &out) }
    for files in unreadable {
      out.append(count: files.count)
      for file in files { file.encode(to: &out) }
    }
    counts.encode(to: &out)
    out.append(count: tags.count)
    for tag in tags {
      out.append(tag.name)
      out.append(count: tag.count)
    }
    out.append(count: languages.count)
    for language in languages { out.append(language) }
    return out.bytes
  }
}

extension IndexMeta {
  /// Reads what `bytes` gave.
  init?(_ reader: inout ByteReader) {
    shards = (0..<256).map { _ in ShardStamp(from: &reader) }
    texts = (0..<256).map { _ in ShardStamp(from: &reader) }
    unreadable = (0..<256).map { _ in
      (0..<reader.count(ofAtLeast: 9)).map { _ in UnreadableFile(from: &reader) }
    }
    counts = LibraryCounts(from: &reader)
    tags = (0..<reader.count(ofAtLeast: 2)).map { _ in
      LibraryCounts.Tag(name: reader.text(), count: reader.count())
    }
    languages = (0..<reader.count(ofAtLeast: 1)).map { _ in reader.text() }
    counts.unreadable = unreadable.reduce(0) { $0 + $1.count }
    counts.tags = tags.filter { $0.count > 0 }
    if reader.failed { return nil }
  }
}
