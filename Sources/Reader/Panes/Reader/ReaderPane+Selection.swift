import ReadingList
import Terminal

extension ReaderPane {
  func place(of position: ReadingPosition) -> (line: Int, column: Int)? {
    guard let text = viewport?.text, !text.lines.isEmpty else { return nil }
    let line = text.line(setting: position)
    guard text.lines.indices.contains(line) else { return nil }
    let next = ReadingPosition(block: position.block, offset: position.offset + 1)
    return (line, text.lines[line].columns(of: position..<next).first?.lowerBound ?? 0)
  }

  /// Starts a selection, or swaps the ends of the current one.
  ///
  /// Starts at the last click or the current match if visible, or else at the first word on screen.
  func select() -> CommandOutcome {
    guard selection == nil else {
      goalColumn = nil
      selection?.swapEnds()
      showSelection()
      return .done
    }
    guard let viewport, let blocks = model.reader.text?.blocks else { return .done }
    model.navigation.focus = .reader
    let lines = viewport.top..<viewport.top + rows
    func isOnScreen(_ position: ReadingPosition) -> Bool {
      lines.contains(viewport.text.line(setting: position))
    }
    let matches = model.reader.matches
    let match = currentMatch.flatMap { matches.indices.contains($0) ? matches[$0] : nil }
    var start = [clickedPosition, match?.lowerBound].compactMap(\.self).first(where: isOnScreen)
    if start == nil {
      let shown = viewport.text.lines.dropFirst(viewport.top).prefix(rows)
      start = shown.lazy.flatMap(\.runs).compactMap(\.source).first { !$0.isEmpty }?.lowerBound
    }
    selection = start.flatMap { TextSelection(at: $0, in: blocks) }
    if let match, start == match.lowerBound {
      let end = match.upperBound
      selection?.go(to: ReadingPosition(block: end.block, offset: max(0, end.offset - 1)))
    }
    return selection == nil ? .refused("There is no text on screen to select") : .done
  }

  func endSelection() {
    selection = nil
    goalColumn = nil
  }

  func select(_ unit: TextUnit, by count: Int) {
    goalColumn = nil
    selection?.go(unit, by: count)
    showSelection()
  }

  func moveSelection(byLines count: Int) {
    guard let selection, let text = viewport?.text, let here = place(of: selection.end) else {
      return
    }
    let column = goalColumn ?? here.column
    goalColumn = column
    let step = count > 0 ? 1 : -1
    var (line, left) = (here.line, abs(count))
    var goal: ReadingPosition?
    while left > 0, text.lines.indices.contains(line + step) {
      line += step
      // Skips lines without text of the article.
      guard let position = text.lines[line].position(atColumn: column) else { continue }
      goal = position
      left -= 1
    }
    if let goal { self.selection?.go(to: goal) }
    showSelection()
  }

  func moveSelection(toTop: Bool) {
    guard let blocks = model.reader.text?.blocks else { return }
    goalColumn = nil
    let last = ReadingPosition(block: max(0, blocks.count - 1), offset: .max)
    selection?.go(to: toTop ? .start : last)
    showSelection()
  }

  private func showSelection() {
    guard let viewport, let end = selection?.end, let line = place(of: end)?.line else { return }
    let last = viewport.top + rows - 1
    if line <= viewport.top, viewport.top > 0 {
      go(toLine: line - 1)
    } else if line >= last {
      go(toLine: viewport.top + line - last + 1)
    }
  }

  /// The position at a point, or the nearest one in its row.
  func position(at point: Point) -> ReadingPosition? {
    guard let viewport, let area, area.contains(point) else { return nil }
    let line = viewport.top + point.row - area.row
    guard viewport.text.lines.indices.contains(line) else { return nil }
    let column = point.column - textColumn(in: area).column
    return viewport.text.lines[line].position(atColumn: column)
  }

  func selectWord(at point: Point) {
    guard let position = position(at: point), let blocks = model.reader.text?.blocks else { return }
    goalColumn = nil
    selection = TextSelection(at: position, in: blocks)
  }

  /// Selects whole words from where the button was pressed; beyond the text's edges it scrolls.
  func dragSelection(from start: ReadingPosition, to point: Point) {
    guard let area, let blocks = model.reader.text?.blocks else { return }
    if selection == nil { selection = TextSelection(dragFrom: start, in: blocks) }
    if point.row < area.row { scroll(by: -1) }
    if point.row >= area.endRow { scroll(by: 1) }
    let inside = Point(
      column: min(max(area.column, point.column), area.endColumn - 1),
      row: min(max(area.row, point.row), area.endRow - 1))
    if let position = position(at: inside) { selection?.drag(to: position) }
  }

  // MARK: Commands on the selection

  /// The shortest highlight around the selection, or the one under the panel's cursor.
  private var passageAtHand: OpenArticle.Passage? {
    if let extent = selection?.extent {
      return model.reader.passages.filter { passage in
        passage.place.map {
          $0.lowerBound <= extent.lowerBound && extent.upperBound <= $0.upperBound
        } ?? false
      }.min { length(of: $0) < length(of: $1) }
    }
    return interface.panel.current.flatMap { row in
      model.reader.passages.first { $0.highlight.id == row.id }
    }
  }

