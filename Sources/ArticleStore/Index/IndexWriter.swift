import Platform
import ReadingList

/// Writes an index file: the rows of several segments as one, without those that newer ones replace.
///
/// Section after section is made, written and forgotten, so that of a large file little is in memory at once.
struct IndexWriter {
  typealias Output = ([UInt8]) throws(SystemFailure) -> Void

  private let parts: [LibrarySnapshot.Part]
  /// Where each row of the file comes from, by id.
  private let places: [IndexSegment.Place]
  private let path: String
  private let output: Output
  private var extents: [IndexHeader.Extent] = []
  private var end = 0

  /// Writes the rows of a snapshot.
  ///
  /// - Parameters:
  ///   - snapshot: the rows.
  ///   - stamps: of shards, of directories of texts, and the unreadable files.
  ///   - generation: a number no other index of this library has.
  ///   - path: the file's, for messages.
  ///   - output: takes the file's bytes in order.
  /// - Returns: the size of the file, in bytes.
  /// - Throws: what `output` throws; `invalid` where a segment is damaged.
  static func write(
    _ snapshot: LibrarySnapshot,
    stamps: (shards: [ShardStamp], texts: [ShardStamp], unreadable: [[UnreadableFile]]),
    generation: UInt64,
    path: String,
    to output: Output
  ) throws(SystemFailure) -> Int {
    try withoutActuallyEscaping(output) { (output) throws(SystemFailure) in
      var writer = IndexWriter(snapshot.parts, path: path, output: output)
      let names = try writer.names()
      let tags = names.sortedTags()
      let states = try writer.narrow(.states)
      var counts = LibraryCounts()
      for state in states { counts.count(IndexState(bits: state), by: 1) }
      let meta = IndexMeta(
        shards: stamps.shards,
        texts: stamps.texts,
        unreadable: stamps.unreadable,
        counts: counts,
        tags: tags.names,
        languages: names.allLanguages
      )
      try writer.add(meta.bytes)
      try writer.addNumbers(states)
      try writer.addDetails(states)
      try writer.addTexts()
      try writer.add(names.tagOffsets)
      try writer.add(tags.ofRows)
      try writer.add(names.languages)
      try writer.addAliases()
      for order in IndexSection.orders { try writer.add(writer.rows(by: order, states)) }
      let header = IndexHeader(
        generation: generation,
        library: snapshot.base.key,
        rowCount: UInt32(writer.places.count),
        sections: writer.extents
      )
      try output(header.bytes)
      return writer.end + IndexHeader.size
    }
  }

  private init(_ parts: [LibrarySnapshot.Part], path: String, output: @escaping Output) {
    self.parts = parts
    self.path = path
    self.output = output
    var found: [(id: ArticleID, place: IndexSegment.Place)] = []
    for (number, part) in parts.enumerated() {
      // A segment that is damaged is found out when its columns are asked for.
      let states = part.segment.states
      for row in 0..<part.segment.rowCount where !part.isHidden(row) {
        if let states, states[row] & IndexState.absent != 0 { continue }
        found.append((part.segment.id(row), .init(segment: UInt32(number), row: UInt32(row))))
      }
    }
    if parts.count > 1 { found.sort { $0.id < $1.id } }
    places = found.map(\.place)
  }

  private func whole<Value>(_ value: Value?) throws(SystemFailure) -> Value {
    guard let value else { throw SystemFailure(operation: .read, path: path, cause: .invalid) }
    return value
  }

  // Sections are written in the order of `IndexSection`.

  private mutating func addNumbers(_ states: [UInt32]) throws(SystemFailure) {
    var ids: [UInt8] = []
    ids.reserveCapacity(10 * places.count)
    for place in places { parts[Int(place.segment)].segment.id(Int(place.row)).append(to: &ids) }
    try add(ids)
    try add(states)
    try add(try narrow(.wordCounts))
    for section in [
      IndexSection.savedAt, .publishedAt, .readAt, .retryAt, .stamps, .searchStamps,
    ] {
      var column: [UInt64] = []
      let columns = try parts.map { (part) throws(SystemFailure) in
        try whole(part.segment.wide(section, count: part.segment.rowCount))
      }
      column.reserveCapacity(places.count)
      for place in places { column.append(columns[Int(place.segment)][Int(place.row)]) }
      try add(column)
    }
  }

  /// Articles are packed in the order in which they are mostly shown.
  private mutating func addDetails(_ states: [UInt32]) throws(SystemFailure) {
    let start = end
    var offsets: [UInt64] = [0]
    let order = try rows(by: .newest, states)
    for first in stride(from: 0, to: order.count, by: RowBlock.rowCount) {
      let block = try order[first...].prefix(RowBlock.rowCount).map { (row) throws(SystemFailure) in
        let place = places[Int(row)]
        return try whole(parts[Int(place.segment)].segment.details(Int(place.row)))
      }
      var bytes: [UInt8] = []
      RowBlock.append(block, seed: UInt64(offsets.count - 1), to: &bytes)
      try output(bytes)
      end += bytes.count
      offsets.append(UInt64(end - start))
    }
    // Each block has a checksum of its own.
    extents.append(.init(offset: UInt64(start), size: UInt64(end - start)))
    try add(offsets)
  }

