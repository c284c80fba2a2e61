/// An index file to be: its header and sections, not yet put together.
struct IndexImage {
  private let header: [UInt8]
  private let sections: [(offset: Int, bytes: [UInt8])]
  /// The size of the file, in bytes.
  let size: Int

  init(
    _ contents: [IndexSection: [UInt8]],
    rowCount: Int,
    generation: UInt64,
    library: UInt64
  ) {
    var extents: [IndexHeader.Extent] = []
    var sections: [(offset: Int, bytes: [UInt8])] = []
    var end = IndexHeader.size
    for section in IndexSection.allCases {
      let bytes = contents[section] ?? []
      let offset = (end + 7) / 8 * 8
      extents.append(
        .init(
          offset: UInt64(offset),
          length: UInt64(bytes.count),
          checksum: bytes.withUnsafeBytes { Checksum.of($0) }
        )
      )
      sections.append((offset, bytes))
      end = offset + bytes.count
    }
    header =
      IndexHeader(
        generation: generation,
        library: library,
        rowCount: UInt32(rowCount),
        sections: extents
      ).bytes
    self.sections = sections
    size = end
  }

  /// Gives the file's bytes piece by piece, in order.
  func forEachPiece<Failure: Error>(_ body: ([UInt8]) throws(Failure) -> Void) throws(Failure) {
    try body(header)
    var end = header.count
    for (offset, bytes) in sections where !bytes.isEmpty {
      try body([UInt8](repeating: 0, count: offset - end))
      try body(bytes)
      end = offset + bytes.count
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
