import ReadingList
import Synchronization

/// A part of the index: rows by id with all that lists are made of, section by section as it is needed.
///
/// Either the file in the cache, or entries in memory, packed where many stay: what has changed since the file was made, or all
/// there is where the file is damaged or cannot be written. One that is newer counts where both have an
/// id. Sections of the file are copied and checked, not mapped: a mapping would let another program that
/// cuts the file short kill this one, and would show later changes as if they had been checked. Nothing
/// there is believed before its checksum was compared; what fails gives nil, `isDamaged` says so from then
/// on, and callers go to the records. Of entries nothing fails.
final class IndexSegment: Sendable {
  enum Storage: Sendable {
    case file(IndexFile)
    /// By id.
    case entries([IndexEntry])
    /// Blocks of rows by id, and all that is not made of them.
    case packed([[UInt8]])
  }

  /// By which addresses are hashed; see `ListIndex.key`.
  let key: UInt64
  let rowCount: Int
  /// Ten bytes a row, sorted.
  let ids: [UInt8]
  let storage: Storage
  let cache = Mutex(Cache())

  struct Cache: Sendable {
    var lastMask: (question: MaskQuestion, mask: [UInt8])?
    var bytes: [IndexSection: [UInt8]] = [:]
    var narrow: [IndexSection: [UInt32]] = [:]
    var wide: [IndexSection: [UInt64]] = [:]
    var names: (tags: [LibraryCounts.Tag], languages: [String])?
    var lastBlock: (number: Int, rows: RowBlock)?
    /// Where each row's article stands in `newest`; the largest number for none.
    var places: [UInt32]?
    var isDamaged = false
    var recovered: IndexSegment?
  }

  /// The rows of the index file.
  init(_ file: IndexFile, ids: [UInt8]) {
    key = file.header.library
    rowCount = Int(file.header.rowCount)
    self.ids = ids
    storage = .file(file)
  }

  /// Rows in memory.
  ///
  /// - Parameters:
  ///   - entries: by id, none twice.
  ///   - key: by which addresses are hashed.
  init(_ entries: [IndexEntry], key: UInt64) {
    self.key = key
    rowCount = entries.count
    var ids: [UInt8] = []
    ids.reserveCapacity(entries.count * 10)
    for entry in entries { entry.id.append(to: &ids) }
    self.ids = ids
    storage = .entries(entries)
  }

  /// The rows of entries, for which `make` was called.
  private init(packing segment: IndexSegment, _ blocks: [[UInt8]]) {
    (key, rowCount, ids) = (segment.key, segment.rowCount, segment.ids)
    storage = .packed(blocks)
    let known = segment.cache.withLock(\.self)
    cache.withLock { $0 = known }
  }

  /// The same rows in half the memory; for many that stay for a while.
  func packed() -> IndexSegment {
    guard case .entries(let entries) = storage else { return self }
    for section in [IndexSection.states, .stamps, .tags, .aliasHashes] { make(section) }
    let blocks = stride(from: 0, to: entries.count, by: RowBlock.rowCount).enumerated()
      .map { number, start in
        let rows = entries[start...].prefix(RowBlock.rowCount).map(\.details)
        var block: [UInt8] = []
        RowBlock.append(rows, seed: UInt64(number), to: &block)
        return block.withUnsafeBytes { Array($0) }
      }
    return IndexSegment(packing: self, blocks)
  }

  var isPacked: Bool { if case .packed = storage { true } else { false } }

  /// The file, where this is one.
  var file: IndexFile? { if case .file(let file) = storage { file } else { nil } }

  /// What stands in memory, by id; nothing of a file.
  var entries: [IndexEntry] {
    switch storage {
    case .file: return []
    case .entries(let entries): return entries
    case .packed:
      guard let states, let stamps = wide(.stamps, count: rowCount),
        let aliases = aliases(ofRows: Array(0..<rowCount))
      else { return [] }
      return (0..<rowCount).map { row in
        let state = IndexState(bits: states[row])
        if state.contains(IndexState.absent) { return IndexEntry(absent: id(row)) }
        let aliases = aliases[row] ?? []
        return IndexEntry(id: id(row), stamp: stamps[row], summary: summary(row), aliases: aliases)
      }
    }
  }

  /// Whether something was found that cannot be right, so that the file must be made again.
  var isDamaged: Bool { cache.withLock(\.isDamaged) }

  /// Whether both hold the same of the same articles; of two files, or many rows, that is not found out.
  func holdsSame(as other: IndexSegment) -> Bool {
    if self === other { return true }
    guard case .entries(let entries) = storage, case .entries(let others) = other.storage else {
      return false
    }
    return entries.elementsEqual(others) {
      $0 === $1 || $0.id == $1.id && $0.kind == $1.kind && $0.details == $1.details
    }
  }

