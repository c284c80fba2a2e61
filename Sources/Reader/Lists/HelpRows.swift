import ReadingList
import Terminal

/// The help screen: the main keys of the focused pane, a word each.
///
/// While searching, every command with its keys, the query language, the settings and the signs.
struct HelpRows {
  let interface: Interface

  private var model: ReadingListModel { interface.model }
  private var glyphs: Glyphs { interface.glyphs }
  private var layout: Layout { interface.layout }

  /// In two columns, and for a key with a word.
  private static let rowColumns = 60, briefColumns = 22

  private var isWide: Bool { !layout.isPlain && layout.size.columns >= 2 * Self.rowColumns + 8 }

  private var boxColumns: Int { isWide ? 2 * Self.rowColumns + 7 : max(Metrics.dialogColumns, 76) }

  private var inside: Int {
    Dialog.frame(on: layout, columns: boxColumns, rows: layout.size.rows).columns - 4
  }

  func content(isSearching: Bool) -> BoxContent {
    var content = BoxContent("Help")
    content.listKind = .searchable
    content.hints = [Chip(.character("/"), "search all"), Chip(.enter, "run"), .close]
    content.columns = boxColumns
    content.isFull = true
    guard !isSearching else {
      content.rows = rows
      content.rowColumns = isWide ? 2 : 1
      return content
    }
    let most = layout.isPlain ? 1 : max(1, (inside + 3) / (Self.briefColumns + 3))
    let room = Dialog.frame(on: layout, columns: boxColumns, rows: layout.size.rows).rows - 2
    let sections = briefSections
    let tallest = sections.map(\.count).max() ?? 1
    // The least height at which whole sections fit into the columns.
    let height = (0..<max(0, room)).first {
      $0 >= tallest && Self.columns(sections, $0).count <= most
    }
    let brief = height.map { Self.columns(sections, $0) } ?? sections
    content.rowColumns = height == nil ? most : brief.count
    content.listRows = height
    content.rows = brief.flatMap { column in
      column + Array(repeating: ListRow([]), count: max(0, (height ?? 0) - column.count))
    }
    return content
  }

  private static func columns(_ sections: [[ListRow]], _ height: Int) -> [[ListRow]] {
    sections.reduce(into: [[]]) { columns, section in
      if columns[columns.count - 1].count + section.count > height { columns.append([]) }
      columns[columns.count - 1] += section
    }
  }

  private var columns: Int { max(1, isWide ? (inside - 3) / 2 : inside) }

  private var keyColumns: Int { columns < 44 ? 9 : 16 }

  // MARK: Brief

  private var briefSections: [[ListRow]] {
    var sections: [Command.Section: [ListRow]] = [:]
    for command in Command.allCases where command.row.isMain && model.offers(command) {
      let invocation = Invocation(command)
      guard let keys = interface.keymap.shortest(invocation, in: interface.contexts) else {
        continue
      }
      let quits = command == .back && interface.focus == .list
      let words = quits ? "back, quit" : command.row.hint
      sections[command.row.section, default: []].append(
        brief(keys.label, words, running(invocation)))
    }
    let search = ListAction(staysOpen: true) { $0.takeInOverlay(Key(.character("/"))) }
    sections[.program, default: []].append(brief("/", "more", search))
    return Command.Section.allCases.compactMap { section in
      sections[section].map { [ListRow(heading: section.rawValue)] + $0 }
    }
  }

  private func brief(_ keys: String, _ words: String, _ action: ListAction) -> ListRow {
    let gap = String(repeating: " ", count: max(1, 7 - keys.displayWidth))
    var row = ListRow([Span(keys, Style(.key, [.bold])), Span(gap + words, Style(.text))])
    row.id = "brief " + keys + words
    row.action = action
    return row
  }

  // MARK: All

