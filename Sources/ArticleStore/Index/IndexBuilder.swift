import ReadingList

/// Lays out an index.
///
/// Each entry is looked at once: those of a large library are held as bytes.
struct IndexBuilder {
  private let entries: [IndexEntry]
  private var sections: [IndexSection: [UInt8]] = [:]
  private var states: [UInt32] = []
  private var wordCounts: [UInt32] = []
  private var savedAt: [Int64] = [], publishedAt: [Int64] = []
  private var readAt: [Int64] = [], retryAt: [Int64] = []
  /// For each order by numbers the number of each row.
  private var orderNumbers = [[Int64]](repeating: [], count: Self.orders.count)
  private var detailOffsets: [UInt64] = [0]
  private var searchText: [UInt8] = []
  private var searchOffsets: [UInt64] = [0]
  private var fieldLengths: [UInt32] = []
  private var counts = LibraryCounts()
  private var tags = Numbering()
  private var liveTags: [String: Int] = [:]
  private var tagOffsets: [UInt32] = [0]
  private var tagsOfRows: [UInt32] = []
  private var languages = Numbering()
  private var languagesOfRows: [UInt32] = []

  /// An index file to be.
  ///
  /// - Parameters:
  ///   - entries: in any order, no id twice.
  ///   - shards: what the directories looked like.
  ///   - unreadable: by shard.
  ///   - generation: a number no other index of this library has.
  ///   - library: its key.
  /// - Returns: its parts.
  static func image(
    of entries: [IndexEntry],
    shards: [ShardStamp],
    unreadable: [[UnreadableFile]],
    generation: UInt64,
    library: UInt64
  ) -> IndexImage {
    var builder = IndexBuilder(entries: entries.sorted { $0.id < $1.id })
    for entry in builder.entries { builder.add(entry) }
    builder.addAliases()
    builder.addOrders()
    builder.putColumns()
    builder.putTexts()
    builder.putMeta(shards: shards, unreadable: unreadable)
    return IndexImage(
      builder.sections,
      details: builder.entries,
      size: Int(builder.detailOffsets.last ?? 0),
      generation: generation,
      library: library
    )
  }

  private init(entries: [IndexEntry]) { self.entries = entries }

  /// The orders by numbers; the others are by text.
  private static let orders = Order.allCases.filter { $0 != .title && $0 != .site }

  private mutating func put(_ section: IndexSection, _ numbers: [some FixedWidthInteger]) {
    sections[section] = numbers.withUnsafeBytes { Array($0) }
  }

  /// Appends a row.
  private mutating func add(_ entry: IndexEntry) {
    let summary = entry.summary
    addColumns(of: summary)
    if let summary {
      addTexts(of: summary)
      counts.count(summary, by: 1)
      let step = summary.membership.isDeleted ? 0 : 1
      for tag in Set(summary.tags) { liveTags[tag, default: 0] += step }
      for tag in summary.tags { tagsOfRows.append(tags.number(of: tag)) }
    } else {
      fieldLengths += [0, 0, 0, 0]
    }
    languagesOfRows.append(summary?.language.map { languages.number(of: $0) } ?? .max)
    tagOffsets.append(UInt32(clamping: tagsOfRows.count))
    searchText.append(SearchText.separator)
    detailOffsets.append((detailOffsets.last ?? 0) + UInt64(entry.rowSize))
    searchOffsets.append(UInt64(searchText.count))
  }

  private mutating func addColumns(of summary: ArticleSummary?) {
    states.append(summary.map { IndexState($0).bits } ?? IndexState.tombstone)
    wordCounts.append(UInt32(clamping: summary?.wordCount ?? 0))
    savedAt.append(summary?.savedAt.milliseconds ?? .min)
    publishedAt.append(summary?.publishedAt?.milliseconds ?? .min)
    readAt.append(summary?.readAt?.milliseconds ?? .min)
    retryAt.append(summary?.retryAt?.milliseconds ?? .min)
    for (index, order) in Self.orders.enumerated() {
      orderNumbers[index].append(summary.flatMap(order.number) ?? 0)
    }
  }

