package import ReadingListModel
import TerminalKit

/// The action of a row, or of a key of a row or a box.
package struct ListAction: Sendable {
  /// The command that it runs; nil where it runs `work`.
  package var invocation: Invocation?
  private var work: (@Sendable (Interface) -> Void)?
  /// The box stays, and shows what has changed.
  var staysOpen: Bool
  /// A question to ask first.
  var question: Confirmation?

  /// Runs a command.
  init(_ invocation: Invocation, staysOpen: Bool = false, asking question: Confirmation? = nil) {
    self.invocation = invocation
    self.staysOpen = staysOpen
    self.question = question
  }

  /// Runs a closure.
  init(staysOpen: Bool = false, _ work: @escaping @Sendable (Interface) -> Void) {
    self.work = work
    self.staysOpen = staysOpen
  }

  func perform(_ interface: Interface) {
    if let invocation { interface.perform(invocation) } else { work?(interface) }
  }
}

/// A row of a list, and what keys do while the cursor is on it.
package struct ListRow: Sendable {
  package var left: [Span]
  var right: [Span] = []
  /// Its identity when the rows are rebuilt.
  package var id = ""
  /// Texts that a filter matches; a row without any is a heading of the rows after it.
  var words: [String] = []
  /// It comes after all others, however well it matches.
  var isLast = false
  /// A line about it, shown while the cursor is on it.
  var help = ""
  /// The action of Enter or a click; the cursor skips rows without one.
  package var action: ListAction?
  /// Actions of other keys.
  var keys: [Key: ListAction] = [:]
  /// It continues the row before it and shares its cursor.
  var isContinuation = false
  /// When it is shown.
  var visibility = Visibility.always

  /// Whether a row depends on the filter line: help is brief until it is searched.
  enum Visibility { case always, browsing, searching }

  /// Makes a row of text.
  init(_ spans: [Span], right: [Span] = []) {
    left = spans
    self.right = right
  }

  /// Makes the heading of the rows after it; a blank row without a title.
  init(heading title: String) {
    left = title.isEmpty ? [] : [Span(title, Style(.heading, [.bold]))]
    id = title
  }

  /// Makes a row to choose; one that is off says why in its help.
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

  /// The text at its left.
  package var title: String { left.map(\.text).joined() }

  /// How well it is found by typed words: all of them must occur in it, and the beginnings of its words
  /// count more than what is inside of them; nil where it is not.
  func score(of typed: [Substring]) -> Int? {
    var best: Int?
    for (number, words) in words.enumerated() {
      guard let score = words.score(of: typed) else { continue }
      // Its title says more than its other names.
      best = max(best ?? 0, 2 * score + (number == 0 ? 1 : 0))
    }
    return best
  }
}

extension Array {
  /// Makes the rows of elements that are sorted by section, with a heading over each section that has a name.
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
  /// How well typed words are found in this text, all of them, in lower case; nil when they are not.
  package func score(of typed: [Substring]) -> Int? {
    let text = lowercased()
    var score = 0
    for word in typed {
      // To look for what is longer, such as a pasted list of links, takes a long time for nothing.
      guard word.utf8.count <= text.utf8.count else { return nil }
      if text.hasPrefix(word) {
        score += 4
      } else if text.contains(" " + word) {
        score += 3
      } else if text.contains(word) {
        score += 1
      } else {
        return nil
      }
    }
    return score
  }
}
