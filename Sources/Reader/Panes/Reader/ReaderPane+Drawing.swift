import ReadingList
import Terminal

extension ReaderPane {
  func draw(in frame: Rect, on screen: inout Screen) {
    guard let area else { return }
    if let emptyState {
      emptyState.draw(in: area, on: &screen)
    } else if case .shown = model.reader.state {
      drawHeader(in: frame, area: area, on: &screen)
      drawText(in: area, on: &screen)
      drawEnd(in: area, on: &screen)
    }
  }

  var emptyState: EmptyState? {
    switch model.reader.state {
    case .closed where model.isDiscovering: shuffleState
    // An empty list says itself why there is no article.
    case .closed: model.list.rows.isEmpty && frames.list != nil ? nil : .noArticle
    case .loading, .shown: nil
    case .textless(let article, let isOnItsWay): textless(article, isOnItsWay: isOnItsWay)
    case .unreadable(_, let message): EmptyState("This article is unreadable", lines: [message])
    }
  }

  private func textless(_ article: Article, isOnItsWay: Bool) -> EmptyState {
    let archive = article.fetch.isFailed ? [(Command.fetchArchived, "archive copy")] : []
    let ways = ([(.refetch, "fetch")] + archive + [(.openInBrowser, "open in browser")]).map {
      Chip(interface.keys(of: $0, in: [.reader, .all]), $1, .command($0))
    }
    if model.fetches.fetching.contains(article.id) {
      return EmptyState(article.title, lines: ["Fetching… " + interface.spinnerPicture])
    }
    let reason =
      switch article.fetch {
      case _ where isOnItsWay: "The text is on its way from another machine"
      case .pending(let reason): reason ?? "Not fetched yet"
      case .failed(let reason): reason
      case .suspect(let reason): "No text: \(reason)"
      case .ready: "The text is missing from the library"
      }
    return EmptyState(article.title, lines: [reason], actions: ways)
  }

  private func drawHeader(in frame: Rect, area: Rect, on screen: inout Screen) {
    guard area.row > frame.row, let viewport, let article = model.reader.article else { return }
    // At the top, the text itself begins with the title.
    let isScrolled = viewport.top > 0
    let line = textColumn(in: frame).line(0)
    if isScrolled {
      drawProgress(model.reader.progress, in: line.line(area.row - 1 - line.row), on: &screen)
    }
    PaneHeader(
      title: isScrolled ? article.title : "",
      details: isScrolled && !article.note.isEmpty
        ? [Span(" " + glyphs.note, Style(.accent))] : [],
      right: isScrolled ? [Span(left(of: article), Style(.secondary))] : [],
      // If no list is on screen to show it.
      button: frames.list == nil && !model.isDiscovering ? interface.sidebarButton : nil
    ).draw(isFocused && !model.isDiscovering, in: line, glyphs, on: &screen)
  }

  /// The time left to read; before reading begins, the whole time.
  private func left(of article: Article) -> String {
    let progress = model.reader.progress
    if progress.isFinished { return glyphs.check + " read" }
    guard let minutes = article.readingMinutes else {
      return progress > .none ? "\(progress.percent)%" : ""
    }
    guard progress > .none else { return ReadingTime.words(minutes: minutes) }
    let left = max(1, (minutes * (100 - progress.percent) + 99) / 100)
    return "\(progress.percent)%" + glyphs.dot + ReadingTime.words(minutes: left) + " left"
  }

  private func drawProgress(_ progress: Progress, in rect: Rect, on screen: inout Screen) {
    let done = rect.columns * progress.percent / 100
    let parts = [
      Span(String(repeating: glyphs.progressDone, count: done), Style(.accent)),
      Span(String(repeating: glyphs.progressLeft, count: rect.columns - done), Style(.border)),
    ]
    screen.put(left: parts, row: rect.row, in: rect)
  }

  private func drawEnd(in area: Rect, on screen: inout Screen) {
    guard let viewport, viewport.showsEnd(rows: area.rows) else { return }
    let isFavorite = model.reader.article?.isFavorite == true
    var actions: [(command: Command, key: Command, words: String)] =
      model.isDiscovering
      ? [(.savePick, .savePick, "save"), (.discover, .discover, "discover")]
      : [
        (.favorite, .favorite, isFavorite ? "unfavorite" : "favorite"),
        (.random, .random, "random"),
      ]
    if let command = model.articles.commandAtEnd,
      command != .nextArticle || model.reader.neighbor(1) != nil
    {
      let goesOn = model.settings.afterArchive == "next" ? " and next" : ""
      let words = command == .archive ? "archive" + goesOn : "next"
      actions.insert((command, .pageDown, words), at: 0)
    }
    let contexts: [Keymap.Context] = (model.isDiscovering ? [.discovery] : []) + [.reader, .all]
    let chips = actions.filter { model.offers($0.command) }.compactMap { action -> Chip? in
      let space = Key(.character(" "))
      let invocation = Invocation(action.key)
      let isSpace = interface.keymap.meaning(of: [space], in: contexts) == .command(invocation)
      let keys = isSpace ? [space] : interface.keymap.shortest(invocation, in: contexts)
      return keys.map { Chip($0.label, action.words, .command(action.command)) }
    }
    let row = viewport.text.lines.count + viewport.key.endLines - 1 - viewport.top
    let place = textColumn(in: area).line(row)
    screen.put(
      left: Chip.line(chips, columns: place.columns, separator: glyphs.dot), row: place.row,
      in: place)
  }

