import ArticleStore
import ReadingList
package import ReadingServices

extension ReadingListModel {
  /// Whether pictures can be seen in the text.
  package var showsPictures: Bool { settings.pictures != "off" && pictureService?.canDraw == true }

  /// Shows the pictures of the article that was loaded, and has them fetched where that was never tried.
  func takePictures(of loaded: LoadedArticle) {
    pictures.open(loaded.body, stored: loaded.pictures, shows: showsPictures)
    guard let article = loaded.article, loaded.body?.pictures.isEmpty == false else { return }
    if loaded.pictures == nil {
      fetchPicturesIfSet(of: article.id)
    } else if pictureService?.canDraw == false, settings.pictures != "off",
      !navigation.knowsOfPictures
    {
      navigation.knowsOfPictures = true
      status = .info("Install chafa to see this article's pictures")
    }
  }

  /// The article that had pictures is open no more.
  func closePictures() {
    pictures.open(nil, stored: nil, shows: false)
    pictureService?.want([])
  }

  /// The setting may have changed.
  func followPictureSetting() {
    pictures.open(reader.body, stored: pictures.stored, shows: showsPictures)
  }

  /// Has the pictures of an article fetched that came just now, as the setting says.
  func fetchPicturesIfSet(of id: ArticleID) {
    if settings.pictures == "on" { startPictures(of: id) }
  }

  /// - Returns: whether they are being fetched, or will be.
  @discardableResult
  private func startPictures(of id: ArticleID) -> Bool {
    guard let pictureService, pictureService.canFetch, !isReadOnly, snapshot.row(of: id) != nil
    else {
      return false
    }
    if pictures.fetching.insert(id).inserted {
      pictureService.fetch(id)
    } else {
      pictures.again.insert(id)
    }
    return true
  }

  /// Fetches the pictures of the open article that are missing.
  func fetchPictures() -> CommandOutcome {
    guard let id = reader.id, let body = reader.body else { return .done }
    guard settings.pictures != "off" else {
      return .refused("Pictures are off; :set pictures on shows them")
    }
    if let readOnlyReason { return .refused(readOnlyReason) }
    let all = body.pictures
    guard !all.isEmpty else { return .refused("This article has no pictures") }
    // What cannot be drawn may be a file that was damaged here.
    let missing = all.count { image in
      pictures.stored?[PictureName.key(of: image.url)].map { pictures.broken.contains($0) } ?? true
    }
    guard missing > 0 else {
      return .refused(
        pictureService?.canDraw == false
          ? "All pictures are fetched; install chafa to see them in the text"
          : "All pictures are fetched already"
      )
    }
    guard startPictures(of: id) else {
      return .refused("Save the article first; its pictures are fetched with it")
    }
    pictures.announced.insert(id)
    return .done("Fetching \(missing == 1 ? "1 picture" : "\(missing) pictures")…")
  }

  func finishPictures(of id: ArticleID, _ result: Result<PictureFetch.Report, StoreError>) {
    pictures.fetching.remove(id)
    if pictures.again.remove(id) != nil, startPictures(of: id) { return }
    let isAnnounced = pictures.announced.remove(id) != nil
    switch result {
    case .failure(let error): if isAnnounced { fail("Pictures not saved: \(error.reason)") }
    case .success(let report):
      if isAnnounced {
        let words = "\(report.stored) of \(report.count) pictures fetched"
        status = report.problem.map { .error("\(words): \($0)") } ?? .info(words)
      }
      if reader.id == id, report.count > 0 {
        // What could not be drawn may be another file now.
        pictures.broken = []
        reloadReader(keepingPlace: true)
      }
    }
  }

  // MARK: Drawing

  /// Has pictures drawn that are on screen or about to be, the first ones first, where that was not asked for yet; all
  /// others are wanted no more.
  package func want(_ drawings: [PictureDrawing]) {
    guard let pictureService else { return }
    pictureService.want(Set(drawings))
    for drawing in drawings.reversed() where pictures.drawings[drawing] == nil {
      pictures.drawings[drawing] = .some(nil)
      pictureService.draw(drawing)
    }
  }

  func finishDrawing(
    _ drawing: PictureDrawing,
    _ result: Result<[UInt8], PictureRenderer.Problem>
  ) {
    pictures.drawings[drawing] = nil
    switch result {
    case .success(let drawn):
      // An answer for an article that was closed is wanted no more.
      if pictures.shown.values.contains(drawing.picture) {
        pictures.drawings[drawing] = .some(drawn)
      }
    case .failure(.cancelled): break
    case .failure where drawing.colors == .pixels: pictures.pixelless.insert(drawing.picture)
    case .failure:
      pictures.broken.insert(drawing.picture)
      pictures.shown = pictures.shown.filter { $0.value != drawing.picture }
    }
  }

  /// A picture cannot be shown: what the decoder wrote is no drawing.
  package func refuse(_ drawing: PictureDrawing) { finishDrawing(drawing, .failure(.refused)) }

  /// The screen has made its own of a drawing, and needs what the decoder wrote no more.
  package func tookDrawing(_ drawing: PictureDrawing) { pictures.drawings[drawing] = .some([]) }

  /// The screen has forgotten what it made of a drawing; it can be wanted again.
  package func forgetDrawing(_ drawing: PictureDrawing) {
    if pictures.drawings[drawing] == .some([]) { pictures.drawings[drawing] = nil }
  }

  // MARK: Outside

  /// Opens a picture of the open article in another program, by its address.
  package func openPicture(_ url: String) -> CommandOutcome {
    guard let picture = pictures.stored?[PictureName.key(of: url)] else {
      return openInBrowser(url)
    }
    pendingEffects.append(.openFile(picture.path))
    return .done
  }
}
