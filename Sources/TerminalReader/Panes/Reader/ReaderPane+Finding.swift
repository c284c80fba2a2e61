import ReadingList
import ReadingListModel
import TerminalKit
import Typesetting

/// Where the reader was before something was looked for in it, for going back there.
struct FindOrigin {
  var top: Int
  var find: String
  var match: Int?
}

extension ReaderPane {
  /// Begins to look for something in the text.
  func beginFinding() {
    setMoreText(toEnd: true)
    findOrigin = FindOrigin(top: viewport?.top ?? 0, find: model.reader.find, match: currentMatch)
    interface.show(Prompt(.findInReader))
  }

  /// Shows what is found so far without going there.
  func previewFind(_ text: String) {
    guard let origin = findOrigin else { return }
    model.reader.open.find = text
    show(line: origin.top)
    let lines = matchLines
    currentMatch = lines.isEmpty ? nil : lines.firstIndex { $0 >= origin.top } ?? 0
    previewMatch()
  }

  /// Shows the match that is being previewed, in a text that was typeset again.
  func previewMatch() {
    guard findOrigin != nil, let line = currentMatch.flatMap({ matchLines[at: $0] }) else { return }
    show(line: centered(line))
  }

  /// Goes back to where the reader was before.
  func cancelFind() {
    guard let origin = findOrigin else { return }
    findOrigin = nil
    model.reader.open.find = origin.find
    currentMatch = origin.match
    show(line: origin.top)
  }

  /// Goes to what was found.
  func commitFind() {
    guard let origin = findOrigin else { return }
    findOrigin = nil
    guard !model.reader.find.isEmpty else {
      findOrigin = origin
      return cancelFind()
    }
    guard let match = currentMatch, let line = matchLines[at: match] else {
      show(line: origin.top)
      model.status = .info(noMatch)
      return
    }
    go(toLine: centered(line))
    model.status = .info(matchWords(wrapped: line < origin.top ? 1 : 0))
  }

  /// Goes to the first match in an article that was opened for it.
  func showFirstMatch() {
    guard let line = matchLines.first else { return }
    currentMatch = 0
    go(toLine: centered(line))
  }

  /// Goes to a highlight in an article that was opened for it.
  func showPassage(_ id: String) {
    let passage = model.reader.passages.first { $0.highlight.id == id }
    guard let start = passage?.place?.lowerBound, let line = viewport?.text.line(setting: start)
    else {
      model.status = .info("The text does not have this passage any more")
      return
    }
    go(toLine: centered(line))
    clickedPosition = start
  }

  /// What is wrong with the filter as it is typed; nil until that has been looked at.
  func mistake(in prompt: Prompt) -> Query.ParseError? {
    guard prompt.purpose == .filter, prompt.editor.text == model.navigation.place.filter else {
      return nil
    }
    return model.list.filterProblem
  }

  /// What is said beside what is being typed: which match it is of how many, or how many articles are found by
  /// what is understood of a filter.
  func found(by prompt: Prompt) -> Span {
    switch prompt.purpose {
    case .findInReader where findOrigin != nil && !model.reader.find.isEmpty:
      return Span(currentMatch == nil ? "No match" : matchWords(wrapped: 0), Style(.secondary))
    case .filter where !model.navigation.place.filter.isEmpty:
      return Span("\(model.list.rows.count) found", Style(.secondary))
    default: return Span("", Style())
    }
  }

  /// Goes so many matches on or back.
  func findAgain(_ steps: Int) -> CommandOutcome {
    setMoreText(toEnd: true)
    let lines = matchLines
    guard !model.reader.find.isEmpty else { return .refused("Nothing to find yet; type / first") }
    guard !lines.isEmpty, let top = viewport?.top else { return .refused(noMatch) }
    let onScreen = top..<top + rows
    let here: Int
    if let match = currentMatch, let line = lines[at: match], onScreen.contains(line) {
      here = match + steps
    } else {
      // From what is on screen, which was left by scrolling.
      let next = lines.firstIndex { $0 >= top } ?? lines.count
      here = steps > 0 ? next + steps - 1 : next + steps
    }
    let count = lines.count
    let match = ((here % count) + count) % count
    currentMatch = match
    go(toLine: onScreen.contains(lines[match]) ? top : centered(lines[match]))
    return .done(matchWords(wrapped: here < 0 ? -1 : here >= count ? 1 : 0))
  }

  private func show(line: Int) {
    let rows = rows
    viewport?.preview(line, rows: rows)
  }

  private var matchLines: [Int] {
    guard let viewport else { return [] }
    return model.reader.matches.map { viewport.text.line(setting: $0.start) }
  }

  /// The first line of a window in which a line stands a third of the way down, unless it is on screen.
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
