import ReadingList
package import ReadingListModel
package import TerminalKit
import Typesetting

/// The reader: the open article's text, or why there is none.
package enum ReaderPane {
  /// Where the text stands: under a header and the rule that shows progress, unless the window is short
  /// or the text alone is wanted.
  package static func body(of frame: Rect, layout: Layout, isZen: Bool) -> Rect {
    let header = layout.isShort || isZen ? 0 : 2
    return Rect(
      column: frame.column,
      row: frame.row + header,
      columns: frame.columns,
      rows: max(0, frame.rows - header)
    )
  }

  /// Columns that lines of text may take.
  package static func measure(area: Rect, settings: Settings) -> Int {
    max(1, min(settings.measure, area.columns - 2 * Metrics.readerMargin))
  }

  /// Columns that lines of code may take: from where text begins to the pane's right margin.
  static func codeWidth(area: Rect, settings: Settings) -> Int {
    let width = measure(area: area, settings: settings)
    return max(width, area.columns - (area.columns - width) / 2 - 1)
  }

  /// Draws the reader.
  static func draw(_ interface: Interface, in frame: Rect, on screen: inout Screen) {
    let area = body(
      of: frame,
      layout: interface.layout,
      isZen: interface.model.navigation.isZen
    )
    if let empty = emptyState(interface) {
      empty.draw(in: area, on: &screen, glyphs: interface.glyphs)
    } else if case .shown = interface.model.reader.state {
      drawHeader(interface, in: frame, area: area, on: &screen)
      drawText(interface, in: area, on: &screen)
      drawEnd(interface, in: area, on: &screen)
    }
  }

  /// What is said when there is no text; nil when there is, or while it is being read.
  static func emptyState(_ interface: Interface) -> EmptyState? {
    switch interface.model.reader.state {
    case .closed: interface.model.isDiscovering ? DiscoveryPane.emptyState(interface) : .noArticle
    case .loading, .shown: nil
    case .textless(let article): textless(article, interface)
    case .unreadable(_, let message): EmptyState("This article is unreadable", lines: [message])
    }
  }

  private static func textless(_ article: Article, _ interface: Interface) -> EmptyState {
    let ways = [(Command.refetch, "fetch"), (.openInBrowser, "open in browser")].map {
      EmptyState.Action(Chip(interface.keys(of: $0, in: [.reader, .all]), $1), $0)
    }
    if interface.model.fetching.contains(article.id) {
      return EmptyState(article.title, lines: ["Fetching… " + interface.spinnerPicture])
    }
    switch article.fetch {
    case .pending(let reason):
      return EmptyState(
        article.title,
        lines: [reason ?? "Not fetched yet"],
        actions: ways
      )
    case .failed(let reason): return EmptyState(article.title, lines: [reason], actions: ways)
    case .suspect(let reason):
      return EmptyState(article.title, lines: ["No text: \(reason)"], actions: ways)
    case .ready:
      return EmptyState(
        article.title,
        lines: ["The text is missing from the library"],
        actions: ways
      )
    }
  }

  private static func drawHeader(
    _ interface: Interface,
    in frame: Rect,
    area: Rect,
    on screen: inout Screen
  ) {
    guard area.row > frame.row, let viewport = interface.viewport,
      let article = interface.model.reader.article
    else { return }
    let column = column(of: interface, area: frame)
    let isTitleInText = viewport.top == 0
    PaneHeader(
      title: isTitleInText ? article.site ?? "Article" : article.title,
      right: [Span(left(of: article, interface), Style(.secondary))]
    ).draw(
      isFocused: interface.focus == .reader && !interface.model.isDiscovering,
      in: Rect(
        column: column.column - PaneHeader.glyphColumns,
        row: frame.row,
        columns: column.columns + PaneHeader.glyphColumns,
        rows: 1
      ),
      glyphs: interface.glyphs,
      on: &screen
    )
    drawProgress(
      interface.model.reader.progress,
      in: Rect(column: column.column, row: area.row - 1, columns: column.columns, rows: 1),
      interface.glyphs,
      on: &screen
    )
  }

  /// How much there is left to read, in words; how long the whole is before anything was read.
  private static func left(of article: Article, _ interface: Interface) -> String {
    let progress = interface.model.reader.progress
    if progress.isFinished { return interface.glyphs.check + " read" }
    guard let minutes = article.readingMinutes else {
      return progress > .none ? "\(progress.percent)%" : ""
    }
    guard progress > .none else { return ReadingTime.words(minutes: minutes) }
    let left = max(1, (minutes * (100 - progress.percent) + 99) / 100)
    return "\(progress.percent)%" + interface.glyphs.dot + ReadingTime.words(minutes: left)
      + " left"
  }

  /// The rule between header and text, heavy as far as the article was read.
  private static func drawProgress(
    _ progress: Progress,
    in rect: Rect,
    _ glyphs: Glyphs,
    on screen: inout Screen
  ) {
    let done = rect.columns * progress.percent / 100
    let parts = [
      (glyphs.progressDone, done, Style(.accent)),
      (glyphs.progressLeft, rect.columns - done, Style(.border)),
    ]
    var column = rect.column
    for (sign, count, style) in parts {
      column += screen.put(
        String(repeating: sign, count: count),
        at: Point(column: column, row: rect.row),
        style: style,
        clip: rect
      )
    }
  }

  /// The columns of the text, centered.
  static func column(of interface: Interface, area: Rect) -> Rect {
    let width = measure(area: area, settings: interface.model.settings)
    return Rect(
      column: area.column + (area.columns - width) / 2,
      row: area.row,
      columns: width,
      rows: area.rows
    )
  }

  /// What can be done at the end of the text, by the keys in effect, and where that stands; nil where
  /// the end is not on screen.
  private static func end(
    _ interface: Interface,
    in area: Rect
  ) -> (place: Rect, chips: [EmptyState.Action])? {
    guard let viewport = interface.viewport, viewport.showsEnd(rows: area.rows) else { return nil }
    let isFavorite = interface.model.reader.article?.isFavorite == true
    var actions: [(command: Command, key: Command, words: String)] = [
      (.favorite, .favorite, isFavorite ? "unfavorite" : "favorite"),
      (.random, .random, "surprise me"),
    ]
    if let command = interface.model.commandAtEnd,
      command != .nextArticle || interface.model.hasNextArticle
    {
      let words = command == .nextArticle ? "next" : "archive and next"
      actions.insert((command, .pageDown, words), at: 0)
    }
    let contexts: [Keymap.Context] = [.reader, .all]
    var chips: [EmptyState.Action] = []
    for action in actions where interface.model.offers(action.command) {
      let space = Key(.character(" "))
      let invocation = Invocation(action.key)
      let isSpace = interface.keymap.meaning(of: [space], in: contexts) == .command(invocation)
      if let key = isSpace
        ? space.notation : interface.keymap.shortest(invocation, in: contexts)
      {
        let chip = Chip(interface.glyphs.shown(notation: key), action.words)
        chips.append(EmptyState.Action(chip, action.command))
      }
    }
    let row = area.row + viewport.text.lines.count + viewport.key.endLines - 1 - viewport.top
    let column = column(of: interface, area: area)
    return (Rect(column: column.column, row: row, columns: column.columns, rows: 1), chips)
  }

  /// Draws the line after the text.
  private static func drawEnd(_ interface: Interface, in area: Rect, on screen: inout Screen) {
    guard let (place, chips) = end(interface, in: area) else { return }
    screen.put(
      left: Chip.line(
        chips.map(\.chip),
        columns: place.columns,
        separator: interface.glyphs.dot
      ).spans,
      row: place.row,
      in: place,
      ellipsis: interface.glyphs.ellipsis
    )
  }

  /// What a click on the line after the text does; nil beside it.
  static func command(_ interface: Interface, in area: Rect, at point: Point) -> Command? {
    guard let (place, chips) = end(interface, in: area), place.contains(point) else { return nil }
    let line = Chip.line(
      chips.map(\.chip),
      columns: place.columns,
      separator: interface.glyphs.dot
    )
    return line.places.first { $0.columns.contains(point.column - place.column) }
      .map { chips[$0.chip].command }
  }

  private static func drawText(_ interface: Interface, in area: Rect, on screen: inout Screen) {
    guard let viewport = interface.viewport else { return }
    screen.noteScrolling(in: area)
    var text = column(of: interface, area: area)
    text.columns = codeWidth(area: area, settings: interface.model.settings)
    let matches = interface.model.reader.matches
    let passages = interface.passages(in: viewport, rows: area.rows)
    var cursor: Point?
    for row in 0..<area.rows {
      let index = viewport.top + row
      guard viewport.text.lines.indices.contains(index) else { break }
      let line = viewport.text.lines[index]
      // The rule of a heading that was scrolled away would double the one over the text.
      if row == 0, area.row > 0, line.isRule { continue }
      var column = text.column
      for run in line.runs {
        let link = run.link.map { viewport.text.links[$0].url }
        column += screen.put(
          run.text,
          at: Point(column: column, row: area.row + row),
          style: run.style,
          clip: text,
          link: link
        )
      }
      func restyle(_ seen: Range<Int>, _ surface: Surface) {
        let place = Rect(
          column: text.column + seen.lowerBound,
          row: area.row + row,
          columns: seen.count,
          rows: 1
        )
        screen.restyle(place.intersection(text), surface: surface)
      }
      let extent = line.extent
      for passage in passages {
        guard let place = passage.place, let extent, place.overlaps(extent) else { continue }
        let seen = line.columns(of: place)
        for columns in seen { restyle(columns, passage.highlight.color.surface) }
        if !passage.highlight.note.isEmpty, !seen.isEmpty, index == passage.firstLine {
          drawNoteSign(interface, at: Point(column: text.column - 2, row: area.row + row), &screen)
        }
      }
      let overlapping = matches.overlapping(line)
      for match in overlapping.indices {
        for seen in line.columns(of: matches[match]) {
          restyle(seen, match == interface.currentMatch ? .currentMatch : .highlight)
        }
      }
      if let selection = interface.selection {
        let seen = line.columns(of: selection.extent)
        for columns in seen { restyle(columns, .selection) }
        if let first = seen.first, let last = seen.last {
          // The terminal's cursor stands at the end that moves.
          let end =
            selection.end == selection.extent.lowerBound ? first.lowerBound : last.upperBound - 1
          if cursor == nil || selection.end != selection.extent.lowerBound {
            cursor = Point(column: text.column + end, row: area.row + row)
          }
        }
      }
    }
    interface.drawPictures(in: text, on: &screen)
    interface.drawLinkHints(in: text, on: &screen)
    if interface.focus == .reader, interface.overlays.isEmpty {
      screen.cursor = cursor ?? Point(column: text.column, row: area.row)
    }
  }

  /// Says beside the text that a highlight has a note.
  private static func drawNoteSign(_ interface: Interface, at point: Point, _ screen: inout Screen)
  {
    guard let frame = interface.frames.reader, frame.contains(point) else { return }
    _ = screen.put(interface.glyphs.note, at: point, style: Style(.accent), clip: frame)
  }
}

