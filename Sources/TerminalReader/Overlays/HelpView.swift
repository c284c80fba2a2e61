import ReadingList
import ReadingListModel
import TerminalKit

/// The help screen, in two columns where there is room.
///
/// It begins with the main commands, with their keys as they are in effect, those of the pane first; a search finds
/// every command, the query language and the settings.
enum HelpView {
  /// A line of it.
  struct Line {
    var spans: [Span]
    /// What Enter runs; nil for headings and signs.
    var invocation: Invocation?
    /// What Enter begins to type into the filter.
    var query: String?
    /// What Enter begins to type on the `:` line.
    var typed: String?
  }

  /// Columns of one of two columns of lines.
  private static let lineColumns = 60

  /// Columns of the keys; fewer where words would have no room beside them.
  private static func keyColumns(of columns: Int) -> Int { columns < 44 ? 9 : 16 }

  /// The lines that match what is typed.
  static func lines(_ interface: Interface, _ help: Help) -> [Line] {
    let search = (help.search?.text ?? "").lowercased()
    let isWhole = help.search != nil
    var lines: [Line] = []
    func add(_ title: String, _ entries: [Line]) {
      guard !entries.isEmpty else { return }
      if !lines.isEmpty { lines.append(Line(spans: [])) }
      lines.append(Line(spans: [Span(title, Style(.heading, on: .panel, [.bold]))]))
      lines += entries
    }
    func matches(_ texts: String...) -> Bool {
      if search.isEmpty { return true }
      let text = texts.joined(separator: " ").lowercased()
      // To look for what is longer, such as a pasted list of links, takes a long time for nothing.
      return search.utf8.count <= text.utf8.count && text.contains(search)
    }
    let columns = frame(help, on: interface.layout).columns.first?.columns ?? lineColumns
    let own = interface.contexts.filter { $0 != .all }
    var inPane: [Line] = []
    var others: [Command.Section: [Line]] = [:]
    for command in Command.allCases
    where interface.model.offers(command) && (isWhole || command.row.isMain) {
      for (entry, isOwn) in entries(for: command, interface, own: own)
      where matches(
        entry.keys,
        entry.words,
        command.name,
        command.row.synonyms.joined(separator: " ")
      ) {
        let made = self.entry(entry.keys, means: entry.words, columns: columns) {
          $0.invocation = entry.invocation
        }
        if isOwn { inPane += made } else { others[command.row.section, default: []] += made }
      }
    }
    add(own.first.map { "Here (\($0.rawValue))" } ?? "Here", inPane)
    for section in Command.Section.allCases { add(section.rawValue, others[section] ?? []) }
    let signs = interface.glyphs.legend.filter { matches($0.meaning) }
    add("Signs", signs.flatMap { entry($0.sign, means: $0.meaning, columns: columns) })
    guard isWhole else {
      let more = "/ also shows all other commands, queries and settings"
      lines +=
        [Line(spans: [])]
        + more.wrapped(toWidth: max(1, columns)).map {
          Line(spans: [Span($0, Style(.secondary, on: .panel))])
        }
      return lines
    }
    add("Queries", queries(columns: columns, matching: matches))
    add("Settings, also for the config file", settings(columns: columns, matching: matches))
    return lines.isEmpty
      ? [Line(spans: [Span("No matching command", Style(.placeholder, on: .panel))])] : lines
  }

  /// The query language: an example or a key each, and what it asks.
  private static func queries(columns: Int, matching matches: (String...) -> Bool) -> [Line] {
    let keys = Query.keys.map { ($0.name + ":", $0.takes, $0.explanation) }
    let rows = Query.forms.map { ($0.example, "", $0.meaning) } + keys
    return rows.filter { matches($0.0 + $0.1, $0.2) }.flatMap { text, takes, meaning in
      entry(text, takes: takes, means: meaning, columns: columns) { $0.query = text }
    }
  }

