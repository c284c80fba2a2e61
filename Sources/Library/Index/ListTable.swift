import Platform
import ReadingList
import Synchronization

/// The list table: a row for each article in fixed-width columns.
///
/// Details and folded text follow the columns. Immutable; either the mapped file in the cache or,
/// for few rows, memory.
final class ListTable: Sendable {
  let header: TableHeader
  let meta: TableMeta
  private let storage: MappedBytes
  /// The byte ranges of columns and parts.
  private let columns: [Range<Int>], parts: [Range<Int>]
  /// The sorted rows of articles by order, cached.
  private let orders = Mutex<[Order: [UInt32]]>([:])

  var rowCount: Int { Int(header.rowCount) }
  var articleCount: Int { Int(header.articleCount) }

  /// Makes a table from the bytes of a `TableWriter`.
  init(_ bytes: [UInt8], header: TableHeader, meta: TableMeta) {
    (self.header, self.meta) = (header, meta)
    (columns, parts) = header.places
    storage = MappedBytes(copying: bytes)
  }

  /// Maps a file; nil unless it is a library's table of this version with an intact
  /// checksum.
  init?(_ descriptor: Int32, size: Int, key: UInt64) {
    guard size > TableHeader.size, let storage = MappedBytes(descriptor, count: size),
      let header = TableHeader(storage.bytes, fileSize: size), header.key == key,
      let sum = Self.checksum(of: descriptor, count: size - 8),
      sum == storage.bytes.loadUnaligned(fromByteOffset: size - 8, as: UInt64.self)
    else { return nil }
    let (columns, parts) = header.places
    guard let last = parts.last,
      let meta = TableMeta(UnsafeRawBufferPointer(rebasing: storage.bytes[last]))
    else { return nil }
    (self.storage, self.header, self.meta) = (storage, header, meta)
    (self.columns, self.parts) = (columns, parts)
  }

  /// Bytes under one checksum.
  private static let chunkSize = 1 << 18

  /// Returns the checksum of so many bytes, made of those that `sum` returns for each chunk and its
  /// seed; nil if a chunk has none.
  static func checksum(
    count: Int, _ sum: @escaping @Sendable (Range<Int>, _ seed: UInt64) -> UInt64?
  ) -> UInt64? {
    let sums = Parallel.map((count + chunkSize - 1) / chunkSize) { number -> UInt64? in
      let start = number * chunkSize
      return sum(start..<min(start + chunkSize, count), UInt64(number))
    }
    guard !sums.contains(nil) else { return nil }
    return sums.reduce(0) { Checksum.mix($0, $1 ?? 0) }
  }

  /// Returns the checksum of a file's first bytes; nil if they cannot be read.
  ///
  /// Reads the file instead of the mapping, whose pages would count as this process's memory.
  private static func checksum(of descriptor: Int32, count: Int) -> UInt64? {
    checksum(count: count) { range, seed in
      withUnsafeTemporaryAllocation(byteCount: range.count, alignment: 8) { buffer -> UInt64? in
        let (size, _) = readAll(descriptor, from: range.lowerBound, into: buffer)
        return size == range.count ? Checksum.of(UnsafeRawBufferPointer(buffer), seed: seed) : nil
      }
    }
  }
}

// Columns and parts, valid only while the table lives.
extension ListTable {
  typealias Numbers<Number: FixedWidthInteger> = UnsafeBufferPointer<Number>

  /// Returns a column; `Number` must have the column's width.
  func numbers<Number: FixedWidthInteger>(_ column: TableColumn) -> Numbers<Number> {
    UnsafeRawBufferPointer(rebasing: storage.bytes[columns[column.rawValue]]).assumingMemoryBound(
      to: Number.self)
  }

  /// Returns a row's bytes in a part.
  func bytes(_ part: TablePart, _ row: Int) -> UnsafeRawBufferPointer {
    let offsets: Numbers<UInt64> = numbers(part.offsets)
    let start = parts[part.rawValue].lowerBound
    return UnsafeRawBufferPointer(
      rebasing: storage.bytes[(start + Int(offsets[row]))..<(start + Int(offsets[row + 1]))])
  }

  /// The `IndexState` of each row.
  var states: Numbers<UInt32> { numbers(.states) }

  /// The folded text of all rows.
  var searchText: SearchText {
    SearchText(
      bytes: UnsafeRawBufferPointer(rebasing: storage.bytes[parts[TablePart.texts.rawValue]]),
      offsets: numbers(.texts))
  }

  /// Returns the tags of a row, parent tags included, as indices of `TableMeta.tags`.
  func tags(_ row: Int) -> Slice<Numbers<UInt32>> {
    let (offsets, tags): (Numbers<UInt32>, Numbers<UInt32>) = (numbers(.tagOffsets), numbers(.tags))
    return tags[Int(offsets[row])..<Int(offsets[row + 1])]
  }
}

// Rows.
extension ListTable {
  func id(_ row: Int) -> ArticleID {
    let (heads, tails): (Numbers<UInt64>, Numbers<UInt16>) = (numbers(.heads), numbers(.tails))
    return ArticleID(head: heads[row], tail: tails[row])
  }

