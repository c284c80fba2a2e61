import Terminal

/// A list with a cursor, scrolling and a filter, drawn into one or more columns of rows.
///
/// Menus, help, reports, sidebar, inspector, panel and completions are lists.
package struct ListView: Sendable {
  package enum Kind: Equatable, Sendable {
    case plain
    /// Letters are keys; `/` starts the filter.
    case searchable
    /// Letters are keys; `/` or a letter without a binding starts the filter, and Space chooses.
    case choice
    /// Characters go into the filter.
    case search
    /// Characters go into the filter, Space turns a row on or off, Enter closes the list.
    case toggles(namesHaveSpaces: Bool)

    var isTyped: Bool { if case .toggles = self { true } else { self == .search } }
  }

  enum Outcome { case stay, close, quit, run(ListAction) }

  let kind: Kind
  package private(set) var rows: [ListRow] = []
  /// Indices of the rows that pass the filter.
  package private(set) var found: [Int] = []
  package private(set) var cursor = 0
  /// The first visible index of `found`, and the number of visible rows.
  private(set) var top = 0
  private var height = 0
  /// Whether no row is under the cursor.
  var isCursorHidden = false
  package private(set) var editor: LineEditor?
  /// Until something is typed, `j` and `k` move.
  private var isUntouched = true
  /// Whether the wheel was turned since the last key; the next one scrolls back to the cursor.
  private var isScrolledAway = false

  init(_ rows: [ListRow], kind: Kind, cursor: Int = 0) {
    self.kind = kind
    if kind.isTyped { editor = Self.emptyFilter }
    update(rows)
    self.cursor = cursor
    snap(1)
  }

  package var current: ListRow? {
    guard found.indices.contains(cursor), !isCursorHidden else { return nil }
    let row = rows[found[cursor]]
    return row.action == nil && row.keys.isEmpty ? nil : row
  }

  /// The filter is applied at each key; no useful one is longer.
  private static let maxFilterLength = 1000
  private static var emptyFilter: LineEditor { LineEditor(limit: maxFilterLength) }

  package var typed: String { editor?.text ?? "" }

  private var hasCursor: Bool { current != nil }

  // MARK: Rows

  /// The cursor stays on its row, and rows to turn on and off keep their order.
  mutating func update(_ fresh: [ListRow]) {
    let before = current?.id
    if case .toggles = kind, typed.isEmpty, !rows.isEmpty {
      let order = Dictionary(rows.enumerated().map { ($1.id, $0) }) { first, _ in first }
      // New rows stay behind the rows that precede them.
      var last = -1
      let places = fresh.enumerated().map { index, row in
        last = order[row.id] ?? last
        return (last, order[row.id] == nil ? index : -1, row)
      }
      rows = places.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
    } else {
      rows = fresh
    }
    filter()
    if let before { moveCursor(to: before) }
  }

  mutating func moveCursor(to id: String) {
    if current?.id != id,
      let place = found.firstIndex(where: { rows[$0].id == id && !rows[$0].isContinuation })
    {
      cursor = place
    }
    snap(1)
  }

  private mutating func filter() {
    let words = typed.lowercased().split(whereSeparator: \.isWhitespace)
    if words.isEmpty {
      found = Array(rows.indices)
    } else {
      found = ranked(words).flatMap {
        [$0] + rows[($0 + 1)...].prefix { $0.isContinuation }.indices
      }
    }
    snap(1)
  }

  /// The matching rows, best first.
  private func ranked(_ words: [Substring]) -> [Int] {
    let scored = rows.indices.filter { !rows[$0].isContinuation }.compactMap { index in
      rows[index].score(of: words).map { (index: index, score: rows[index].isLast ? -1 : $0) }
    }
    // Matches less than half as good as the best are noise.
    let best = scored.map(\.score).max() ?? 0
    return scored.filter { $0.score < 0 || $0.score * 2 >= best }.sorted {
      let (a, b) = (rows[$0.index].isElsewhere ? 1 : 0, rows[$1.index].isElsewhere ? 1 : 0)
      return (a, $1.score, $0.index) < (b, $0.score, $1.index)
    }.map(\.index)
  }

  // MARK: Keys

  mutating func take(_ key: Key, _ keymap: Keymap) -> Outcome {
    returnToCursor()
    let page = max(1, height - 1)
    switch key {
    case Key(.down), Key(.character("n"), .control): return move(1)
    case Key(.up), Key(.character("p"), .control): return move(-1)
    case Key(.pageDown): return move(page)
    case Key(.pageUp): return move(-page)
    default: return editor == nil ? command(key, keymap, page: page) : edit(key)
    }
  }

  private mutating func command(_ key: Key, _ keymap: Keymap, page: Int) -> Outcome {
    if let action = current?.keys[key] { return .run(action) }
    switch key {
    case Key(.enter): return current?.action.map { .run($0) } ?? .stay
    case Key(.character(" ")) where kind == .choice:
      return current?.action.map { .run($0) } ?? .stay
    case Key(.character("g")), Key(.home): return move(-rows.count)
    case Key(.end): return move(rows.count)
    case Key(.escape), Key(.character("q")): return .close
    case Key(.character("/")) where kind != .plain:
      editor = Self.emptyFilter
      filter()
      return .stay
    default: break
    }
    if case .command(let invocation) = keymap.meaning(of: [key], in: [.all]) {
      switch invocation.command {
      case .down: return move(1)
      case .up: return move(-1)
      case .halfPageDown: return move(max(1, page / 2))
      case .halfPageUp: return move(-max(1, page / 2))
      case .pageDown: return move(page)
      case .pageUp: return move(-page)
      case .top: return move(-rows.count)
      case .bottom: return move(rows.count)
      case .back, .cancel: return .close
      case .help where kind == .searchable: return .close
      case .quit where kind != .choice: return .quit
      default: break
      }
    }
    var typed = Self.emptyFilter
    guard kind == .choice, typed.take(key), !typed.text.isEmpty else { return .stay }
    return type(typed)
  }

  private mutating func edit(_ key: Key) -> Outcome {
    var isToggles = false
    var spacesToggle = false
    if case .toggles(let namesHaveSpaces) = kind {
      isToggles = true
      spacesToggle = !namesHaveSpaces || typed.isEmpty
    }
    switch key {
    case Key(.character("j")) where kind.isTyped && isUntouched: return move(1)
    case Key(.character("k")) where kind.isTyped && isUntouched: return move(-1)
    case Key(.character("/")) where kind.isTyped && isUntouched:
      isUntouched = false
      return .stay
    case Key(.escape):
      if kind.isTyped { return .close }
      editor = nil
      filter()
      return .stay
    case Key(.enter):
      guard var action = current?.action, !(isToggles && typed.isEmpty) else { return .close }
      if isToggles { action.staysOpen = false }
      return .run(action)
    case Key(.character(" ")) where spacesToggle, Key(.character(",")) where spacesToggle:
      guard let row = current, let action = row.action else { return .stay }
      _ = type(Self.emptyFilter)
      moveCursor(to: row.id)
      return .run(action)
    case Key(.tab):
      guard kind.isTyped || kind == .choice, let id = current?.id, !id.isEmpty else {
        return .stay
      }
      return type(LineEditor(id, limit: max(Self.maxFilterLength, id.unicodeScalars.count)))
    default:
      guard var typed = editor, typed.take(key), typed != editor else { return .stay }
      return type(typed)
    }
  }

  private mutating func type(_ editor: LineEditor) -> Outcome {
    self.editor = editor
    isUntouched = editor.text.isEmpty
    cursor = 0
    top = 0
    filter()
    return .stay
  }

  mutating func insert(_ text: String) -> Bool {
    guard var editor, editor.insert(text) else { return false }
    _ = type(editor)
    return true
  }

  mutating func returnToCursor() { isScrolledAway = false }

  /// Moves the cursor to an item, from 0, or scrolls to a row if nothing can be chosen.
  mutating func move(to number: Int) {
    let items = found.indices.filter {
      rows[found[$0]].action != nil && !rows[found[$0]].isContinuation
    }
    if items.isEmpty {
      top = min(max(0, number), max(0, found.count - height))
    } else {
      cursor = items[min(max(0, number), items.count - 1)]
    }
  }

  var isAtEnd: Bool { itemEnd == found.count }

  /// Items that begin on screen, minus one.
  var page: Int {
    max(1, found.dropFirst(top).prefix(height).count { !rows[$0].isContinuation } - 1)
  }

  @discardableResult mutating func move(_ step: Int) -> Outcome {
    guard hasCursor else {
      // If nothing can be chosen, the rows scroll.
      top = min(max(0, top + step), max(0, found.count - height))
      return .stay
    }
    // A row higher than the list scrolls before the cursor leaves it.
    let rest = step < 0 ? top - cursor : itemEnd - height - top
    if height > 0, rest > 0, itemEnd - cursor > height {
      top += step < 0 ? max(step, -rest) : min(step, rest)
      return .stay
    }
    if step > 0 { cursor = itemEnd - 1 }
    cursor = min(max(0, cursor + step), max(0, found.count - 1))
    snap(step)
    return .stay
  }

  /// The index after the current row and its continuations.
  private var itemEnd: Int {
    var end = cursor + 1
    while found.indices.contains(end), rows[found[end]].isContinuation { end += 1 }
    return end
  }

  /// Moves to the nearest row with actions, first in the direction of the step.
  private mutating func snap(_ step: Int) {
    cursor = min(max(0, cursor), max(0, found.count - 1))
    for way in step < 0 ? [-1, 1] : [1, -1] {
      var place = cursor
      while found.indices.contains(place) {
        let row = rows[found[place]]
        if row.action != nil || !row.keys.isEmpty, !row.isContinuation {
          cursor = place
          return
        }
        place += way
      }
    }
  }

  // MARK: Mouse

  /// The row counts from the first visible one.
  mutating func click(_ offset: Int) -> Outcome {
    var place = top + offset
    guard offset >= 0, found.indices.contains(place) else { return .stay }
    while place > 0, rows[found[place]].isContinuation { place -= 1 }
    guard let action = rows[found[place]].action else { return .stay }
    cursor = place
    isScrolledAway = true
    return .run(action)
  }

  mutating func scroll(by lines: Int) {
    top = min(max(0, top + lines), max(0, found.count - height))
    isScrolledAway = true
  }

  /// Scrolls to the current row and its continuations, with a margin around them.
  mutating func settle(height: Int, margin: Int = 0) {
    self.height = height
    if hasCursor, !isScrolledAway {
      let least = itemEnd - height
      if least > cursor {
        top = min(max(top, cursor), least)
      } else {
        let margin = min(margin, (height - (itemEnd - cursor)) / 2)
        // Headings over the first row are shown with it.
        let isFirst = !found[..<cursor].contains { rows[$0].action != nil }
        top = min(max(top, least + margin), max(0, isFirst ? least + margin : cursor - margin))
      }
    }
    top = min(max(0, top), max(0, found.count - height))
  }

  // MARK: Drawing

  func draw(
    in columns: [Rect], _ glyphs: Glyphs, surface ground: Surface = .panel, isFocused: Bool = true,
    on screen: inout Screen
  ) {
    if found.isEmpty, let first = columns.first {
      let words = rows.isEmpty ? "Nothing here" : "No match"
      let span = Span(words, Style(.placeholder))
      screen.put(left: [span], row: first.row, in: first, surface: ground)
    }
    var place = top
    let item = hasCursor ? cursor..<itemEnd : 0..<0
    for column in columns {
      for offset in 0..<column.rows where found.indices.contains(place) {
        let row = rows[found[place]]
        let line = column.line(offset).inset(columns: -1, rows: 0)
        var surface = ground
        if item.contains(place) {
          surface = screen.drawCursor(in: line, isFocused: isFocused, glyphs: glyphs)
          if isFocused, place == max(cursor, top) { screen.cursor = line.origin }
        }
        screen.put(left: row.left, right: row.right, row: line.row, in: column, surface: surface)
        if let mark = row.mark {
          screen.restyle(
            Rect(column: column.column, row: line.row, columns: 1, rows: 1), surface: mark)
        }
        place += 1
      }
    }
  }
}