  /// The settings: what they may be, and what they do.
  private static func settings(columns: Int, matching matches: (String...) -> Bool) -> [Line] {
    Settings.Name.allCases.filter { matches("set " + $0.rawValue, $0.summary, $0.help) }
      .flatMap { name in
        entry(name.rawValue, means: "\(name.help) (\(name.values))", columns: columns) {
          $0.typed = "set \(name.rawValue) "
        }
      }
  }

  /// What is typed, and beside it in whole words what that means, which begins below what is too long.
  private static func entry(
    _ text: String,
    takes: String = "",
    means meaning: String,
    columns: Int,
    _ change: (inout Line) -> Void = { _ in }
  ) -> [Line] {
    let written = Span(text, Style(.key, on: .panel, [.bold]))
    let rest = Span(takes, Style(.secondary, on: .panel))
    let keyColumns = keyColumns(of: columns)
    let indent = String(repeating: " ", count: keyColumns + 1)
    let gap = keyColumns + 1 - written.width - rest.width
    var below = meaning.wrapped(toWidth: columns - keyColumns - 1)[...]
    var first = Line(spans: [written, rest])
    if gap > 0 {
      let words = String(repeating: " ", count: gap) + (below.popFirst() ?? "")
      first.spans.append(Span(words, Style(.text, on: .panel)))
    }
    change(&first)
    return [first] + below.map { Line(spans: [Span(indent + $0, Style(.text, on: .panel))]) }
  }

  private struct Entry {
    var keys: String
    var words: String
    var invocation: Invocation
  }

  /// What is said of a command for each argument that keys give it: first the keys that hold where the focus is, if
  /// some are of that pane, then those of other panes, which are named.
  private static func entries(
    for command: Command,
    _ interface: Interface,
    own: [Keymap.Context]
  ) -> [(entry: Entry, isOwn: Bool)] {
    let bindings = interface.keymap.bindings.filter { $0.invocation.command == command }
    guard !bindings.isEmpty else {
      let argument = command.row.argument.usage.map { " " + $0 } ?? ""
      let invocation = Invocation(command)
      let keys = ":" + command.name + argument
      return [(Entry(keys: keys, words: command.row.summary, invocation: invocation), false)]
    }
    var invocations: [Invocation] = []
    // Not the numbers that no list has yet.
    for binding in bindings
    where binding.invocation.words != nil && !invocations.contains(binding.invocation) {
      invocations.append(binding.invocation)
    }
    return invocations.flatMap { invocation -> [(entry: Entry, isOwn: Bool)] in
      // The keys that hold in the same panes.
      var groups: [(contexts: [Keymap.Context], keys: [String])] = []
      let some = bindings.filter { $0.invocation == invocation }
      for binding in some {
        let contexts = some.filter { $0.keys == binding.keys }.map(\.context)
        let keys = binding.keys.label
        if let index = groups.firstIndex(where: { $0.contexts == contexts }) {
          if !groups[index].keys.contains(keys) { groups[index].keys.append(keys) }
        } else {
          groups.append((contexts, [keys]))
        }
      }
      let words = invocation.words ?? command.row.summary
      func entry(_ keys: [String], _ words: String) -> Entry {
        Entry(keys: keys.joined(separator: " "), words: words, invocation: invocation)
      }
      func isHere(_ contexts: [Keymap.Context]) -> Bool { !Set(contexts).isDisjoint(with: own) }
      let hasOwn = groups.contains { isHere($0.contexts) }
      let here = groups.filter { hasOwn && (isHere($0.contexts) || $0.contexts == [.all]) }
      let others = groups.filter { !isHere($0.contexts) && !(hasOwn && $0.contexts == [.all]) }
      return (hasOwn ? [(entry(here.flatMap(\.keys), words), true)] : [])
        + others.map { group in
          let panes = group.contexts.map(\.rawValue).joined(separator: ", ")
          return (entry(group.keys, words + (group.contexts == [.all] ? "" : " (\(panes))")), false)
        }
    }
  }

  /// Where its parts stand.
  struct Frame {
    var box: Rect
    var search: Rect?
    /// One or two columns of lines.
    var columns: [Rect]

