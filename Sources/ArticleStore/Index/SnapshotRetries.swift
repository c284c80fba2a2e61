package import ReadingList

extension LibrarySnapshot {
  /// Visits every article without text, not in Trash, that is to be tried again at some moment, without
  /// decoding rows.
  ///
  /// None of an index that turns out damaged: it is made again soon.
  /// - Parameter body: called in no order with the moment, and with a function that gives the id.
  package func forEachRetry(_ body: (Timestamp, () -> ArticleID) -> Void) {
    let pending = IndexState.fetchBits("pending")
    let mask = IndexState.fetchMask | IndexState.deleted | IndexState.tombstone
    for part in parts {
      let segment = part.segment
      guard let states = segment.states,
        let moments = segment.wide(.retryAt, count: segment.rowCount)
      else { continue }
      for row in 0..<segment.rowCount where states[row] & mask == pending {
        guard let moment = RowNumbers.moment(Int64(bitPattern: moments[row])),
          !part.isHidden(row)
        else { continue }
        body(moment) { segment.id(row) }
      }
    }
  }
}
