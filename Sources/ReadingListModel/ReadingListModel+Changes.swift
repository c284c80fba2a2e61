import ArticleStore
package import ReadingList

extension ReadingListModel {
  /// The article a command is about: the open one when the reader has the focus, else the one under
  /// the cursor.
  package var target: ArticleSummary? {
    if navigation.focus == .reader, let id = reader.id, let row = snapshot.row(of: id) {
      return snapshot[row]
    }
    return list.current
  }

  /// How many steps can be undone.
  package static let undoLimit = 1000

  /// Makes a change: at once on screen, then on disk, with a step to undo it.
  @discardableResult
  func submit(_ change: ArticleChange, to ids: [ArticleID], undoLabel: String?) -> Int {
    let request = nextRequest()
    var step = PendingChange(change: change, ids: ids)
    if case .position = change {} else { step.reloadsReader = ids.contains { $0 == reader.id } }
    pending[request] = step
    lay(step, at: clock.now())
    if let undoLabel {
      keepForUndo(UndoStep(label: undoLabel, request: request, ids: ids))
    }
    refreshList()
    service.apply(change, to: ids, favoritesStay: settings.favoritesStay, request: request)
    return request
  }

  /// Lets articles that were just saved be taken back.
  func keepForUndo(added articles: [Article]) {
    guard let first = articles.first else { return }
    let what = articles.count == 1 ? "“\(first.title)”" : "\(articles.count) articles"
    keepForUndo(
      UndoStep(
        label: "Saved \(what)",
        request: nextRequest(),
        ids: articles.map(\.id),
        reversal: .delete(true)
      )
    )
  }

  private func keepForUndo(_ step: UndoStep) {
    undoSteps.append(step)
    var dropped = redoSteps.map(\.request)
    if undoSteps.count > Self.undoLimit { dropped.append(undoSteps.removeFirst().request) }
    redoSteps = []
    service.forget(dropped)
  }

  func forgetUndo(of request: Int) {
    undoSteps.removeAll { $0.request == request }
    redoSteps.removeAll { $0.request == request }
  }

  func toggleArchived() {
    let on = targets.contains { !$0.membership.isArchived }
    act(.archive(on), on ? "Archived" : "Back in All Articles:")
  }

  func toggleFavorite() {
    let on = targets.contains { !$0.membership.isFavorite }
    act(.favorite(on), on ? "Favorited" : "No longer a favorite:")
  }

  func toggleRead() {
    let on = targets.contains { !$0.progress.isFinished }
    act(.read(on), on ? "Read" : "Unread")
  }

  func toggleDeleted() {
    let articles = targets
    let on = articles.contains { !$0.membership.isDeleted }
    if on, let open = reader.id, articles.contains(where: { $0.id == open }) { closeReader() }
    act(.delete(on), on: articles, on ? "To Trash:" : "Restored")
  }

  func changeTags(_ argument: String, adding: Bool) {
    let tags = argument.split(whereSeparator: { $0.isWhitespace || $0 == "," })
      .compactMap { normalizedTag($0) }
    guard !tags.isEmpty else {
      status = .error("Name a tag")
      return
    }
    let words = tags.map { "#" + $0 }.joined(separator: " ")
    act(
      .tag(add: adding ? tags : [], remove: adding ? [] : tags),
      adding ? "Tagged \(words):" : "Untagged \(words):"
    )
  }

  private func act(
    _ change: ArticleChange,
    on articles: [ArticleSummary]? = nil,
    _ done: String
  ) {
    let articles = articles ?? targets
    guard let first = articles.first else {
      status = .info(
        isDiscovering && discovery.current != nil
          ? "It is not in your library yet; save it first" : "There is no article here"
      )
      return
    }
    savePosition()
    let label =
      "\(done) " + (articles.count == 1 ? "“\(first.title)”" : "\(articles.count) articles")
    if navigation.focus != .reader { clearMarks() }
    submit(change, to: articles.map(\.id), undoLabel: label)
    status = .info(label)
  }

  /// Makes one article of the marked ones; the one under the cursor stays when it is marked, else the
  /// first.
  func uniteMarked() {
    let articles = targets
    guard articles.count > 1, let first = articles.first else {
      status = .info("Mark the articles that are the same, then unite them")
      return
    }
    let survivor = articles.first { $0.id == list.current?.id } ?? first
    let others = articles.map(\.id).filter { $0 != survivor.id }
    if let open = reader.id, others.contains(open) { closeReader() }
    clearMarks()
    let request = nextRequest()
    var change = PendingChange(change: nil, ids: articles.map(\.id))
    change.reloadsReader = reader.id == survivor.id
    change.cursorAfterwards = survivor.id
    pending[request] = change
    let label = "United \(articles.count) articles in “\(survivor.title)”"
    keepForUndo(UndoStep(label: label, request: request, ids: [survivor.id] + others))
    service.unite(survivor.id, with: others, request: request)
    status = .info(label)
  }

  func purgeTargets() {
    let articles = targets
    guard let first = articles.first else {
      status = .info("There is no article here")
      return
    }
    let ids = articles.map(\.id)
    if let open = reader.id, ids.contains(open) { closeReader() }
    clearMarks()
    let request = nextRequest()
    pending[request] = PendingChange(change: nil, ids: ids)
    snapshot = snapshot.replacing([], removing: ids)
    refreshList()
    service.purge(ids, request: request)
    status = .info(
      "Deleted for ever: " + (ids.count == 1 ? "“\(first.title)”" : "\(ids.count) articles")
    )
  }

  func undo() { takeBack(from: &undoSteps, to: &redoSteps, "Undid", "Nothing to undo") }

  func redo() { takeBack(from: &redoSteps, to: &undoSteps, "Redid", "Nothing to redo") }

  private func takeBack(
    from steps: inout [UndoStep],
    to others: inout [UndoStep],
    _ done: String,
    _ nothing: String
  ) {
    guard let step = steps.popLast() else {
      status = .info(nothing)
      return
    }
    let request = nextRequest()
    var change = PendingChange(change: nil, ids: step.ids)
    change.reloadsReader = step.ids.contains { $0 == reader.id }
    change.cursorAfterwards = step.ids.first
    pending[request] = change
    others.append(UndoStep(label: step.label, request: request, ids: step.ids))
    if let reversal = step.reversal {
      service.apply(
        reversal,
        to: step.ids,
        favoritesStay: settings.favoritesStay,
        request: request
      )
    } else {
      service.revert(request: step.request, request: request)
    }
    status = .info("\(done): \(step.label)")
  }
}