  private mutating func addTexts() throws(SystemFailure) {
    let texts = try parts.map { (part) throws(SystemFailure) in try whole(part.segment.searchText) }
    var offsets: [UInt64] = [0]
    var lengths: [UInt32] = []
    offsets.reserveCapacity(places.count + 1)
    lengths.reserveCapacity(places.count * SearchText.Field.count)
    // Each search reads all of this, and unpacking it took several times as long as reading it.
    var packer = SectionPacker(at: end, packs: false)
    for place in places {
      let (text, row) = (texts[Int(place.segment)], Int(place.row))
      let range = Int(text.offsets[row])..<Int(text.offsets[row + 1])
      try packer.add(text.bytes[range], to: output)
      offsets.append(packer.extent.length)
      let count = SearchText.Field.count
      lengths += text.fieldLengths[(row * count)..<((row + 1) * count)]
    }
    try finish(packer)
    try add(offsets, packs: false)
    try add(lengths, packs: false)
  }

  private mutating func addAliases() throws(SystemFailure) {
    var rows = parts.map { [UInt32?](repeating: nil, count: $0.segment.rowCount) }
    for (row, place) in places.enumerated() {
      rows[Int(place.segment)][Int(place.row)] = UInt32(row)
    }
    var aliases: [(hash: UInt64, row: UInt32)] = []
    for (part, rows) in zip(parts, rows) {
      let table = try whole(part.segment.aliasTable)
      for (hash, old) in zip(table.hashes, table.rows) {
        if let row = rows[Int(old)] { aliases.append((hash, row)) }
      }
    }
    aliases.sort { ($0.hash, $0.row) < ($1.hash, $1.row) }
    try add(aliases.map(\.hash))
    try add(aliases.map(\.row))
  }

  private func narrow(_ section: IndexSection) throws(SystemFailure) -> [UInt32] {
    let columns = try parts.map { (part) throws(SystemFailure) in
      try whole(part.segment.narrow(section, count: part.segment.rowCount))
    }
    return places.map { columns[Int($0.segment)][Int($0.row)] }
  }

  /// Tags and languages with new numbers.
  private func names() throws(SystemFailure) -> NameColumns {
    let columns = try parts.map { (part) throws(SystemFailure) in try whole(part.segment.rowNames) }
    let states = try narrow(.states)
    var names = NameColumns()
    for (place, state) in zip(places, states) {
      let column = columns[Int(place.segment)]
      names.add(
        tags: column.tags(Int(place.row)),
        language: column.language(Int(place.row)),
        isLive: !IndexState(bits: state).contains(IndexState.deleted)
      )
    }
    return names
  }

  /// The rows of articles in an order.
  private func rows(by section: IndexSection, _ states: [UInt32]) throws(SystemFailure) -> [UInt32]
  {
    let articles = places.indices.filter { states[$0] & IndexState.tombstone == 0 }
    let segments = parts.map(\.segment)
    let sorted = IndexSegment.sorted(articles.map { places[$0] }, of: segments, by: section)
    return try whole(sorted).map { UInt32(articles[Int($0)]) }
  }

  private mutating func add<Number: FixedWidthInteger>(
    _ numbers: [Number],
    packs: Bool = true
  ) throws(SystemFailure) {
    var packer = SectionPacker(at: end, packs: packs)
    let size = PackedBytes.pieceSize
    for start in stride(from: 0, to: numbers.count * MemoryLayout<Number>.size, by: size) {
      let piece = numbers.withUnsafeBytes { Array($0[start...].prefix(size)) }
      try packer.add(piece[...], to: output)
    }
    try finish(packer)
  }

  private mutating func finish(_ packer: SectionPacker) throws(SystemFailure) {
    var packer = packer
    try packer.flush(to: output)
    extents.append(packer.extent)
    end = Int(packer.extent.offset + packer.extent.size)
  }
}

/// Packs a section while it is made.
private struct SectionPacker {
  private(set) var extent: IndexHeader.Extent
  private var pending: [UInt8] = []
  private let packs: Bool

  init(at offset: Int, packs: Bool = true) {
    extent = .init(offset: UInt64(offset), size: 0)
    self.packs = packs
  }

  mutating func add(_ bytes: ArraySlice<UInt8>, to output: IndexWriter.Output) throws(SystemFailure)
  {
    extent.length += UInt64(bytes.count)
    pending += bytes
    while pending.count >= PackedBytes.pieceSize {
      try write(PackedBytes.pieceSize, to: output)
    }
  }

  mutating func flush(to output: IndexWriter.Output) throws(SystemFailure) {
    if !pending.isEmpty { try write(pending.count, to: output) }
  }

  private mutating func write(
    _ count: Int,
    to output: IndexWriter.Output
  ) throws(SystemFailure) {
    var packed: [UInt8] = []
    pending.withUnsafeBytes {
      let piece = UnsafeRawBufferPointer(rebasing: $0.prefix(count))
      PackedBytes.append(piece, to: &packed, sum: &extent.checksum, packs: packs)
    }
    pending.removeFirst(count)
    extent.size += UInt64(packed.count)
    try output(packed)
  }
}
