package import ReadingList

/// The cached entries of a source: a line each, decoded only when picked.
///
/// The file: a JSON line of metadata, then for each entry its kind (`p` or `f`), its key in 16
/// hexadecimal digits, and a JSON array of address, title, author, date and categories.
package struct Pool: Sendable {
  package struct Metadata: Hashable, Sendable {
    package var address: String
    /// When the source last confirmed it.
    package var fetchedAt: Timestamp
    package var etag: String?
    package var lastModified: String?
    /// Entries that could not be used.
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
  package let keys: [UInt64]
  /// In order of appearance; the first of spellings that differ only in case.
  package let categories: [String]
  private let lines: [ArraySlice<UInt8>]

  package static let limit = 200_000

  private static let maxCategories = 1000

  package var count: Int { lines.count }

  package var feedCount: Int { lines.count { $0.first == UInt8(ascii: "f") } }

  /// Each address once.
  package init(_ entries: [FeedEntry], metadata: Metadata) {
    var seen: Set<UInt64> = []
    let entries = entries.prefix(Self.limit).filter { seen.insert($0.key).inserted }
    var categories: [String: String] = [:]
    for name in entries.lazy.flatMap(\.categories) where categories.count < Self.maxCategories {
      let key = name.lowercased()
      if categories[key] == nil { categories[key] = name }
    }
    self.metadata = metadata
    keys = entries.map(\.key)
    self.categories = categories.values.sorted()
    lines = entries.map { Self.line(of: $0)[...] }
  }

  /// Nil if it is damaged, which a cache may be.
  package init?(file: [UInt8]) {
    let all = file.split(separator: 10)
    guard let first = all.first, let head = try? JSON(parsing: Array(first)),
      head["format"]?.int == Self.format, let address = head["address"]?.string,
      let fetchedAt = head["fetchedAt"]?.string.flatMap({ Timestamp(rfc3339: $0) }),
      head["count"]?.int == all.count - 1, all.count <= Self.limit + 1
    else { return nil }
    metadata = Metadata(
      address: address, fetchedAt: fetchedAt, etag: head["etag"]?.string,
      lastModified: head["lastModified"]?.string, skipped: head["skipped"]?.int ?? 0)
    categories = (head["categories"]?.array ?? []).compactMap(\.string)
    lines = Array(all.dropFirst())
    keys = lines.compactMap {
      UInt64(String(decoding: $0.dropFirst().prefix(Self.keyLength), as: UTF8.self), radix: 16)
    }
    guard keys.count == lines.count else { return nil }
  }

  package var file: [UInt8] {
    let head = JSON.object([
      .init("format", .int(Self.format)), .init("address", .string(metadata.address)),
      .init("fetchedAt", .string(metadata.fetchedAt.rfc3339)),
      .init("etag", .optional(metadata.etag)),
      .init("lastModified", .optional(metadata.lastModified)),
      .init("skipped", .int(metadata.skipped)), .init("count", .int(count)),
      .init("categories", .array(categories.map { .string($0) })),
    ])
    var file = Array(head.compact.utf8)
    for line in lines {
      file.append(10)
      file += line
    }
    return file
  }

  private static let format = 3
  private static let keyLength = 16

  /// Nil if the line is damaged.
  package func entry(at index: Int) -> FeedEntry? {
    let line = lines[index]
    guard
      let cells = try? JSON(parsing: Array(line.dropFirst(1 + Self.keyLength))).array,
      cells.count == 5, let address = cells[0].string.flatMap({ WebAddress(canonical: $0) })
    else { return nil }
    return FeedEntry(
      kind: line.first == UInt8(ascii: "f") ? .feed : .page, address: address,
      title: cells[1].string ?? "", author: cells[2].string,
      publishedAt: cells[3].string.flatMap { Timestamp(rfc3339: $0) },
      categories: (cells[4].array ?? []).compactMap(\.string))
  }

  private static func line(of entry: FeedEntry) -> [UInt8] {
    let digits = String(entry.key, radix: 16)
    let key = String(repeating: "0", count: keyLength - digits.utf8.count) + digits
    let cells = JSON.array([
      .string(entry.address.text), .string(entry.title), .optional(entry.author),
      .optional(entry.publishedAt?.rfc3339), .array(entry.categories.map { .string($0) }),
    ])
    return Array(((entry.kind == .feed ? "f" : "p") + key + cells.compact).utf8)
  }

  /// Ignores case.
  package func has(_ category: String) -> Bool { categories.hasCategory(category) }

  /// The indices of the entries in a category, ignoring case.
  package func indices(in category: String) -> [Int] {
    keys.indices.filter { entry(at: $0)?.categories.hasCategory(category) ?? false }
  }
}

extension Collection<String> {
  /// Ignores case.
  func hasCategory(_ name: String) -> Bool {
    let name = name.lowercased()
    return contains { $0.lowercased() == name }
  }
}
