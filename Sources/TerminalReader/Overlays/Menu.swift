import ReadingList
package import ReadingListModel
package import TerminalKit

/// A list of things to choose from, which narrows to what is typed.
package struct Menu: Equatable, Sendable {
  /// The effect of a key.
  package struct Action: Equatable, Sendable {
    package var invocation: Invocation
    /// The menu stays, and shows what has changed.
    package var staysOpen: Bool
    /// The question before it.
    package var question: Confirmation?

    /// Makes an action.
    package init(
      _ invocation: Invocation,
      staysOpen: Bool = false,
      asking question: Confirmation? = nil
    ) {
      self.invocation = invocation
      self.staysOpen = staysOpen
      self.question = question
    }
  }

  /// A line of the menu.
  package struct Item: Equatable, Sendable {
    package var title: String
    package var detail: String
    /// A line about it, shown while the cursor is on it.
    package var help: String
    /// Its identity when the items are made again; a search matches it beside the title.
    package var name: String
    /// Other words that it is found by.
    package var synonyms: [String]
    /// It cannot be done now.
    package var isOff: Bool
    /// It comes after all others, however well it matches.
    package var isLast: Bool
    /// Runs when it is chosen; nil only closes the menu.
    package var action: Action?
    /// Actions of other keys.
    package var others: [Key: Action]

    /// Its identity when the items are made again.
    var key: String { name.isEmpty ? title : name }

    /// Makes a line.
    package init(
      _ title: String,
      detail: String = "",
      help: String = "",
      name: String = "",
      synonyms: [String] = [],
      isOff: Bool = false,
      isLast: Bool = false,
      _ action: Action?,
      others: [Key: Action] = [:]
    ) {
      self.title = title
      self.detail = detail
      self.help = help
      self.name = name
      self.synonyms = synonyms
      self.isOff = isOff
      self.isLast = isLast
      self.action = action
      self.others = others
    }
  }

  /// How keys work in the menu.
  package enum Kind: Equatable, Sendable {
    /// Enter chooses; letters are keys, and `/` begins to search.
    case choice
    /// Enter chooses; letters search at once.
    case search
    /// Letters search at once, Space turns an item on or off.
    case toggles
  }

  /// The command that it belongs to, with an argument that tells it from others.
  package var invocation: Invocation
  package var title: String
  /// Text above the items, in full as far as there is room.
  package var about: String
  package var kind: Kind
  package var items: [Item]
  /// The item under the cursor, counted over those that are found.
  package var cursor: ListCursor
  package var hints: [BoxHint]
  /// The search being typed; nil without one.
  package private(set) var search: LineEditor?
  /// Nothing was typed yet, so that `j` and `k` move.
  package var isUntouched: Bool
  /// The items that are found, best first.
  package private(set) var found: [Int]

  /// Makes a menu.
  package init(
    _ invocation: Invocation,
    title: String? = nil,
    about: String = "",
    kind: Kind = .choice,
    items: [Item],
    cursor: Int = 0,
    hints: [BoxHint]? = nil
  ) {
    self.invocation = invocation
    self.title = title ?? invocation.command.row.title
    self.about = about
    self.kind = kind
    self.items = items
    self.cursor = ListCursor(cursor: cursor)
    let enter = BoxHint(.enter, invocation.command.row.argument.enter)
    self.hints = hints ?? [enter, .close]
    search = kind == .choice ? nil : LineEditor()
    isUntouched = kind != .choice
    found = Array(items.indices)
  }

  /// The text of the search.
  package var searched: String { search?.text ?? "" }

  /// The item under the cursor.
  package var current: Item? {
    found.indices.contains(cursor.cursor) ? items[found[cursor.cursor]] : nil
  }

  /// Narrows it to what matches a text, or shows all with nil.
  package mutating func search(_ editor: LineEditor?) {
    search = editor
    isUntouched = kind != .choice && editor?.text.isEmpty == true
    cursor = ListCursor()
    find()
  }

  /// Takes other items, as things are now; the cursor stays on its item, and the items of toggles keep their
  /// order.
  package mutating func refresh(_ fresh: Menu) {
    let before = current
    let order = Dictionary(items.enumerated().map { ($1.key, $0) }) { first, _ in first }
    items = fresh.items
    if kind == .toggles, searched.isEmpty {
      let places = items.enumerated().map { (order[$1.key] ?? order.count + $0, $1) }
      items = places.sorted { $0.0 < $1.0 }.map(\.1)
    }
    title = fresh.title
    about = fresh.about
    hints = fresh.hints
    find()
    cursor.move(by: 0, count: found.count)
    if let before { moveCursor(to: before) }
  }

  /// Puts the cursor on an item, where it is found.
  package mutating func moveCursor(to item: Item) {
    guard let place = found.firstIndex(where: { items[$0].key == item.key }) else { return }
    cursor.move(by: place - cursor.cursor, count: found.count)
  }

  private mutating func find() {
    let text = searched
    guard !text.isEmpty else {
      found = Array(items.indices)
      return
    }
    let scored = items.indices.compactMap { index -> (index: Int, score: Int)? in
      let item = items[index]
      // Of other words only whole beginnings count: hundreds of them would match a few letters.
      let others = item.synonyms.filter { (" " + $0).contains(" " + text.lowercased()) }
      let texts = [item.title, item.name] + others
      let scores = texts.compactMap { $0.fuzzyScore(of: text) }
      return scores.max().map { (index, item.isLast ? .min : $0) }
    }
    // Matches half as good as the best are noise.
    let best = scored.map(\.score).max() ?? 0
    found = scored.filter { $0.score == .min || $0.score * 2 >= best }.sorted {
      ($1.score, $0.index) < ($0.score, $1.index)
    }.map(\.index)
  }
}

extension String {
  /// How well a text that was typed is found in this one, its characters in order and not necessarily
  /// side by side; nil when it is not.
  ///
  /// Characters that follow one another count most, then those at the beginning of words; the shorter
  /// of two texts is the better match. Case and spaces in what was typed make no difference.
  package func fuzzyScore(of typed: String) -> Int? {
    let wanted = typed.lowercased().filter { !$0.isWhitespace }
    guard !wanted.isEmpty else { return 0 }
    let text = Array(lowercased())
    var score = 0
    var from = 0
    var last = -2
    for character in wanted {
      func isStart(_ index: Int) -> Bool { index == 0 || !text[index - 1].isLetter }
      let rest = text.indices[from...]
      guard let nearest = rest.first(where: { text[$0] == character }) else { return nil }
      // The next character of a run, else the beginning of a word, else the nearest.
      let start = rest.first { text[$0] == character && isStart($0) }
      let index = nearest == last + 1 ? nearest : start ?? nearest
      score += index == last + 1 ? 10 : isStart(index) ? 8 : 1
      last = index
      from = index + 1
    }
    return score * 16 - min(text.count, 15)
  }
}
