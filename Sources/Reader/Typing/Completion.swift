import Exchange
import ReadingList
import Terminal

package struct Completion: Equatable, Sendable {
  package struct Candidate: Equatable, Sendable {
    package var text: String
    package var summary: String
    /// Inserted after it if it is the only candidate or is clicked.
    package var ending = " "
  }

  package var before: String
  package var candidates: [Candidate]
  package var chosen: Int?
  package var isQuiet = false
}

extension Interface {
  /// In characters; longer lines have no completions.
  private static let maxCompletedLength = 1000

  func completion(of prompt: Prompt) -> Completion {
    if let completion = prompt.completion { return completion }
    let nothing = Completion(before: "", candidates: [])
    guard prompt.editor.isAtEnd, prompt.editor.characters.count <= Self.maxCompletedLength else {
      return nothing
    }
    let text = prompt.editor.text
    if let query = query(in: prompt) {
      return completion(of: query, after: String(text.dropLast(query.count)))
    }
    guard let line = line(of: prompt) else { return nothing }
    if let path = path(at: line) { return completion(ofPath: path, in: text) }
    var words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    if let name = words.first, words.count > 1, [.tag, .untag].contains(Command(rawValue: name)) {
      // Tag names may contain spaces; commas separate them.
      let tags = line.dropFirst(name.count + 1).split(
        separator: ",", omittingEmptySubsequences: false)
      words = [name, String((tags.last ?? "").drop { $0 == " " })]
    } else if words.first == Command.add.name, let tag = SavedLinks.unfinishedTag(in: line) {
      words = [Command.tag.name, tag]
    }
    let word = words.last ?? ""
    let all = candidates(after: words.dropLast().filter { !$0.isEmpty })
    return Completion(
      before: String(text.dropLast(word.count)),
      candidates: all.filter { $0.text.lowercased().hasPrefix(word.lowercased()) })
  }

  /// Inserts the candidates' common prefix, then one candidate after another.
  func complete(_ prompt: Prompt, step: Int) {
    var completion = completion(of: prompt)
    let candidates = completion.candidates
    guard let first = candidates.first else { return }
    if completion.chosen == nil {
      let common = candidates.dropFirst().reduce(first.text) { $0.commonPrefix(with: $1.text) }
      let typed = prompt.editor.text.dropFirst(completion.before.count)
      if candidates.count == 1 || common.count > typed.count {
        let ending = candidates.count == 1 ? first.ending : ""
        prompt.editor = LineEditor(completion.before + common + ending)
        return
      }
    }
    let next = completion.chosen.map { $0 + step } ?? (step > 0 ? 0 : candidates.count - 1)
    let chosen = (next + candidates.count) % candidates.count
    completion.chosen = chosen
    prompt.editor = LineEditor(completion.before + candidates[chosen].text)
    prompt.completion = completion
  }

  /// The typed text as a line of the command language; nil if it is not one.
  func line(of prompt: Prompt) -> String? {
    switch prompt.purpose {
    case .argument(let invocation):
      ([invocation.command.name, invocation.argument].filter { !$0.isEmpty } + [prompt.editor.text])
        .joined(separator: " ")
    case .commandLine: prompt.editor.text
    case .note, .filter, .findInReader: nil
    }
  }

  private func candidates(after words: [String]) -> [Completion.Candidate] {
    typealias Candidate = Completion.Candidate
    func named(_ texts: [String]) -> [Candidate] { texts.map { Candidate(text: $0, summary: "") } }
    guard let name = words.first else {
      return Command.allCases.filter(model.offers).map {
        Candidate(text: $0.name, summary: $0.row.summary)
      }
    }
    guard let command = Command(rawValue: name) else { return [] }
    switch (command, words.count) {
    case (.set, 1), (.settings, 1):
      return Settings.Name.allCases.map { Candidate(text: $0.rawValue, summary: $0.summary) }
    case (.set, 2), (.settings, 2):
      guard let setting = Settings.Name(rawValue: words[1]) else { return [] }
      return named(model.discovery.choices(of: setting))
    case (.go, 1):
      return model.views.sidebar.map { Candidate(text: $0.view.key, summary: $0.view.name) }
    case (.sort, 1): return Order.allCases.map { Candidate(text: $0.rawValue, summary: $0.title) }
    case (.tag, 1):
      return model.tags.map { Candidate(text: $0.name, summary: String($0.count), ending: "") }
    case (.renameTag, _), (.removeTag, 1):
      return model.tags.map { Candidate(text: $0.name, summary: String($0.count)) }
    case (.untag, 1): return named(model.articles.target?.tags ?? [])
    case (.source, 1):
      return named(["add", "remove"])
        + model.discovery.sourceChoices.map { Candidate(text: $0.name, summary: $0.title) }
    case (.source, _) where words[1] == "remove":
      return model.discovery.sourceChoices.map { Candidate(text: $0.name, summary: $0.title) }
    case (.category, 1): return named(model.discovery.categoryChoices)
    case (.theme, 1): return named(Settings.Name.theme.choices)
    case (.bind, 1): return named(Keymap.Context.allCases.map(\.rawValue))
    case (.bind, 3):
      return Command.allCases.map { Candidate(text: $0.name, summary: $0.row.summary) }
    default: return []
    }
  }
}

extension String {
  fileprivate func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }
}

enum CompletionView {
  private static let maxRows = 8

  private static func list(
    _ prompt: Prompt, _ completion: Completion, on size: Size
  ) -> (list: ListView, box: Rect)? {
    let candidates = completion.candidates
    let rows = min(maxRows, candidates.count, size.rows - 3)
    guard prompt.isOnBar, rows > 0, prompt.completion != nil || !completion.isQuiet else {
      return nil
    }
    let widest = candidates.map(\.text.displayWidth).max() ?? 0
    let width = min(size.columns, widest + 6 + (candidates.map(\.summary.displayWidth).max() ?? 0))
    let listed = candidates.map { candidate in
      let text = Span(candidate.text.padded(toWidth: widest + 2), Style(.text))
      let summary = [Span(candidate.summary, Style(.secondary))]
      // Descriptions have their own column; counts are right-aligned.
      let isNumber = candidate.summary.utf8.allSatisfy { (48...57).contains($0) }
      var row = isNumber ? ListRow([text], right: summary) : ListRow([text] + summary)
      row.action = ListAction { _ in }
      return row
    }
    var list = ListView(listed, kind: .plain, cursor: completion.chosen ?? 0)
    list.settle(height: rows)
    list.isCursorHidden = completion.chosen == nil
    return (list, Rect(column: 0, row: size.rows - 1 - rows, columns: width, rows: rows))
  }

  /// Inserts the candidate at a point of the screen; false if there is none.
  static func put(into prompt: Prompt, at point: Point, _ interface: Interface) -> Bool {
    let completion = interface.completion(of: prompt)
    guard let (list, box) = list(prompt, completion, on: interface.size), box.contains(point) else {
      return false
    }
    let candidate = completion.candidates[list.top + point.row - box.row]
    prompt.editor = LineEditor(completion.before + candidate.text + candidate.ending)
    return true
  }

  static func draw(_ prompt: Prompt, _ interface: Interface, on screen: inout Screen) {
    let completion = interface.completion(of: prompt)
    guard let (list, box) = list(prompt, completion, on: screen.size) else { return }
    let cursor = screen.cursor
    screen.fill(box, style: Style(.text, on: .panel))
    list.draw(in: [box.withoutMargins], interface.glyphs, on: &screen)
    screen.cursor = cursor
  }
}
