import ReadingList
import Terminal

extension ReaderPane {
  func beginFinding() {
    findOrigin = (viewport?.top ?? 0, model.reader.find, currentMatch)
    interface.show(Prompt(.findInReader))
  }

  /// Shows the next match while typing, without moving the reading position.
  func previewFind(_ text: String) {
    guard let origin = findOrigin else { return }
    model.reader.open.find = text
    show(line: origin.top)
    let lines = matchLines
    currentMatch = lines.isEmpty ? nil : lines.firstIndex { $0 >= origin.top } ?? 0
    previewMatch()
  }

  func previewMatch() {
    guard findOrigin != nil, let line = currentMatch.flatMap({ matchLines[at: $0] }) else { return }
    show(line: centered(line))
  }

  func cancelFind() {
    guard let origin = findOrigin else { return }
    findOrigin = nil
    model.reader.open.find = origin.find
    currentMatch = origin.match
    show(line: origin.top)
  }

  func commitFind() {
    guard let origin = findOrigin else { return }
    guard !model.reader.find.isEmpty else { return cancelFind() }
    findOrigin = nil
    guard let match = currentMatch, let line = matchLines[at: match] else {
      show(line: origin.top)
      model.status = .info(noMatch)
      return
    }
    go(toLine: centered(line))
    model.status = .info(matchWords(wrapped: line < origin.top ? 1 : 0))
  }

  func showFirstMatch() {
    guard let line = matchLines.first else { return }
    currentMatch = 0
    go(toLine: centered(line))
  }

  func showPassage(_ id: String) {
    let passage = model.reader.passages.first { $0.highlight.id == id }
    guard let start = passage?.place?.lowerBound, let line = viewport?.text.line(setting: start)
    else {
      model.status = .info("This passage is no longer in the text")
      return
    }
    go(toLine: centered(line))
    clickedPosition = start
  }

  /// The count beside the prompt: the current match and their number, or how many articles pass the
  /// filter.
  func found(by prompt: Prompt) -> Span {
    switch prompt.purpose {
    case .findInReader where findOrigin != nil && !model.reader.find.isEmpty:
      return Span(currentMatch == nil ? "No match" : matchWords(wrapped: 0), Style(.secondary))
    case .filter where !model.navigation.place.filter.isEmpty:
      return Span("\(model.list.rows.count) found", Style(.secondary))
    default: return Span("", Style())
    }
  }

  func findAgain(_ steps: Int) -> CommandOutcome {
    model.reader.resumeFinding()
    let lines = matchLines
    guard !model.reader.find.isEmpty else { return .refused("Nothing to find yet; type / first") }
    guard !lines.isEmpty, let top = viewport?.top else { return .refused(noMatch) }
    let onScreen = top..<top + rows
    let here: Int
    if let match = currentMatch, let line = lines[at: match], onScreen.contains(line) {
      here = match + steps
    } else {
      // Without a current match on screen, starts from the visible lines.
      let next = lines.firstIndex { $0 >= top } ?? lines.count
      here = steps > 0 ? next + steps - 1 : next + steps
    }
    let count = lines.count
    let match = ((here % count) + count) % count
    currentMatch = match
    go(toLine: onScreen.contains(lines[match]) ? top : centered(lines[match]))
    return .done(matchWords(wrapped: here < 0 ? -1 : here >= count ? 1 : 0))
  }

  private func show(line: Int) { viewport?.show(line, rows: rows) }

  private var matchLines: [Int] {
    guard let viewport else { return [] }
    return model.reader.matches.map { viewport.text.line(setting: $0.lowerBound) }
  }

  /// The top line that shows a line at a third of the height, or the current top if the line is
  /// visible.
  private func centered(_ line: Int) -> Int {
    guard let viewport else { return line }
    let onScreen = viewport.top..<viewport.top + rows
    return onScreen.contains(line) ? viewport.top : max(0, line - rows / 3)
  }

  private var noMatch: String { "No match for “\(model.reader.find)”" }

  private func matchWords(wrapped: Int) -> String {
    let words = "\((currentMatch ?? 0) + 1) of \(model.reader.matches.count)"
    return words + (wrapped > 0 ? ", from the top" : wrapped < 0 ? ", from the end" : "")
  }
}

extension Array {
  fileprivate subscript(at index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
