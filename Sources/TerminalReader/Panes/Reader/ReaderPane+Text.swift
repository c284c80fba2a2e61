import ReadingList
import ReadingListModel
import TerminalKit
import Typesetting

/// Typesetting the open article, and moving in its text.
extension ReaderPane {
  /// Rows of text on screen.
  var rows: Int { area?.rows ?? 1 }

  /// Where the text stands: under a header and the rule that shows progress, unless the window is short
  /// or the text alone is wanted.
  var area: Rect? {
    let header = layout.isShort || model.navigation.isZen ? 0 : 2
    return frame.map {
      Rect(
        column: $0.column, row: $0.row + header, columns: $0.columns, rows: max(0, $0.rows - header)
      )
    }
  }

  /// Columns that lines of text may take.
  private func measure(_ area: Rect) -> Int {
    max(1, min(model.settings.measure, area.columns - 2 * Metrics.readerMargin))
  }

  /// Columns that lines of code may take: from where text begins to the pane's right margin.
  func codeWidth(_ area: Rect) -> Int {
    let width = measure(area)
    return max(width, area.columns - (area.columns - width) / 2 - 1)
  }

  /// The columns of the text, centered.
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

  /// Typesets the open article for this window, where that is not done yet.
  func settleText() {
    guard case .shown(let article, let body) = model.reader.state, let area else {
      if model.reader.id == nil || model.reader.body == nil { viewport = nil }
      if selection != nil { endSelection() }
      return
    }
    let key = ReaderViewport.Key(
      id: article.id, generation: model.reader.generation, width: measure(area),
      options: TypesetOptions(
        ascii: glyphs != .unicode, codeWidth: codeWidth(area), ordersText: model.settings.bidi,
        marksHeadings: false, pictures: glyphs == .unicode ? model.pictures.sizes : [:],
        leading: model.settings.leading), header: header(of: article), endLines: hasEnd ? 2 : 0)
    if let viewport, viewport.key == key, viewport.fills(rows: area.rows) {
      self.viewport?.clamp(rows: area.rows)
      if viewport.anchor != model.reader.position { moveToPosition(rows: area.rows) }
    } else {
      rebuild(key, body, area)
    }
    if model.reader.opensAtMatch {
      model.reader.open.opensAtMatch = false
      setMoreText(toEnd: true)
      showFirstMatch()
    }
    if let passage = model.reader.opensAtPassage {
      model.reader.open.opensAtPassage = nil
      setMoreText(toEnd: true)
      showPassage(passage)
    }
  }

  /// Goes where the model says that reading stands now.
  private func moveToPosition(rows: Int) {
    setMoreText(toEnd: true)
    linkHints = nil
    let isJoined = viewport?.isJoined
    viewport?.place(
      at: model.reader.position, rows: rows, progress: model.reader.progress, isJoined: isJoined)
    previewMatch()
  }

  private func rebuild(_ key: ReaderViewport.Key, _ body: ArticleBody, _ area: Rect) {
    let isSameText = viewport?.key.id == key.id && viewport?.key.generation == key.generation
    // Its positions belong to the text that was.
    if !isSameText {
      if selection != nil { endSelection() }
      clickedPosition = nil
    }
    linkHints = nil
    viewport = ReaderViewport(
      key: key, body: body, anchor: model.reader.position, rows: area.rows,
      progress: model.reader.progress, isJoined: isSameText ? viewport?.isJoined : nil,
      isWhole: needsWholeText)
    typesettings += 1
    previewMatch()
  }

  /// Whether a frame shows more of the text than the reader's window.
  var needsWholeText: Bool {
    switch model.navigation.panes.panel {
    case .contents, .notes: true
    case .links, .messages, nil: findOrigin != nil || selection != nil
    }
  }

  /// Sets more of a text that a frame has shown already, or all of it.
  func setMoreText(toEnd: Bool = false) {
    guard viewport?.isWhole == false, let read = viewport?.setMore(toEnd: toEnd, rows: rows) else {
      return
    }
    model.reader.move(to: model.reader.position, progress: max(model.reader.progress, read))
  }

  /// Whether something can be done at the end of the open article.
  var hasEnd: Bool { !model.navigation.isZen && !model.isDiscovering }

  /// Whether the line after the open article's text is on screen.
  var isEndShown: Bool { isFocused && viewport?.showsEnd(rows: rows) == true }

  private func header(of article: Article) -> ArticleHeader {
    var details: [String] = []
    if let site = article.site { details.append(site) }
    if let author = article.author, author != article.site { details.append(author) }
    if let minutes = article.readingMinutes { details.append(ReadingTime.words(minutes: minutes)) }
    if let date = article.publishedAt { details.append(longDate(date, clock: interface.clock)) }
    var notes: [String] = []
    if !article.tags.isEmpty { notes.append(article.tags.map { "#" + $0 }.joined(separator: " ")) }
    if case .suspect(let reason) = article.fetch {
      notes.append("Check: this may not be the whole article: \(reason)")
    }
    return ArticleHeader(title: article.title, metadata: details, notes: notes)
  }

  /// Scrolls by lines; what was on screen on the way counts as read.
  func scroll(by lines: Int) { moveText { $0.read(by: lines, rows: $1) } }

  /// Goes to a line, which reads nothing of what is skipped.
  func go(toLine line: Int) {
    moveText {
      $0.scroll(to: line, rows: $1)
      return .none
    }
  }

  /// Goes to the end; that says that the article is done with.
  func finish() { moveText { $0.finish(rows: $1) } }

  /// - Parameter move: moves the view, given its rows, and says how much was read by it.
  private func moveText(_ move: (inout ReaderViewport, Int) -> Progress) {
    guard var viewport else { return }
    let read = move(&viewport, rows)
    self.viewport = viewport
    model.reader.move(to: viewport.anchor, progress: max(model.reader.progress, read))
  }
}
