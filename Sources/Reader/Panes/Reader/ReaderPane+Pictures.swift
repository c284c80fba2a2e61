package import ReadingList
package import Terminal

// Pictures between the lines of the reader.
extension ReaderPane {
  func settlePictures() {
    guard let viewport, let area, !viewport.text.pictures.isEmpty else { return }
    // Pixels are sent in full, so only pictures on screen are requested.
    let margin = pictureColors == .pixels ? 0 : area.rows
    let near = (viewport.top - margin)..<(viewport.top + area.rows + margin)
    let wanted = viewport.text.pictures.filter { $0.lines.overlaps(near) }.compactMap {
      drawing(of: $0)
    }
    let missing = wanted.filter { pictureCells[$0] == nil }
    model.pictures.want(missing)
    var isRefused = false
    for drawing in missing {
      guard let drawn = model.pictures.drawings[drawing].flatMap(\.self) else { continue }
      pictureCells[drawing] = cells(of: drawing, drawn)
      guard pictureCells[drawing] == nil else { continue }
      model.pictures.refuse(drawing)
      isRefused = true
    }
    if pictureCells.count > Self.keptPictures {
      let kept = Set(wanted)
      forgetPictures { !kept.contains($0) }
    }
    // The words of a refused picture replace it at once.
    if isRefused { settleText() }
  }

  private func cells(of drawing: PictureDrawing, _ drawn: [UInt8]) -> PictureCells? {
    guard drawing.colors == .pixels else {
      return PictureCells(drawn, columns: drawing.columns, rows: drawing.rows)
    }
    // A picture of the same size always has the same number.
    let number = Self.number(of: drawing)
    guard let picture = PixelPicture(drawn),
      let cells = PictureCells(
        placeholdersFor: number, columns: drawing.columns, rows: drawing.rows)
    else { return nil }
    sentPictures.append(
      SentPicture(picture: picture, number: number, columns: drawing.columns, rows: drawing.rows))
    return cells
  }

  private static func number(of drawing: PictureDrawing) -> UInt32 {
    let name = "\(drawing.picture.path) \(drawing.columns) \(drawing.rows)"
    let hash = name.utf8.reduce(0x811c_9dc5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    return max(1, hash & 0xff_ffff)
  }

  package func takePictures() -> [SentPicture] {
    defer { sentPictures = [] }
    return sentPictures
  }

  package func takeDroppedPictures() -> [UInt32] {
    defer { droppedPictures = [] }
    return droppedPictures
  }

  package func forgetSentPictures() { forgetPictures { $0.colors == .pixels } }

  private func forgetPictures(where isGone: (PictureDrawing) -> Bool) {
    for drawing in pictureCells.keys where isGone(drawing) {
      pictureCells[drawing] = nil
      if drawing.colors == .pixels { droppedPictures.append(Self.number(of: drawing)) }
    }
  }

  private static let keptPictures = 24

  private func drawing(of picture: PlacedPicture) -> PictureDrawing? {
    guard picture.columns > 0 else { return nil }
    return model.pictures.shown[picture.url].map { stored in
      let isPixelless = pictureColors == .pixels && model.pictures.pixelless.contains(stored)
      return PictureDrawing(
        stored, columns: picture.columns, rows: picture.rows,
        colors: isPixelless ? .full : pictureColors)
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

/// A picture that the terminal shows at the placeholders of its number.
package struct SentPicture: Equatable, Sendable {
  package let picture: PixelPicture
  package let number: UInt32
  package let columns: Int
  package let rows: Int
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