  private mutating func addTexts(of summary: ArticleSummary) {
    let fields = [summary.title, summary.site ?? "", summary.author ?? "", summary.url]
      .map(Query.folded)
    fieldLengths += fields.map { UInt32(clamping: $0.utf8.count) }
    for (index, field) in (fields + summary.tags.map(Query.folded)).enumerated() {
      if index > 0 { searchText.append(UInt8(ascii: "\n")) }
      searchText += field.utf8
    }
  }

  private mutating func addAliases() {
    var aliases: [(hash: UInt64, row: UInt32)] = []
    for (row, entry) in entries.enumerated() where entry.isArticle {
      for hash in entry.aliases { aliases.append((hash, UInt32(row))) }
    }
    aliases.sort { ($0.hash, $0.row) < ($1.hash, $1.row) }
    put(.aliasHashes, aliases.map(\.hash))
    put(.aliasRows, aliases.map(\.row))
  }

  private mutating func addOrders() {
    let rows = entries.indices.filter { entries[$0].isArticle }.map(UInt32.init)
    for (order, numbers) in zip(Self.orders, orderNumbers) {
      let keys = rows.map { (numbers[Int($0)], $0) }
      put(IndexSection(order), keys.sorted { $0 < $1 }.map(\.1))
    }
    orderNumbers = []
    let text = SearchText(bytes: searchText, offsets: searchOffsets, fieldLengths: fieldLengths)
    for (section, field) in [(IndexSection.title, SearchText.Field.title), (.site, .site)] {
      put(section, text.sorted(rows, by: field))
    }
  }

  private mutating func putColumns() {
    var ids: [UInt8] = []
    ids.reserveCapacity(entries.count * 10)
    for entry in entries { ids += IndexFile.bytes(of: entry.id) }
    sections[.ids] = ids
    put(.states, states)
    put(.wordCounts, wordCounts)
    put(.savedAt, savedAt)
    put(.publishedAt, publishedAt)
    put(.readAt, readAt)
    put(.retryAt, retryAt)
    put(.stamps, entries.map(\.stamp))
  }

  private mutating func putTexts() {
    put(.detailOffsets, detailOffsets)
    sections[.searchText] = searchText
    put(.searchOffsets, searchOffsets)
    put(.fieldLengths, fieldLengths)
  }

  /// Tags are numbered as `LibraryCounts` sorts them, those of articles in Trash alone behind them.
  private mutating func putTags() -> [LibraryCounts.Tag] {
    let sorted = LibraryCounts.sorted(liveTags)
    let tags =
      sorted + liveTags.filter { $0.value == 0 }.keys.sorted().map { .init(name: $0, count: 0) }
    var places: [String: UInt32] = [:]
    for (place, tag) in tags.enumerated() { places[tag.name] = UInt32(place) }
    let placesOfNumbers = self.tags.names.map { places[$0] ?? 0 }
    put(.tagOffsets, tagOffsets)
    put(.tags, tagsOfRows.map { placesOfNumbers[Int($0)] })
    put(.languages, languagesOfRows)
    return tags
  }

  private mutating func putMeta(shards: [ShardStamp], unreadable: [[UnreadableFile]]) {
    let meta = IndexMeta(
      shards: shards,
      unreadable: unreadable,
      counts: counts,
      tags: putTags(),
      languages: languages.names
    )
    sections[.meta] = meta.bytes
  }
}

/// Names, each with a number: how many were met before it.
private struct Numbering {
  private(set) var names: [String] = []
  private var numbers: [String: UInt32] = [:]

  mutating func number(of name: String) -> UInt32 {
    if let known = numbers[name] { return known }
    let number = UInt32(names.count)
    numbers[name] = number
    names.append(name)
    return number
  }
}
