import ReadingList

/// What the index knows of one record.
///
/// An object because many are moved about when an index is made.
final class IndexEntry: Sendable {
  let id: ArticleID
  /// See `FileStamp`.
  let stamp: UInt64
  /// Nil for a tombstone.
  let summary: ArticleSummary?
  /// Hashes of its addresses; see `AddressLink`.
  let aliases: [UInt64]

  init(id: ArticleID, stamp: UInt64, summary: ArticleSummary?, aliases: [UInt64]) {
    self.id = id
    self.stamp = stamp
    self.summary = summary
    self.aliases = aliases
  }
}

/// Lays out an index.
struct IndexBuilder {
  private let entries: [IndexEntry]
  private var sections: [IndexSection: [UInt8]] = [:]
  private var searchText: [UInt8] = []
  private var searchOffsets: [UInt64] = [0]
  private var fieldLengths: [UInt32] = []

  /// The bytes of an index file.
  ///
  /// - Parameters:
  ///   - entries: in any order, no id twice.
  ///   - shards: what the directories looked like.
  ///   - unreadable: by shard.
  ///   - generation: a number no other index of this library has.
  ///   - library: its key.
  /// - Returns: the whole file.
  static func bytes(
    of entries: [IndexEntry],
    shards: [ShardStamp],
    unreadable: [[UnreadableFile]],
    generation: UInt64,
    library: UInt64
  ) -> [UInt8] {
    var builder = IndexBuilder(entries: entries.sorted { $0.id < $1.id })
    builder.addColumns()
    builder.addTexts()
    builder.addAliases()
    builder.addOrders()
    builder.addMeta(shards: shards, unreadable: unreadable)
    return builder.file(generation: generation, library: library)
  }

  private init(entries: [IndexEntry]) { self.entries = entries }

  private mutating func put(_ section: IndexSection, _ numbers: [some FixedWidthInteger]) {
    sections[section] = numbers.withUnsafeBytes { Array($0) }
  }

  private mutating func addColumns() {
    var ids: [UInt8] = []
    ids.reserveCapacity(entries.count * 10)
    for entry in entries { ids += IndexFile.bytes(of: entry.id) }
    sections[.ids] = ids
    put(.states, entries.map { $0.summary.map { IndexState($0).bits } ?? IndexState.tombstone })
    put(.wordCounts, entries.map { UInt32(clamping: $0.summary?.wordCount ?? 0) })
    put(.savedAt, entries.map { $0.summary?.savedAt.milliseconds ?? .min })
    put(.publishedAt, entries.map { $0.summary?.publishedAt?.milliseconds ?? .min })
    put(.readAt, entries.map { $0.summary?.readAt?.milliseconds ?? .min })
    put(.retryAt, entries.map { $0.summary?.retryAt?.milliseconds ?? .min })
    put(.stamps, entries.map(\.stamp))
  }

  private mutating func addTexts() {
    var details: [UInt8] = []
    var detailOffsets: [UInt64] = [0]
    for (row, entry) in entries.enumerated() {
      if let summary = entry.summary {
        var out = ByteWriter()
        summary.encode(to: &out)
        let sum = out.bytes.withUnsafeBytes { Checksum.of($0, seed: UInt64(row)) }
        withUnsafeBytes(of: sum.littleEndian) { details.append(contentsOf: $0) }
        details += out.bytes
        let fields = [summary.title, summary.site ?? "", summary.author ?? "", summary.url]
          .map(Query.folded)
        fieldLengths += fields.map { UInt32(clamping: $0.utf8.count) }
        for (index, field) in (fields + summary.tags.map(Query.folded)).enumerated() {
          if index > 0 { searchText.append(UInt8(ascii: "\n")) }
          searchText += field.utf8
        }
      } else {
        fieldLengths += [0, 0, 0, 0]
      }
      searchText.append(SearchText.separator)
      detailOffsets.append(UInt64(details.count))
      searchOffsets.append(UInt64(searchText.count))
    }
    sections[.details] = details
    put(.detailOffsets, detailOffsets)
    sections[.searchText] = searchText
    put(.searchOffsets, searchOffsets)
    put(.fieldLengths, fieldLengths)
  }

