import ArticleStore
package import ReadingList
import ReadingServices

/// The pictures of the open article: which are stored, and what was drawn of them.
package final class PicturesModel: ModelPart {
  /// Nil where none are fetched or drawn.
  private let pictures: PictureService?
  /// What the library has, by the keys of their addresses; nil when they were never fetched.
  private var stored: [String: StoredPicture]?
  /// Those that the text shows, by their addresses.
  package private(set) var shown: [String: StoredPicture] = [:]
  /// What was drawn, as the decoder wrote it; nil while it is awaited, empty once the screen took it.
  package private(set) var drawings: [PictureDrawing: [UInt8]?] = [:]
  /// Those that cannot be drawn.
  private var broken: Set<StoredPicture> = []
  /// Those that cannot be drawn in pixels, and are in cells.
  package private(set) var pixelless: Set<StoredPicture> = []
  /// Articles whose text has changed since their pictures began to be fetched.
  private var again: Set<ArticleID> = []
  /// Articles whose pictures are being fetched.
  private var fetching: Set<ArticleID> = []
  /// Articles of which the person asked for pictures; what came of it is said.
  private var announced: Set<ArticleID> = []
  /// Called when an article has other pictures.
  var changed: (ArticleID) -> Void = { _ in }

  init(_ session: SessionState, _ library: LibraryModel, _ pictures: PictureService?) {
    self.pictures = pictures
    super.init(session, library)
  }

  /// Whether pictures can be seen in the text.
  private var isShown: Bool { settings.pictures != "off" && pictures?.canDraw == true }

  /// The sides, in pixels, of the pictures that the text shows, by their addresses.
  package var sizes: [String: PictureSize] { shown.compactMapValues(\.name.size) }

  /// Shows the pictures of the article that was loaded, and has them fetched where that was never tried.
  func open(_ loaded: LoadedArticle) {
    show(loaded.body, loaded.pictures)
    guard let article = loaded.article, loaded.body?.pictures.isEmpty == false else { return }
    if loaded.pictures == nil {
      fetchIfSet(article.id)
    } else if pictures?.canDraw == false, settings.pictures != "off", !navigation.knowsOfPictures {
      navigation.knowsOfPictures = true
      status = .info("Install chafa to see this article's pictures")
    }
  }

  /// The article that had pictures is open no more.
  func close() {
    show(nil, nil)
    pictures?.want([])
  }

  /// The setting may have changed.
  func followSetting(_ body: ArticleBody?) { show(body, stored) }

  private func show(_ body: ArticleBody?, _ pictures: [String: StoredPicture]?) {
    stored = pictures
    var next: [String: StoredPicture] = [:]
    for image in isShown ? body?.pictures ?? [] : [] {
      guard let picture = stored?[PictureName.key(of: image.url)], !broken.contains(picture),
        picture.name.canBeSeen
      else { continue }
      next[image.url] = picture
    }
    shown = next
    let kept = Set(next.values)
    drawings = drawings.filter { kept.contains($0.key.picture) || $0.value?.isEmpty != false }
  }

  // MARK: Fetching

  /// Has the pictures of an article fetched that came just now, as the setting says.
  func fetchIfSet(_ id: ArticleID) { if settings.pictures == "on" { start(id) } }

  /// - Returns: whether they are being fetched, or will be.
  @discardableResult private func start(_ id: ArticleID) -> Bool {
    guard let pictures, pictures.canFetch, !isReadOnly, snapshot.row(of: id) != nil else {
      return false
    }
    guard fetching.insert(id).inserted else {
      again.insert(id)
      return true
    }
    let answer = tasks.answer { [unowned self] (result: Result<PictureFetch.Report, StoreError>) in
      if finish(id, result) { changed(id) }
    }
    pictures.fetch(id, answer: answer)
    return true
  }

  /// Fetches the pictures of the open article that are missing.
  func fetchMissing(_ id: ArticleID?, _ body: ArticleBody?) -> CommandOutcome {
    guard let id, let body else { return .done }
    guard settings.pictures != "off" else {
      return .refused("Pictures are off; :set pictures on shows them")
    }
    if let readOnlyReason { return .refused(readOnlyReason) }
    guard !body.pictures.isEmpty else { return .refused("This article has no pictures") }
    // What cannot be drawn may be a file that was damaged here.
    let missing = body.pictures.count { image in
      stored?[PictureName.key(of: image.url)].map { broken.contains($0) } ?? true
    }
    guard missing > 0 else {
      return .refused(
        pictures?.canDraw == false
          ? "All pictures are fetched; install chafa to see them in the text"
          : "All pictures are fetched already")
    }
    guard start(id) else {
      return .refused("Save the article first; its pictures are fetched with it")
    }
    announced.insert(id)
    return .done("Fetching \(missing.counted("picture"))…")
  }

  /// Stops fetching, if that is going on.
  ///
  /// - Returns: whether it was.
  func stop() -> Bool {
    guard !fetching.isEmpty else { return false }
    pictures?.cancel()
    return true
  }

  func quit() { pictures?.cancel() }

  /// Ends a fetch.
  ///
  /// - Returns: whether the article has other pictures now.
  private func finish(_ id: ArticleID, _ result: Result<PictureFetch.Report, StoreError>) -> Bool {
    fetching.remove(id)
    if again.remove(id) != nil, start(id) { return false }
    let isAnnounced = announced.remove(id) != nil
    switch result {
    case .failure(let error):
      if isAnnounced { fail("Pictures not saved: \(error.reason)") }
      return false
    case .success(let report):
      if isAnnounced {
        let words = "\(report.stored) of \(report.count) pictures fetched"
        status = report.problem.map { .error("\(words): \($0)") } ?? .info(words)
      }
      return report.count > 0
    }
  }

  /// What could not be drawn may be another file now.
  func forgetBroken() { broken = [] }

  // MARK: Drawing

  /// Has pictures drawn that are on screen or about to be, the first ones first, where that was not asked for yet; all
  /// others are wanted no more.
  package func want(_ wanted: [PictureDrawing]) {
    guard let pictures else { return }
    pictures.want(Set(wanted))
    for drawing in wanted.reversed() where drawings[drawing] == nil {
      drawings[drawing] = .some(nil)
      let answer = tasks.answer {
        [unowned self] (result: Result<[UInt8], PictureRenderer.Problem>) in
        finish(drawing, result)
      }
      pictures.draw(drawing, answer: answer)
    }
  }

  private func finish(_ drawing: PictureDrawing, _ result: Result<[UInt8], PictureRenderer.Problem>)
  {
    drawings[drawing] = nil
    switch result {
    case .success(let drawn):
      // An answer for an article that was closed is wanted no more.
      if shown.values.contains(drawing.picture) { drawings[drawing] = .some(drawn) }
    case .failure(.cancelled): break
    case .failure where drawing.colors == .pixels: pixelless.insert(drawing.picture)
    case .failure:
      broken.insert(drawing.picture)
      shown = shown.filter { $0.value != drawing.picture }
    }
  }

  /// A picture cannot be shown: what the decoder wrote is no drawing.
  package func refuse(_ drawing: PictureDrawing) { finish(drawing, .failure(.refused)) }

  /// The screen has made its own of a drawing, and needs what the decoder wrote no more.
  package func took(_ drawing: PictureDrawing) { drawings[drawing] = .some([]) }

  /// The screen has forgotten what it made of a drawing; it can be wanted again.
  package func forget(_ drawing: PictureDrawing) {
    if drawings[drawing] == .some([]) { drawings[drawing] = nil }
  }

  /// Opens a picture of the open article in another program, by its address.
  package func openOutside(_ url: String) -> CommandOutcome {
    let picture = stored?[PictureName.key(of: url)]
    session.effects.append(picture.map { .openFile($0.path) } ?? .openInBrowser(url))
    return .done
  }
}
