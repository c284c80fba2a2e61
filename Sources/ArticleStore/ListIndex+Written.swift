import ReadingList

// What this process writes itself need not be read back: a bulk change tells the index what it wrote,
// and only what others did in between is looked for. So a bulk change costs the same for each article,
// however many there are.
extension ListIndex {
  /// How many written articles stand beside the list before they are merged into it, at the least.
  private static let fewest = 16_384

  /// Notes what was written under the library's lock, by a caller that still holds it.
  ///
  /// - Parameters:
  ///   - entries: what the records now say.
  ///   - look: `looks` from before the writing. When the directories were looked at since, which of the
  ///     two is newer is not known, and nothing is noted: the next look finds it out.
  ///   - isCurrent: whether the list was brought up to date under the same hold of the lock.
  mutating func note(_ entries: [IndexEntry], since look: Int, isCurrent: Bool) {
    guard look == looks, let snapshot, !snapshot.base.isDamaged else { return }
    for entry in entries {
      written[entry.id] = IndexOverlay.Row(entry: entry)
      if aliases != nil {
        for hash in entry.aliases { aliases?[hash, default: []].append(entry.id) }
      }
    }
    if isCurrent {
      let now = files.now()
      for shard in Set(entries.map(\.id.shardNumber)) {
        guard let status = try? files.status(paths.shard(shard)) else { continue }
        ownStamps[shard] = ShardStamp(status, now: now)
      }
    }
    guard written.count > max(Self.fewest, snapshot.base.rowCount) else { return }
    takeWritten()
    try? compact()
  }

  /// Merges what was noted into the list.
  mutating func takeWritten() {
    guard !written.isEmpty, let known = snapshot else { return }
    let rows = Array(written.values)
    written = [:]
    put(rows, into: known)
  }

  /// The articles that are found by an address of the same likeness, those noted included.
  mutating func ids(like address: WebAddress) -> [ArticleID] {
    AddressLink.found { ids(address, $0) }
  }

  /// The articles that an address of the same likeness is linked with in one way, likewise.
  mutating func ids(_ address: WebAddress, _ link: AddressLink) -> [ArticleID] {
    guard let snapshot else { return [] }
    let hash = link.hash(address, key: key)
    let changed = aliases ?? snapshot.overlay.aliases(and: written.values)
    if aliases == nil { aliases = changed }
    return (changed[hash] ?? []) + snapshot.baseIDs(address, link, hash: hash)
  }
}