  private mutating func addAliases() {
    var aliases: [(hash: UInt64, row: UInt32)] = []
    for (row, entry) in entries.enumerated() where entry.summary != nil {
      for hash in entry.aliases { aliases.append((hash, UInt32(row))) }
    }
    aliases.sort { ($0.hash, $0.row) < ($1.hash, $1.row) }
    put(.aliasHashes, aliases.map(\.hash))
    put(.aliasRows, aliases.map(\.row))
  }

  private mutating func addMeta(shards: [ShardStamp], unreadable: [[UnreadableFile]]) {
    var counts = LibraryCounts()
    var tagNumbers: [String: UInt32] = [:]
    var tags: [LibraryCounts.Tag] = []
    var tagOffsets: [UInt32] = [0]
    var tagsOfRows: [UInt32] = []
    var languageNumbers: [String: UInt32] = [:]
    var languages: [String] = []
    var languagesOfRows: [UInt32] = []
    let live = entries.lazy.compactMap(\.summary)
    var liveTags: [String: Int] = [:]
    for summary in live {
      let step = summary.membership.isDeleted ? 0 : 1
      for tag in Set(summary.tags) { liveTags[tag, default: 0] += step }
    }
    let shown = LibraryCounts.sorted(liveTags)
    tags = shown + liveTags.filter { $0.value == 0 }.keys.sorted().map { .init(name: $0, count: 0) }
    for (number, tag) in tags.enumerated() { tagNumbers[tag.name] = UInt32(number) }
    for entry in entries {
      if let summary = entry.summary {
        counts.count(summary, by: 1)
        tagsOfRows += summary.tags.compactMap { tagNumbers[$0] }
        if let language = summary.language {
          let number = languageNumbers[language] ?? UInt32(languages.count)
          if languageNumbers.updateValue(number, forKey: language) == nil {
            languages.append(language)
          }
          languagesOfRows.append(number)
        } else {
          languagesOfRows.append(.max)
        }
      } else {
        languagesOfRows.append(.max)
      }
      tagOffsets.append(UInt32(clamping: tagsOfRows.count))
    }
    put(.tagOffsets, tagOffsets)
    put(.tags, tagsOfRows)
    put(.languages, languagesOfRows)
    let meta = IndexMeta(
      shards: shards,
      unreadable: unreadable,
      counts: counts,
      tags: tags,
      languages: languages
    )
    sections[.meta] = meta.bytes
  }

  private func file(generation: UInt64, library: UInt64) -> [UInt8] {
    var extents: [IndexHeader.Extent] = []
    var offset = (IndexHeader.size + 7) / 8 * 8
    for section in IndexSection.allCases {
      let bytes = sections[section] ?? []
      extents.append(
        .init(
          offset: UInt64(offset),
          length: UInt64(bytes.count),
          checksum: bytes.withUnsafeBytes { Checksum.of($0) }
        )
      )
      offset = (offset + bytes.count + 7) / 8 * 8
    }
    let header = IndexHeader(
      generation: generation,
      library: library,
      rowCount: UInt32(entries.count),
      sections: extents
    )
    var out = header.bytes
    out.reserveCapacity(offset)
    for (section, extent) in zip(IndexSection.allCases, extents) {
      out += repeatElement(0, count: Int(extent.offset) - out.count)
      out += sections[section] ?? []
    }
    return out
  }
}

// Orders.
extension IndexBuilder {
  private mutating func addOrders() {
    let rows = entries.indices.filter { entries[$0].summary != nil }
    for order in Order.allCases where order != .title && order != .site {
      let keys = rows.map { row in
        (entries[row].summary.flatMap(order.number) ?? 0, UInt32(row))
      }
      put(IndexSection(order), keys.sorted { $0 < $1 }.map(\.1))
    }
    let text = SearchText(bytes: searchText, offsets: searchOffsets, fieldLengths: fieldLengths)
    for (section, field) in [(IndexSection.title, SearchText.Field.title), (.site, .site)] {
      let order = text.sorted(rows.map(UInt32.init), by: field)
      put(section, order)
    }
  }
}
