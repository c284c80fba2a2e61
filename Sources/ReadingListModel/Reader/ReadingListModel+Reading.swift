import ArticleStore
package import ReadingList
import ReadingServices

extension ReadingListModel {
  /// Milliseconds that reading rests before the position is saved.
  package static let positionDelay: Int64 = 2000

  /// Opens the article under the cursor and gives the reader the focus.
  package func openCurrent() {
    guard let id = list.current?.id else { return }
    open(id)
    navigation.focus = .reader
  }

  /// Opens an article in the reader.
  package func open(_ id: ArticleID) {
    navigation.place.open = id
    if reader.id != id {
      savePosition()
      reader.find = ""
      load(id)
    }
    let words = foundWords
    if !words.isEmpty { reader.openAtMatch(of: words, for: navigation.place.filter) }
  }

  /// The first match is on screen, or there is none.
  package func openedAtMatch() { reader.opensAtMatch = false }

  /// Closes the reader; the list has the focus.
  package func closeReader() {
    guard !isDiscovering else { return restorePicked() }
    savePosition()
    navigation.place.open = nil
    emptyReader()
    if navigation.focus == .reader { navigation.focus = .list }
  }

  /// Shows what was open when the list was left.
  func openRemembered() {
    if let id = navigation.place.open {
      if reader.id != id {
        reader.find = ""
        load(id)
      }
    } else {
      emptyReader()
    }
  }

  /// Nothing is open any more.
  func emptyReader() {
    let generation = reader.generation
    reader = ReaderModel()
    reader.generation = generation
    closePictures()
  }

  private func load(_ id: ArticleID) {
    closePictures()
    reader.state = .loading(id)
    reader.position = .start
    reader.opensAt = nil
    reader.isUnsaved = false
    requestLoad(id)
  }

  private func requestLoad(_ id: ArticleID) {
    let request = nextRequest()
    reader.request = request
    pendingLoads.insert(request)
    service.load(id, request: request)
  }

  /// Reads the open article again, after something changed it.
  func reloadReader(keepingPlace: Bool) {
    guard let id = reader.id else { return }
    if !keepingPlace { reader.position = .start }
    requestLoad(id)
  }

  func finishLoading(
    request: Int,
    id: ArticleID,
    _ result: Result<LoadedArticle, StoreError>
  ) {
    guard reader.request == request, reader.id == id else { return }
    reader.request = nil
    switch result {
    case .failure(let error): reader.state = .unreadable(id, error.message)
    case .success(let loaded):
      guard let article = loaded.article, !article.isDeleted || navigation.view == .trash else {
        closeReader()
        return
      }
      let isFirst = reader.article == nil
      if isFirst || !reader.isUnsaved {
        if isFirst || article.position != reader.article?.position {
          reader.position = isFirst ? reader.opensAt ?? article.position : article.position
          reader.isUnsaved = reader.position != article.position
        }
        reader.progress = article.progress
      }
      if let body = loaded.body, !body.isEmpty {
        if reader.body != body { reader.generation += 1 }
        takePictures(of: loaded)
        reader.state = .shown(article, body)
      } else {
        reader.state = .textless(article)
        let isAwaited = article.fetch.isPending && !ArticleSummary(article).isFreed
        if isFirst, isAwaited, !isReadOnly { startFetch([article.id]) }
      }
    }
  }

  /// When the open article is not in the library any more, or went to Trash elsewhere, the
  /// placeholder takes its place.
  func closeReaderIfGone() {
    guard !isDiscovering, let id = reader.id else { return }
    guard let row = snapshot.row(of: id) else {
      closeReader()
      return
    }
    if snapshot[row].membership.isDeleted, navigation.view != .trash { closeReader() }
  }

  /// After another program may have changed the open article.
  func reloadIfChanged() {
    guard let article = reader.article, let row = snapshot.row(of: article.id) else { return }
    var shown = ArticleSummary(article)
    let now = snapshot[row]
    shown.progress = now.progress
    shown.readAt = now.readAt
    if shown != now || (reader.body == nil && now.fetch != article.fetch) {
      reloadReader(keepingPlace: true)
    }
  }

  /// The view scrolled: what is now first on screen, and how much was seen.
  package func readerMoved(to position: ReadingPosition, progress: Progress) {
    guard case .shown = reader.state, position != reader.position || progress != reader.progress
    else { return }
    reader.position = position
    reader.progress = progress
    reader.isUnsaved = true
    notePlaceInPicked()
    positionDeadline = clock.now().advanced(byMilliseconds: Self.positionDelay)
  }

  /// Hands the reading position to the store, when it is not there yet.
  package func savePosition() {
    positionDeadline = nil
    guard reader.isUnsaved, let id = reader.id else { return }
    reader.isUnsaved = false
    // What was picked and not saved has its place in the history alone.
    guard !isReadOnly, snapshot.row(of: id) != nil else { return }
    submit(.position(reader.position, reader.progress), to: [id])
  }

  /// Looks for text in the open article.
  package func find(inReader text: String) { reader.find = text }

  /// Opens the neighbor of the open article in the list.
  func openNeighbor(_ step: Int) -> CommandOutcome {
    guard let index = neighbor(step) else {
      return .refused(step > 0 ? "This is the last article" : "This is the first article")
    }
    moveCursor(to: index)
    openCurrent()
    return .done
  }

  /// Whether the list goes on after the open article.
  package var hasNextArticle: Bool { neighbor(1) != nil }

  private func neighbor(_ step: Int) -> Int? {
    let start = reader.id.flatMap { list.index(of: $0) }
    let index = start.map { $0 + step } ?? (step > 0 ? list.cursor : list.cursor - 1)
    return list.rows.indices.contains(index) ? index : nil
  }
}
