import Terminal

package struct ListAction: Sendable {
  /// The command; nil if the action is a closure.
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
  /// The texts that a filter matches; without any, the row is a heading of the rows after it.
  var words: [String] = []
  var isLast = false
  /// Whether its action does nothing here; a filter finds it after the others.
  var isElsewhere = false
  /// A line of help, shown while the cursor is on the row.
  var help = ""
  /// The action of Enter or a click; the cursor skips rows without any action.
  package var action: ListAction?
  var keys: [Key: ListAction] = [:]
  /// Commands that stand for other ones while the cursor is on the row.
  var retargets: [Command: Invocation] = [:]
  /// The background of the first column, with a highlight's color.
  var mark: Surface?
  /// Whether the row continues the row before it and shares its cursor.
  var isContinuation = false

  init(_ spans: [Span], right: [Span] = []) {
    left = spans
    self.right = right
  }

  /// Creates the heading of the rows after it, or a blank row if the title is empty.
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

  /// Returns the score of typed words, all of which must match; nil if any does not.
  ///
  /// The beginning of a word counts more than its inside.
  func score(of typed: [Substring]) -> Int? {
    var best: Int?
    for (number, words) in words.enumerated() {
      guard let score = words.score(of: typed) else { continue }
      // The title counts more than the other names.
      best = max(best ?? 0, 2 * score + (number == 0 ? 1 : 0))
    }
    return best
  }
}

extension [ListRow] {
  /// The rows as one item, which the cursor covers as a whole.
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
  /// Returns the score of typed words, in lower case; nil unless the text contains all of them.
  package func score(of typed: [Substring]) -> Int? {
    let text = lowercased()
    var score = 0
    for word in typed {
      // Searching for a longer text, such as a pasted list of links, is slow and in vain.
      guard word.utf8.count <= text.utf8.count else { return nil }
      guard text.contains(word) else { return nil }
      score += text.hasPrefix(word) ? 4 : text.contains(" " + word) ? 3 : 1
    }
    return score
  }
}
