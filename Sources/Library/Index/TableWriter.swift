import Platform
import ReadingList

/// Builds a list table from the rows of another table and from entries that replace or add rows.
///
/// It is written column by column, so that little of a large table is in memory twice.
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
  private var header: TableHeader
  private var meta: TableMeta
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

  func inMemory() -> ListTable {
    var output = TableOutput()
    // Only a file can fail.
    try? write(to: &output)
    return ListTable(output.bytes, header: header, meta: meta)
  }

  /// Writes the table to a file and returns its size in bytes.
  func write(to descriptor: Int32, of files: FileLayer, path: String) throws(SystemFailure) -> Int {
    var output = TableOutput(files, descriptor, path)
    try write(to: &output)
    return try output.finish()
  }
}

// The parts of the file, in their order.
extension TableWriter {
  private func write(to output: inout TableOutput) throws(SystemFailure) {
    try output.append(header.bytes)
    for source in rows { try output.append(source.id.head) }
    for source in rows { try output.append(source.id.tail) }
    try output.pad()
    let ids = rows.indices.map { row in (id: rows[row].id, row: UInt32(row)) }
    for place in ids.sorted(by: { $0.id < $1.id }) { try output.append(place.row) }
    try output.pad()
    try add(.states, \.numbers.state.bits, to: &output)
    try add(.wordCounts, \.numbers.wordCount, to: &output)
    try add(.savedAt, \.numbers.savedAt, to: &output)
    try add(.publishedAt, \.numbers.publishedAt, to: &output)
    try add(.readAt, \.numbers.readAt, to: &output)
    try add(.retryAt, \.numbers.retryAt, to: &output)
    try add(.stamps, \.stamp, to: &output)
    try add(.searchStamps, \.numbers.searchStamp, to: &output)
    for part in TablePart.allCases {
      var end: UInt64 = 0
      try output.append(end)
      for source in rows {
        end += UInt64(source.count(of: part))
        try output.append(end)
      }
    }
    for numbers in [tagOffsets, tags, languages] {
      for number in numbers { try output.append(number) }
      try output.pad()
    }
    for alias in aliases { try output.append(alias.hash) }
    for alias in aliases { try output.append(alias.row) }
    try output.pad()
    for part in TablePart.allCases {
      for source in rows {
        switch source {
        case .row(let table, let row): try output.append(table.bytes(part, row))
        case .entry(let entry): try output.append(entry.bytes(part))
        }
      }
    }
    try output.append(metaBytes)
  }

  /// Writes a column whose old rows are copied unchanged.
  private func add<Number: FixedWidthInteger>(
    _ column: TableColumn, _ ofEntry: (IndexEntry) -> Number, to output: inout TableOutput
  ) throws(SystemFailure) {
    for source in rows {
      switch source {
      case .row(let table, let row):
        let old: ListTable.Numbers<Number> = table.numbers(column)
        try output.append(old[row])
      case .entry(let entry): try output.append(ofEntry(entry))
      }
    }
    try output.pad()
  }
}

/// Assigns numbers to names in the order of first use.
private struct Numbering {
  private(set) var names: [String] = []
  private var numbers: [String: UInt32] = [:]
  /// The names of the old table by their numbers there, and their new numbers.
  private let old: [String]
  private var numbersOfOld: [UInt32?]

  init(_ old: [String]) {
    self.old = old
    numbersOfOld = Array(repeating: nil, count: old.count)
  }

  mutating func number(of name: String) -> UInt32 {
    if let known = numbers[name] { return known }
    let number = UInt32(names.count)
    numbers[name] = number
    names.append(name)
    return number
  }

  /// Returns the new number of a name by its old one; all ones for an unknown number.
  mutating func number(ofOld index: UInt32) -> UInt32 {
    guard index < old.count else { return .max }
    if let known = numbersOfOld[Int(index)] { return known }
    let number = number(of: old[Int(index)])
    numbersOfOld[Int(index)] = number
    return number
  }
}

/// Writes the bytes of a table, to a file in chunks with a checksum each, or to memory.
private struct TableOutput {
  private let file: (files: FileLayer, descriptor: Int32, path: String)?
  /// The bytes not yet written to the file.
  private(set) var bytes: [UInt8] = []
  private var written = 0
  private var chunks = 0
  private var sum: UInt64 = 0

  init() { file = nil }

  init(_ files: FileLayer, _ descriptor: Int32, _ path: String) {
    file = (files, descriptor, path)
    bytes.reserveCapacity(ListTable.chunkSize + 4096)
  }

  @inline(__always) mutating func append(_ number: some FixedWidthInteger) throws(SystemFailure) {
    withUnsafeBytes(of: number) { bytes.append(contentsOf: $0) }
    if bytes.count >= ListTable.chunkSize { try flush() }
  }

  mutating func append(_ other: some Sequence<UInt8>) throws(SystemFailure) {
    bytes.append(contentsOf: other)
    if bytes.count >= ListTable.chunkSize { try flush() }
  }

  /// Appends zeros up to the next multiple of eight bytes.
  mutating func pad() throws(SystemFailure) {
    while (written + bytes.count) & 7 != 0 { try append(UInt8(0)) }
  }

  /// Writes all full chunks.
  private mutating func flush() throws(SystemFailure) {
    while file != nil, bytes.count >= ListTable.chunkSize { try write(ListTable.chunkSize) }
  }

  private mutating func write(_ count: Int) throws(SystemFailure) {
    guard let file else { return }
    let chunk = Array(bytes[..<count])
    let part = chunk.withUnsafeBytes { Checksum.of($0, seed: UInt64(chunks)) }
    sum = Checksum.mix(sum, part)
    chunks += 1
    written += count
    bytes.removeFirst(count)
    try file.files.write(chunk, to: file.descriptor, path: file.path)
  }

  /// Writes the rest and the checksum, and returns the size of the file.
  mutating func finish() throws(SystemFailure) -> Int {
    if !bytes.isEmpty { try write(bytes.count) }
    guard let file else { return written }
    let end = withUnsafeBytes(of: sum) { Array($0) }
    try file.files.write(end, to: file.descriptor, path: file.path)
    return written + end.count
  }
}
