package import ReadingList

extension LibrarySnapshot {
  /// For each article, in Trash or not, a number that differs, almost always, when what full text makes of it does.
  ///
  /// That is its title, author, site, addresses, tags, language, note, highlights and text, as far as the
  /// record knows. Linear, without decoding rows.
  /// - Returns: sorted by id; no stamp is 0.
  package func searchStamps() -> [(id: ArticleID, stamp: UInt64)] {
    var merged: [(id: ArticleID, stamp: UInt64)] = []
    for part in parts {
      var found: [(id: ArticleID, stamp: UInt64)] = []
      Self.forEachStamp(of: part) { found.append(($0, $1)) }
      merged = Self.merged(merged, found)
    }
    return merged
  }

  /// Calls `visit` with what `searchStamps` gives, in no order and without memory for all of it.
  package func forEachSearchStamp(_ visit: (ArticleID, UInt64) -> Void) {
    for part in parts { Self.forEachStamp(of: part, visit) }
  }

  private static func forEachStamp(of part: Part, _ visit: (ArticleID, UInt64) -> Void) {
    _ = part.ask { segment -> Void? in
      guard let stamps = segment.wide(.searchStamps, count: segment.rowCount) else { return nil }
      for (row, stamp) in stamps.enumerated() where stamp != 0 && !part.isHidden(row) {
        visit(segment.id(row), stamp)
      }
    }
  }

  private static func merged(
    _ a: [(id: ArticleID, stamp: UInt64)],
    _ b: [(id: ArticleID, stamp: UInt64)]
  ) -> [(id: ArticleID, stamp: UInt64)] {
    if a.isEmpty { return b }
    var merged: [(id: ArticleID, stamp: UInt64)] = []
    merged.reserveCapacity(a.count + b.count)
    var next = 0
    for entry in b {
      while next < a.count, a[next].id < entry.id {
        merged.append(a[next])
        next += 1
      }
      merged.append(entry)
    }
    return merged + a[next...]
  }
}

extension ArticleSummary {
  /// What `LibrarySnapshot.searchStamps` has of it.
  var searchStamp: UInt64 {
    var stamp = Checksum.mix(Checksum.mix(textStamp, highlightStamp), UInt64(tags.count))
    for text in [title, author, site, url, savedURL, language, note] {
      stamp = text.map { Checksum.of($0, seed: stamp) } ?? Checksum.mix(stamp, 1)
    }
    for tag in tags { stamp = Checksum.of(tag, seed: stamp) }
    return max(1, stamp)
  }
}
