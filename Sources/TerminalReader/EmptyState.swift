import ReadingList
import ReadingListModel
import TerminalKit

/// What a pane says when there is nothing to show: a title, lines under it, things to press.
package struct EmptyState: Equatable, Sendable {
  package var title: String
  package var lines: [String]
  /// Drawn as chips under the lines.
  package var actions: [String]

  /// Makes an empty state.
  package init(_ title: String, lines: [String] = [], actions: [String] = []) {
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
    if let problem = model.list.filterProblem {
      return EmptyState("That filter cannot be read", lines: [problem])
    }
    if !place.filter.isEmpty {
      let clear = interface.keymap.shortest(Invocation(.clearFilter), in: .list) ?? ":clear-filter"
      return EmptyState(
        "Nothing matches “\(place.filter)”",
        lines: ["in \(model.navigation.scope.title)", "\(clear) clears the filter"]
      )
    }
    switch model.navigation.scope {
    case .filter(.readingList):
      let add = interface.keymap.shortest(Invocation(.add), in: .list) ?? ":add"
      return EmptyState(
        Filter.readingList.emptyWords.title,
        lines: ["luego add URL on the command line, or \(add) here"]
      )
    case .filter(.discovery):
      return EmptyState(
        Filter.discovery.emptyWords.title,
        lines: ["Discovery is not built yet;", "a later version deals articles here"]
      )
    case .filter(let filter):
      return EmptyState(filter.emptyWords.title, lines: [filter.emptyWords.detail])
    case .trash: return EmptyState("Trash is empty", lines: ["Deleted articles wait here"])
    case .inProgress:
      return EmptyState("Nothing begun", lines: ["Articles you are reading will appear here"])
    case .failed: return EmptyState("Nothing failed")
    case .tag(let name): return EmptyState("No articles tagged #\(name)")
    case .everything: return EmptyState("The library is empty")
    }
  }

  /// Draws it in the middle of a rectangle.
  func draw(in rect: Rect, on screen: inout Screen, glyphs: Glyphs) {
    let count = 1 + lines.count + (actions.isEmpty ? 0 : 2)
    var row = rect.row + max(0, (rect.rows - count) / 2)
    let inside = rect.inset(columns: Metrics.margin, rows: 0)
    screen.put(centered: title, row: row, style: Style(.text, [.bold]), in: inside)
    row += 1
    for line in lines.flatMap({ $0.wrapped(toWidth: max(1, inside.columns)) }) {
      screen.put(centered: line, row: row, style: Style(.placeholder), in: inside)
      row += 1
    }
    if !actions.isEmpty {
      screen.put(
        centered: actions.map { "[\($0)]" }.joined(separator: "  "),
        row: row + 1,
        style: Style(.key),
        in: inside
      )
    }
  }
}
