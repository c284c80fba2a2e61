import Library
package import ReadingList
import ReadingServices

package final class PicturesModel: ModelPart {
  private var drawing: PictureService? { model.drawing }
  /// By the keys of their addresses; nil if they were never fetched.
  private var stored: [String: StoredPicture]?
  package private(set) var shown: [String: StoredPicture] = [:]
  /// The decoder's output for the screen; nil while awaited.
  package private(set) var drawings: [PictureDrawing: [UInt8]?] = [:]
  private var broken: Set<StoredPicture> = []
  private var again: Set<ArticleID> = []
  private var fetching: Set<ArticleID> = []

  private var isShown: Bool { settings.pictures && drawing?.canDraw == true }

  /// In pixels, by address.
  package var sizes: [String: PictureSize] { shown.compactMapValues(\.name.size) }

  func open(_ loaded: LoadedArticle) {
    show(loaded.body, loaded.pictures)
    guard let article = loaded.article, loaded.body?.pictures.isEmpty == false else { return }
    if loaded.pictures == nil {
      fetchIfSet(article.id)
    } else if drawing?.canDraw == false, settings.pictures, !navigation.knowsOfPictures {
      navigation.knowsOfPictures = true
      status = .info("Install chafa to see this article's pictures")
    }
  }

  func close() {
    show(nil, nil)
    drawing?.want([])
  }

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
    drawings = drawings.filter { kept.contains($0.key.picture) || $0.value == nil }
  }

  // MARK: Fetching

  /// Fetches the pictures of a new text, if the setting says so.
  func fetchIfSet(_ id: ArticleID) { if settings.pictures { start(id) } }

  /// Whether the pictures are being fetched, or will be.
  @discardableResult private func start(_ id: ArticleID) -> Bool {
    guard let drawing, drawing.canFetch, !isReadOnly, snapshot.row(of: id) != nil else {
      return false
    }
    guard fetching.insert(id).inserted else {
      again.insert(id)
      return true
    }
    // The answer says whether the article's pictures have changed.
    let answer = tasks.answer { [unowned self] (result: Result<Bool, StoreError>) in
      fetching.remove(id)
      if again.remove(id) != nil, start(id) { return }
      guard (try? result.get()) == true, reader.id == id else { return }
      broken = []
      reader.reload()
    }
    drawing.fetch(id, answer: answer)
    return true
  }

  /// Cancels fetching; false if there was none.
  func stop() -> Bool {
    guard !fetching.isEmpty else { return false }
    drawing?.cancel()
    return true
  }

  // MARK: Drawing

  /// Requests drawings of pictures on screen or close to it, in order, and drops all other
  /// requests.
  package func want(_ wanted: [PictureDrawing]) {
    guard let service = drawing else { return }
    let all = Set(wanted)
    service.want(all)
    drawings = drawings.filter { $0.value == nil || all.contains($0.key) }
    for drawing in wanted.reversed() where drawings[drawing] == nil {
      drawings[drawing] = .some(nil)
      let answer = tasks.answer {
        [unowned self] (result: Result<[UInt8], PictureRenderer.Problem>) in finish(drawing, result)
      }
      service.draw(drawing, answer: answer)
    }
  }

  private func finish(_ drawing: PictureDrawing, _ result: Result<[UInt8], PictureRenderer.Problem>)
  {
    drawings[drawing] = nil
    switch result {
    case .success(let drawn):
      // The article may have been closed meanwhile.
      if shown.values.contains(drawing.picture) { drawings[drawing] = .some(drawn) }
    case .failure(.cancelled): break
    case .failure:
      broken.insert(drawing.picture)
      shown = shown.filter { $0.value != drawing.picture }
    }
  }

  package func refuse(_ drawing: PictureDrawing) { finish(drawing, .failure(.refused)) }

  func file(of url: String) -> String? { stored?[PictureName.key(of: url)]?.path }
}
