import ReadingList
import Terminal

/// The bottom line: the prompt, the last status or hints, and running work at the right.
enum Bar {
  static func draw(_ interface: Interface, in rect: Rect, on screen: inout Screen) {
    screen.fill(rect, style: Style(.text, on: .bar))
    let inside = rect.withoutMargins
    if let prompt = interface.overlays.last as? Prompt, prompt.isOnBar {
      if let problem = prompt.problem {
        put([Span(problem, Style(.error))], [])
        return
      }
      let found = interface.reader.found(by: prompt)
      var line = inside
      let button = Chip(filterKey, "filters").button
      if prompt.purpose == .filter, inside.columns >= 3 * button.width {
        put([], button)
        line.columns -= button.width + 1
      }
      if found.width > 0, line.columns > 2 * found.width {
        screen.put(left: [], right: [found], row: rect.row, in: line, surface: .bar)
        line.columns -= found.width + 1
      }
      let isWrong = prompt.purpose == .filter && interface.model.list.filterProblem != nil
      PromptLine.draw(
        prompt.editor, label: prompt.label, placeholder: prompt.placeholder,
        role: isWrong ? .error : .text, in: line, surface: .bar, on: &screen)
      return
    }
    let right = underWay(interface)
    if interface.isBegun {
      let typed = interface.typedCount + interface.typedKeys.label
      put([Span(typed, Style(.key))], right)
    } else {
      let left = left(interface, columns: inside.columns)
      let used = (left + right).width + 1
      put(left, interface.model.status == nil || used <= inside.columns ? right : [])
    }

    func put(_ left: [Span], _ right: [Span]) {
      screen.put(left: left, right: right, row: rect.row, in: inside, surface: .bar)
    }
  }

  static let filterKey = Key(.character("t"), .control)

  private static func left(_ interface: Interface, columns: Int) -> [Span] {
    if interface.reader.linkHints != nil {
      let cancel = spans(of: .cancel(), interface, interface.contexts, isFirst: false)
      return [Span("Type a link's letter to follow it", Style(.text))] + cancel
    }
    if let status = interface.model.status { return spans(of: status, interface, columns: columns) }
    let list = interface.model.list
    var mode = ""
    if interface.focus == .list, list.isMarking {
      let isRange = interface.model.navigation.place.rangeStart != nil
      mode = (isRange ? "range, " : "") + "\(list.markedCount) selected  "
    } else if interface.focus == .reader, interface.reader.selection != nil {
      mode = "select  "
    }
    let right = underWay(interface)
    let used = mode.displayWidth + right.width + (right.isEmpty ? 0 : 1)
    return (mode.isEmpty ? [] : [Span(mode, Style(.marked, [.bold]))])
      + hints(interface, columns: columns - used)
  }

  /// A status with its offer's key, in the longest wording that fits; running work yields to it.
  private static func spans(of status: Status, _ interface: Interface, columns: Int) -> [Span] {
    let link = status.offer.map { Screen.Link.command($0) }
    let key = status.offer.map { interface.keys(of: $0) + " " } ?? ""
    let action = status.action.isEmpty ? "" : status.action + interface.glyphs.dot
    let space = columns - key.displayWidth - action.displayWidth
    let words = [status.text] + status.shorter
    let fitting = words.first { $0.displayWidth <= space } ?? words.last ?? ""
    let style = Style(status.kind == .error ? .error : .text)
    return (key.isEmpty ? [] : [Span(key, Style(.key, [.bold]), link: link)]) + [
      Span(action + fitting, style, link: link)
    ]
  }

  private static func underWay(_ interface: Interface) -> [Span] {
    let model = interface.model
    var words: [String] = []
    if model.discovery.isLooking, model.isDiscovering { words.append(interface.spinnerPicture) }
    if !model.fetches.fetching.isEmpty {
      words.append("\(interface.spinnerPicture) fetching \(model.fetches.fetching.count)")
    }
    if model.library.isSaving { words.append("saving") }
    if model.sync.isUnderWay { words.append("syncing") }
    if let warning = model.sync.warning { words.append(warning) }
    if model.unreadable > 0 { words.append("\(model.unreadable) unreadable") }
    return words.isEmpty
      ? [] : [Span(words.joined(separator: interface.glyphs.dot), Style(.secondary))]
  }

  private static func hints(_ interface: Interface, columns: Int) -> [Span] {
    let pane = interface.pane
    return pane.hints.reduce(into: []) { line, hint in
      guard hint.invocations.allSatisfy({ interface.model.offers($0.command) }) else { return }
      let more = spans(of: hint, interface, pane.contexts, isFirst: line.isEmpty)
      if line.width + more.width <= columns { line += more }
    }
  }

  /// A hint's keys and words, after a gap unless it is the first.
  private static func spans(
    of hint: Hint, _ interface: Interface, _ contexts: [Keymap.Context], isFirst: Bool
  ) -> [Span] {
    let keys = hint.invocations.map { interface.keys(of: $0, in: contexts) }
    let links = hint.invocations.map { Screen.Link.command($0.command, $0.argument) }
    var spans: [Span] = isFirst ? [] : [Span(Chip.gap, Style(.secondary))]
    for (index, (key, link)) in zip(keys, links).enumerated() {
      if index > 0 { spans.append(Span(hint.isRange ? interface.glyphs.range : "/", Style(.key))) }
      spans.append(Span(key, Style(.key), link: link))
    }
    guard keys != [":" + hint.words] else { return spans }
    // Words for two commands belong to neither.
    let link = links.count == 1 ? links.first : nil
    let takesBack =
      hint.invocations.count == 1
      && interface.model.articles.takesBack(hint.invocations[0].command)
    let words = (takesBack ? " un" : " ") + hint.words
    return spans + [Span(words, Style(.secondary), link: link)]
  }
}

enum PromptLine {
  static func draw(_ editor: LineEditor, wrappedIn rect: Rect, on screen: inout Screen) {
    let rows = editor.rows(columns: rect.columns)
    let cursor = rows.lastIndex { $0.lowerBound <= editor.cursor } ?? 0
    let top = max(0, cursor - rect.rows + 1)
    for (offset, row) in rows[top...].prefix(rect.rows).enumerated() {
      _ = screen.put(
        String(editor.characters[row]), at: rect.line(offset).origin,
        style: Style(.text, on: .field), clip: rect)
    }
    let before = editor.characters[rows[cursor].lowerBound..<editor.cursor]
    screen.isCursorVisible = true
    screen.cursor = Point(
      column: rect.column + min(rect.columns - 1, String(before).displayWidth),
      row: rect.row + cursor - top)
  }

  static func draw(
    _ editor: LineEditor, label: String, placeholder: String = "", role: Role = .text,
    in rect: Rect, surface: Surface, on screen: inout Screen
  ) {
    var column = rect.column
    column += screen.put(
      label, at: Point(column: column, row: rect.row), style: Style(.accent, on: surface),
      clip: rect)
    let field = Rect(
      column: column, row: rect.row, columns: max(1, rect.column + rect.columns - column), rows: 1)
    if editor.characters.isEmpty, placeholder.displayWidth < field.columns {
      _ = screen.put(
        placeholder, at: Point(column: field.column + 1, row: rect.row),
        style: Style(.placeholder, on: surface), clip: field)
    }
    let view = editor.view(columns: field.columns)
    _ = screen.put(
      view.text, at: Point(column: field.column, row: rect.row), style: Style(role, on: surface),
      clip: field)
    screen.isCursorVisible = true
    screen.cursor = Point(column: field.column + min(field.columns - 1, view.cursor), row: rect.row)
  }
}
