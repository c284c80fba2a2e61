import ArticleStore
import ReadingList
package import ReadingListModel
import ReadingServices
import TerminalKit

/// What a pane says when there is nothing to show: a title, lines under it, things to press.
package struct EmptyState: Equatable, Sendable {
  package var title: String
  package var lines: [String]
  /// Drawn as chips under the lines; a click runs the command.
  package var actions: [Action]

  /// Something to press, and the command that its key runs, too.
  package struct Action: Equatable, Sendable {
    package var chip: Chip
    package var command: Command

    /// Makes a chip.
    package init(_ chip: Chip, _ command: Command) {
      self.chip = chip
      self.command = command
    }
  }

  /// Makes an empty state.
  package init(_ title: String, lines: [String] = [], actions: [Action] = []) {
    self.title = title
    self.lines = lines
    self.actions = actions
  }

  /// No article is open, or the open one went away.
  package static let noArticle = EmptyState(
    "No Article Selected",
    lines: ["Select an article to start reading"]
  )

  /// The words for the list on screen.
  static func ofList(_ interface: Interface) -> EmptyState {
    let model = interface.model
    let place = model.navigation.place
    if model.isReadingList { return EmptyState("Reading the library…") }
    func action(_ words: String, _ command: Command) -> Action {
      Action(Chip(interface.keys(of: command, in: [.list, .all]), words), command)
    }
    if let problem = model.list.filterProblem {
      return EmptyState(
        "Invalid filter",
        lines: [problem.message],
        actions: [action("change", .find), action("clear", .clearFilter)]
      )
    }
    if !place.filter.isEmpty {
      let isEverywhere = model.navigation.view == .everything
      var lines = [isEverywhere ? "in your library" : "in \(model.navigation.view.name)"]
      if let progress = model.search.progress {
        lines.append("Texts are still being indexed: \(progress.percent)%")
      } else if let meant = Query.correcting(place.filter, model.search.answer.corrections) {
        lines.append("Did you mean “\(meant.bounded(.words))”?")
      }
      return EmptyState(
        "No match for “\(place.filter.bounded(.words))”",
        lines: lines,
        actions: (isEverywhere ? [] : [action("search all articles", .widen)])
          + [action("clear", .clearFilter)]
      )
    }
    let view = model.navigation.view
    if view.filter == .readingList {
      let add = interface.keymap.shortest(Invocation(.add), in: .list) ?? ":add"
      let discover = interface.keys(of: .discover, in: [.list, .all])
      return EmptyState(
        Filter.readingList.emptyWords.title,
        lines: ["luego add URL on the command line, or \(add) here"],
        actions: [Action(Chip(discover, "Inspire Me"), .discover)]
          + (model.counts.total == 0 && model.offers(.welcome)
            ? [action("add a few articles", .welcome)] : [])
      )
    }
    if let filter = view.filter {
      return EmptyState(filter.emptyWords.title, lines: [filter.emptyWords.detail])
    }
    if let tag = view.tag { return EmptyState("No articles tagged #\(tag)") }
    return switch view {
    case .trash: EmptyState("Trash is empty", lines: ["Deleted articles wait here"])
    case .inProgress:
      EmptyState("Nothing in progress", lines: ["Articles you are reading will appear here"])
    case .failed: EmptyState("Nothing failed")
    default: EmptyState("The library is empty")
    }
  }

  /// Draws it in the middle of a rectangle.
  func draw(in rect: Rect, on screen: inout Screen, glyphs: Glyphs) {
    let inside = rect.inset(columns: Metrics.margin, rows: 0)
    var row = firstRow(in: rect)
    for (text, style) in words(in: inside) {
      screen.put(centered: text, row: row, style: style, in: inside)
      row += 1
    }
    for (action, place) in chips(in: rect) { action.chip.draw(in: place, on: &screen) }
  }

  /// Title and lines as they stand under one another.
  private func words(in inside: Rect) -> [(text: String, style: Style)] {
    let width = max(1, inside.columns)
    return title.wrapped(toWidth: width).map { ($0, Style(.text, [.bold])) }
      + lines.flatMap { $0.wrapped(toWidth: width) }.map { ($0, Style(.placeholder)) }
  }

  private func firstRow(in rect: Rect) -> Int {
    let inside = rect.inset(columns: Metrics.margin, rows: 0)
    let chips = actions.isEmpty ? 0 : isStacked(in: inside) ? actions.count + 1 : 2
    return rect.row + max(0, (rect.rows - words(in: inside).count - chips) / 2)
  }

  /// Columns between chips.
  private static let gap = 2

  /// Columns of the chips beside one another.
  private var chipColumns: Int {
    actions.reduce(-Self.gap) { $0 + $1.chip.width + Self.gap }
  }

  /// Whether they stand below one another.
  private func isStacked(in inside: Rect) -> Bool { chipColumns > inside.columns }

  /// Where the chips stand when it is drawn in a rectangle.
  func chips(in rect: Rect) -> [(action: Action, rect: Rect)] {
    let inside = rect.inset(columns: Metrics.margin, rows: 0)
    let isStacked = isStacked(in: inside)
    var place = Point(
      column: inside.column + max(0, (inside.columns - chipColumns) / 2),
      row: firstRow(in: rect) + words(in: inside).count + 1
    )
    return actions.map { action in
      let width = action.chip.width
      if isStacked { place.column = inside.column + max(0, (inside.columns - width) / 2) }
      defer { if isStacked { place.row += 1 } else { place.column += width + Self.gap } }
      return (action, Rect(column: place.column, row: place.row, columns: width, rows: 1))
    }
  }
}