  func markDamaged() { cache.withLock { $0.isDamaged = true } }

  /// The same rows, as `read` finds them in the records; kept once they were found.
  func recovered(_ read: (ArticleID) -> ArticleSummary?) -> IndexSegment {
    if let known = cache.withLock({ $0.recovered }) { return known }
    let entries = (0..<rowCount).map { row in
      let id = id(row)
      let summary = read(id)
      let addresses = [summary?.savedURL, summary?.url].compactMap { $0 }
        .compactMap { try? WebAddress($0) }
      let hashes = Set(addresses.map { AddressLink.own.hash($0, key: key) })
      return IndexEntry(id: id, stamp: 0, summary: summary, aliases: Array(hashes))
    }
    let found = IndexSegment(entries, key: key)
    return cache.withLock { cache in
      cache.isDamaged = true
      cache.recovered = cache.recovered ?? found
      return cache.recovered ?? found
    }
  }
}

// Sections.
extension IndexSegment {
  /// A section of bytes.
  func bytes(_ section: IndexSection) -> [UInt8]? { load(section, \.bytes) { _ in true } }

  /// A section of `count` 32-bit numbers, each at most `largest`.
  func narrow(_ section: IndexSection, count: Int?, largest: UInt32 = .max) -> [UInt32]? {
    load(section, \.narrow) { found in
      (count == nil || found.count == count)
        && (largest == .max || found.allSatisfy { $0 <= largest })
    }
  }

  /// A section of `count` 64-bit numbers, of which something more may have to hold.
  func wide(
    _ section: IndexSection,
    count: Int?,
    where isRight: ([UInt64]) -> Bool = { _ in true }
  ) -> [UInt64]? {
    load(section, \.wide) { (count == nil || $0.count == count) && isRight($0) }
  }

  /// A section as it was read or made before, or is now.
  @inline(__always)
  private func load<Element: FixedWidthInteger & Sendable>(
    _ section: IndexSection,
    _ kept: any WritableKeyPath<Cache, [IndexSection: [Element]]> & Sendable,
    _ isRight: ([Element]) -> Bool
  ) -> [Element]? {
    if let known = cache.withLock({ $0[keyPath: kept][section] }) { return known }
    switch storage {
    case .file(let file):
      guard let found = file.section(section, as: Element.self), isRight(found) else {
        markDamaged()
        return nil
      }
      cache.withLock { $0[keyPath: kept][section] = found }
      return found
    case .entries, .packed:
      make(section)
      return cache.withLock { $0[keyPath: kept][section] }
    }
  }

  /// A section of one more offset than rows, none less than the one before, the last at most `end`.
  func offsets(_ section: IndexSection, end: UInt64) -> [UInt64]? {
    wide(section, count: rowCount + 1) { found in
      (found.last ?? 0) <= end && zip(found, found.dropFirst()).allSatisfy { $0 <= $1 }
    }
  }

  /// Every tag with how many live articles carry it, and every language, by their numbers.
  var names: (tags: [LibraryCounts.Tag], languages: [String]) {
    switch storage {
    case .file(let file): return (file.meta.tags, file.meta.languages)
    case .entries, .packed:
      if let known = cache.withLock({ $0.names }) { return known }
      make(.tags)
      return cache.withLock { $0.names } ?? ([], [])
    }
  }

  /// The rows that were found by texts last, if that was the question.
  func knownMask(_ question: MaskQuestion) -> [UInt8]? {
    let last = cache.withLock(\.lastMask)
    return last?.question == question ? last?.mask : nil
  }

  /// Remembers the rows that were found by texts: what ranks them and what lists them ask the same.
  func know(_ mask: [UInt8], _ question: MaskQuestion) {
    cache.withLock { $0.lastMask = (question, mask) }
  }

  /// The state of each row.
  var states: [UInt32]? { narrow(.states, count: rowCount) }

  /// The rows of articles in an order.
  func permutation(_ order: Order) -> [UInt32]? {
    guard rowCount > 0 else { return [] }
    return narrow(IndexSection(order), count: nil, largest: UInt32(rowCount - 1))
  }

  /// The words of each row that are not read yet; nil when a section is damaged.
  func wordsLeft() -> ((Int) -> Int)? {
    guard let counts = narrow(.wordCounts, count: rowCount), let states else { return nil }
    return { Int(counts[$0]) * (100 - min(100, Int(IndexState(bits: states[$0]).percent))) / 100 }
  }

