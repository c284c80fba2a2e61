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

  /// Makes a change: at once on screen, then on disk, with a step to undo it.
  ///
  /// - Parameters:
  ///   - change: what is done.
  ///   - ids: to which articles.
  ///   - closed: the article that was closed for it.
  func submit(_ change: ArticleChange, to ids: [ArticleID], closing closed: PendingChange? = nil) {
    let request = nextRequest()
    var step = closed ?? beginning(ids: ids)
    step.change = change
    if case .position = change {} else { step.reloadsReader = ids.contains { $0 == reader.id } }
    applyOptimistically(step)
    step.cursorSince = list.current?.id
    pending[request] = step
    service.apply(change, to: ids, request: request)
  }

  /// A change that is about to be made, with where the person is.
  func beginning(ids: [ArticleID]) -> PendingChange {
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

  func archive(_ articles: [ArticleSummary]) -> CommandOutcome {
    act(.archive(true), on: articles, "Archived")
  }

  /// What Space does at the end of the open article; nil when it does nothing there.
  package var commandAtEnd: Command? {
    guard settings.atEnd != "nothing" else { return nil }
    let membership = reader.id.flatMap { snapshot.row(of: $0) }.map { snapshot[$0].membership }
    let isKept = membership.map { $0.isFavorite || $0.isArchived || $0.isDeleted } ?? true
    return isKept || settings.atEnd == "next" || isReadOnly ? .nextArticle : .archiveAndNext
  }

  /// Archives an article and opens the one after it in the list; without one, goes back to the list.
  func archiveAndNext() -> CommandOutcome {
    guard let article = target else { return .done }
    let index = list.index(of: article.id)
    // Where it has left the list before, the cursor stands at what came after it.
    let next = index.map { list.summary(at: $0 + 1)?.id } ?? list.current?.id
    var outcome = CommandOutcome.done(nil)
    if !article.membership.isArchived { outcome = act(.archive(true), on: [article], "Archived") }
    if let next, let place = list.index(of: next) {
      moveCursor(to: place)
      openCurrent()
    } else {
      navigation.focus = .list
      setZen(false)
    }
    guard case .done(let said?) = outcome else { return .done }
    return .done(Status(text: "undo · " + said.text, kind: .info, offer: .undo))
  }

  func toggleArchived() -> CommandOutcome {
    let on = targets.contains { !$0.membership.isArchived }
    return act(.archive(on), on ? "Archived" : "Back in All Articles:")
  }

  func toggleFavorite() -> CommandOutcome {
    let on = targets.contains { !$0.membership.isFavorite }
    return act(.favorite(on), on ? "Favorited" : "No longer a favorite:")
  }

  /// Marks as read or unread, as the word says; without one as read, unless all are.
  func toggleRead(_ word: String) -> CommandOutcome {
    guard ["", "read", "unread"].contains(word) else {
      return .invalid(Command.toggleRead.row.usage)
    }
    let articles = targets
    let isAnyUnread = articles.contains { !$0.progress.isFinished }
    guard word.isEmpty ? isAnyUnread : word == "read" else {
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

  /// Marks all that the list on screen shows as read.
  func readAll() -> CommandOutcome {
    let list = list
    let unread = list.rows.indices.compactMap { list.summary(at: $0) }
      .filter { !$0.progress.isFinished }
    guard !unread.isEmpty else { return .refused("All articles here are read") }
    return act(.read(true), on: unread, "Marked as read:")
  }

  func toggleDeleted() -> CommandOutcome {
    let articles = targets
    let on = articles.contains { !$0.membership.isDeleted }
    return act(.delete(on), on: articles, on ? "Moved to Trash:" : "Restored", closes: on)
  }

  func changeTags(_ argument: String, adding: Bool) -> CommandOutcome {
    let tags: [String]
    do throws(TagProblem) { tags = try parsedTags(argument, isNew: adding) } catch {
      let meant = argument.hasPrefix("-") ? normalizedTag(argument.dropFirst()) : nil
      return .invalid(error.message + (meant.map { "; :untag \($0) removes it" } ?? ""))
    }
    return adding ? act(.tag(add: tags, remove: []), Self.words(tagging: tags)) : untag(tags)
  }

  /// Removes tags from those articles that have them.
  private func untag(_ tags: [String]) -> CommandOutcome {
    let articles = targets.filter { !Set($0.tags).isDisjoint(with: tags) }
    guard !articles.isEmpty else {
      let names = tags.map { "“\($0)”" }.joined(separator: ", ")
      return .refused(
        targets.count == 1
          ? "\(Self.summary(of: targets)) has no tag \(names)" : "None has the tag \(names)"
      )
    }
    let removed = tags.filter { tag in articles.contains { $0.tags.contains(tag) } }
    return act(
      .tag(add: [], remove: removed),
      on: articles,
      Self.words(tagging: removed, adding: false)
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
    guard !articles.isEmpty else { return .done }
    savePosition()
    let ids = articles.map(\.id)
    if navigation.focus != .reader { clearMarks() }
    submit(change, to: ids, closing: closes ? closing(ids: ids) : nil)
    return .done("\(done) \(Self.summary(of: articles))")
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
    return .done("Deleted permanently: \(Self.summary(of: articles)); this cannot be undone")
  }

  /// Undoes what was done last, or does again what was undone last, here or elsewhere.
  func takeBack(_ way: UndoJournal.Way) -> CommandOutcome {
    let request = nextRequest()
    pending[request] = PendingChange()
    service.takeBack(way, request: request)
    return .done
  }
}
