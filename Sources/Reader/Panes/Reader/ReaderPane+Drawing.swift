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
      right: isScrolled ? [Span(left(of: article), Style(.secondary))] : [],
      // If no list is on screen to show it.
      button: frames.list == nil && !model.isDiscovering ? interface.sidebarButton : nil
    ).draw(isFocused && !model.isDiscovering, in: line, glyphs, on: &screen)
  }

  /// Returns the time left to read in words; before anything is read, the time of the whole.
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
      (glyphs.progressDone, done, Style(.accent)),
      (glyphs.progressLeft, rect.columns - done, Style(.border)),
    ]
    var column = rect.column
    for (sign, count, style) in parts {
      column += screen.put(
        String(repeating: sign, count: count), at: Point(column: column, row: rect.row),
        style: style, clip: rect)
    }
  }

  private func drawEnd(in area: Rect, on screen: inout Screen) {
    guard let viewport, viewport.showsEnd(rows: area.rows) else { return }
    let isFavorite = model.reader.article?.isFavorite == true
    var actions: [(command: Command, key: Command, words: String)] = [
      (.favorite, .favorite, isFavorite ? "unfavorite" : "favorite"), (.random, .random, "random"),
    ]
    if let command = model.articles.commandAtEnd,
      command != .nextArticle || model.reader.hasNextArticle
    {
      let goesOn = model.settings.afterArchive == "next" ? " and next" : ""
      let words = command == .nextArticle ? "next" : "archive" + goesOn
      actions.insert((command, .pageDown, words), at: 0)
    }
    let contexts: [Keymap.Context] = [.reader, .all]
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
    let matches = model.reader.matches
    let passages = passages(in: viewport, rows: area.rows)
    var cursor: Point?
    for row in 0..<area.rows {
      let index = viewport.top + row
      guard viewport.text.lines.indices.contains(index) else { break }
      let line = viewport.text.lines[index]
      // A heading's rule in the top row would double the rule of the header.
      if row == 0, area.row > 0, line.isRule { continue }
      var column = text.column
      for run in line.runs {
        let link = run.link.map { Screen.Link.address(viewport.text.links[$0].url) }
        column += screen.put(
          run.text, at: Point(column: column, row: area.row + row), style: run.style, clip: text,
          link: link)
      }
      func restyle(_ seen: Range<Int>, _ surface: Surface) {
        let place = Rect(
          column: text.column + seen.lowerBound, row: area.row + row, columns: seen.count, rows: 1)
        screen.restyle(place.intersection(text), surface: surface)
      }
      let extent = line.extent
      for passage in passages {
        guard let place = passage.place, let extent, place.overlaps(extent) else { continue }
        let seen = line.columns(of: place)
        for columns in seen { restyle(columns, passage.highlight.color.surface) }
        if !passage.highlight.note.isEmpty, !seen.isEmpty,
          index == viewport.text.line(setting: place.lowerBound), let frame
        {
          // A sign in the margin marks a highlight with a note.
          let point = Point(column: text.column - 2, row: area.row + row)
          screen.put(glyphs.note, at: point, style: Style(.accent), clip: frame)
        }
      }
      let overlapping = matches.overlapping(line)
      for match in overlapping.indices {
        for seen in line.columns(of: matches[match]) {
          restyle(seen, match == currentMatch ? .currentMatch : .highlight)
        }
      }
      if let selection {
        let seen = line.columns(of: selection.extent)
        for columns in seen { restyle(columns, .selection) }
        if let first = seen.first, let last = seen.last {
          // The terminal's cursor is at the moving end.
          let end =
            selection.end == selection.extent.lowerBound ? first.lowerBound : last.upperBound - 1
          if cursor == nil || selection.end != selection.extent.lowerBound {
            cursor = Point(column: text.column + end, row: area.row + row)
          }
        }
      }
    }
    drawPictures(in: text, on: &screen)
    drawLinkHints(in: text, on: &screen)
    putCursor(cursor?.column ?? text.column, cursor?.row ?? area.row, on: &screen)
  }

  /// Returns the highlights that may be visible, the shorter ones last, so that they are drawn over
  /// longer ones.
  private func passages(in viewport: ReaderViewport, rows: Int) -> [OpenArticle.Passage] {
    let passages = model.reader.passages
    guard !passages.isEmpty else { return [] }
    let shown = viewport.text.lines.dropFirst(viewport.top).prefix(rows).compactMap(\.extent)
    guard let start = shown.map(\.lowerBound).min(), let end = shown.map(\.upperBound).max() else {
      return []
    }
    return passages.filter { $0.place?.overlaps(start..<end) ?? false }.sorted {
      $0.highlight.quote.utf8.count > $1.highlight.quote.utf8.count
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
        actions: [
          action(.discover, "try again"), action(.source, "another source"),
          action(.random, "random article"),
        ])
    case .idle, .shown:
      let key = interface.keys(of: .discover, in: contexts)
      return EmptyState(
        "Discover Something New", lines: ["Press \(key) to find interesting articles"],
        actions: [action(.discover, "discover")])
    }
  }
}

extension TypesetLine {
  fileprivate var isRule: Bool { !runs.isEmpty && runs.allSatisfy { $0.style.role == .border } }
}

extension [TextRange] {
  /// Returns the ranges that a line may show; the ranges are sorted and disjoint.
  fileprivate func overlapping(_ line: TypesetLine) -> ArraySlice<TextRange> {
    guard !isEmpty, let extent = line.extent else { return [] }
    let first = partitioningIndex { $0.end > extent.lowerBound }
    return self[first..<partitioningIndex { $0.start >= extent.upperBound }]
  }
}
