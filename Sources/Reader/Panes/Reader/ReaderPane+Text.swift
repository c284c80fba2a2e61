import ReadingList
import Terminal

extension ReaderPane {
  var rows: Int { area?.rows ?? 1 }

  /// Under a header and the progress rule, except in short windows and in zen mode.
  var area: Rect? {
    frame?.below(layout.isShort || model.navigation.isZen ? 0 : 2)
  }

  private func measure(_ area: Rect) -> Int {
    max(1, min(model.settings.measure, area.columns - 2 * Metrics.readerMargin))
  }

  /// From the text's left edge to the pane's right margin.
  func codeWidth(_ area: Rect) -> Int {
    let width = measure(area)
    return max(width, area.columns - (area.columns - width) / 2 - Metrics.readerMargin)
  }

  func textColumn(in area: Rect) -> Rect {
    let width = measure(area)
    return Rect(
      column: area.column + (area.columns - width) / 2, row: area.row, columns: width,
      rows: area.rows)
  }

  func settle() {
    settleText()
    settlePictures()
  }

  func settleText() {
    guard case .shown(let article, let body) = model.reader.state, let area else {
      if model.reader.id == nil || model.reader.body == nil { viewport = nil }
      if selection != nil { endSelection() }
      return
    }
    let key = ReaderViewport.Key(
      id: article.id, body: body, width: measure(area),
      options: TypesetOptions(
        ascii: glyphs != .unicode, codeWidth: codeWidth(area), ordersText: model.settings.bidi,
        marksHeadings: false, pictures: glyphs == .unicode ? model.pictures.sizes : [:]),
      header: header(of: article), endLines: model.navigation.isZen ? 0 : 2)
    if let viewport, viewport.key == key {
      // The last line stays at the bottom when the window grows.
      viewport.show(viewport.top, rows: area.rows)
      if viewport.anchor != model.reader.position {
        linkHints = nil
        viewport.place(at: model.reader.position, rows: area.rows)
        previewMatch()
      }
    } else {
      rebuild(key, area)
    }
    if model.reader.opensAtMatch {
      model.reader.open.opensAtMatch = false
      showFirstMatch()
    }
    if let passage = model.reader.opensAtPassage {
      model.reader.open.opensAtPassage = nil
      showPassage(passage)
    }
  }

  private func rebuild(_ key: ReaderViewport.Key, _ area: Rect) {
    let isSameText = viewport?.key.id == key.id && viewport?.key.body == key.body
    // Selection and click belong to the old text.
    if !isSameText {
      if selection != nil { endSelection() }
      clickedPosition = nil
    }
    linkHints = nil
    viewport = ReaderViewport(key: key, anchor: model.reader.position, rows: area.rows)
    previewMatch()
  }

  var isEndShown: Bool { isFocused && viewport?.showsEnd(rows: rows) == true }

  private func header(of article: Article) -> ArticleHeader {
    var notes: [String] = []
    if !article.tags.isEmpty { notes.append(article.tags.map { "#" + $0 }.joined(separator: " ")) }
    if case .suspect(let reason) = article.fetch {
      notes.append("Check: \(reason.prefix(1).lowercased())\(reason.dropFirst())")
    }
    return ArticleHeader(article, notes: notes, clock: interface.clock)
  }

  func scroll(by lines: Int) {
    let read = viewport?.read(by: lines, rows: rows, after: model.reader.progress)
    moveReader(reading: read ?? Progress.none)
  }

  /// The text skipped does not count as read.
  func go(toLine line: Int) {
    viewport?.scroll(to: line, rows: rows)
    moveReader(reading: Progress.none)
  }

  /// Goes to the end, which marks the article as read.
  func finish() { moveReader(reading: viewport?.finish(rows: rows) ?? Progress.none) }

  private func moveReader(reading read: Progress) {
    guard let viewport else { return }
    model.reader.move(to: viewport.anchor, progress: max(model.reader.progress, read))
  }
}