  private func drawText(in area: Rect, on screen: inout Screen) {
    guard let viewport else { return }
    var text = textColumn(in: area)
    text.columns = codeWidth(area)
    let marks = marks(in: viewport, rows: area.rows)
    for (row, line) in viewport.text.lines.dropFirst(viewport.top).prefix(area.rows).enumerated() {
      // A heading's rule in the top row would double the rule of the header.
      if row == 0, area.row > 0, line.isRule { continue }
      var column = text.column
      for run in line.runs {
        let link = run.link.map { Screen.Link.address(viewport.text.links[$0]) }
        column += screen.put(
          run.text, at: Point(column: column, row: area.row + row), style: run.style, clip: text,
          link: link)
      }
      guard let extent = line.extent else { continue }
      for mark in marks where mark.place.overlaps(extent) {
        for columns in line.columns(of: mark.place) {
          let place = Rect(
            column: text.column + columns.lowerBound, row: area.row + row, columns: columns.count,
            rows: 1)
          screen.restyle(place.intersection(text), surface: mark.surface)
        }
      }
    }
    drawNoteSigns(beside: text, on: &screen)
    drawPictures(in: text, on: &screen)
    drawLinkHints(in: text, on: &screen)
    var cursor = text.origin
    // The terminal's cursor is at the moving end of the selection.
    if let end = selection.flatMap({ place(of: $0.end) }) {
      let point = Point(
        column: text.column + end.column, row: area.row + end.line - viewport.top)
      if area.contains(point) { cursor = point }
    }
    putCursor(cursor.column, cursor.row, on: &screen)
  }

  /// Visible ranges with a background: highlights, the shorter over the longer, then matches, then
  /// the selection.
  private func marks(
    in viewport: ReaderViewport, rows: Int
  ) -> [(place: Range<ReadingPosition>, surface: Surface)] {
    let shown = viewport.text.lines.dropFirst(viewport.top).prefix(rows).compactMap(\.extent)
    guard let start = shown.map(\.lowerBound).min(), let end = shown.map(\.upperBound).max() else {
      return []
    }
    let passages = model.reader.passages.sorted {
      $0.highlight.quote.utf8.count > $1.highlight.quote.utf8.count
    }
    var marks = passages.compactMap { passage in
      passage.place.map { (place: $0, surface: passage.highlight.color.surface) }
    }
    marks += model.reader.matches.enumerated().map { index, match in
      (match, index == currentMatch ? .currentMatch : .highlight)
    }
    if let selection { marks.append((selection.extent, .selection)) }
    return marks.filter { $0.place.overlaps(start..<end) }
  }

  private func drawNoteSigns(beside text: Rect, on screen: inout Screen) {
    guard let viewport, let frame else { return }
    let passages = model.reader.passages.filter { !$0.highlight.note.isEmpty }
    var lines = passages.compactMap(\.place).map { viewport.text.line(setting: $0.lowerBound) }
    // The article's own note stands beside its title.
    if model.reader.article?.note.isEmpty == false { lines.append(0) }
    for line in lines {
      let row = text.row + line - viewport.top
      guard (text.row..<text.endRow).contains(row) else { continue }
      let point = Point(column: text.column - 2, row: row)
      screen.put(glyphs.note, at: point, style: Style(.accent), clip: frame)
    }
  }

  func drawShuffleHeader(in frame: Rect, on screen: inout Screen) {
    var right: [Span] = []
    if let (_, home) = model.discovery.home {
      let place = home.map { " " + $0.title } ?? ""
      right.append(Span("\(glyphs.check)\(place)", Style(.accent)))
    }
    let count = model.discovery.history.count
    if count > 1, model.discovery.current != nil {
      let gap = right.isEmpty ? "" : "  "
      right.append(Span("\(gap)\(model.discovery.index + 1) of \(count)", Style(.secondary)))
    }
    PaneHeader(
      title: Filter.discovery.title,
      details: [Span(glyphs.dot + model.discovery.sourceWords, Style(.secondary))],
      right: right, button: interface.sidebarButton
    ).draw(isFocused, in: frame.withoutMargins, glyphs, on: &screen)
  }

  var shuffleState: EmptyState {
    func action(_ command: Command, _ words: String) -> Chip {
      Chip(interface.keys(of: command, in: contexts), words, .command(command))
    }
    switch model.discovery.state {
    case .looking(let words, let site):
      return EmptyState(
        "\(interface.spinnerPicture) \(words)", lines: [site ?? ""],
        actions: [action(.cancel, "stop")])
    case .failed(let reason):
      let title = model.discovery.sourceTitle.flatMap { reason.contains($0) ? nil : "from \($0)" }
      return EmptyState(
        "Could not load article", lines: [reason, title].compactMap(\.self),
        actions: [action(.discover, "try again"), action(.source, "another source")])
    case .idle, .shown:
      let key = interface.keys(of: .discover, in: contexts)
      return EmptyState(
        "Discover Something New", lines: ["Press \(key) to find interesting articles"],
        actions: [action(.discover, "discover")])
    }
  }
}