extension Interface {
  /// A highlight of which something is on screen, and the line that it begins on.
  struct ShownPassage {
    var highlight: Highlight
    var place: Range<ReadingPosition>?
    var firstLine: Int
  }

  /// The highlights of which something may be on screen; the shorter ones last, so that they are seen in the
  /// longer ones.
  fileprivate func passages(in viewport: ReaderViewport, rows: Int) -> [ShownPassage] {
    let passages = model.reader.passages
    guard !passages.isEmpty else { return [] }
    let shown = viewport.text.lines.dropFirst(viewport.top).prefix(rows).compactMap(\.extent)
    guard let start = shown.map(\.lowerBound).min(), let end = shown.map(\.upperBound).max() else {
      return []
    }
    return passages.filter { $0.place?.overlaps(start..<end) ?? false }
      .sorted { $0.highlight.quote.utf8.count > $1.highlight.quote.utf8.count }
      .map { passage in
        let line = passage.place.map { viewport.text.line(setting: $0.lowerBound) }
        return ShownPassage(
          highlight: passage.highlight,
          place: passage.place,
          firstLine: line ?? -1
        )
      }
  }
}

extension TypesetLine {
  /// Whether it is nothing but a line.
  fileprivate var isRule: Bool { !runs.isEmpty && runs.allSatisfy { $0.style.role == .border } }
}

extension [TextRange] {
  /// Those, of ranges in order that do not overlap, of which a line may show something.
  fileprivate func overlapping(_ line: TypesetLine) -> ArraySlice<TextRange> {
    guard !isEmpty, let extent = line.extent else { return [] }
    func first(where isFar: (TextRange) -> Bool) -> Int {
      var low = 0
      var high = count
      while low < high {
        let middle = (low + high) / 2
        if isFar(self[middle]) { high = middle } else { low = middle + 1 }
      }
      return low
    }
    return self[
      first { $0.end > extent.lowerBound }..<first { $0.start >= extent.upperBound }
    ]
  }
}
