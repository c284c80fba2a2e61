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
      let found = interface.found(by: prompt)
      var line = inside
      if let button = filterButton(interface, in: rect) {
        Self.filterChip.draw(in: button, on: &screen)
        line.columns = button.column - 1 - line.column
      }
      if found.width > 0, line.columns > 2 * found.width {
        screen.put(
          left: [],
          right: [found],
          row: rect.row,
          in: line,
          ellipsis: interface.glyphs.ellipsis,
          surface: .bar
        )
        line.columns -= found.width + 1
      }
      PromptLine.draw(
        prompt.editor,
        label: prompt.label,
        placeholder: prompt.placeholder,
        mistake: interface.mistake(in: prompt)?.range,
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
    } else {
      put(pieces(interface, columns: inside.columns).map(\.span), right)
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

  /// The key that opens the filters from the line in which a filter is typed.
  static let filterKey = Key(.character("t"), .control)
  private static let filterChip = Chip(filterKey.notation, "filters")

  /// Where that line has its button; nil when something else is typed, or there is no room.
  static func filterButton(_ interface: Interface, in rect: Rect) -> Rect? {
    guard case .prompt(let prompt)? = interface.overlays.last, prompt.purpose == .filter else {
      return nil
    }
    let inside = rect.inset(columns: Metrics.margin, rows: 0)
    guard inside.columns >= 3 * filterChip.width else { return nil }
    return Rect(
      column: inside.endColumn - filterChip.width,
      row: rect.row,
      columns: filterChip.width,
      rows: 1
    )
  }

  /// A piece of what the bar says, and what a click on it does.
  private typealias Piece = (span: Span, invocation: Invocation?)

  /// What a click on the bar does; nil where there is nothing to run.
  static func invocation(_ interface: Interface, in rect: Rect, at point: Point) -> Invocation? {
    guard !interface.isBegun else { return nil }
    let inside = rect.inset(columns: Metrics.margin, rows: 0)
    var column = inside.column
    for piece in pieces(interface, columns: inside.columns) {
      let end = min(column + piece.span.width, inside.endColumn)
      if (column..<max(column, end)).contains(point.column) { return piece.invocation }
      column = end
    }
    return nil
  }

  /// What stands at the left: the last status, else marks and hints.
  private static func pieces(_ interface: Interface, columns: Int) -> [Piece] {
    if let hints = interface.linkHints {
      let leave = Hint([Invocation(.cancel)], "leave")
      return [(Span(hints.instruction, Style(.text)), nil)]
        + parts(of: leave, interface, isFirst: false)
    }
    if let status = interface.model.status {
      return pieces(of: status, interface, columns: columns)
    }
    let right = underWay(interface)
    let marking = interface.model.isMarkingRange ? "range, " : ""
    let marked: [Piece] =
      interface.focus == .list && interface.model.isMarking
      ? [
        (Span("\(marking)\(interface.model.markedCount) marked  ", Style(.marked, [.bold])), nil)
      ] : []
    let selecting: [Piece] =
      interface.focus == .reader && interface.selection != nil
      ? [(Span("select  ", Style(.marked, [.bold])), nil)] : []
    let count = marked + selecting
    let space = columns - (right.first.map { $0.width + 1 } ?? 0) - (count.first?.span.width ?? 0)
    return count + hints(interface, columns: space)
  }

  /// A status with the key that it offers, in the longest words that fit; what fits is measured without
  /// what is under way, which yields.
  private static func pieces(
    of status: Status,
    _ interface: Interface,
    columns: Int
  ) -> [Piece] {
    let style = Style(status.kind == .error ? .error : .text)
    let offer = status.offer.map { Invocation($0) }
    let key = status.offer.map { interface.keys(of: $0) + " " } ?? ""
    let space = columns - key.displayWidth
    let cut = status.text.cutInPath(toWidth: space, ellipsis: interface.glyphs.ellipsis)
    let words = [status.text] + (cut.map { [$0] } ?? []) + status.shorter
    let fitting = words.first { $0.displayWidth <= space } ?? words.last ?? ""
    return (key.isEmpty ? [] : [(Span(key, Style(.key, [.bold])), offer)])
      + [(Span(fitting, style), offer)]
  }

  private static func underWay(_ interface: Interface) -> [Span] {
    let model = interface.model
    var words: [String] = []
    if model.discovery.isLooking, model.isDiscovering {
      words.append(interface.spinnerPicture)
    }
    if let imports = model.imports, imports.isUnderWay {
      words.append(interface.importWords(imports, isShort: interface.size.columns < 100))
      words.append("\(interface.keys(of: .interrupt)) stops it")
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
    var invocations: [Invocation]
    var words: String

    init(_ command: Command) {
      invocations = [Invocation(command)]
      words = command.row.hint
    }

    init(_ invocations: [Invocation], _ words: String) {
      self.invocations = invocations
      self.words = words
    }
  }

  /// The hints worth showing for a pane, most useful first.
  private static func hints(
    for pane: Navigation.Pane,
    isMarking: Bool,
    isDiscovering: Bool,
    isLinked: Bool,
    isTrash: Bool,
    hasArticle: Bool,
    isSelecting: Bool,
    panel: PaneState.Panel?
  ) -> [Hint] {
    if pane == .reader, isSelecting {
      return [
        Hint([Invocation(.select)], "other end"),
        Hint(.highlight), Hint(.annotate), Hint(.copyText),
        Hint([Invocation(.cancel)], "leave"),
        Hint([Invocation(.nextWord), Invocation(.previousWord)], "word"),
        Hint([Invocation(.nextSentence), Invocation(.previousSentence)], "sentence"),
        Hint([Invocation(.nextParagraph), Invocation(.previousParagraph)], "paragraph"),
        Hint([Invocation(.highlight, "yellow"), Invocation(.highlight, "pink")], "colors"),
        Hint(.help),
      ]
    }
    let restore = Hint([Invocation(.delete)], "restore")
    if pane == .list, isMarking, isTrash {
      return [restore, Hint(.purge), Hint(.tag), Hint(.mark)] + [
        Hint([Invocation(.cancel)], "leave")
      ]
    }
    if pane == .list, isMarking {
      return [.archive, .favorite, .delete, .tag, .mark].map { Hint($0) } + [
        Hint([Invocation(.cancel)], "leave")
      ]
    }
    let move = Hint([Invocation(.down), Invocation(.up)], "move")
    let commands: [Command]
    var others: [Hint] = []
    switch pane {
    case .sidebar: commands = [.open, .add, .help, .settings]
    case .inspector: commands = [.back, .inspector, .archive, .favorite, .tag, .help]
    case .panel:
      commands = panel == .notes ? [.open, .annotate] : [.open, .help]
      let colors = [Invocation(.highlight, "yellow"), Invocation(.highlight, "pink")]
      // What this key does is meant for the highlight under the cursor.
      let marks = [Hint([Invocation(.delete)], "remove"), Hint(colors, "colors"), Hint(.help)]
      others =
        (panel == .notes ? marks : []) + [
          Hint([Invocation(.cancel)], "close"),
          Hint([Invocation(.panelHeight, "+1"), Invocation(.panelHeight, "-1")], "height"),
        ]
    case .list where isTrash:
      commands = [.open]
      others = [restore] + [.purge, .help, .find, .undo, .settings].map { Hint($0) }
    case .list:
      commands = [
        .open, .archive, .add, .help, .favorite, .delete, .find, .tag, .random, .undo, .settings,
      ]
    case .reader where isDiscovering && !hasArticle:
      commands = [.discover, .source, .category, .back, .help, .settings]
    case .reader where isDiscovering && isLinked:
      commands = [.savePick, .openInBrowser, .back, .find, .zen, .help]
    case .reader where isDiscovering:
      commands = [
        .discover, .savePick, .openInBrowser, .back, .help, .source, .previousPick, .blockSite,
        .find,
        .zen, .category,
      ]
    case .reader:
      commands = [
        .back, .archive, .favorite, .help, .find, .select, .nextArticle, .openInBrowser, .zen, .add,
        .settings,
      ]
    }
    return (pane == .reader ? [] : [move]) + commands.map { Hint($0) } + others
  }

  /// As many hints as fit, whole.
  private static func hints(_ interface: Interface, columns: Int) -> [Piece] {
    var pieces: [Piece] = []
    var used = 0
    for hint in hints(
      for: interface.focus,
      isMarking: interface.model.isMarking,
      isDiscovering: interface.model.isDiscovering,
      isLinked: interface.model.discovery.origin != nil,
      isTrash: interface.model.navigation.view == .trash,
      hasArticle: interface.model.reader.id != nil,
      isSelecting: interface.selection != nil,
      panel: interface.model.navigation.panes.panel
    ) where hint.invocations.allSatisfy({ interface.model.offers($0.command) }) {
      let parts = parts(of: hint, interface, isFirst: pieces.isEmpty)
      let width = parts.reduce(0) { $0 + $1.span.width }
      guard used + width <= columns else { continue }
      pieces += parts
      used += width
    }
    return pieces
  }

  /// The keys of a hint and what they do, after a gap unless it is the first.
  private static func parts(of hint: Hint, _ interface: Interface, isFirst: Bool) -> [Piece] {
    var parts: [Piece] = isFirst ? [] : [(Span("  ", Style(.secondary)), nil)]
    for (index, invocation) in hint.invocations.enumerated() {
      if index > 0 { parts.append((Span("/", Style(.key)), nil)) }
      parts.append((Span(interface.keys(of: invocation), Style(.key)), invocation))
    }
    let isNamed = hint.invocations.map { interface.keys(of: $0) } == [":" + hint.words]
    // The words of two commands mean neither.
    let only = hint.invocations.count == 1 ? hint.invocations.first : nil
    if !isNamed { parts.append((Span(" " + hint.words, Style(.secondary)), only)) }
    return parts
  }
}

/// A line being typed, scrolled so that its cursor is in view.
enum PromptLine {
  static func draw(
    _ editor: LineEditor,
    label: String,
    placeholder: String = "",
    mistake: Range<Int>? = nil,
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
    if editor.characters.isEmpty, placeholder.displayWidth < field.columns {
      _ = screen.put(
        placeholder,
        at: Point(column: field.column + 1, row: rect.row),
        style: Style(.placeholder, on: surface),
        clip: field
      )
    }
    let view = editor.view(columns: field.columns)
    _ = screen.put(
      view.text,
      at: Point(column: field.column, row: rect.row),
      style: Style(.text, on: surface),
      clip: field
    )
    if let part = mistake?.clamped(to: view.first..<view.first + view.text.count), !part.isEmpty {
      let before = view.text.prefix(part.lowerBound - view.first).displayWidth
      _ = screen.put(
        String(view.text.dropFirst(part.lowerBound - view.first).prefix(part.count)),
        at: Point(column: field.column + before, row: rect.row),
        style: Style(.error, on: surface, [.underline]),
        clip: field
      )
    }
    screen.isCursorVisible = true
    screen.cursor = Point(
      column: field.column + min(field.columns - 1, view.cursor),
      row: rect.row
    )
  }
}
