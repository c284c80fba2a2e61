import ReadingList

/// What the index knows of one record.
///
/// An object because many are moved about when an index is made.
final class IndexEntry: Sendable {
  /// What a list shows of an article: as a value for those that are looked at often, as bytes for those
  /// that are held in great numbers.
  private enum Content: Sendable {
    case tombstone
    indirect case summary(ArticleSummary)
    /// As `ArticleSummary.encode` writes it.
    case packed([UInt8])
  }

  let id: ArticleID
  /// See `FileStamp`.
  let stamp: UInt64
  /// Hashes of its addresses; see `AddressLink`.
  let aliases: [UInt64]
  private let content: Content

  /// An entry of an article, or without a summary of a tombstone.
  init(id: ArticleID, stamp: UInt64, summary: ArticleSummary?, aliases: [UInt64]) {
    self.id = id
    self.stamp = stamp
    self.aliases = aliases
    content = summary.map { .summary($0) } ?? .tombstone
  }

  private init(id: ArticleID, stamp: UInt64, aliases: [UInt64], content: Content) {
    self.id = id
    self.stamp = stamp
    self.aliases = aliases
    self.content = content
  }

  /// An entry whose summary is the bytes that `ArticleSummary.encode` wrote.
  convenience init(id: ArticleID, stamp: UInt64, packed: [UInt8], aliases: [UInt64]) {
    self.init(id: id, stamp: stamp, aliases: aliases, content: .packed(packed))
  }

  /// Whether it stands for an article, not for a tombstone.
  var isArticle: Bool { if case .tombstone = content { false } else { true } }

  /// Nil for a tombstone.
  var summary: ArticleSummary? {
    switch content {
    case .tombstone: nil
    case .summary(let summary): summary
    case .packed(let bytes):
      bytes.withUnsafeBytes { raw in
        var reader = ByteReader(raw)
        return ArticleSummary(from: &reader, id: id)
      }
    }
  }

  /// The summary's bytes; empty for a tombstone.
  var details: [UInt8] {
    switch content {
    case .tombstone: return []
    case .packed(let bytes): return bytes
    case .summary(let summary):
      var out = ByteWriter()
      summary.encode(to: &out)
      return out.bytes
    }
  }

  /// How many bytes the row takes in the index's section of details.
  var rowSize: Int {
    switch content {
    case .tombstone: 0
    case .packed(let bytes): bytes.count + 8
    case .summary: details.count + 8
    }
  }

  /// The same, taking the least memory.
  var packed: IndexEntry {
    guard case .summary = content else { return self }
    // As large as it must be: bytes that were appended have room for as many more.
    let exact = details.withUnsafeBytes { Array($0) }
    return IndexEntry(id: id, stamp: stamp, aliases: aliases, content: .packed(exact))
  }

  /// The same, quickest to look at.
  var unpacked: IndexEntry {
    guard case .packed = content else { return self }
    return IndexEntry(id: id, stamp: stamp, summary: summary, aliases: aliases)
  }
}
