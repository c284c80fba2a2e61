import ReadingList

// Rows.
extension IndexSegment {
  /// The id of a row.
  func id(_ row: Int) -> ArticleID {
    ids.withUnsafeBytes { raw in
      ArticleID(
        head: UInt64(bigEndian: raw.loadUnaligned(fromByteOffset: row * 10, as: UInt64.self)),
        tail: UInt16(bigEndian: raw.loadUnaligned(fromByteOffset: row * 10 + 8, as: UInt16.self))
      )
    }
  }

  /// The first row whose id is not less than this one.
  func lowerBound(_ id: ArticleID) -> Int {
    var low = 0
    var high = rowCount
    while low < high {
      let middle = (low + high) / 2
      if self.id(middle) < id { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The row of an id, tombstones included.
  func row(of id: ArticleID) -> Int? {
    let row = lowerBound(id)
    return row < rowCount && self.id(row) == id ? row : nil
  }

  /// The rows of a shard.
  func rows(ofShard shard: UInt8) -> Range<Int> {
    func first(_ shard: UInt8) -> Int {
      lowerBound(ArticleID(head: UInt64(shard) << 56, tail: 0))
    }
    return first(shard)..<(shard < 255 ? first(shard + 1) : rowCount)
  }

  /// What a row shows; nil for a tombstone, or when its bytes are damaged.
  func summary(_ row: Int) -> ArticleSummary? {
    if file == nil { return entries[row].summary }
    guard let bytes = checkedDetails(row) else { return nil }
    let found = bytes.withUnsafeBytes { raw in
      var reader = ByteReader(UnsafeRawBufferPointer(rebasing: raw.dropFirst(8)))
      return ArticleSummary(from: &reader, id: id(row))
    }
    if found == nil { markDamaged() }
    return found
  }

  /// The bytes of what a row of the file shows, as `ArticleSummary.encode` wrote them; nil when they are damaged.
  func details(_ row: Int) -> [UInt8]? { checkedDetails(row).map { Array($0.dropFirst(8)) } }

  /// They themselves behind their checksum.
  private func checkedDetails(_ row: Int) -> [UInt8]? {
    guard let file,
      let offsets = offsets(
        .detailOffsets,
        end: file.header.sections[IndexSection.details.rawValue].length
      ),
      offsets[row] < offsets[row + 1],
      let bytes = file.unchecked(
        .details,
        from: offsets[row],
        count: Int(offsets[row + 1] - offsets[row])
      ),
      bytes.withUnsafeBytes({ raw in
        var reader = ByteReader(raw)
        let sum: UInt64 = reader.integer()
        let rest = UnsafeRawBufferPointer(rebasing: raw.dropFirst(8))
        return !reader.failed && sum == Checksum.of(rest, seed: UInt64(row))
      })
    else {
      markDamaged()
      return nil
    }
    return bytes
  }

  /// The hashes that some rows are found by; nil when a section is damaged.
  func aliases(ofRows rowsAsked: [Int]) -> [Int: [UInt64]]? {
    guard !rowsAsked.isEmpty else { return [:] }
    guard let (hashes, rows) = aliasTable else { return nil }
    var isAsked = [Bool](repeating: false, count: rowCount)
    for row in rowsAsked { isAsked[row] = true }
    var found: [Int: [UInt64]] = [:]
    for (place, row) in rows.enumerated() where isAsked[Int(row)] {
      found[Int(row), default: []].append(hashes[place])
    }
    return found
  }

  /// Hashes of addresses, sorted, and the row that each is of.
  private var aliasTable: (hashes: [UInt64], rows: [UInt32])? {
    guard let hashes = wide(.aliasHashes, count: nil),
      let rows = narrow(.aliasRows, count: hashes.count, largest: UInt32(max(1, rowCount) - 1))
    else { return nil }
    return (hashes, rows)
  }

  /// The rows that have an address of a deduplicationKey with this hash.
  func rows(withAlias hash: UInt64) -> [Int]? {
    guard let (hashes, rows) = aliasTable else { return nil }
    var low = 0
    var high = hashes.count
    while low < high {
      let middle = (low + high) / 2
      if hashes[middle] < hash { low = middle + 1 } else { high = middle }
    }
    var found: [Int] = []
    while low < hashes.count, hashes[low] == hash {
      found.append(Int(rows[low]))
      low += 1
    }
    return found
  }
}
