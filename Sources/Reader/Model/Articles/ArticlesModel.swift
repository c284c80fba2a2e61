import Library
package import ReadingList
import ReadingServices
import Web

package final class ArticlesModel: ModelPart {
  /// The targets while a menu covers the list.
  package var pinned: [ArticleID]?
  private var progressBefore: [ArticleID: Progress] = [:]
  /// Put away in the reader, which reopens them if that is undone.
  var putAwayOpen: Set<ArticleID> = []

  // MARK: Targets

  package var target: ArticleSummary? {
    if navigation.mainFocus == .reader, let open = reader.id.flatMap(library.summary) {
      return open
    }
    return list.current
  }

  /// The open article if the reader has the focus, else the marked ones in the list's order, else
  /// the one under the cursor.
  package var targetIDs: [ArticleID] {
    if let pinned { return pinned.filter { library.snapshot.row(of: $0) != nil } }
    if areMarksMeant {
      let (list, isMarked) = (list.contents, list.isMarked)
      var seen: Set<ArticleID> = []
      return list.rows.indices.filter(isMarked).compactMap { list.item(at: $0)?.article }.filter {
        seen.insert($0).inserted
      }
    }
    return target.map { [$0.id] } ?? []
  }

  package var targets: [ArticleSummary] { targetIDs.compactMap(library.summary) }

  package var targetTags: [String: Int] {
    targets.reduce(into: [:]) { counts, article in
      for tag in Set(article.tags) { counts[tag, default: 0] += 1 }
    }
  }

  var hasTarget: Bool {
    if pinned != nil { return !targetIDs.isEmpty }
    return areMarksMeant ? list.rows.indices.contains(where: list.isMarked) : target != nil
  }

  private var areMarksMeant: Bool { navigation.mainFocus != .reader && list.isMarking }

  var articleAtHand: ArticleSummary? {
    isDiscovering ? discovery.current.map { ArticleSummary($0.picked.article) } ?? target : target
  }

  private var articlesAtHand: [ArticleSummary] {
    let articles = isDiscovering ? [] : targets
    return articles.isEmpty ? [articleAtHand].compactMap { $0 } : articles
  }

  // MARK: Changes

  func act(
    _ change: ArticleChange, on ids: [ArticleID], _ done: String, closes: Bool = false
  ) -> CommandOutcome {
    guard !ids.isEmpty else { return .done }
    reader.savePosition()
    let words = library.words(for: ids)
    if navigation.mainFocus != .reader { list.clearMarks() }
    if closes { close(ids) }
    list.submit(change, to: ids)
    return .done("\(done) \(words)")
  }

  private func close(_ ids: [ArticleID]) {
    if let open = reader.id, ids.contains(open) { route.closeReader() }
  }

  package var commandAtEnd: Command? {
    guard settings.atEnd != "nothing" else { return nil }
    if isDiscovering { return .discover }
    let membership = reader.id.flatMap(library.summary)?.membership
    let isKept = membership.map { $0.isFavorite || $0.isArchived || $0.isDeleted } ?? true
    return isKept || settings.atEnd == "next" || isReadOnly ? .nextArticle : .archive
  }

  /// Archives or deletes articles; in the reader, opens the next one if the settings say so, and
  /// closes after the last.
  private func putAway(
    _ change: ArticleChange, _ ids: [ArticleID], _ done: String, closes: Bool = false
  ) -> CommandOutcome {
    putAwayOpen.subtract(ids)
    if navigation.mainFocus == .reader { putAwayOpen.formUnion(ids) }
    guard navigation.mainFocus == .reader, settings.afterArchive == "next" else {
      return act(change, on: ids, done, closes: closes)
    }
    let index = reader.id.flatMap { list.index(of: $0) }
    // If the open article has already left the list, the cursor is on the next one.
    let next = index.map { list.summary(at: $0 + 1)?.id } ?? list.current?.id
    let said = "\(done) \(library.words(for: ids))"
    _ = act(change, on: ids, done)
    if let next, let place = list.index(of: next) {
      list.moveCursor(to: place)
      reader.openCurrent()
    } else {
      route.closeReader()
      navigation.isZen = false
    }
    return .done(.undoable(said))
  }

  func toggleArchived() -> CommandOutcome {
    let ids = targetIDs
    return isAny(of: ids) { !$0.membership.isArchived }
      ? putAway(.archive(true), ids, "Archived")
      : act(.archive(false), on: ids, "Unarchived")
  }

  func toggleFavorite() -> CommandOutcome {
    let ids = targetIDs
    let on = isAny(of: ids) { !$0.membership.isFavorite }
    return act(.favorite(on), on: ids, on ? "Favorited" : "Unfavorited")
  }

  /// Whether a two-way command would undo its effect on the targets.
  func takesBack(_ command: Command) -> Bool {
    let ids = targetIDs
    switch command {
    case .archive: return !ids.isEmpty && !isAny(of: ids) { !$0.membership.isArchived }
    case .favorite: return !ids.isEmpty && !isAny(of: ids) { !$0.membership.isFavorite }
    default: return false
    }
  }

  func toggleDeleted() -> CommandOutcome {
    let ids = targetIDs
    return isAny(of: ids) { !$0.membership.isDeleted }
      ? putAway(.delete(true), ids, "Deleted", closes: true)
      : act(.delete(false), on: ids, "Restored")
  }

  /// Whether any article meets a condition; the first one mostly decides.
  private func isAny(of ids: [ArticleID], _ holds: (ArticleSummary) -> Bool) -> Bool {
    ids.contains { library.summary(of: $0).map(holds) ?? false }
  }

  /// Marks the targets as `read` or `unread`; without a word, as read unless all are.
  func toggleRead(_ word: String) -> CommandOutcome {
    guard ["", "read", "unread"].contains(word) else {
      return .invalid(Command.toggleRead.row.usage)
    }
    let articles = targets
    let isAnyUnread = articles.contains { !$0.progress.isFinished }
    guard word.isEmpty ? isAnyUnread : word == "read" else {
      // Marking as unread restores how far each was read.
      let values = articles.map { ($0.id, progressBefore[$0.id] ?? .none) }
      return act(
        .progress(Dictionary(values) { first, _ in first }), on: articles.map(\.id),
        "Marked as unread:")
    }
    for article in articles where article.progress.isUnderWay {
      progressBefore[article.id] = article.progress
    }
    return act(.read(true), on: articles.map(\.id), "Marked as read:")
  }

  func readAll() -> CommandOutcome {
    let list = list.contents
    let unread = list.rows.indices.compactMap { list.summary(at: $0) }.filter {
      !$0.progress.isFinished
    }
    guard !unread.isEmpty else { return .refused("All articles here are read") }
    return act(.read(true), on: unread.map(\.id), "Marked as read:")
  }

  /// Merges the targets into one: among those with a text, if any, the one under the cursor or else
  /// the first.
  func mergeMarked() -> CommandOutcome {
    let articles = targets
    guard let survivor = survivor(of: articles) else { return .done }
    let others = articles.map(\.id).filter { $0 != survivor.id }
    close(others)
    list.clearMarks()
    let change = PendingChange(
      ids: [survivor.id] + others, rereads: reader.id == survivor.id, cursorAfterwards: survivor.id,
      refusal: "Not merged")
    service.mergeDuplicates(into: survivor.id, from: others, answer: library.begin(change))
    return .done("Merged \(articles.count) articles into “\(survivor.title)”")
  }

  private func survivor(of articles: [ArticleSummary]) -> ArticleSummary? {
    let withText = articles.filter(\.fetch.hasText)
    let candidates = withText.isEmpty ? articles : withText
    return candidates.first { $0.id == list.current?.id } ?? candidates.first
  }

  /// Describes the merge if the targets' titles or texts differ.
  var unlikeTargets: String? {
    let articles = targets
    let texts = Set(articles.filter(\.fetch.hasText).map(\.textStamp))
    guard Set(articles.map(\.title)).count > 1 || texts.count > 1,
      let survivor = survivor(of: articles)
    else { return nil }
    let maxNamed = 3
    let others = articles.filter { $0.id != survivor.id }
    let names = others.prefix(maxNamed).map { "“\($0.title)”" }.joined(separator: ", ")
    let more = others.count > maxNamed ? " and \(others.count - maxNamed) more" : ""
    return "\(names)\(more) into “\(survivor.title)”"
  }

  var trashed: [ArticleID] {
    library.snapshot.rows(in: .trash, order: .newest).map { library.snapshot.id(of: $0) }
  }

  func emptyTrash() -> CommandOutcome {
    let ids = trashed
    return ids.isEmpty ? .refused("Trash is empty") : purge(ids)
  }

  func purge(_ ids: [ArticleID]) -> CommandOutcome {
    let words = library.words(for: ids)
    close(ids)
    list.clearMarks()
    let change = PendingChange(ids: ids, isRemoval: true, refusal: "Not deleted")
    service.purge(ids, answer: library.begin(change))
    return .done("Deleted permanently: \(words); this cannot be undone")
  }

  /// Undoes or redoes the last change, made here or elsewhere.
  func takeBack(_ way: UndoJournal.Way) -> CommandOutcome {
    let answer = library.begin(PendingChange()) {
      [unowned self] (result: Result<UndoJournal.TakenBack?, StoreError>) in
      finishTakingBack(way, result)
    }
    service.takeBack(way, answer: answer)
    return .done
  }

  // MARK: Browser and clipboard

  func openInBrowser(_ url: String, archives: Bool = false) -> CommandOutcome {
    guard url.isEmpty else {
      session.effects.append(.openInBrowser(url))
      return .done
    }
    guard let article = articleAtHand else { return .done }
    if let refusal = refusal(toShare: [article]) { return refusal }
    // Only the opened article, even if others are marked.
    let isInList = library.summary(of: article.id)?.membership.isArchived == false
    let archived = archives && isInList ? [article.id] : []
    session.effects.append(.openInBrowser(article.url, archiving: archived))
    return .done
  }

  package func opened(archiving ids: [ArticleID]) {
    let present = ids.filter { library.summary(of: $0) != nil }
    if case .done(let said?) = act(.archive(true), on: present, "Archived") { status = said }
  }

  func copyURL(_ url: String) -> CommandOutcome {
    url.isEmpty ? share(.link) : session.copy(url, "the URL")
  }

  func share(as name: String) -> CommandOutcome {
    ShareFormat(rawValue: name).map(share) ?? .invalid(Command.share.row.usage)
  }

  private func share(_ format: ShareFormat) -> CommandOutcome {
    let articles = articlesAtHand
    if let refusal = refusal(toShare: articles) { return refusal }
    let texts = articles.map { format.text(title: $0.title, url: $0.url) }
    guard texts.count != 1 else { return session.copy(texts[0], format.title) }
    let noun = format == .link ? "URLs" : "articles"
    return texts.isEmpty
      ? .done : session.copy(texts.joined(separator: "\n"), "\(texts.count) \(noun)")
  }

  private func refusal(toShare articles: [ArticleSummary]) -> CommandOutcome? {
    let problems = articles.lazy.compactMap { ShareFormat.problem(title: $0.title, url: $0.url) }
    return problems.first.map { CommandOutcome.refused($0) }
  }
}
