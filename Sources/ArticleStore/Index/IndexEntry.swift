import ReadingList

/// A new row for the list table.
///
/// An object, since many are moved when a table is made. The details are held as bytes, which take a third of
/// the memory.
final class IndexEntry: Sendable {
  /// The kind of a row.
  enum Kind: Sendable {
    /// No record: hides the row of the table.
    case absent
    case tombstone, article
  }

  let id: ArticleID
  let kind: Kind
  /// See `FileStamp`.
  let stamp: UInt64
  let numbers: RowNumbers
  /// The tags with those they are below of.
  let tags: [String]
  let language: String?
  /// Hashes of its addresses; see `AddressLink`.
  let aliases: [UInt64]
  /// Whether the article was purged.
  let isPurged: Bool
  /// The latest stamp in the record.
  let latest: Timestamp?
  private let details: [UInt8]
  private let text: [UInt8]

  /// Makes an entry of an article or, without a summary, of a tombstone.
  init(
    id: ArticleID, stamp: UInt64, summary: ArticleSummary?, aliases: [UInt64],
    isPurged: Bool = false, latest: Timestamp? = nil
  ) {
    self.id = id
    kind = summary == nil ? .tombstone : .article
    self.stamp = stamp
    numbers = summary.map { RowNumbers($0) } ?? RowNumbers()
    tags = tagsWithParents(summary?.tags ?? [])
    language = summary?.language
    self.aliases = aliases
    self.isPurged = isPurged
    self.latest = latest
    var out = ByteWriter()
    summary?.encode(to: &out)
    // As large as it must be: bytes that were appended have room for as many more.
    details = out.bytes.withUnsafeBytes { Array($0) }
    text = SearchText.row(of: summary).withUnsafeBytes { Array($0) }
  }

  /// Makes an entry of a record that is gone.
  init(absent id: ArticleID) {
    self.id = id
    kind = .absent
    (stamp, numbers, tags, language, aliases) = (0, RowNumbers(), [], nil, [])
    (isPurged, latest, details, text) = (false, nil, [], [])
  }

  /// Nil unless it is an article.
  var summary: ArticleSummary? {
    guard kind == .article else { return nil }
    return details.withUnsafeBytes { raw in
      var reader = ByteReader(raw)
      return ArticleSummary(from: &reader, id: id)
    }
  }

  func bytes(_ part: TablePart) -> [UInt8] { part == .details ? details : text }

  /// Whether lists show the same of both.
  func isSame(as other: IndexEntry) -> Bool {
    self === other || kind == other.kind && details == other.details
  }
}
