import ReadingList
import Synchronization

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
    (0..<rowCount).partitioningIndex { self.id($0) >= id }
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
    if case .entries(let entries) = storage { return entries[row].summary }
    guard let states, states[row] & IndexState.tombstone == 0 else { return nil }
    let found = withDetails(row) { raw in
      var reader = ByteReader(raw)
      return ArticleSummary(from: &reader, id: id(row))
    }
    guard let summary = found.flatMap(\.self) else {
      markDamaged()
      return nil
    }
    return summary
  }

  /// What `ArticleSummary.encode` wrote of an article; nil when it is damaged.
  func details(_ row: Int) -> [UInt8]? {
    if case .entries(let entries) = storage { return entries[row].details }
    let found = withDetails(row) { Array($0) }
    if found == nil { markDamaged() }
    return found
  }

  /// The same of a row of a block.
  private func withDetails<Result>(
    _ row: Int,
    _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result? {
    // Those of the file are in the order of `newest`.
    guard let place = isPacked ? UInt32(row) : places?[row], place < UInt32.max else { return nil }
    return block(Int(place) / RowBlock.rowCount)?.withRow(Int(place) % RowBlock.rowCount, body)
  }

  private func block(_ number: Int) -> RowBlock? {
    if let last = cache.withLock(\.lastBlock), last.number == number { return last.rows }
    let found: RowBlock?
    switch storage {
    case .entries: found = nil
    case .packed(let blocks): found = RowBlock(unpacking: blocks[number], seed: UInt64(number))
    case .file(let file):
      let size = file.header.sections[IndexSection.details.rawValue].size
      guard
        let offsets = wide(
          .blockOffsets,
          count: nil,
          where: { found in
            (found.last ?? 0) <= size && zip(found, found.dropFirst()).allSatisfy { $0 <= $1 }
          }
        ),
        number + 1 < offsets.count
      else { return nil }
      found = file.block(number, at: offsets[number]..<offsets[number + 1])
    }
    if let found { cache.withLock { $0.lastBlock = (number, found) } }
    return found
  }

  /// Where each row's article stands in `newest`.
  private var places: [UInt32]? {
    if let known = cache.withLock(\.places) { return known }
    guard let newest = permutation(.newest) else { return nil }
    var places = [UInt32](repeating: .max, count: rowCount)
    for (place, row) in newest.enumerated() { places[Int(row)] = UInt32(place) }
    cache.withLock { $0.places = places }
    return places
  }

  /// The tags, with their parents, and the language of each row.
  struct RowNames {
    fileprivate let names: (tags: [LibraryCounts.Tag], languages: [String])
    fileprivate let offsets: [UInt32]
    fileprivate let numbers: [UInt32]
    fileprivate let languages: [UInt32]

    func tags(_ row: Int) -> [String] {
      guard offsets[row] < offsets[row + 1] else { return [] }
      return numbers[Int(offsets[row])..<Int(offsets[row + 1])].compactMap { number in
        Int(number) < names.tags.count ? names.tags[Int(number)].name : nil
      }
    }

    func language(_ row: Int) -> String? {
      let number = Int(languages[row])
      return number < names.languages.count ? names.languages[number] : nil
    }
  }

  /// Nil when a section is damaged.
  var rowNames: RowNames? {
    guard let numbers = narrow(.tags, count: nil),
      let offsets = narrow(.tagOffsets, count: rowCount + 1, largest: UInt32(numbers.count)),
      let languages = narrow(.languages, count: rowCount)
    else { return nil }
    return RowNames(names: names, offsets: offsets, numbers: numbers, languages: languages)
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
  var aliasTable: (hashes: [UInt64], rows: [UInt32])? {
    guard let hashes = wide(.aliasHashes, count: nil),
      let rows = narrow(.aliasRows, count: hashes.count, largest: UInt32(max(1, rowCount) - 1))
    else { return nil }
    return (hashes, rows)
  }

  /// The rows that have an address of a deduplicationKey with this hash.
  func rows(withAlias hash: UInt64) -> [Int]? {
    guard let (hashes, rows) = aliasTable else { return nil }
    let first = hashes.partitioningIndex { $0 >= hash }
    return zip(hashes[first...], rows[first...]).prefix { $0.0 == hash }.map { Int($0.1) }
  }
}
