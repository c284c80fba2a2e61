import Library
import ReadingList
import ReadingServices

// Results of changes. The library already shows what is on disk; this reports failures.
extension ArticlesModel {
  func finish(_ change: PendingChange, _ result: Result<ChangeReceipt, StoreError>) {
    let outcome: ChangeReceipt
    switch result {
    case .success(let success): outcome = success
    case .failure(let error): outcome = ChangeReceipt(failureOf: change.ids, error)
    }
    if !outcome.failures.isEmpty {
      fail(summary(change.refusal, outcome.failures, of: change.ids.count))
    } else if !outcome.changed.isEmpty {
      if session.failure != nil, status == session.failure { status = nil }
      if outcome.isFinal { status = .info("Too much to undo: this cannot be undone") }
    } else if !outcome.missing.isEmpty {
      status = .info("No longer in your library")
    }
    if outcome.failures.isEmpty, case .note(let text, _?)? = change.change,
      let row = change.ids.first.flatMap({ library.confirmed.row(of: $0) }),
      case let note = library.confirmed[row].note, note != text, note.hasSuffix(text)
    {
      let rest = text.isEmpty ? ", so it stays" : "; yours follows it"
      status = .info("The note was changed meanwhile\(rest)")
    }
    remember(change, isRefused: outcome.failures.contains { !$0.error.isInPlace })
    follow(change, outcome)
  }

  /// Keeps the text of a refused change, to offer it again.
  private func remember(_ change: PendingChange, isRefused: Bool) {
    if let typed = change.typed, isRefused {
      var text = typed.text
      // Another passage of the article may have been refused just before.
      if case .passage = typed.key, let other = session.unsaved[typed.key.text], !other.isEmpty {
        text = other + "\n\n" + text
      }
      session.unsaved[typed.key.text] = text
    }
    guard let id = change.ids.first else { return }
    if case .title(let title)? = change.change {
      session.unsaved["title \(id.text)"] = isRefused ? title : nil
    }
    if let url = change.successorURL { session.refusedURLs[id] = isRefused ? url : nil }
  }

  /// For example “Not saved: 3 of 20 articles: the disk is full”.
  func summary(_ refusal: String, _ failures: [ChangeReceipt.Failure], of count: Int) -> String {
    let refused = failures.filter { !$0.error.isInPlace }
    guard let first = refused.first else { return failures.first?.error.message ?? refusal }
    let title = library.summary(of: first.id)?.title
    return Self.summary(refusal, title, refused.count, of: count, "articles", first.error)
  }

  static func summary(
    _ refusal: String, _ title: String?, _ failed: Int, of count: Int, _ noun: String,
    _ error: StoreError
  ) -> String {
    let what: String
    if count > 1 {
      what = "\(failed) of \(count) \(noun)"
    } else {
      guard let title else { return "\(refusal): \(error.reason)" }
      what = quoted(title)
    }
    return "\(refusal): \(what): \(error.reason)"
  }

  /// Cut to leave room for a reason.
  static func quoted(_ title: String) -> String {
    title.count > 30 ? "“\(title.prefix(29))…”" : "“\(title)”"
  }

  func finishTakingBack(
    _ way: UndoJournal.Way, _ result: Result<UndoJournal.TakenBack?, StoreError>
  ) {
    let done = way == .undo ? "Undone" : "Redone"
    let taken: UndoJournal.TakenBack
    switch result {
    case .failure(let error): return fail("Not \(done.lowercased()): \(error.reason)")
    case .success(nil):
      status = .info("Nothing to \(way.rawValue)")
      return
    case .success(let found?): taken = found
    }
    if let problem = taken.problem {
      let next = "\(way.rawValue) again for the change before it"
      status = .info("Cannot \(way.rawValue): \(problem); \(next)")
      return
    }
    model.use(taken.lines)
    let outcome = taken.receipt
    let refused = outcome.failures.filter { !$0.error.isInPlace }.map(\.id)
    let change = PendingChange(
      ids: outcome.changed + refused, rereads: true, cursorAfterwards: outcome.changed.first,
      refusal: "Not \(done.lowercased())")
    finish(change, .success(outcome))
    if navigation.view.listsHighlights { model.highlights.restored = outcome.changed.first }
    guard outcome.failures.isEmpty else { return }
    let origin = taken.isForeign ? " (not from this window)" : ""
    status = .info("\(done): \(taken.label)\(origin)")
    if way == .undo, let id = list.current?.id, id == change.cursorAfterwards,
      putAwayOpen.contains(id), reader.id == nil || navigation.mainFocus == .reader
    {
      reader.openCurrent()
      reader.open.opensAtMatch = false
    }
  }

  private func follow(_ change: PendingChange, _ outcome: ChangeReceipt) {
    let refused = Set(outcome.failures.filter { !$0.error.isInPlace }.map(\.id))
    if case .position? = change.change, let id = reader.id, refused.contains(id) {
      reader.open.isUnsaved = true
    }
    if change.rereads, let id = reader.id, change.ids.contains(id) {
      list.bringUpToDate()
      reader.reload()
    }
    if let id = change.cursorAfterwards { list.placeCursor(on: id) }
    if let id = change.successor, refused.isEmpty {
      if let old = reader.id, change.ids.contains(old) { reader.show(id) }
      list.placeCursor(on: id)
      fetches.start([id])
    }
  }
}
