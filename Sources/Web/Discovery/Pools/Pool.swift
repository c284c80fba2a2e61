import Platform
package import ReadingList

/// The entries of a source as cached: a line each, decoded only when it is picked.
///
/// The text: a line of JSON with the metadata of the pool, then for each entry its kind (`p` or `f`), its key
/// in 16 hexadecimal digits, address, title, author, date and categories, with tabs between, and unit separators
/// between categories.
package struct Pool: Sendable {
  /// Whose answer this is and how old.
  package struct Metadata: Equatable, Sendable {
    /// The address asked.
    package var address: String
    /// When it was last known to be what the source gives.
    package var fetchedAt: Timestamp
    package var etag: String?
    package var lastModified: String?
    /// Entries of the answer that could not be used.
    package var skipped: Int

    package init(
      address: String, fetchedAt: Timestamp, etag: String? = nil, lastModified: String? = nil,
      skipped: Int = 0
    ) {
      self.address = address
      self.fetchedAt = fetchedAt
      self.etag = etag
      self.lastModified = lastModified
      self.skipped = skipped
    }
  }

  package var metadata: Metadata
  /// The keys of the entries, in order.
  package let keys: [UInt64]
  /// The categories of its entries, in order; of spellings that differ only in case the first.
  package let categories: [String]
  /// The whole text; lines begin at `starts`.
  private let text: [UInt8]
  private let starts: [Int]

  /// The most entries that are kept.
  package static let limit = 200_000

  /// The most categories of a pool.
  private static let maxCategories = 1000

  /// How many entries there are.
  package var count: Int { keys.count }

  /// How many of them are feeds.
  package var feedCount: Int { starts.count { text[$0] == UInt8(ascii: "f") } }

  /// Makes a pool of entries; each address once.
  package init(_ entries: [PoolEntry], metadata: Metadata) {
    var text: [UInt8] = []
    var keys: [UInt64] = []
    var starts: [Int] = []
    var seen: Set<UInt64> = []
    var categories: [String: String] = [:]
    for entry in entries.prefix(Self.limit) where seen.insert(entry.key).inserted {
      for name in entry.categories where categories.count < Self.maxCategories {
        let key = name.lowercased()
        if categories[key] == nil { categories[key] = name }
      }
      keys.append(entry.key)
      starts.append(text.count)
      text += Self.line(of: entry)
    }
    self.init(
      metadata: metadata, keys: keys, categories: categories.values.sorted(), text: text,
      starts: starts)
  }

  private init(
    metadata: Metadata, keys: [UInt64], categories: [String], text: [UInt8], starts: [Int]
  ) {
    self.metadata = metadata
    self.keys = keys
    self.categories = categories
    self.text = text
    self.starts = starts
  }

  /// Reads a pool's file; nil when it is none or damaged, which a cache may be.
  package init?(file: [UInt8]) {
    guard let end = file.firstIndex(of: 10), let head = try? JSON(parsing: Array(file[..<end])),
      head["format"]?.int == Self.format, let address = head["address"]?.string,
      let fetchedAt = head["fetchedAt"]?.string.flatMap({ Timestamp(rfc3339: $0) })
    else { return nil }
    var keys: [UInt64] = []
    var starts: [Int] = []
    let count = min(max(0, head["count"]?.int ?? 0), Self.limit)
    keys.reserveCapacity(count)
    starts.reserveCapacity(count)
    var start = end + 1
    let isWhole = file.withUnsafeBytes { bytes in
      while start < bytes.count {
        guard let base = bytes.baseAddress,
          let newline = (base + start).distance(to: 10, within: bytes.count - start),
          let key = Self.key(in: bytes, at: start + 1)
        else { return false }
        keys.append(key)
        starts.append(start)
        start += newline + 1
      }
      return true
    }
    guard isWhole, keys.count == head["count"]?.int else { return nil }
    self.init(
      metadata: Metadata(
        address: address, fetchedAt: fetchedAt, etag: head["etag"]?.string,
        lastModified: head["lastModified"]?.string, skipped: head["skipped"]?.int ?? 0), keys: keys,
      categories: (head["categories"]?.array ?? []).compactMap(\.string), text: file, starts: starts
    )
  }

  /// The file for the cache.
  package var file: [UInt8] {
    let head = JSON.object([
      .init("format", .int(Self.format)), .init("address", .string(metadata.address)),
      .init("fetchedAt", .string(metadata.fetchedAt.rfc3339)),
      .init("etag", metadata.etag.map { .string($0) } ?? .null),
      .init("lastModified", metadata.lastModified.map { .string($0) } ?? .null),
      .init("skipped", .int(metadata.skipped)), .init("count", .int(count)),
      .init("categories", .array(categories.map { .string($0) })),
    ])
    return Array(head.compact.utf8) + [10] + text[(starts.first ?? text.count)...]
  }

  private static let format = 2

  /// Stands between the categories of an entry.
  private static let separator: UInt8 = 31

  /// The entry at an index; nil when its line is damaged.
  package func entry(at index: Int) -> PoolEntry? {
    let cells = line(at: index).split(separator: 9, omittingEmptySubsequences: false)
    guard cells.count == 6, cells[0].count == 17,
      let address = WebAddress(canonical: String(decoding: cells[1], as: UTF8.self))
    else { return nil }
    func words(_ cell: ArraySlice<UInt8>) -> String? {
      cell.isEmpty ? nil : String(decoding: cell, as: UTF8.self)
    }
    return PoolEntry(
      kind: cells[0].first == UInt8(ascii: "f") ? .feed : .page, address: address,
      title: words(cells[2]) ?? "", author: words(cells[3]),
      publishedAt: words(cells[4]).flatMap { Timestamp(rfc3339: $0) },
      categories: cells[5].split(separator: Self.separator).map {
        String(decoding: $0, as: UTF8.self)
      })
  }

  /// Whether something is filed under a category, in whatever case.
  package func has(_ category: String) -> Bool { categories.hasCategory(category) }

  /// The indices of the entries that are filed under a category, in whatever case.
  package func indices(in category: String) -> [Int] {
    let name = Self.cell(category).lowercased()
    return keys.indices.filter { index in
      let line = line(at: index)
      guard let tab = line.lastIndex(of: 9), tab + 1 < line.endIndex else { return false }
      return line[(tab + 1)...].split(separator: Self.separator).contains {
        String(decoding: $0, as: UTF8.self).lowercased() == name
      }
    }
  }

  private func line(at index: Int) -> ArraySlice<UInt8> {
    let end = index + 1 < starts.count ? starts[index + 1] : text.count
    return text[starts[index]..<end].dropLast()
  }

  private static func line(of entry: PoolEntry) -> [UInt8] {
    let digits = String(entry.key, radix: 16)
    var line = entry.kind == .feed ? "f" : "p"
    line += String(repeating: "0", count: 16 - digits.utf8.count) + digits
    line += "\t" + entry.address.text
    line += "\t" + cell(entry.title) + "\t" + cell(entry.author ?? "")
    line += "\t" + (entry.publishedAt?.rfc3339 ?? "")
    line += "\t" + entry.categories.map(cell).joined(separator: "\u{1f}") + "\n"
    return Array(line.utf8)
  }

  /// A cell without tabs and line ends.
  private static func cell(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 32 ? " " : $0 }))
  }

  private static func key(in bytes: UnsafeRawBufferPointer, at start: Int) -> UInt64? {
    guard start + 16 <= bytes.count else { return nil }
    var key: UInt64 = 0
    for byte in bytes[start..<(start + 16)] {
      guard let digit = WebAddress.hexValue(byte) else { return nil }
      key = key << 4 | UInt64(digit)
    }
    return key
  }
}

extension Collection<String> {
  /// Whether a category is among these, in whatever case.
  package func hasCategory(_ name: String) -> Bool {
    let name = name.lowercased()
    return contains { $0.lowercased() == name }
  }
}