  /// The number each row is sorted by, smallest first, in an order by numbers; nil for orders by text, or
  /// when the section is damaged.
  ///
  /// Descending orders use the complement, which turns the order of integers round and cannot overflow.
  func sortNumbers(_ order: Order) -> ((Int) -> Int64)? {
    func moments(_ section: IndexSection) -> [UInt64]? { wide(section, count: rowCount) }
    switch order {
    case .newest: return moments(.savedAt).map { column in { ~Int64(bitPattern: column[$0]) } }
    case .oldest: return moments(.savedAt).map { column in { Int64(bitPattern: column[$0]) } }
    case .published, .publishedReversed:
      return moments(.publishedAt).map { column in { ~Int64(bitPattern: column[$0]) } }
    case .recentlyRead, .recentlyReadReversed:
      return moments(.readAt).map { column in { ~Int64(bitPattern: column[$0]) } }
    case .length, .lengthReversed:
      return narrow(.wordCounts, count: rowCount).map { column in { ~Int64(column[$0]) } }
    case .progress, .progressReversed:
      return states.map { states in { ~Int64(IndexState(bits: states[$0]).percent) } }
    case .title, .site, .titleReversed, .siteReversed: return nil
    }
  }
}

// Making sections of rows in memory.
extension IndexSegment {
  /// Makes a section, and those that come of the same work; of packed rows, what can be made of them.
  private func make(_ section: IndexSection) {
    switch section {
    case .states, .wordCounts, .savedAt, .publishedAt, .readAt, .retryAt, .searchStamps:
      let columns = NumberColumns(entries)
      cache.withLock { cache in
        cache.narrow[.states] = columns.states
        cache.narrow[.wordCounts] = columns.wordCounts
        cache.wide[.savedAt] = columns.savedAt
        cache.wide[.publishedAt] = columns.publishedAt
        cache.wide[.readAt] = columns.readAt
        cache.wide[.retryAt] = columns.retryAt
        cache.wide[.searchStamps] = columns.searchStamps
      }
    case .searchText, .searchOffsets, .fieldLengths:
      let columns = TextColumns(count: rowCount, summary)
      cache.withLock { cache in
        cache.bytes[.searchText] = columns.bytes
        cache.wide[.searchOffsets] = columns.offsets
        cache.narrow[.fieldLengths] = columns.fieldLengths
      }
    case .tagOffsets, .tags, .languages:
      var columns = NameColumns()
      for row in 0..<rowCount { columns.add(summary(row)) }
      let (tags, ofRows) = columns.sortedTags()
      cache.withLock { cache in
        cache.narrow[.tagOffsets] = columns.tagOffsets
        cache.narrow[.tags] = ofRows
        cache.narrow[.languages] = columns.languages
        cache.names = (tags, columns.allLanguages)
      }
    case .aliasHashes, .aliasRows:
      var aliases: [(hash: UInt64, row: UInt32)] = []
      for (row, entry) in entries.enumerated() where entry.isArticle {
        for hash in entry.aliases { aliases.append((hash, UInt32(row))) }
      }
      aliases.sort { ($0.hash, $0.row) < ($1.hash, $1.row) }
      cache.withLock { cache in
        cache.wide[.aliasHashes] = aliases.map(\.hash)
        cache.narrow[.aliasRows] = aliases.map(\.row)
      }
    case .newest, .oldest, .published, .title, .site, .length, .progress, .recentlyRead:
      let rows =
        states.map { states in
          states.indices.filter { states[$0] & IndexState.tombstone == 0 }
        } ?? []
      let places = rows.map { Place(segment: 0, row: UInt32($0)) }
      let sorted = Self.sorted(places, of: [self], by: section) ?? []
      cache.withLock { $0.narrow[section] = sorted.map { UInt32(rows[Int($0)]) } }
    case .stamps: cache.withLock { $0.wide[.stamps] = entries.map(\.stamp) }
    case .ids: cache.withLock { $0.bytes[.ids] = ids }
    // Only files have them.
    case .meta, .details, .blockOffsets: break
    }
  }

  /// A row of one of several segments.
  struct Place {
    var segment: UInt32
    var row: UInt32
  }

  /// The numbers of places in an order of their rows, equal ones as they stand; nil when a segment is damaged.
  static func sorted(
    _ places: [Place],
    of segments: [IndexSegment],
    by section: IndexSection
  ) -> [UInt32]? {
    guard let order = Order.allCases.first(where: { IndexSection($0) == section }) else {
      return nil
    }
    let numbers = segments.compactMap { $0.sortNumbers(order) }
    if numbers.count == segments.count {
      return places.enumerated()
        .map { (numbers[Int($1.segment)](Int($1.row)), UInt32($0)) }
        .sorted { $0 < $1 }.map(\.1)
    }
    let texts = segments.compactMap(\.searchText)
    guard texts.count == segments.count else { return nil }
    return SearchText.sorted(places, of: texts, by: order == .title ? .title : .site)
  }
}
