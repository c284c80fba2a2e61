import ReadingList

/// A new row for the list table.
///
/// It is a class because many are moved when a table is built. Details are encoded, which takes a
/// third of the memory.
final class IndexEntry: Sendable {
  enum Kind: Sendable {
    /// A deleted record; hides the table's row.
    case absent
    case tombstone, article
  }

  let id: ArticleID
  let kind: Kind
  /// See `FileStamp`.
  let stamp: UInt64
  let numbers: RowNumbers
  /// The tags and their parent tags.
  let tags: [String]
  let language: String?
  /// The hashes of its addresses; see `AddressLink`.
  let aliases: [UInt64]
  let isPurged: Bool
  /// The latest stamp in the record.
  let latest: Timestamp?
  private let details: [UInt8]
  private let text: [UInt8]

  /// Makes the row of an article or, without a summary, of a tombstone.
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
    // A copy without the spare capacity that appending leaves.
    details = out.bytes.withUnsafeBytes { Array($0) }
    text = SearchText.row(of: summary).withUnsafeBytes { Array($0) }
  }

  /// Makes the entry of a deleted record.
  init(absent id: ArticleID) {
    self.id = id
    kind = .absent
    (stamp, numbers, tags, language, aliases) = (0, RowNumbers(), [], nil, [])
    (isPurged, latest, details, text) = (false, nil, [], [])
  }

  func bytes(_ part: TablePart) -> [UInt8] { part == .details ? details : text }
}