  private var rows: [ListRow] {
    var rows: [ListRow] = []
    func add(_ title: String, _ entries: [ListRow]) {
      guard !entries.isEmpty else { return }
      if !rows.isEmpty { rows.append(ListRow([])) }
      rows.append(ListRow(heading: title))
      rows += entries
    }
    let own = interface.contexts.filter { $0 != .all }
    var inPane: [ListRow] = []
    var others: [Command.Section: [ListRow]] = [:]
    for command in Command.allCases where model.offers(command) {
      let row = command.row
      let words = [command.name] + row.synonyms
      let lines = interface.keymap.lines(of: command)
      if lines.isEmpty {
        let keys = ":" + command.name + (row.form.map { " " + $0 } ?? "")
        others[row.section, default: []] += entry(
          keys, means: row.summary, words: words, running(Invocation(command)))
      }
      for line in lines {
        let isOwn = !Set(line.contexts).isDisjoint(with: own)
        var entry = entry(
          joined(line.keys), means: isOwn ? line.meaning : line.words, words: words,
          running(line.invocation))
        entry[0].isElsewhere = Set(line.contexts).isDisjoint(with: interface.contexts)
        if isOwn { inPane += entry } else { others[row.section, default: []] += entry }
      }
    }
    add(own.first.map { "Here (\($0.rawValue))" } ?? "Here", inPane)
    for section in Command.Section.allCases { add(section.rawValue, others[section] ?? []) }
    add("Signs", glyphs.legend.flatMap { entry($0.sign, means: $0.meaning) })
    add("Queries", queries)
    add("Settings, also for the config file", settings)
    return rows
  }

  /// Keys that differ only in a digit appear as the first and the last.
  private func joined(_ keys: [String]) -> String {
    func likes(_ key: String) -> [String] {
      guard key.last?.isNumber == true else { return [key] }
      return keys.filter { $0.last?.isNumber == true && $0.dropLast() == key.dropLast() }
    }
    return keys.compactMap { key in
      let likes = likes(key)
      guard likes.count > 2 else { return key }
      return key == likes[0] ? key + glyphs.range + likes[likes.count - 1] : nil
    }.joined(separator: " ")
  }

  /// Runs a command, or opens its command line if it needs an argument.
  private func running(_ invocation: Invocation) -> ListAction {
    guard invocation.command.row.argument == .required, invocation.argument.isEmpty else {
      return ListAction(invocation)
    }
    return typing(invocation.command.name + " ")
  }

  private func typing(_ text: String) -> ListAction {
    ListAction { $0.show(Prompt(.commandLine, text: text)) }
  }

  /// The query language with its meanings; Enter types a form into the filter.
  private var queries: [ListRow] {
    let keys = Query.keys.map { ($0.name + ":", $0.takes, $0.explanation) }
    return (Query.forms.map { ($0.example, "", $0.meaning) } + keys).flatMap {
      text, takes, meaning in
      entry(
        text, takes: takes, means: meaning,
        ListAction { interface in
          let filter = interface.model.navigation.place.filter
          interface.show(Prompt(.filter, text: (filter.isEmpty ? "" : filter + " ") + text))
        })
    }
  }

  private var settings: [ListRow] {
    Settings.Name.allCases.flatMap { name in
      entry(
        name.rawValue, means: name.explanation, words: ["set " + name.rawValue],
        typing("set \(name.rawValue) "))
    }
  }

  /// Keys or a query, with the meaning beside it or below.
  private func entry(
    _ text: String, takes: String = "", means meaning: String, words: [String] = [],
    _ action: ListAction? = nil
  ) -> [ListRow] {
    let written = Span(text, Style(.key, [.bold]))
    let rest = Span(takes, Style(.secondary))
    let indent = String(repeating: " ", count: keyColumns + 1)
    let gap = keyColumns + 1 - written.width - rest.width
    var below = meaning.wrapped(toWidth: max(1, columns - keyColumns - 1))[...]
    var first = ListRow([written, rest])
    if gap > 0 {
      let words = String(repeating: " ", count: gap) + (below.popFirst() ?? "")
      first.left.append(Span(words, Style(.text)))
    }
    first.id = text + meaning
    first.words = [text + takes + " " + meaning] + words
    first.action = action
    return ([first] + below.map { ListRow([Span(indent + $0, Style(.text))]) }).asOneItem
  }
}