    /// The lines that are seen at once.
    var lineCount: Int { columns.reduce(0) { $0 + $1.rows } }
  }

  static func frame(_ help: Help, on layout: Layout) -> Frame {
    let isWide = !layout.isPlain && layout.size.columns >= 2 * lineColumns + 8
    let box = Dialog.frame(
      on: layout,
      columns: isWide ? 2 * lineColumns + 7 : Metrics.dialogColumns,
      rows: layout.size.rows
    )
    var rest = box.inset(columns: 2, rows: 1)
    var frame = Frame(box: box, search: nil, columns: [])
    if help.search != nil {
      frame.search = rest.line(0)
      rest.row += 1
      rest.rows = max(0, rest.rows - 1)
    }
    if isWide {
      let width = (rest.columns - 3) / 2
      var second = rest
      rest.columns = width
      second.column += width + 3
      second.columns = width
      frame.columns = [rest, second]
    } else {
      frame.columns = [rest]
    }
    return frame
  }

  /// The first line on screen when a line is to be seen.
  private static func top(_ line: Int, of count: Int, in frame: Frame) -> Int {
    let seen = max(1, frame.lineCount)
    // By pages, so that what one looks at stays where it is.
    guard count > seen else { return 0 }
    return min(line / seen * seen, max(0, count - 1))
  }

  /// The first line on screen: where the wheel left it, else so that the cursor is seen.
  static func top(of help: Help, _ all: [Line], in frame: Frame, wheelTop: Int?) -> Int {
    if let wheelTop { return min(wheelTop, max(0, all.count - frame.lineCount)) }
    let stops = stops(all)
    let here = stops.indices.contains(help.cursor) ? stops[help.cursor] : 0
    // What goes on below the last entry is seen with it.
    if help.cursor > 0, help.cursor == stops.count - 1 {
      return max(0, min(here, all.count - frame.lineCount))
    }
    return top(help.cursor == 0 ? 0 : here, of: all.count, in: frame)
  }

  /// The entry at a place of the screen, counted over those that are found; nil where there is none.
  static func stop(_ interface: Interface, _ help: Help, at point: Point) -> Int? {
    let frame = frame(help, on: interface.layout)
    let all = lines(interface, help)
    var index = top(of: help, all, in: frame, wheelTop: interface.overlayWheelTop)
    for column in frame.columns {
      if column.inset(columns: -1, rows: 0).contains(point) {
        return stops(all).firstIndex(of: index + point.row - column.row)
      }
      index += column.rows
    }
    return nil
  }

  /// Lines on which the cursor can stand.
  static func stops(_ lines: [Line]) -> [Int] {
    lines.indices.filter {
      lines[$0].invocation != nil || lines[$0].query != nil || lines[$0].typed != nil
    }
  }

  static func draw(_ interface: Interface, _ help: Help, on screen: inout Screen) {
    let frame = frame(help, on: interface.layout)
    _ = Dialog.draw("Help", help.hints(interface), in: frame.box, interface.glyphs, on: &screen)
    let all = lines(interface, help)
    let stops = stops(all)
    let here = stops.indices.contains(help.cursor) ? stops[help.cursor] : 0
    var index = top(of: help, all, in: frame, wheelTop: interface.overlayWheelTop)
    for column in frame.columns {
      for row in 0..<column.rows where all.indices.contains(index) {
        let isCursor = index == here && !stops.isEmpty
        let rect = column.line(row).inset(columns: -1, rows: 0)
        if isCursor {
          screen.fill(rect, style: Style(.text, on: .selection))
          if help.search == nil { screen.cursor = rect.origin }
        }
        screen.put(
          left: all[index].spans,
          row: column.row + row,
          in: column,
          surface: isCursor ? .selection : .panel
        )
        index += 1
      }
    }
    if let search = help.search, let line = frame.search {
      PromptLine.draw(search, label: "/ ", in: line, surface: .panel, on: &screen)
    }
  }
}
