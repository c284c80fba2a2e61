import Terminal

package struct ListAction: Sendable {
  /// Nil if the action is a closure.
  package var invocation: Invocation?
  private var work: (@Sendable (Interface) -> Void)?
  var staysOpen: Bool

  init(_ invocation: Invocation, staysOpen: Bool = false) {
    self.invocation = invocation
    self.staysOpen = staysOpen
  }

  init(staysOpen: Bool = false, _ work: @escaping @Sendable (Interface) -> Void) {
    self.work = work
    self.staysOpen = staysOpen
  }

  func perform(_ interface: Interface) {
    if let invocation { interface.perform(invocation) } else { work?(interface) }
  }
}

/// A row of a list, with the actions of keys while the cursor is on it.
package struct ListRow: Sendable {
  package var left: [Span]
  var right: [Span] = []
  package var id = ""
  /// Matched by a filter; a row without any is a heading.
  var words: [String] = []
  var isLast = false
  /// Whether its action does nothing here; a filter lists it after the others.
  var isElsewhere = false
  /// Shown while the cursor is on the row.
  var help = ""
  /// On Enter or a click; the cursor skips rows without any action.
  package var action: ListAction?
  var keys: [Key: ListAction] = [:]
  /// Commands replaced by others while the cursor is on the row.
  var retargets: [Command: Invocation] = [:]
  /// The background of the first column, in a highlight's color.
  var mark: Surface?
  /// Whether it continues the row before it and shares its cursor.
  var isContinuation = false

  init(_ spans: [Span], right: [Span] = []) {
    left = spans
    self.right = right
  }

  /// A heading, or a blank row if the title is empty.
  init(heading title: String) {
    left = title.isEmpty ? [] : [Span(title, Style(.heading, [.bold]))]
    id = title
  }

  init(
    _ title: String, detail: String = "", help: String = "", name: String = "",
    synonyms: [String] = [], isOff: Bool = false, isLast: Bool = false, _ action: ListAction?,
    others: [Key: ListAction] = [:]
  ) {
    left = [Span(title, Style(isOff ? .placeholder : .text))]
    right = [Span(detail, Style(.secondary))]
    id = name.isEmpty ? title : name
    words = [title, name] + synonyms
    self.help = help
    self.isLast = isLast
    self.action = action
    keys = others
  }

  package var title: String { left.map(\.text).joined() }

  /// Nil unless all typed words match; the beginning of a word counts more than its inside.
  func score(of typed: [Substring]) -> Int? {
    var best: Int?
    for (number, words) in words.enumerated() {
      guard let score = words.score(of: typed) else { continue }
      // The title counts more than other names.
      best = max(best ?? 0, 2 * score + (number == 0 ? 1 : 0))
    }
    return best
  }
}

extension [ListRow] {
  /// As one item, covered by the cursor as a whole.
  var asOneItem: [ListRow] {
    enumerated().map { index, row in
      var row = row
      row.isContinuation = index > 0
      return row
    }
  }
}

extension Array {
  func rows(in section: (Element) -> String, _ row: (Element) -> ListRow) -> [ListRow] {
    var last = ""
    return flatMap { element in
      let title = section(element)
      defer { last = title }
      return (title == last ? [] : [ListRow(heading: title)]) + [row(element)]
    }
  }
}

extension String {
  /// Nil unless the text contains all words, which are in lower case.
  package func score(of typed: [Substring]) -> Int? {
    let text = lowercased()
    var score = 0
    for word in typed {
      // A longer text, such as a pasted list of links, is slow to search for and cannot match.
      guard word.utf8.count <= text.utf8.count else { return nil }
      guard text.contains(word) else { return nil }
      score += text.hasPrefix(word) ? 4 : text.contains(" " + word) ? 3 : 1
    }
    return score
  }
}
