import ArticleStore
package import ReadingList
package import ReadingServices

extension ReadingListModel {
  /// Has something counted over the library, now and whenever that changes, as long as it is on screen;
  /// nil when nothing is any more.
  package func watch(_ kind: Survey.Kind?) {
    reports.watched = kind
    reports.isStale = kind != nil
    surveyIfStale()
  }

  /// Counts again what is on screen; one count of a kind at a time.
  func surveyIfStale() {
    guard reports.isStale, let kind = reports.watched, !isReadingList,
      reports.pending.insert(kind).inserted
    else { return }
    reports.isStale = false
    service.survey(kind, of: snapshot)
  }

  func finishSurvey(_ survey: Survey) {
    reports.pending.remove(survey.kind)
    switch survey {
    case .statistics(let statistics): reports.statistics = statistics
    case .texts(let texts): reports.texts = texts
    }
  }

  /// What is under way.
  package var activity: Activity {
    let begun = service.fetchesUnderWay.filter(fetching.contains)
    return Activity(
      fetching: begun,
      waiting: fetching.count - begun.count,
      picks: discovery.pending.count,
      asksSources: !poolRefreshes.isEmpty,
      looks: refreshesUnderWay > 0,
      changes: pending.count + pendingAdds.count
    )
  }

  /// What is known of an article in the library; nil when it is not there.
  package func summary(of id: ArticleID) -> ArticleSummary? {
    snapshot.row(of: id).map { snapshot[$0] }
  }

  /// Fetches an article that a report names.
  package func fetch(_ id: ArticleID) { startFetch([id], isForced: true) }

  /// Fetches every text that is missing, but for those that were removed to free space.
  package func fetchMissing() -> CommandOutcome {
    guard let missing = reports.texts?.missing, !missing.isEmpty else {
      return .refused("No text is missing")
    }
    startFetch(missing)
    return .done("Fetching \(missing.count)…")
  }

  /// The question before texts are removed; nil when there are none to remove.
  var questionBeforeRemovingTexts: Confirmation? {
    guard let texts = reports.texts, !texts.removable.isEmpty else { return nil }
    let count = texts.removable.count
    let what =
      count == 1
      ? "text of 1 archived and read article" : "texts of \(count) archived and read articles"
    return Confirmation(
      question: "Remove the \(what) (\(ByteCount.words(texts.removableBytes)))? "
        + "\(count == 1 ? "It" : "They") can be fetched again only while "
        + "\(count == 1 ? "its page exists" : "their pages exist").",
      articles: texts.removable,
      title: "Free space?",
      yes: "remove",
      refusal: "Not removed"
    )
  }

  /// Removes the texts that were counted as removable.
  func removeTexts() -> CommandOutcome {
    guard let texts = reports.texts, !texts.removable.isEmpty else { return .done }
    let ids = texts.removable
    var change = PendingChange(change: nil, ids: ids)
    change.refusal = "Not removed"
    change.reloadsReader = ids.contains { $0 == reader.id }
    let request = nextRequest()
    pending[request] = change
    service.removeTexts(of: ids, request: request)
    return .done(
      "Removed \(ids.count == 1 ? "1 text" : "\(ids.count) texts"), \(ByteCount.words(texts.removableBytes)); this cannot be undone"
    )
  }

  /// Notes a fetch that failed; one that was given up is none.
  func noteFailure(of id: ArticleID, _ reason: String) {
    guard reports.stopped.remove(id) == nil else { return }
    reports.failures.removeAll { $0.id == id }
    reports.failures.insert(.init(id: id, reason: reason), at: 0)
    if reports.failures.count > ReportsModel.maxFailures { reports.failures.removeLast() }
  }

  /// Notes a fetch that went well.
  func noteSuccess(of id: ArticleID) {
    reports.stopped.remove(id)
    reports.failures.removeAll { $0.id == id }
  }
}

/// Sizes in words.
package enum ByteCount {
  /// “512 B”, “3.4 kB”, “120 MB”.
  package static func words(_ bytes: Int) -> String {
    var size = Double(bytes)
    var unit = "B"
    for larger in ["kB", "MB", "GB", "TB"] where size >= 999.5 {
      size /= 1000
      unit = larger
    }
    guard unit != "B", size < 9.95 else { return "\(Int(size.rounded())) \(unit)" }
    let tenths = Int((size * 10).rounded())
    return "\(tenths / 10).\(tenths % 10) \(unit)"
  }
}
