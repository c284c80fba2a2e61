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
      undoSteps.append(UndoStep(label: undoLabel, request: request, ids: ids))
      var dropped = redoSteps.map(\.request)
      if undoSteps.count > Self.undoLimit { dropped.append(undoSteps.removeFirst().request) }
      redoSteps = []
      service.forget(dropped)
    }
    refreshList()
    service.apply(change, to: ids, favoritesStay: settings.favoritesStay, request: request)
    return request
  }

  func forgetUndo(of request: Int) {
    undoSteps.removeAll { $0.request == request }
    redoSteps.removeAll { $0.request == request }
  }

  func toggleArchived() {
    guard let article = requireTarget() else { return }
    let on = !article.membership.isArchived
    act(.archive(on), on: article, on ? "Archived" : "Back in All Articles:")
  }

  func toggleFavorite() {
    guard let article = requireTarget() else { return }
    let on = !article.membership.isFavorite
    act(.favorite(on), on: article, on ? "Favorited" : "No longer a favorite:")
  }

  func toggleRead() {
    guard let article = requireTarget() else { return }
    let on = !article.progress.isFinished
    act(.read(on), on: article, on ? "Read" : "Unread")
  }

  func toggleDeleted() {
    guard let article = requireTarget() else { return }
    let on = !article.membership.isDeleted
    if on, reader.id == article.id { closeReader() }
    act(.delete(on), on: article, on ? "To Trash:" : "Restored")
  }

  func changeTags(_ argument: String, adding: Bool) {
    guard let article = requireTarget() else { return }
    let tags = argument.split(whereSeparator: { $0.isWhitespace || $0 == "," })
      .compactMap { normalizedTag($0) }
    guard !tags.isEmpty else {
      status = .error("Name a tag")
      return
    }
    let words = tags.map { "#" + $0 }.joined(separator: " ")
    act(
      .tag(add: adding ? tags : [], remove: adding ? [] : tags),
      on: article,
      adding ? "Tagged \(words):" : "Untagged \(words):"
    )
  }

  private func act(_ change: ArticleChange, on article: ArticleSummary, _ done: String) {
    savePosition()
    let label = "\(done) “\(article.title)”"
    submit(change, to: [article.id], undoLabel: label)
    status = .info(label)
  }

  private func requireTarget() -> ArticleSummary? {
    if let target { return target }
    status = .info("There is no article here")
    return nil
  }

  func purgeTarget() {
    guard let article = requireTarget() else { return }
    if reader.id == article.id { closeReader() }
    let request = nextRequest()
    pending[request] = PendingChange(change: nil, ids: [article.id])
    snapshot = snapshot.replacing([], removing: [article.id])
    refreshList()
    service.purge([article.id], request: request)
    status = .info("Deleted for ever: “\(article.title)”")
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
    service.revert(request: step.request, request: request)
    status = .info("\(done): \(step.label)")
  }
}
