import Library
package import ReadingList
import ReadingServices

@dynamicMemberLookup package final class ReaderModel: ModelPart {
  var pictures: PicturesModel { model.pictures }
  package var open = OpenArticle()
  private(set) var positionDeadline: Timestamp?
  private var lastFound: (find: String, words: [String])?

  package subscript<Value>(dynamicMember path: KeyPath<OpenArticle, Value>) -> Value {
    open[keyPath: path]
  }

  /// Milliseconds between the last scroll and saving the position.
  package static let positionDelay: Int64 = 2000

  package func openCurrent() {
    guard let id = list.current?.id else { return }
    show(id)
    open.opensAtPassage = list.highlight(at: list.cursor)?.id
    navigation.focus = .reader
  }

  package func show(_ id: ArticleID) {
    navigation.place.open = id
    open.opensAtPassage = nil
    let isUnreadable = if case .unreadable = open.state { true } else { false }
    if open.id != id || isUnreadable {
      savePosition()
      endFinding()
      load(id)
    }
    let words = search.foundWords
    guard !words.isEmpty else { return }
    open.find = navigation.place.filter
    open.words = words
    open.opensAtMatch = true
  }

  func openRemembered() {
    if let id = navigation.place.open {
      if open.id != id {
        endFinding()
        load(id)
      }
    } else {
      empty()
    }
  }

  func empty() {
    tasks.drop(.article)
    endFinding()
    open = OpenArticle()
    pictures.close()
  }

  package func endFinding() {
    if !open.find.isEmpty { lastFound = (open.find, open.words) }
    open.find = ""
  }

  /// Repeats the last find, unless something is found already.
  package func resumeFinding() {
    guard open.find.isEmpty, let lastFound else { return }
    open.find = lastFound.find
    open.words = lastFound.words
  }

  private func load(_ id: ArticleID) {
    pictures.close()
    open.state = .loading(id)
    open.position = .start
    open.opensAt = nil
    open.isUnsaved = false
    requestLoad(id)
  }

  private func requestLoad(_ id: ArticleID) {
    let answer = tasks.answer(.article) {
      [unowned self] (result: Result<LoadedArticle, StoreError>) in
      guard open.id == id else { return }
      if !show(result, of: id) { route.closeReader() }
    }
    service.load(id, answer: answer)
  }

  func reload() { if let id = open.id { requestLoad(id) } }

  private func show(_ result: Result<LoadedArticle, StoreError>, of id: ArticleID) -> Bool {
    switch result {
    case .failure(let error): open.state = .unreadable(id, error.message)
    case .success(let loaded):
      guard let article = loaded.article, !article.isDeleted || navigation.view == .trash else {
        return false
      }
      let isFirst = open.article == nil
      if isFirst || !open.isUnsaved {
        if isFirst || article.position != open.article?.position {
          let position = Self.position(in: article, loaded.body)
          open.position = isFirst ? open.opensAt ?? position : position
          open.isUnsaved = open.position != position
        }
        open.progress = article.progress
      }
      if let body = loaded.body, !body.isEmpty {
        pictures.open(loaded)
        // An equal text that is shown already stays: comparing a text with itself is quick.
        open.state = .shown(article, open.body == body ? open.body ?? body : body)
      } else {
        open.state = .textless(article, isOnItsWay: loaded.isTextOnItsWay)
        // A missing text that does not come from another machine within a day is fetched again.
        let isLost = article.fetch.hasText && !loaded.isTextOnItsWay
        // It may have been fetched since it was read.
        let (read, known) = (ArticleSummary(article), library.summary(of: article.id))
        let isPending =
          read.fetch.isPending && (known ?? read).fetch == read.fetch
          && (known ?? read).retryAt == read.retryAt
        if isFirst, isPending || isLost, !isReadOnly { fetches.start([article.id]) }
      }
    }
    return true
  }

  /// Computed from the progress if the saved position belongs to an earlier text.
  private static func position(in article: Article, _ body: ArticleBody?) -> ReadingPosition {
    guard article.position != .start, let body, let text = article.positionText,
      text != article.bodyHash
    else { return article.position }
    return body.position(of: article.progress)
  }

  func reloadIfChanged() {
    guard let article = open.article, let row = snapshot.row(of: article.id) else { return }
    var shown = ArticleSummary(article)
    let now = snapshot[row]
    shown.progress = now.progress
    shown.readAt = now.readAt
    // A missing text may have come by now.
    if shown != now || open.body == nil && (now.fetch != article.fetch || article.fetch.hasText) {
      reload()
    }
  }

  package func move(to position: ReadingPosition, progress: Progress) {
    guard case .shown = open.state, position != open.position || progress != open.progress else {
      return
    }
    open.position = position
    open.progress = progress
    open.isUnsaved = true
    discovery.notePlace()
    positionDeadline = clock.now().advanced(byMilliseconds: Self.positionDelay)
  }

  package func savePosition() {
    positionDeadline = nil
    guard open.isUnsaved, let id = open.id else { return }
    open.isUnsaved = false
    // The position in a picked article is only in the history.
    guard !isReadOnly, snapshot.row(of: id) != nil else { return }
    list.submit(.position(open.position, open.progress), to: [id])
  }

  func openNeighbor(_ step: Int) -> CommandOutcome {
    guard let index = neighbor(step) else {
      let what = navigation.view.listsHighlights ? "highlight" : "article"
      return .refused("This is the \(step > 0 ? "last" : "first") \(what)")
    }
    list.moveCursor(to: index)
    openCurrent()
    return .done
  }

  func goToNextUnread() -> CommandOutcome {
    let isReading = navigation.mainFocus == .reader
    let start = isReading ? open.id.flatMap { list.index(of: $0) } : nil
    var index = (start ?? list.cursor) + 1
    while let summary = list.summary(at: index), summary.progress.isFinished { index += 1 }
    guard list.rows.indices.contains(index) else { return .refused("No more unread articles") }
    list.moveCursor(to: index)
    if isReading { openCurrent() }
    return .done
  }

  func neighbor(_ step: Int) -> Int? {
    let start = open.id.flatMap { list.index(of: $0) }
    let index = start.map { $0 + step } ?? (step > 0 ? list.cursor : list.cursor - 1)
    return list.rows.indices.contains(index) ? index : nil
  }
}
