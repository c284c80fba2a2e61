import ArticleStore
import ReadingList
import ReadingServices

// What becomes of changes once the disk has them, or has them not.
extension ReadingListModel {
  /// Says what could not be written; what is said while the program ends is kept for afterwards.
  func fail(_ text: String) {
    hasSaved = false
    status = .error(text)
    failure = status
    if isQuitting { unsaid.append(text) }
  }

  func finish(
    _ change: PendingChange,
    request: Int,
    _ result: Result<ChangeOutcome, StoreError>
  ) {
    let outcome: ChangeOutcome
    switch result {
    case .success(let success): outcome = success
    case .failure(let error): outcome = ChangeOutcome(failureOf: change.ids, error)
    }
    if let step = change.takesBack {
      finishTakingBack(step, isUndo: change.isUndo, request: request, outcome)
    } else {
      narrowUndo(of: request, to: outcome.changed)
    }
    if !outcome.failures.isEmpty {
      fail(summary(change.refusal, outcome.failures, of: change.ids.count))
    } else if !outcome.changed.isEmpty {
      hasSaved = true
      // What did not go is old news once something went.
      if failure != nil, status == failure { status = nil }
    } else if !outcome.missing.isEmpty {
      status = .info("No longer in your library")
    }
    takeBackOnScreen(change, outcome)
  }

  /// “Not saved: 3 of 20 articles: the disk is full; …”.
  func summary(
    _ refusal: String,
    _ failures: [ChangeReceipt.Failure],
    of count: Int
  ) -> String {
    let refused = failures.filter { !$0.error.isInPlace }
    guard let first = refused.first else { return failures.first?.error.message ?? refusal }
    let title = snapshot.row(of: first.id).map { snapshot[$0].title }
    return Self.summary(refusal, title, refused.count, of: count, "articles", first.error)
  }

  static func summary(
    _ refusal: String,
    _ title: String?,
    _ failed: Int,
    of count: Int,
    _ noun: String,
    _ error: StoreError
  ) -> String {
    let what: String
    if count > 1 {
      what = "\(failed) of \(count) \(noun)"
    } else {
      guard let title else { return "\(refusal): \(error.reason)" }
      // What is wrong must still fit beside it.
      what = title.count > 30 ? "“\(title.prefix(29))…”" : "“\(title)”"
    }
    return "\(refusal): \(what): \(error.reason)"
  }

  /// A step that was not done cannot be undone; one that was done in part is undone in that part.
  private func narrowUndo(of request: Int, to changed: [ArticleID]) {
    guard let index = undoSteps.firstIndex(where: { $0.request == request }) else { return }
    guard !changed.isEmpty else {
      undoSteps.remove(at: index)
      return
    }
    if changed.count < undoSteps[index].ids.count {
      undoSteps[index].narrow(to: changed, title: title(of: changed))
    }
  }

  /// What could not be taken back may be tried again; what was is there to be done again.
  private func finishTakingBack(
    _ step: UndoStep,
    isUndo: Bool,
    request: Int,
    _ outcome: ChangeOutcome
  ) {
    if outcome.changed.isEmpty {
      undoSteps.removeAll { $0.request == request }
      redoSteps.removeAll { $0.request == request }
    }
    let refused = outcome.failures.filter { !$0.error.isInPlace }.map(\.id)
    guard !refused.isEmpty else { return service.forget([step.request]) }
    var rest = step
    if refused.count < step.ids.count { rest.narrow(to: refused, title: title(of: refused)) }
    // The steps of one stack keep the order in which they were done, or taken back.
    if isUndo {
      let index = undoSteps.firstIndex { $0.number > step.number } ?? undoSteps.endIndex
      undoSteps.insert(rest, at: index)
    } else {
      let index = redoSteps.firstIndex { $0.number < step.number } ?? redoSteps.endIndex
      redoSteps.insert(rest, at: index)
    }
  }

  private func title(of ids: [ArticleID]) -> String {
    ids.first.flatMap { snapshot.row(of: $0) }.map { snapshot[$0].title } ?? ""
  }

  /// Puts cursor and reader back where they were, unless the person went on since.
  private func takeBackOnScreen(_ change: PendingChange, _ outcome: ChangeOutcome) {
    let refused = Set(outcome.failures.filter { !$0.error.isInPlace }.map(\.id))
    if case .position? = change.change, let id = reader.id, refused.contains(id) {
      reader.isUnsaved = true
    }
    if change.reloadsReader {
      bringUpToDate()
      reloadReader(keepingPlace: true)
    }
    if let id = change.cursorAfterwards { placeCursor(on: id) }
    guard !refused.isEmpty, change.view == navigation.view, !isDiscovering else { return }
    if let id = change.cursorBefore, refused.contains(id),
      change.cursorSince == nil || change.cursorSince == list.current?.id
    {
      placeCursor(on: id)
    }
    if let id = change.closed, refused.contains(id), reader.id == nil {
      open(id)
      if change.focus == .reader, navigation.focus == .list { navigation.focus = .reader }
    }
  }
}
