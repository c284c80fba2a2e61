import ReadingList

/// Builds a list table from the rows of another table and from entries that replace or add rows.
struct TableWriter {
  private enum Source {
    case row(ListTable, Int)
    case entry(IndexEntry)

    var id: ArticleID {
      switch self {
      case .row(let table, let row): table.id(row)
      case .entry(let entry): entry.id
      }
    }

    func count(of part: TablePart) -> Int {
      switch self {
      case .row(let table, let row): table.bytes(part, row).count
      case .entry(let entry): entry.bytes(part).count
      }
    }
  }

  /// The source of each row: articles sorted by `newest`, then tombstones.
  private let rows: [Source]
  /// Sorted by hash.
  private let aliases: [(hash: UInt64, row: UInt32)]
  private var tagOffsets: [UInt32] = [0]
  private var tags: [UInt32] = []
  private var languages: [UInt32] = []
  private(set) var header: TableHeader
  private(set) var meta: TableMeta
  private let metaBytes: [UInt8]

  /// Prepares a table.
  ///
  /// - Parameters:
  ///   - table: the old rows; those with the id of an entry are dropped.
  ///   - entries: the new rows, in any order; absent ones only hide.
  ///   - meta: the shards and unreadable files; tags and languages are filled in.
  ///   - key: see `ListIndex.key`.
  init(
    _ table: ListTable?, _ entries: some Collection<IndexEntry>, meta: TableMeta = TableMeta(),
    key: UInt64
  ) {
    self.meta = meta
    rows = Self.rows(table, entries)
    header = TableHeader(key: key, rowCount: UInt32(rows.count), articleCount: 0)
    var tagNames = Numbering(table?.meta.tags.map(\.name) ?? [])
    var languageNames = Numbering(table?.meta.languages ?? [])
    var liveCounts: [Int] = []
    var newRows = [UInt32?](repeating: nil, count: table?.rowCount ?? 0)
    var aliases: [(hash: UInt64, row: UInt32)] = []
    for (place, source) in rows.enumerated() {
      let state: IndexState
      switch source {
      case .row(let table, let row):
        let oldLanguages: ListTable.Numbers<UInt32> = table.numbers(.languages)
        state = IndexState(bits: table.states[row])
        newRows[row] = UInt32(place)
        tags += table.tags(row).map { tagNames.number(ofOld: $0) }
        languages.append(languageNames.number(ofOld: oldLanguages[row]))
      case .entry(let entry):
        state = entry.numbers.state
        tags += entry.tags.map { tagNames.number(of: $0) }
        languages.append(entry.language.map { languageNames.number(of: $0) } ?? .max)
        aliases += entry.aliases.map { ($0, UInt32(place)) }
      }
      header.detailsSize += UInt64(source.count(of: .details))
      header.textsSize += UInt64(source.count(of: .texts))
      if !state.contains(IndexState.tombstone) { header.articleCount += 1 }
      while liveCounts.count < tagNames.names.count { liveCounts.append(0) }
      if !state.contains(IndexState.deleted) {
        for tag in tags[Int(tagOffsets[place])...] { liveCounts[Int(tag)] += 1 }
      }
      tagOffsets.append(UInt32(tags.count))
    }
    if let table {
      for (hash, row) in table.aliases {
        if let place = newRows[Int(row)] { aliases.append((hash, place)) }
      }
    }
    aliases.sort { ($0.hash, $0.row) < ($1.hash, $1.row) }
    self.aliases = aliases
    self.meta.tags = zip(tagNames.names, liveCounts).map { .init(name: $0, count: $1) }
    self.meta.languages = languageNames.names
    metaBytes = self.meta.bytes
    header.metaSize = UInt64(metaBytes.count)
    header.tagCount = UInt32(tags.count)
    header.aliasCount = UInt32(aliases.count)
  }

