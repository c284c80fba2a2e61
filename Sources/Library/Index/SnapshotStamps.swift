package import ReadingList

extension LibrarySnapshot {
  /// Returns a stamp for each article, in Trash or not, that changes with everything that full text
  /// depends on.
  ///
  /// It covers title, author, site, addresses, tags, language, note, highlights and text, as the
  /// record has them. Linear, without decoding rows.
  /// - Returns: the stamps, sorted by id; none is 0.
  package func searchStamps() -> [(id: ArticleID, stamp: UInt64)] {
    var all: [(id: ArticleID, stamp: UInt64)] = []
    all.reserveCapacity(counts.total)
    forEachRow { table, row in
      let stamps: ListTable.Numbers<UInt64> = table.numbers(.searchStamps)
      if stamps[row] != 0 { all.append((table.id(row), stamps[row])) }
    }
    all.sort { $0.id < $1.id }
    return all
  }

  /// Visits every article outside Trash that waits for another attempt to fetch its text, or a
  /// better one, without decoding rows.
  ///
  /// - Parameter body: called in no order with the moment of the attempt and a function that
  ///   returns the id.
  package func forEachRetry(_ body: (Timestamp, () -> ArticleID) -> Void) {
    let waiting = [IndexState.fetchBits("pending"), IndexState.fetchBits("suspect")]
    let mask = IndexState.fetchMask | IndexState.deleted | IndexState.tombstone
    forEachRow { table, row in
      guard waiting.contains(table.states[row] & mask) else { return }
      let moments: ListTable.Numbers<Int64> = table.numbers(.retryAt)
      guard moments[row] != .min else { return }
      body(Timestamp(milliseconds: moments[row])) { table.id(row) }
    }
  }
}

extension ArticleSummary {
  /// The stamp for `LibrarySnapshot.searchStamps`.
  var searchStamp: UInt64 {
    var stamp = Checksum.mix(Checksum.mix(textStamp, highlightStamp), UInt64(tags.count))
    for text in [title, author, site, url, savedURL, language, note] {
      stamp = text.map { Checksum.of($0, seed: stamp) } ?? Checksum.mix(stamp, 1)
    }
    for tag in tags { stamp = Checksum.of(tag, seed: stamp) }
    return max(1, stamp)
  }
}
