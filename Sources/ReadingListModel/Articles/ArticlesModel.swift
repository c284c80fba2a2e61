import ArticleStore
import Discovery
package import ReadingList
import ReadingServices

/// What is done to articles: those that commands are about, the changes, and what comes of them.
package final class ArticlesModel: ModelPart {
  let route: RouteModel
  let list: ListModel
  let reader: ReaderModel
  let discovery: DiscoveryModel
  let fetches: FetchModel
  let views: ViewsModel
  /// The articles that commands are about while a menu lies over the list; nil when none does.
  package var pinned: [ArticleID]?
  /// The tags that a menu asks for with each key that is typed into it, and what they are of.
  private var knownTags: (version: Int, ids: [ArticleID], counts: [String: Int])?
  /// How far articles were read before they were marked as read.
  private var progressBefore: [ArticleID: Progress] = [:]
  /// Called when a file was read whose articles were asked for.
  var readFile: (Inbox.Report) -> Void = { _ in }

  /// What is being added: its tags, how it was typed, and whether its addresses had passwords.
  struct Adding {
    var tags: [String] = []
    var typed = ""
    var hadPasswords = false
  }

  init(route: RouteModel, fetches: FetchModel, views: ViewsModel) {
    self.route = route
    list = route.list
    reader = route.reader
    discovery = route.discovery
    self.fetches = fetches
    self.views = views
    super.init(list.session, list.library)
    library.ended = { [unowned self] in finish($0, $1) }
    fetches.ended = { [unowned self] in finishFetch($0) }
  }

  // MARK: Which

  /// The article a command is about: the open one when the reader has the focus, else the one under
  /// the cursor.
  package var target: ArticleSummary? {
    if navigation.mainFocus == .reader, let open = reader.id.flatMap(library.summary) {
      return open
    }
    return list.current
  }

  /// What a command is about, fixed when it is given.
  ///
  /// The open article when the reader has the focus, else the marked ones in the list's order, else the
  /// one under the cursor.
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

  /// A title, or how many articles there are.
  package func words(for ids: [ArticleID]) -> String { library.words(for: ids) }

  /// What the list shows of them: slow where a hundred thousand are marked.
  package var targets: [ArticleSummary] { targetIDs.compactMap(library.summary) }

  /// How many of them carry each tag.
  package var targetTags: [String: Int] {
    let ids = targetIDs
    if let known = knownTags, known.version == library.version, known.ids == ids {
      return known.counts
    }
    var counts: [String: Int] = [:]
    for article in ids.lazy.compactMap(library.summary) {
      for tag in Set(article.tags) { counts[tag, default: 0] += 1 }
    }
    knownTags = (library.version, ids, counts)
    return counts
  }

  /// Whether there are any.
  var hasTarget: Bool {
    if pinned != nil { return !targetIDs.isEmpty }
    return areMarksMeant ? list.rows.indices.contains(where: list.isMarked) : target != nil
  }

  private var areMarksMeant: Bool { navigation.mainFocus != .reader && list.isMarking }

  /// The picked article on screen, or the one that commands are about.
  var articleAtHand: ArticleSummary? {
    isDiscovering ? discovery.current.map { ArticleSummary($0.picked.article) } ?? target : target
  }

  /// The marked articles, else the one at hand.
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

  /// Closes the open article when a change takes it away.
  private func close(_ ids: [ArticleID], but survivor: ArticleID? = nil) {
    if let open = reader.id, open != survivor, ids.contains(open) { route.closeReader() }
  }

  /// The command of Space at the end of the open article; nil when it does nothing there.
  package var commandAtEnd: Command? {
    guard settings.atEnd != "nothing" else { return nil }
    let membership = reader.id.flatMap(library.summary)?.membership
    let isKept = membership.map { $0.isFavorite || $0.isArchived || $0.isDeleted } ?? true
    return isKept || settings.atEnd == "next" || isReadOnly ? .nextArticle : .archive
  }

  /// Archives or deletes articles; in the reader the next one of the list is opened then, and after the last the list.
  private func putAway(
    _ change: ArticleChange, _ ids: [ArticleID], _ done: String, closes: Bool = false
  ) -> CommandOutcome {
    guard navigation.mainFocus == .reader, settings.afterArchive == "next" else {
      return act(change, on: ids, done, closes: closes)
    }
    let index = reader.id.flatMap { list.index(of: $0) }
    // After an article that has left the list before, the cursor stands on the next one.
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
      : act(.archive(false), on: ids, "Back in All Articles:")
  }

  func toggleFavorite() -> CommandOutcome {
    let ids = targetIDs
    let on = isAny(of: ids) { !$0.membership.isFavorite }
    return act(.favorite(on), on: ids, on ? "Favorited" : "No longer a favorite:")
  }

  func toggleDeleted() -> CommandOutcome {
    let ids = targetIDs
    return isAny(of: ids) { !$0.membership.isDeleted }
      ? putAway(.delete(true), ids, "Moved to Trash:", closes: true)
      : act(.delete(false), on: ids, "Restored")
  }

  /// Whether something holds of an article at least; the first one mostly tells.
  private func isAny(of ids: [ArticleID], _ holds: (ArticleSummary) -> Bool) -> Bool {
    ids.contains { library.summary(of: $0).map(holds) ?? false }
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
        .progress(Dictionary(values) { first, _ in first }), on: articles.map(\.id),
        "Marked as unread:")
    }
    for article in articles where article.progress.isUnderWay {
      progressBefore[article.id] = article.progress
    }
    return act(.read(true), on: articles.map(\.id), "Marked as read:")
  }

  /// Marks all that the list on screen shows as read.
  func readAll() -> CommandOutcome {
    let list = list.contents
    let unread = list.rows.indices.compactMap { list.summary(at: $0) }.filter {
      !$0.progress.isFinished
    }
    guard !unread.isEmpty else { return .refused("All articles here are read") }
    return act(.read(true), on: unread.map(\.id), "Marked as read:")
  }

  /// Makes one article of the marked ones; the one under the cursor stays when it is marked, else the
  /// first.
  func mergeMarked() -> CommandOutcome {
    let articles = targets
    guard let first = articles.first else { return .done }
    let survivor = articles.first { $0.id == list.current?.id } ?? first
    let others = articles.map(\.id).filter { $0 != survivor.id }
    let ids = [survivor.id] + others
    close(ids, but: survivor.id)
    list.clearMarks()
    let change = PendingChange(
      ids: ids, rereads: reader.id == survivor.id, cursorAfterwards: survivor.id,
      refusal: "Not merged")
    service.mergeDuplicates(into: survivor.id, from: others, answer: library.begin(change))
    return .done("Merged \(articles.count) articles in “\(survivor.title)”")
  }

  func purgeTargets() -> CommandOutcome { purge(targetIDs) }

  /// All that is in Trash.
  var trashed: [ArticleID] {
    library.snapshot.rows(in: .trash, order: .newest).map { library.snapshot.id(of: $0) }
  }

  func emptyTrash() -> CommandOutcome {
    let ids = trashed
    return ids.isEmpty ? .refused("Trash is empty") : purge(ids)
  }

  private func purge(_ ids: [ArticleID]) -> CommandOutcome {
    let words = library.words(for: ids)
    close(ids)
    list.clearMarks()
    let change = PendingChange(ids: ids, isRemoval: true, refusal: "Not deleted")
    service.purge(ids, answer: library.begin(change))
    return .done("Deleted permanently: \(words); this cannot be undone")
  }

  /// Undoes what was done last, or does again what was undone last, here or elsewhere.
  func takeBack(_ way: UndoJournal.Way) -> CommandOutcome {
    switch way {
    case .undo:
      if let step = session.steps.undo() {
        step.undo()
        return .done("Undone: \(step.label)")
      }
    case .redo:
      if let step = session.steps.redo() {
        step.redo()
        return .done("Redone: \(step.label)")
      }
    }
    let answer = library.begin(PendingChange()) {
      [unowned self] (result: Result<UndoJournal.TakenBack?, StoreError>) in
      finishTakingBack(way, result)
    }
    service.takeBack(way, answer: answer)
    return .done
  }

  // MARK: Outside

  func openInBrowser(_ url: String) -> CommandOutcome {
    guard let url = url.isEmpty ? articleAtHand?.url : url else { return .done }
    session.effects.append(.openInBrowser(url))
    return .done
  }

  func openInBrowserAndArchive() -> CommandOutcome {
    guard let article = articleAtHand else { return .done }
    // The one that is opened, and not those that are marked.
    let isInList = library.summary(of: article.id)?.membership.isArchived == false
    let archived = isInList ? [article.id] : []
    session.effects.append(.openInBrowser(article.url, archiving: archived))
    return .done
  }

  /// An article was opened in the browser: what was to be archived then is archived.
  package func opened(archiving ids: [ArticleID]) {
    let present = ids.filter { library.summary(of: $0) != nil }
    if case .done(let said?) = act(.archive(true), on: present, "Archived") { status = said }
  }

  func copyURL(_ url: String) -> CommandOutcome {
    let urls = url.isEmpty ? articlesAtHand.map(\.url) : [url]
    return copy(urls, urls.count == 1 ? "the URL" : "\(urls.count) URLs")
  }

  func copyMarkdown() -> CommandOutcome {
    let links = articlesAtHand.map { "[\($0.title)](\($0.url))" }
    return copy(links, links.count == 1 ? "a Markdown link" : "\(links.count) Markdown links")
  }

  /// Copies what is at hand in one of the forms of `ShareFormat`.
  func share(as name: String) -> CommandOutcome {
    guard let format = ShareFormat(rawValue: name) else { return .invalid(Command.share.row.usage) }
    let texts = articlesAtHand.map { format.text(title: $0.title, url: $0.url) }
    return copy(texts, texts.count == 1 ? format.title : "\(texts.count) articles")
  }

  private func copy(_ lines: [String], _ what: String) -> CommandOutcome {
    lines.isEmpty ? .done : session.copy(lines.joined(separator: "\n"), what)
  }
}