  /// Returns the rows with ids from `first` on, sorted by id.
  func rows(from first: ArticleID) -> Slice<Numbers<UInt32>> {
    let byID: Numbers<UInt32> = numbers(.byID)
    return byID[byID.partitioningIndex { id(Int($0)) >= first }...]
  }

  /// Returns the row of an id, tombstones included.
  func row(of id: ArticleID) -> Int? {
    rows(from: id).first.map { Int($0) }.flatMap { self.id($0) == id ? $0 : nil }
  }

  /// Returns the rows of a shard, sorted by id.
  func rows(ofShard shard: UInt8) -> Slice<Numbers<UInt32>> {
    rows(from: ArticleID(head: UInt64(shard) << 56, tail: 0)).prefix {
      id(Int($0)).shardNumber == shard
    }
  }

  /// Returns the summary of a row; nil for a tombstone.
  func summary(_ row: Int) -> ArticleSummary? {
    guard row < articleCount else { return nil }
    var reader = ByteReader(bytes(.details, row))
    return ArticleSummary(from: &reader, id: id(row))
  }

  /// The hashes of all addresses, sorted, each with its row.
  var aliases: Zip2Sequence<Numbers<UInt64>, Numbers<UInt32>> {
    zip(numbers(.aliasHashes), numbers(.aliasRows))
  }

  /// Returns the rows that have an address with this hash.
  func rows(withAlias hash: UInt64) -> [Int] {
    let (hashes, rows): (Numbers<UInt64>, Numbers<UInt32>) = (
      numbers(.aliasHashes), numbers(.aliasRows)
    )
    let first = hashes.partitioningIndex { $0 >= hash }
    return zip(hashes[first...], rows[first...]).prefix { $0.0 == hash }.map { Int($0.1) }
  }
}

// Orders.
extension ListTable {
  /// A key that sorts rows: by number, then by text, then by id.
  struct SortKey {
    var number: Int64
    var text: UnsafeRawBufferPointer
    var id: ArticleID

    static func < (a: SortKey, b: SortKey) -> Bool {
      if a.number != b.number { return a.number < b.number }
      if let x = a.text.baseAddress, let y = b.text.baseAddress {
        let difference = x.compare(to: y, count: min(a.text.count, b.text.count))
        if difference != 0 { return difference < 0 }
      }
      return a.text.count != b.text.count ? a.text.count < b.text.count : a.id < b.id
    }
  }

  /// Returns a function from rows to their keys in an order of `Order.offered`.
  ///
  /// Descending orders use the bitwise complement, which reverses integers and cannot overflow. For
  /// texts the number is made of the first bytes; missing sites sort last.
  func sortKeys(_ order: Order) -> (Int) -> SortKey {
    let none = UnsafeRawBufferPointer(start: nil, count: 0)
    func moments(_ column: TableColumn) -> (Int) -> SortKey {
      let moments: Numbers<Int64> = numbers(column)
      return { SortKey(number: ~moments[$0], text: none, id: self.id($0)) }
    }
    switch order.base {
    case .oldest:
      let moments: Numbers<Int64> = numbers(.savedAt)
      return { SortKey(number: moments[$0], text: none, id: self.id($0)) }
    case .published: return moments(.publishedAt)
    case .recentlyRead: return moments(.readAt)
    case .length:
      let counts: Numbers<UInt32> = numbers(.wordCounts)
      return { SortKey(number: ~Int64(counts[$0]), text: none, id: self.id($0)) }
    case .progress:
      let states = states
      return { row in
        let percent = IndexState(bits: states[row]).percent
        return SortKey(number: ~Int64(percent), text: none, id: self.id(row))
      }
    case .title, .site:
      let (text, field) = (searchText, order.base == .title ? SearchText.Field.title : .site)
      return { row in
        let name = text.field(field, row: row)
        let isMissing = name.isEmpty && field == .site
        return SortKey(number: isMissing ? .max : name.sortPrefix, text: name, id: self.id(row))
      }
    default: return moments(.savedAt)
    }
  }

  /// Returns the rows of articles, sorted by an order of `Order.offered`.
  func rows(by order: Order) -> [UInt32] {
    let all = 0..<header.articleCount
    if order == .newest { return Array(all) }
    return orders.withLock { orders in
      if let known = orders[order] { return known }
      let key = sortKeys(order)
      let sorted = all.map { (key: key(Int($0)), row: $0) }.sorted { $0.key < $1.key }.map(\.row)
      orders[order] = sorted
      return sorted
    }
  }
}

extension UnsafeRawBufferPointer {
  /// The first eight bytes as a number that sorts in the same way and is never `.max`.
  fileprivate var sortPrefix: Int64 {
    let prefix = (0..<8).reduce(UInt64(0)) { $0 << 8 | ($1 < count ? UInt64(self[$1]) : 0) }
    return Int64(prefix >> 1)
  }
}
