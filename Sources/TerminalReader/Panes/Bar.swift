import ArticleStore
import ReadingList
import ReadingListModel
import TerminalKit

/// The line at the bottom: what is being typed, else what happened, else hints; and what is under way.
enum Bar {
  static func draw(_ interface: Interface, in rect: Rect, on screen: inout Screen) {
    screen.fill(rect, style: Style(.text, on: .bar))
    let inside = rect.inset(columns: Metrics.margin, rows: 0)
    if case .prompt(let prompt)? = interface.overlays.last, prompt.isOnBar {
      if let problem = prompt.problem {
        put([Span(problem, Style(.error))], [])
        return
      }
      let found = prompt.purpose == .findInReader ? interface.findWords : ""
      var line = inside
      if !found.isEmpty, inside.columns > 3 * found.displayWidth {
        put([], [Span(found, Style(.secondary))])
        line.columns -= found.displayWidth + 1
      }
      PromptLine.draw(
        prompt.editor,
        label: prompt.label,
        in: line,
        surface: .bar,
        on: &screen
      )
      return
    }
    let right = underWay(interface)
    if interface.isBegun {
      let typed = interface.typedCount + interface.typedKeys.map(\.notation).joined()
      put([Span(typed, Style(.key))], right)
    } else if let status = interface.model.status {
      put(spans(of: status, interface, columns: inside.columns), right)
    } else {
      let marking = interface.model.isMarkingRange ? "range, " : ""
      let count =
        interface.focus == .list && interface.model.isMarking
        ? [Span("\(marking)\(interface.model.markedCount) marked  ", Style(.marked, [.bold]))] : []
      let space =
        inside.columns - (right.first.map { $0.width + 1 } ?? 0) - (count.first?.width ?? 0)
      put(count + hints(interface, columns: space), right)
    }

    func put(_ left: [Span], _ right: [Span]) {
      screen.put(
        left: left,
        right: right,
        row: rect.row,
        in: inside,
        ellipsis: interface.glyphs.ellipsis,
        surface: .bar
      )
    }
  }

  /// A status with the key that it offers, in the longest words that fit; what fits is measured without
  /// what is under way, which yields.
  private static func spans(of status: Status, _ interface: Interface, columns: Int) -> [Span] {
    let style = Style(status.kind == .error ? .error : .text)
    let key = status.offer.map { interface.keys(of: $0) + " " } ?? ""
    let words = [status.text] + status.shorter
    let fitting = words.first { (key + $0).displayWidth <= columns } ?? words.last ?? ""
    return (key.isEmpty ? [] : [Span(key, Style(.key, [.bold]))]) + [Span(fitting, style)]
  }

  private static func underWay(_ interface: Interface) -> [Span] {
    let model = interface.model
    var words: [String] = []
    if model.discovery.isLooking, model.isDiscovering {
      words.append(interface.spinnerPicture)
    }
    if !model.fetching.isEmpty {
      words.append("\(interface.spinnerPicture) fetching \(model.fetching.count)")
    }
    if model.isSaving { words.append("saving") }
    if model.isSaved { words.append("saved \(interface.glyphs.check)") }
    if model.counts.unreadable > 0 { words.append("\(model.counts.unreadable) unreadable") }
    return words.isEmpty
      ? [] : [Span(words.joined(separator: interface.glyphs.dot), Style(.secondary))]
  }

  /// A hint: the keys of one or two commands and what they do.
  private struct Hint {
    var commands: [Command]
    var words: String

    init(_ command: Command) {
      commands = [command]
      words = command.row.hint
    }

    init(_ commands: [Command], _ words: String) {
      self.commands = commands
      self.words = words
    }
  }

  /// The hints worth showing for a pane, most useful first.
  private static func hints(
    for pane: Navigation.Pane,
    isMarking: Bool,
    isDiscovering: Bool,
    hasArticle: Bool
  ) -> [Hint] {
    if pane == .list, isMarking {
      return [.archive, .favorite, .delete, .tag, .mark].map { Hint($0) } + [
        Hint([.cancel], "leave")
      ]
    }
    let move = Hint([.down, .up], "move")
    let commands: [Command]
    switch pane {
    case .sidebar: commands = [.open, .add, .help, .settings]
    case .list:
      commands = [
        .open, .archive, .favorite, .delete, .add, .help, .find, .tag, .random, .undo, .settings,
      ]
    case .reader where isDiscovering && !hasArticle:
      commands = [.discover, .source, .category, .back, .help, .settings]
    case .reader where isDiscovering:
      commands = [
        .discover, .savePick, .openInBrowser, .back, .help, .source, .previousPick, .blockSite,
        .find,
        .zen, .category,
      ]
    case .reader:
      commands = [
        .back, .archive, .favorite, .help, .find, .nextArticle, .openInBrowser, .zen, .add,
        .settings,
      ]
    }
    return pane == .reader ? commands.map { Hint($0) } : [move] + commands.map { Hint($0) }
  }

  /// As many hints as fit, whole.
  private static func hints(_ interface: Interface, columns: Int) -> [Span] {
    let offered = hints(
      for: interface.focus,
      isMarking: interface.model.isMarking,
      isDiscovering: interface.model.isDiscovering,
      hasArticle: interface.model.reader.id != nil
    ).filter { $0.commands.allSatisfy(interface.model.offers) }
    let chips = offered.map { hint in
      let keys = hint.commands.map { interface.keys(of: $0) }.joined(separator: "/")
      return Chip(keys, keys == ":" + hint.words ? "" : hint.words)
    }
    return Chip.spans(chips, columns: columns, separator: "  ")
  }
}

/// A line being typed, scrolled so that its cursor is in view.
enum PromptLine {
  static func draw(
    _ editor: LineEditor,
    label: String,
    in rect: Rect,
    surface: Surface,
    on screen: inout Screen
  ) {
    var column = rect.column
    column += screen.put(
      label,
      at: Point(column: column, row: rect.row),
      style: Style(.accent, on: surface),
      clip: rect
    )
    let field = Rect(
      column: column,
      row: rect.row,
      columns: max(1, rect.column + rect.columns - column),
      rows: 1
    )
    let view = editor.view(columns: field.columns)
    _ = screen.put(
      view.text,
      at: Point(column: field.column, row: rect.row),
      style: Style(.text, on: surface),
      clip: field
    )
    screen.isCursorVisible = true
    screen.cursor = Point(
      column: field.column + min(field.columns - 1, view.cursor),
      row: rect.row
    )
  }
}
