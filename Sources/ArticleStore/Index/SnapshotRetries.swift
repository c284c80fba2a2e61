package import ReadingList

extension LibrarySnapshot {
  /// Visits every article without text, not in Trash, that is to be tried again at some moment, without
  /// decoding rows.
  ///
  /// None of an index that turns out damaged: it is made anew soon.
  /// - Parameter body: called in no order with the moment, and with a function that gives the id.
  package func forEachRetry(_ body: (Timestamp, () -> ArticleID) -> Void) {
    for row in overlay.rows {
      guard let summary = row.entry.summary, summary.fetch.isPending,
        !summary.membership.isDeleted, let moment = summary.retryAt
      else { continue }
      body(moment) { row.entry.id }
    }
    guard let states = base.states, let moments = base.wide(.retryAt, count: base.rowCount) else {
      return
    }
    let pending = IndexState.fetchBits("pending")
    let mask = IndexState.fetchMask | IndexState.deleted
    for row in 0..<base.rowCount where states[row] & mask == pending {
      let moment = Int64(bitPattern: moments[row])
      guard moment != .min, !overlay.hidden.contains(row) else { continue }
      body(Timestamp(milliseconds: moment)) { base.id(row) }
    }
  }
}