  private static func rows(_ table: ListTable?, _ entries: some Collection<IndexEntry>) -> [Source]
  {
    var found: [(moment: Int64, id: ArticleID, source: Source)] = []
    if let table {
      var isHidden = [Bool](repeating: false, count: table.rowCount)
      for entry in entries { table.row(of: entry.id).map { isHidden[$0] = true } }
      let moments: ListTable.Numbers<Int64> = table.numbers(.savedAt)
      for row in 0..<table.rowCount where !isHidden[row] {
        found.append((~moments[row], table.id(row), .row(table, row)))
      }
    }
    for entry in entries where entry.kind != .absent {
      found.append((~entry.numbers.savedAt, entry.id, .entry(entry)))
    }
    // Tombstones have the smallest `savedAt`, so their complement sorts last.
    return found.sorted { ($0.moment, $0.id) < ($1.moment, $1.id) }.map(\.source)
  }

  func inMemory() -> ListTable { ListTable(bytes, header: header, meta: meta) }
}

extension TableWriter {
  /// The bytes of the table's file: its parts in their order, and their checksum.
  var bytes: [UInt8] {
    var out = ByteWriter(capacity: header.fileSize)
    out.append(header.bytes)
    for source in rows { out.append(source.id.head) }
    for source in rows { out.append(source.id.tail) }
    out.pad()
    let ids = rows.indices.map { row in (id: rows[row].id, row: UInt32(row)) }
    for place in ids.sorted(by: { $0.id < $1.id }) { out.append(place.row) }
    out.pad()
    add(.states, \.numbers.state.bits, to: &out)
    add(.wordCounts, \.numbers.wordCount, to: &out)
    add(.savedAt, \.numbers.savedAt, to: &out)
    add(.publishedAt, \.numbers.publishedAt, to: &out)
    add(.readAt, \.numbers.readAt, to: &out)
    add(.retryAt, \.numbers.retryAt, to: &out)
    add(.stamps, \.stamp, to: &out)
    add(.searchStamps, \.numbers.searchStamp, to: &out)
    for part in TablePart.allCases {
      var end: UInt64 = 0
      out.append(end)
      for source in rows {
        end += UInt64(source.count(of: part))
        out.append(end)
      }
    }
    for numbers in [tagOffsets, tags, languages] {
      for number in numbers { out.append(number) }
      out.pad()
    }
    for alias in aliases { out.append(alias.hash) }
    for alias in aliases { out.append(alias.row) }
    out.pad()
    for part in TablePart.allCases {
      for source in rows {
        switch source {
        case .row(let table, let row): out.append(table.bytes(part, row))
        case .entry(let entry): out.append(entry.bytes(part))
        }
      }
    }
    out.append(metaBytes)
    let sum = ListTable.checksum(count: out.bytes.count) { [bytes = out.bytes] range, seed in
      bytes[range].withUnsafeBytes { Checksum.of($0, seed: seed) }
    }
    out.append(sum ?? 0)
    return out.bytes
  }

  /// Appends a column whose old rows are copied unchanged.
  private func add<Number: FixedWidthInteger>(
    _ column: TableColumn, _ ofEntry: (IndexEntry) -> Number, to out: inout ByteWriter
  ) {
    for source in rows {
      switch source {
      case .row(let table, let row):
        let old: ListTable.Numbers<Number> = table.numbers(column)
        out.append(old[row])
      case .entry(let entry): out.append(ofEntry(entry))
      }
    }
    out.pad()
  }
}

/// Assigns numbers to names in the order of first use.
private struct Numbering {
  private(set) var names: [String] = []
  private var numbers: [String: UInt32] = [:]
  /// The names of the old table by their numbers there.
  private let old: [String]

  init(_ old: [String]) { self.old = old }

  mutating func number(of name: String) -> UInt32 {
    if let known = numbers[name] { return known }
    let number = UInt32(names.count)
    numbers[name] = number
    names.append(name)
    return number
  }

  /// Returns the new number of a name by its old one; all ones for an unknown number.
  mutating func number(ofOld index: UInt32) -> UInt32 {
    index < old.count ? number(of: old[Int(index)]) : .max
  }
}
