import ReadingList

/// What the index knows of one record.
///
/// An object because many are moved about when an index is made; what lists show of an article is held
/// as bytes, which take a third of the memory.
final class IndexEntry: Sendable {
  /// What there is of the record.
  enum Kind: UInt8, Sendable {
    /// Nothing, not even a tombstone: it hides what was known before.
    case absent
    /// What stays of a purged article.
    case tombstone
    case article
  }

  let id: ArticleID
  let kind: Kind
  /// See `FileStamp`.
  let stamp: UInt64
  /// The numbers that lists and counts are made of.
  let numbers: RowNumbers
  /// What `ArticleSummary.encode` wrote; empty unless it is an article.
  let details: [UInt8]
  /// Hashes of its addresses; see `AddressLink`.
  let aliases: [UInt64]
  /// Whether the record says that another article took this one over; known only where it was just read.
  let isMerged: Bool
  /// The latest stamp in the record, likewise.
  let latest: Timestamp?

  init(
    id: ArticleID,
    kind: Kind,
    stamp: UInt64,
    numbers: RowNumbers,
    details: [UInt8],
    aliases: [UInt64],
    isMerged: Bool = false,
    latest: Timestamp? = nil
  ) {
    self.id = id
    self.kind = kind
    self.stamp = stamp
    self.numbers = numbers
    self.details = details
    self.aliases = aliases
    self.isMerged = isMerged
    self.latest = latest
  }

  /// An entry of an article, or without a summary of a tombstone.
  convenience init(
    id: ArticleID,
    stamp: UInt64,
    summary: ArticleSummary?,
    aliases: [UInt64],
    isMerged: Bool = false,
    latest: Timestamp? = nil
  ) {
    var out = ByteWriter()
    summary?.encode(to: &out)
    self.init(
      id: id,
      kind: summary == nil ? .tombstone : .article,
      stamp: stamp,
      numbers: summary.map { RowNumbers($0) } ?? .tombstone,
      // As large as it must be: bytes that were appended have room for as many more.
      details: out.bytes.withUnsafeBytes { Array($0) },
      aliases: aliases,
      isMerged: isMerged,
      latest: latest
    )
  }

  /// An entry of a record that is gone.
  convenience init(absent id: ArticleID) {
    self.init(id: id, kind: .absent, stamp: 0, numbers: .absent, details: [], aliases: [])
  }

  /// Whether it stands for an article.
  var isArticle: Bool { kind == .article }

  /// Nil unless it is an article.
  var summary: ArticleSummary? {
    guard isArticle else { return nil }
    return details.withUnsafeBytes { raw in
      var reader = ByteReader(raw)
      return ArticleSummary(from: &reader, id: id)
    }
  }
}
