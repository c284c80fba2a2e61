import ReadingList

// What this process writes itself need not be read back: a bulk change tells the index what it wrote,
// and only what others did in between is looked for. So a bulk change costs the same for each article,
// however many there are.
extension ListIndex {
  /// How many written articles stand beside the list before they are merged into it, at the least.
  private static let minCount = 16_384

  /// Notes what was written under the library's lock, by a caller that still holds it.
  ///
  /// - Parameters:
  ///   - entries: what the records now say.
  ///   - look: `looks` from before the writing. When the directories were looked at since, which of the
  ///     two is newer is not known, and nothing is noted: the next look finds it out.
  ///   - directories: those changed by it that the list knew everything of until then, under the same hold
  ///     of the lock.
  mutating func note(_ entries: [IndexEntry], since look: Int, current directories: Set<String>) {
    guard look == looks, let snapshot, !snapshot.base.isDamaged else { return }
    for entry in entries {
      written[entry.id] = entry
      aliases?.take(entry)
    }
    let now = files.now()
    for directory in directories {
      guard let shard = UInt8(directory.suffix(2), radix: 16),
        let status = try? files.status(directory)
      else { continue }
      ownStamps[shard] = ShardStamp(status, now: now)
    }
    guard written.count > max(Self.minCount, snapshot.base.rowCount) else { return }
    takeWritten()
  }

  /// Merges what was noted into the list.
  mutating func takeWritten() {
    guard !written.isEmpty, snapshot != nil else { return }
    // Very many make a new index at once.
    compact()
    guard let known = snapshot else { return }
    let entries = Array(written.values)
    written = [:]
    put(entries, into: known)
  }

  /// The articles that are found by an address of the same deduplicationKey, those noted included.
  mutating func ids(like address: WebAddress) -> [ArticleID] {
    AddressLink.found { ids(address, $0) }
  }

  /// The articles that an address of the same deduplicationKey is linked with in one way, likewise.
  mutating func ids(_ address: WebAddress, _ link: AddressLink) -> [ArticleID] {
    guard let snapshot else { return [] }
    if aliases == nil {
      var table = AliasTable()
      for entry in written.values { table.take(entry) }
      aliases = table
    }
    let hash = link.hash(address, key: key)
    return (aliases?.ids(hash) ?? []) + snapshot.ids(address, link).filter { written[$0] == nil }
  }
}

/// Where hashes of addresses lead, for many questions.
struct AliasTable {
  /// Nearly every hash leads to one article.
  private var first: [UInt64: ArticleID] = [:]
  private var others: [UInt64: [ArticleID]] = [:]

  /// Takes in the addresses of an article; a tombstone has none.
  mutating func take(_ entry: IndexEntry) {
    guard entry.isArticle else { return }
    for hash in entry.aliases {
      if let known = first[hash] {
        if known != entry.id { others[hash, default: []].append(entry.id) }
      } else {
        first[hash] = entry.id
      }
    }
  }

  /// The articles that a hash leads to.
  func ids(_ hash: UInt64) -> [ArticleID] {
    first[hash].map { [$0] + (others[hash] ?? []) } ?? []
  }
}
