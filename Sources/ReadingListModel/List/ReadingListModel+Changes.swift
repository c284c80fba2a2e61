import ReadingServices
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
  ///
  /// - Parameters:
  ///   - change: what is done.
  ///   - ids: to which articles.
  ///   - done: what is said to have been done; nil when it is no step to undo.
  ///   - title: the first article's.
  ///   - closed: the article that was closed for it.
  func submit(
    _ change: ArticleChange,
    to ids: [ArticleID],
    done: String? = nil,
    title: String = "",
    closing closed: PendingChange? = nil
  ) {
    let request = nextRequest()
    var step = closed ?? beginning(ids: ids)
    step.change = change
    if case .position = change {} else { step.reloadsReader = ids.contains { $0 == reader.id } }
    applyOptimistically(step)
    pending[request] = step
    if let done { keepForUndo(done, title: title, request: request, ids: ids) }
    pending[request]?.cursorSince = list.current?.id
    service.apply(change, to: ids, request: request)
  }

  /// A change that is about to be made, with where the person is.
  private func beginning(ids: [ArticleID]) -> PendingChange {
    var step = PendingChange(change: nil, ids: ids)
    step.cursorBefore = list.current?.id
    step.view = navigation.view
    step.focus = navigation.focus
    return step
  }

  /// Likewise, after closing the open article when the change takes it away.
  private func closing(ids: [ArticleID], but survivor: ArticleID? = nil) -> PendingChange {
    var step = beginning(ids: ids)
    if let open = reader.id, open != survivor, ids.contains(open) {
      step.closed = open
      closeReader()
    }
    return step
  }

  /// Lets articles that were just saved be taken back.
  func keepForUndo(added articles: [Article], request: Int) {
    guard let first = articles.first else { return }
    keepForUndo("Saved", title: first.title, request: request, ids: articles.map(\.id))
  }

  func keepForUndo(
    _ done: String,
    title: String,
    request: Int,
    ids: [ArticleID],
    final: String? = nil
  ) {
    keepForUndo(
      UndoStep(
        done: done,
        title: title,
        request: request,
        ids: ids,
        final: final,
        number: request
      )
    )
  }

  /// Lets a change of views be taken back, by the views before it.
  func keepForUndo(_ done: String, views: ViewList) {
    let request = nextRequest()
    keepForUndo(
      UndoStep(done: done, title: "", request: request, ids: [], number: request, views: views)
    )
  }

  private func keepForUndo(_ step: UndoStep) {
    undoSteps.append(step)
    var dropped = redoSteps.map(\.request)
    if undoSteps.count > Self.undoLimit { dropped.append(undoSteps.removeFirst().request) }
    redoSteps = []
    service.forget(dropped)
  }

  func archive(_ articles: [ArticleSummary]) -> CommandOutcome {
    act(.archive(true), on: articles, "Archived")
  }

  /// Archives an article and opens the one after it in the list; without one, goes back to the list.
  func archiveAndNext() -> CommandOutcome {
    guard let article = target else { return .done }
    let index = list.index(of: article.id)
    // Where it has left the list before, the cursor stands at what came after it.
    let next = index.map { list.summary(at: $0 + 1)?.id } ?? list.current?.id
    if !article.membership.isArchived { _ = act(.archive(true), on: [article], "Archived") }
    let said = article.membership.isArchived ? nil : undoSteps.last?.label
    if let next, let place = list.index(of: next) {
      moveCursor(to: place)
      openCurrent()
    } else {
      navigation.focus = .list
      setZen(false)
    }
    return .done(said.map { Status(text: "undo · " + $0, kind: .info, offer: .undo) })
  }

  func toggleArchived() -> CommandOutcome {
    let on = targets.contains { !$0.membership.isArchived }
    return act(.archive(on), on ? "Archived" : "Back in All Articles:")
  }

  func toggleFavorite() -> CommandOutcome {
    let on = targets.contains { !$0.membership.isFavorite }
    return act(.favorite(on), on ? "Favorited" : "No longer a favorite:")
  }

  func toggleRead() -> CommandOutcome {
    let articles = targets
    guard articles.contains(where: { !$0.progress.isFinished }) else {
      // Asked for twice, it gives back how far each was read.
      let values = articles.map { ($0.id, progressBefore[$0.id] ?? .none) }
      return act(
        .progress(Dictionary(values) { first, _ in first }),
        on: articles,
        "Marked as unread:"
      )
    }
    for article in articles where article.progress.isUnderWay {
      progressBefore[article.id] = article.progress
    }
    return act(.read(true), on: articles, "Marked as read:")
  }

  func toggleDeleted() -> CommandOutcome {
    let articles = targets
    let on = articles.contains { !$0.membership.isDeleted }
    return act(.delete(on), on: articles, on ? "Moved to Trash:" : "Restored", closes: on)
  }

  func changeTags(_ argument: String, adding: Bool) -> CommandOutcome {
    let tags: [String]
    do throws(TagProblem) { tags = try parsedTags(argument) } catch {
      return .invalid(error.message)
    }
    return act(
      .tag(add: adding ? tags : [], remove: adding ? [] : tags),
      Self.words(tagging: tags, adding: adding)
    )
  }

  /// What is said of articles that got tags, or lost them.
  static func words(tagging tags: [String], adding: Bool = true) -> String {
    (adding ? "Tagged " : "Untagged ") + tags.map { "#" + $0 }.joined(separator: " ") + ":"
  }

  func act(
    _ change: ArticleChange,
    on articles: [ArticleSummary]? = nil,
    _ done: String,
    closes: Bool = false
  ) -> CommandOutcome {
    let articles = articles ?? targets
    guard let first = articles.first else { return .done }
    savePosition()
    let ids = articles.map(\.id)
    if navigation.focus != .reader { clearMarks() }
    submit(
      change,
      to: ids,
      done: done,
      title: first.title,
      closing: closes ? closing(ids: ids) : nil
    )
    return .done(undoSteps.last?.label ?? done)
  }

  /// Makes one article of the marked ones; the one under the cursor stays when it is marked, else the
  /// first.
  func mergeMarked() -> CommandOutcome {
    let articles = targets
    guard let first = articles.first else { return .done }
    let survivor = articles.first { $0.id == list.current?.id } ?? first
    let others = articles.map(\.id).filter { $0 != survivor.id }
    var change = closing(ids: [survivor.id] + others, but: survivor.id)
    change.refusal = "Not merged"
    clearMarks()
    let request = nextRequest()
    change.reloadsReader = reader.id == survivor.id
    change.cursorAfterwards = survivor.id
    pending[request] = change
    keepForUndo("Merged", title: survivor.title, request: request, ids: change.ids)
    service.mergeDuplicates(into: survivor.id, from: others, request: request)
    return .done("Merged \(articles.count) articles in “\(survivor.title)”")
  }

  func purgeTargets() -> CommandOutcome {
    let articles = targets
    let ids = articles.map(\.id)
    var change = closing(ids: ids)
    change.isRemoval = true
    change.refusal = "Not deleted"
    clearMarks()
    let request = nextRequest()
    applyOptimistically(change)
    change.cursorSince = list.current?.id
    pending[request] = change
    service.purge(ids, request: request)
    let done = "Deleted permanently:"
    let title = articles.first?.title ?? ""
    keepForUndo(done, title: title, request: request, ids: ids, final: "Deleting permanently")
    return .done("\(done) \(Self.summary(of: articles)); this cannot be undone")
  }

  func undo() -> CommandOutcome {
    guard let step = undoSteps.popLast() else { return .done }
    if let what = step.final {
      service.forget([step.request])
      let next = undoSteps.last.map { "; undo again for “\($0.label)”" } ?? ""
      return .refused("\(what) cannot be undone\(next)")
    }
    redoSteps.append(takingBack(step, isUndo: true))
    return .done("Undone: \(step.label)")
  }

  func redo() -> CommandOutcome {
    guard let step = redoSteps.popLast() else { return .done }
    undoSteps.append(takingBack(step, isUndo: false))
    return .done("Redone: \(step.label)")
  }

  /// Takes a step back, or the taking back of it; gives the step that does it again.
  private func takingBack(_ step: UndoStep, isUndo: Bool) -> UndoStep {
    if let views = step.views { return takingBackViews(views, step) }
    var change = PendingChange(change: nil, ids: step.ids)
    change.reloadsReader = step.ids.contains { $0 == reader.id }
    change.cursorAfterwards = step.ids.first
    change.refusal = isUndo ? "Not undone" : "Not redone"
    change.takesBack = step
    change.isUndo = isUndo
    var opposite = step
    opposite.request = nextRequest()
    pending[opposite.request] = change
    service.revert(request: step.request, request: opposite.request)
    return opposite
  }
}
