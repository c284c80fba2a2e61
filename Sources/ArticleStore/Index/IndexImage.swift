/// An index file to be: the sections of a segment in memory, not yet put together.
struct IndexImage {
  private let header: IndexHeader
  private let segment: IndexSegment
  private let meta: [UInt8]
  /// The size of the file, in bytes.
  let size: Int

  /// - Parameters:
  ///   - segment: in memory, without entries of records that are gone.
  ///   - shards: what the directories looked like.
  ///   - texts: what those of texts looked like.
  ///   - unreadable: by shard.
  ///   - generation: a number no other index of this library has.
  init(
    of segment: IndexSegment,
    shards: [ShardStamp],
    texts: [ShardStamp],
    unreadable: [[UnreadableFile]],
    generation: UInt64
  ) {
    segment.makeTexts()
    let names = segment.names
    var counts = LibraryCounts()
    for state in segment.states ?? [] { counts.count(IndexState(bits: state), by: 1) }
    meta =
      IndexMeta(
        shards: shards,
        texts: texts,
        unreadable: unreadable,
        counts: counts,
        tags: names.tags,
        languages: names.languages
      ).bytes
    var extents: [IndexHeader.Extent] = []
    var end = IndexHeader.size
    for section in IndexSection.allCases {
      let offset = (end + 7) / 8 * 8
      var length = segment.wide(.detailOffsets, count: nil)?.last.map { Int($0) } ?? 0
      // Each row of details has its own.
      var checksum = [UInt8]().withUnsafeBytes { Checksum.of($0) }
      if section != .details {
        (length, checksum) = Self.withBytes(of: section, segment, meta) {
          ($0.count, Checksum.of($0))
        }
      }
      extents.append(
        .init(offset: UInt64(offset), length: UInt64(length), checksum: checksum)
      )
      end = offset + length
    }
    header = IndexHeader(
      generation: generation,
      library: segment.key,
      rowCount: UInt32(segment.rowCount),
      sections: extents
    )
    self.segment = segment
    size = end
  }

  /// Gives the bytes of a section, other than `details`.
  private static func withBytes<Result>(
    of section: IndexSection,
    _ segment: IndexSegment,
    _ meta: [UInt8],
    _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    switch section.elementSize {
    case 4: (segment.narrow(section, count: nil) ?? []).withUnsafeBytes(body)
    case 8: (segment.wide(section, count: nil) ?? []).withUnsafeBytes(body)
    default: (section == .meta ? meta : segment.bytes(section) ?? []).withUnsafeBytes(body)
    }
  }

  /// The most bytes of a section that are copied at once.
  private static let pieceSize = 1 << 20

  /// Gives the file's bytes piece by piece, in order.
  func forEachPiece<Failure: Error>(_ body: ([UInt8]) throws(Failure) -> Void) throws(Failure) {
    try body(header.bytes)
    var end = IndexHeader.size
    for section in IndexSection.allCases {
      let extent = header.sections[section.rawValue]
      try body([UInt8](repeating: 0, count: Int(extent.offset) - end))
      end = Int(extent.offset + extent.length)
      guard section == .details else {
        for start in stride(from: 0, to: Int(extent.length), by: Self.pieceSize) {
          try body(
            Self.withBytes(of: section, segment, meta) { bytes in
              Array(UnsafeRawBufferPointer(rebasing: bytes[start...].prefix(Self.pieceSize)))
            }
          )
        }
        continue
      }
      var out = ByteWriter()
      for (row, entry) in segment.entries.enumerated() where entry.isArticle {
        out.append(entry.details.withUnsafeBytes { Checksum.of($0, seed: UInt64(row)) })
        out.append(entry.details)
        if row % 256 == 255 {
          try body(out.bytes)
          out = ByteWriter()
        }
      }
      try body(out.bytes)
    }
  }
}
