package import ReadingList

extension LibrarySnapshot {
  /// For each article, in Trash or not, a number that differs, almost always, when what full text makes of it does.
  ///
  /// That is its title, author, site, addresses, tags, language, note, highlights and text, as far as the
  /// record knows. Linear, without decoding rows.
  /// - Returns: sorted by id; no stamp is 0.
  package func searchStamps() -> [(id: ArticleID, stamp: UInt64)] {
    var all: [(id: ArticleID, stamp: UInt64)] = []
    forEachSearchStamp { all.append(($0, $1)) }
    // Runs that are sorted, one a part: quick.
    all.sort { $0.id < $1.id }
    return all
  }

  /// Calls `visit` with what `searchStamps` gives, in no order and without memory for all of it.
  package func forEachSearchStamp(_ visit: (ArticleID, UInt64) -> Void) {
    for part in parts {
      _ = part.ask { segment -> Void? in
        guard let stamps = segment.wide(.searchStamps, count: segment.rowCount) else { return nil }
        for (row, stamp) in stamps.enumerated() where stamp != 0 && !part.isHidden(row) {
          visit(segment.id(row), stamp)
        }
      }
    }
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
