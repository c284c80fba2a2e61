package import Exchange
package import Library
import PageExtraction
import Platform
package import ReadingList

package enum Capture {
  /// `via` is its origin: “browser”, “mail”, “file” or “inbox”.
  package typealias Arrival = (page: CapturedPage, savedAt: Timestamp, via: String)

  package struct Saved: Sendable {
    package var article: Article
    package var isNew: Bool
    /// Of the page's text; nil if it had none.
    package var outcome: ArticleFetch.Outcome?
    /// The changes made to an article saved before.
    package var changes: [ChangeReceipt] = []

    /// Why the text was not saved, unless that is an error of the library.
    package var refusal: String? {
      if case .failed(_, let reason, _) = outcome { reason } else { nil }
    }
  }
}

extension ArticleFetch {
  /// Saves pages in one batch, and applies `changes` to each article; the texts of already saved
  /// articles follow one by one.
  ///
  /// The result depends only on the pages and their dates, so that two libraries given the same
  /// pages have equal records. Articles in Trash stay unchanged. With `revives`, a page restores an
  /// article that was purged after the page's date, as when a person saves it now, whatever clock
  /// the purging machine had.
  ///
  /// - Returns: a result for each page; nil if the article stays purged.
  package func save(
    _ arrivals: [Capture.Arrival], _ changes: [ArticleChange] = [], at now: Timestamp,
    revives: Bool = true
  ) -> [Result<Capture.Saved, StoreError>?] {
    let rules = library.listRules
    let ready = Parallel.map(arrivals.count) { index in
      let (page, savedAt, via) = arrivals[index]
      let (found, bare) = (extracted(page), page.article(savedAt: savedAt))
      let article = bare.applying(changes, at: savedAt, rules) ?? bare
      let incoming = incoming(article, with: found, via: via, at: savedAt)
      return (page: found, incoming: incoming ?? IncomingArticle(article))
    }
    var saved: [Result<Capture.Saved, StoreError>?] = []
    var wanted: [Int] = []
    for (index, (_, incoming)) in ready.enumerated() {
      saved.append(nil)
      do throws(StoreError) {
        let purgedAt = try revives ? nil : library.purgedAt(incoming.article.id)
        if purgedAt.map({ $0 < incoming.article.savedAt }) ?? true { wanted.append(index) }
      } catch { saved[index] = .failure(error) }
    }
    do throws(StoreError) {
      let additions = try library.add(arriving: wanted.map { ready[$0].incoming }, at: now)
      for (index, addition) in zip(wanted, additions) {
        saved[index] = Result { () throws(StoreError) in
          if let error = addition.error, !error.isInPlace { throw error }
          return try finish(
            addition, ready[index].incoming, ready[index].page, arrivals[index], changes)
        }
      }
    } catch { for index in wanted { saved[index] = .failure(error) } }
    return saved
  }

  private func finish(
    _ addition: Addition, _ incoming: IncomingArticle, _ page: CapturedPage,
    _ arrival: Capture.Arrival, _ changes: [ArticleChange]
  ) throws(StoreError) -> Capture.Saved {
    let listed = addition.article
    var saved = Capture.Saved(article: listed, isNew: addition.added != nil)
    let outcome: Outcome
    if !saved.isNew {
      // Another page of the same batch may have added its text since.
      let article = try library.article(listed.id) ?? listed
      saved.article = article
      guard !article.isDeleted else { return saved }
      let isTagged = page.tags.allSatisfy(article.tags.contains)
      let changes = changes + (isTagged ? [] : [.tag(add: page.tags, remove: [])])
      if !changes.isEmpty {
        let receipt = try library.apply(changes, to: [article.id], at: arrival.savedAt)
        if let failure = receipt.failures.first { throw failure.error }
        saved.changes.append(receipt)
        saved.article = try library.article(article.id) ?? article
      }
    }
    guard page.quote != nil || page.hasContent else { return saved }
    if saved.isNew, incoming.body != nil {
      outcome = complete(
        incoming, with: page, at: arrival.savedAt, changes: &saved.changes)
    } else {
      outcome = store(
        page, via: arrival.via, in: saved.article, at: arrival.savedAt, changes: &saved.changes)
    }
    if case .refused(_, let error) = outcome { throw error }
    saved.outcome = page.hasContent ? outcome : nil
    saved.article = try library.article(saved.article.id) ?? saved.article
    return saved
  }
}

extension CapturedPage {
  fileprivate var hasContent: Bool { if case .none = content { false } else { true } }
}

extension [Capture.Saved] {
  /// The undo step: the verb, the title of the first page and the changes.
  package var step: (done: String, title: String, receipts: [ChangeReceipt]) {
    let new = filter(\.isNew).map(\.article)
    let changed = filter { !$0.changes.isEmpty }
    let haveTexts = changed.allSatisfy { $0.outcome?.hasNewText == true }
    return (
      !new.isEmpty ? "added" : haveTexts ? "replaced the text of" : "changed",
      (new.first ?? changed.first?.article)?.title ?? "",
      [ChangeReceipt(added: new)] + flatMap(\.changes)
    )
  }
}

extension Capture.Saved {
  /// The result in one line, with any doubt about the text.
  package func words(clock: Clock) -> String {
    switch outcome {
    case .doubtful(let article, let reason):
      return article.fetchKind == Article.loginKind
        ? "Saved as a link: the page shows a login" : "Saved; check it: \(reason)"
    case .failed(_, let reason, _): return isNew ? "Saved as a link: \(reason)" : reason
    case .same(_, let survivor): return Self.already(survivor, clock)
    case .refused(_, let error): return error.message
    case .saved, .unchanged, .kept, nil: break
    }
    guard isNew else { return Self.already(article, clock) }
    if outcome == nil { return "Saved as a link; its page is fetched now" }
    return ["Saved", article.readingMinutes.map(ReadingTime.words)].compactMap(\.self).joined(
      separator: " · ")
  }

  private static func already(_ article: Article, _ clock: Clock) -> String {
    let now = clock.now()
    let today = now.components(utcOffset: clock.utcOffset(now))
    let day = article.savedAt.components(utcOffset: clock.utcOffset(article.savedAt))
    let month = "in \(monthNames[day.month - 1])" + (day.year == today.year ? "" : " \(day.year)")
    return "Already saved \(day.dayNumber == today.dayNumber ? "today" : month)"
      + (article.isDeleted ? "; it is in Trash" : "")
  }
}
