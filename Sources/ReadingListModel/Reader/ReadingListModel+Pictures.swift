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

  /// The setting may have changed.
  func followPictureSetting() {
    pictures.open(reader.body, stored: pictures.stored, shows: showsPictures)
  }

  /// Has the pictures of an article fetched that came just now, as the setting says.
  func fetchPicturesIfSet(of id: ArticleID) {
    if settings.pictures == "on" { startPictures(of: id) }
  }

  private func startPictures(of id: ArticleID) {
    guard let pictureService, pictureService.canFetch, !isReadOnly, snapshot.row(of: id) != nil,
      pictures.fetching.insert(id).inserted
    else { return }
    pictureService.fetch(id)
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
    guard all.contains(where: { pictures.stored?[PictureName.key(of: $0.url)] == nil }) else {
      return .refused(
        pictureService?.canDraw == false
          ? "All pictures are here; install chafa to see them in the text"
          : "All pictures of this article are here"
      )
    }
    pictures.announced.insert(id)
    startPictures(of: id)
    return .done("Fetching \(all.count == 1 ? "1 picture" : "\(all.count) pictures")…")
  }

  func finishPictures(of id: ArticleID, _ result: Result<PictureFetch.Report, StoreError>) {
    pictures.fetching.remove(id)
    let isAnnounced = pictures.announced.remove(id) != nil
    switch result {
    case .failure(let error): if isAnnounced { status = .error(error.message) }
    case .success(let report):
      if isAnnounced {
        let words = "\(report.stored) of \(report.count) pictures are here"
        status = report.problem.map { .error("\(words): \($0)") } ?? .info(words)
      }
      if reader.id == id, report.count > 0 { reloadReader(keepingPlace: true) }
    }
  }

  // MARK: Drawing

  /// Has a picture drawn, where that was not asked for yet.
  package func want(_ drawing: PictureDrawing) {
    guard let pictureService, pictures.drawings[drawing] == nil else { return }
    pictures.drawings[drawing] = .some(nil)
    pictureService.draw(drawing)
  }

  func finishDrawing(
    _ drawing: PictureDrawing,
    _ result: Result<[UInt8], PictureRenderer.Problem>
  ) {
    switch result {
    case .success(let drawn): pictures.drawings[drawing] = .some(drawn)
    case .failure:
      pictures.drawings[drawing] = nil
      pictures.broken.insert(drawing.picture)
      pictures.shown = pictures.shown.filter { $0.value != drawing.picture }
    }
  }

  /// A picture cannot be shown: what the decoder wrote is no drawing.
  package func refuse(_ drawing: PictureDrawing) { finishDrawing(drawing, .failure(.refused)) }

  /// The screen has made its own of a drawing, and needs what the decoder wrote no more.
  package func tookDrawing(_ drawing: PictureDrawing) { pictures.drawings[drawing] = .some([]) }

  /// The screen has let go of what it made of a drawing; it can be wanted again.
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