  private func length(of passage: OpenArticle.Passage) -> Int { passage.highlight.quote.utf8.count }

  private var textAtHand: String? {
    if let extent = selection?.extent, let text = model.reader.text {
      return text.bytes(of: extent).map { text.text($0) }
    }
    return passageAtHand?.highlight.quote
  }

  /// The marked highlights of their list, or the one under its cursor; nil in other lists and
  /// panes.
  var listedHighlights: [Navigation.Item]? {
    guard interface.focus == .list, model.navigation.view.listsHighlights else { return nil }
    return model.list.highlightTargets
  }

  func copyText() -> CommandOutcome {
    if let items = listedHighlights {
      let texts = items.compactMap { item in
        item.highlight.flatMap { model.highlights.highlight($0, of: item.article)?.quote }
      }
      guard !texts.isEmpty else { return .refused(noHighlight) }
      let count = texts.count == 1 ? "the highlight" : "\(texts.count) highlights"
      return model.session.copy(texts.joined(separator: "\n\n"), count)
    }
    guard let text = textAtHand else { return .refused(nothingSelected) }
    endSelection()
    let words = ReadingTime.words(in: text)
    return model.session.copy(text, words == 1 ? "a word" : "\(words) words")
  }

  func highlight(_ argument: String) -> CommandOutcome {
    var color: Highlight.Color?
    if !argument.isEmpty {
      color = Highlight.Color(rawValue: argument)
      guard color != nil else {
        let known = Highlight.Color.allCases.map(\.rawValue).joined(separator: ", ")
        return .invalid("Unknown color “\(argument)”; colors are \(known)")
      }
    }
    if let items = listedHighlights {
      let list = model.list.contents
      guard let first = list.highlight(at: list.cursor) else { return .refused(noHighlight) }
      defer { model.list.clearMarks() }
      let all = Highlight.Color.allCases
      let next = all[((all.firstIndex(of: first.color) ?? 0) + 1) % all.count]
      return model.reader.recolor(items, color ?? next)
    }
    if let passage = passageAtHand, let id = model.reader.id {
      endSelection()
      return model.reader.recolor([Navigation.Item(id, highlight: passage.highlight.id)], color)
    }
    guard let extent = selection?.extent else { return .refused(nothingSelected) }
    let outcome = model.reader.highlight(extent, color)
    endSelection()
    return outcome
  }

  private var noHighlight: String { "No highlight selected" }

  private var nothingSelected: String {
    "Select text first: \(interface.keys(of: .select, in: [.reader, .all]))"
  }

  var noteTarget: NoteTarget? {
    if listedHighlights != nil {
      let list = model.list.contents
      return list.item(at: list.cursor).flatMap { item in
        item.highlight.map { .highlight($0, of: item.article) }
      }
    }
    let isOpenMeant = isFocused || interface.focus == .panel
    guard let article = isOpenMeant ? model.reader.id : model.articles.target?.id else {
      return nil
    }
    if let passage = passageAtHand { return .highlight(passage.highlight.id, of: article) }
    if let extent = selection?.extent { return .passage(extent, of: article) }
    return .article(article)
  }

  func askForNote() {
    guard let target = noteTarget else { return model.status = .info("No article selected") }
    if let refusal = model.reader.refusal(toNote: target) { return model.status = refusal }
    let note = model.reader.note(of: target)
    // A single line cannot hold a note of several.
    guard !note.contains(where: \.isNewline) else { return interface.perform(Invocation(.edit)) }
    let list = model.list.contents
    let quote = listedHighlights == nil ? textAtHand : list.highlight(at: list.cursor)?.quote
    let title = model.articles.target?.title ?? ""
    let about = quote.map { "“\($0.onOneLine)”" }
    let purpose = Prompt.Purpose.note(target, before: model.reader.savedNote(of: target))
    interface.show(Prompt(purpose, text: note, about: about ?? title))
  }

  func annotate(_ text: String) -> CommandOutcome {
    guard let target = noteTarget else { return .refused("No article selected") }
    endSelection()
    return model.reader.annotate(target, text)
  }

  func removeHighlight() -> CommandOutcome {
    if let items = listedHighlights {
      guard !items.isEmpty else { return .refused(noHighlight) }
      model.list.clearMarks()
      return model.reader.removeHighlights(items)
    }
    func item(_ passage: OpenArticle.Passage) -> Navigation.Item? {
      model.reader.id.map { Navigation.Item($0, highlight: passage.highlight.id) }
    }
    if let extent = selection?.extent {
      let touched = model.reader.passages.filter { passage in
        passage.place.map { $0.lowerBound < extent.upperBound && extent.lowerBound < $0.upperBound }
          ?? false
      }
      endSelection()
      return model.reader.removeHighlights(touched.compactMap(item))
    }
    if interface.panel.current?.id == PanelPane.noteID, let id = model.reader.id {
      return model.reader.annotate(.article(id), "")
    }
    return model.reader.removeHighlights([passageAtHand.flatMap(item)].compactMap { $0 })
  }
}

extension Highlight.Color {
  var surface: Surface {
    switch self {
    case .yellow: .yellowPassage
    case .green: .greenPassage
    case .blue: .bluePassage
    case .pink: .pinkPassage
    }
  }
}
