package import ReadingList
package import Terminal

extension ReaderPane {
  func settlePictures() {
    guard let viewport, let area, !viewport.text.pictures.isEmpty else { return }
    let near = (viewport.top - area.rows)..<(viewport.top + 2 * area.rows)
    let wanted = viewport.text.pictures.filter { $0.lines.overlaps(near) }.compactMap {
      drawing(of: $0)
    }
    let missing = wanted.filter { pictureCells[$0] == nil }
    model.pictures.want(missing)
    var isRefused = false
    for drawing in missing {
      guard let drawn = model.pictures.drawings[drawing].flatMap(\.self) else { continue }
      pictureCells[drawing] = PictureCells(drawn, columns: drawing.columns, rows: drawing.rows)
      guard pictureCells[drawing] == nil else { continue }
      model.pictures.refuse(drawing)
      isRefused = true
    }
    if pictureCells.count > Self.keptPictures {
      let kept = Set(wanted)
      pictureCells = pictureCells.filter { kept.contains($0.key) }
    }
    // The words of a refused picture replace it at once.
    if isRefused { settleText() }
  }

  private static let keptPictures = 24

  private func drawing(of picture: PlacedPicture) -> PictureDrawing? {
    guard picture.columns > 0 else { return nil }
    return model.pictures.shown[picture.url].map {
      PictureDrawing($0, columns: picture.columns, rows: picture.rows, colors: pictureColors)
    }
  }

  func drawPictures(in text: Rect, on screen: inout Screen) {
    guard let viewport else { return }
    let shown = viewport.top..<(viewport.top + text.rows)
    for picture in viewport.text.pictures where picture.lines.overlaps(shown) {
      guard let drawing = drawing(of: picture), let cells = pictureCells[drawing] else {
        drawWords(of: picture, in: text, on: &screen)
        continue
      }
      screen.put(
        cells,
        at: Point(
          column: text.column + picture.column, row: text.row + picture.line - viewport.top),
        clip: text)
    }
  }

  private func drawWords(of picture: PlacedPicture, in text: Rect, on screen: inout Screen) {
    guard picture.columns > 2, let viewport else { return }
    let shown = picture.lines.clamped(to: viewport.top..<(viewport.top + text.rows))
    let words = picture.alternative.wrapped(toWidth: picture.columns - 2).prefix(shown.count)
    // Centered vertically while the center is visible.
    let middle = picture.line + (picture.rows - words.count) / 2
    let first = max(shown.lowerBound, min(middle, shown.upperBound - words.count))
    for (offset, line) in words.enumerated() {
      let column = text.column + picture.column + (picture.columns - line.displayWidth) / 2
      _ = screen.put(
        line, at: Point(column: column, row: text.row + first + offset - viewport.top),
        style: Style(.placeholder, on: .panel), clip: text)
    }
  }
}

extension ColorDepth {
  package var pictureColors: PictureDrawing.Colors {
    switch self {
    case .none: .none
    case .eight: .eight
    case .sixteen: .sixteen
    case .cube: .cube
    case .full: .full
    }
  }
}
