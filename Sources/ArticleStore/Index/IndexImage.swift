/// An index file to be: its header and sections, not yet put together.
///
/// The largest section, the rows' details, is made of the entries only as it is written.
struct IndexImage {
  private let header: [UInt8]
  private let sections: [(section: IndexSection, offset: Int, bytes: [UInt8])]
  private let entries: [IndexEntry]
  /// The size of the file, in bytes.
  let size: Int

  /// - Parameters:
  ///   - contents: the sections but for `details`.
  ///   - entries: the rows, by id.
  ///   - detailsSize: the sum of their sizes.
  ///   - generation: see `IndexHeader`.
  ///   - library: likewise.
  init(
    _ contents: [IndexSection: [UInt8]],
    details entries: [IndexEntry],
    size detailsSize: Int,
    generation: UInt64,
    library: UInt64
  ) {
    var extents: [IndexHeader.Extent] = []
    var sections: [(section: IndexSection, offset: Int, bytes: [UInt8])] = []
    var end = IndexHeader.size
    for section in IndexSection.allCases {
      let bytes = contents[section] ?? []
      let offset = (end + 7) / 8 * 8
      let length = section == .details ? detailsSize : bytes.count
      extents.append(
        .init(
          offset: UInt64(offset),
          length: UInt64(length),
          // Each row of details has its own.
          checksum: bytes.withUnsafeBytes { Checksum.of($0) }
        )
      )
      sections.append((section, offset, bytes))
      end = offset + length
    }
    header =
      IndexHeader(
        generation: generation,
        library: library,
        rowCount: UInt32(entries.count),
        sections: extents
      ).bytes
    self.sections = sections
    self.entries = entries
    size = end
  }

  /// Gives the file's bytes piece by piece, in order.
  func forEachPiece<Failure: Error>(_ body: ([UInt8]) throws(Failure) -> Void) throws(Failure) {
    try body(header)
    var end = header.count
    for (section, offset, bytes) in sections {
      try body([UInt8](repeating: 0, count: offset - end))
      end = offset
      guard section == .details else {
        try body(bytes)
        end += bytes.count
        continue
      }
      var out = ByteWriter()
      for (row, entry) in entries.enumerated() where entry.isArticle {
        let details = entry.details
        out.append(details.withUnsafeBytes { Checksum.of($0, seed: UInt64(row)) })
        out.append(details)
        if row % 256 == 255 {
          try body(out.bytes)
          end += out.bytes.count
          out = ByteWriter()
        }
      }
      try body(out.bytes)
      end += out.bytes.count
    }
    try body([UInt8](repeating: 0, count: size - end))
  }

  /// The whole file, for where it cannot be written.
  var bytes: [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(size)
    forEachPiece { out += $0 }
    return out
  }
}
