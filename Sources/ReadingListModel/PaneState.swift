import ReadingList

/// The panes beside list and reader: which are asked for, and how large all are wished to be.
///
/// What a window has no room for is not on screen, and comes back with the room.
package struct PaneState: Equatable, Sendable {
  /// What the panel under the text shows.
  package enum Panel: String, CaseIterable, Hashable, Sendable {
    /// The open article's headings, its links, its note and highlights.
    case contents, links, notes
    /// What was said of late.
    case messages
  }

  /// Columns that panes have more, or less, than the layout gives them by default.
  package struct Widths: Hashable, Sendable {
    package var sidebar = 0
    package var list = 0
    package var inspector = 0

    /// As the layout has them.
    package init() {}
  }

  /// Whether the inspector was asked for.
  package var showsInspector = false
  /// The panel that is open.
  package var panel: Panel?
  /// Rows of the panel with its header, as wished; nil for as many as what it shows takes, up to the
  /// default.
  package var panelRows: Int?
  /// As wished where all panes stand beside each other, and where list and reader alone do.
  package var widths = Widths(), mediumWidths = Widths()

  /// The most rows of a panel that nobody has resized.
  package static let defaultPanelRows = 10

  /// None is shown, all are as large as usual.
  package init() {}
}

extension PaneState {
  /// What is kept for the next session.
  var state: JSON {
    .object(
      [.init("inspector", .bool(showsInspector))]
        + (panelRows.map { [.init("panelRows", .int($0))] } ?? []) + [
          .init("sidebar", .int(widths.sidebar)), .init("list", .int(widths.list)),
          .init("inspectorWidth", .int(widths.inspector)),
          .init("mediumList", .int(mediumWidths.list)),
        ])
  }

  /// Reads what an earlier session kept; what it does not understand stays at its default.
  init(state: JSON?) {
    /// No window is larger.
    func number(_ key: String, in range: ClosedRange<Int>) -> Int? {
      state?[key]?.int.map { min(max($0, range.lowerBound), range.upperBound) }
    }
    let widest = 1000
    showsInspector = state?["inspector"]?.bool ?? false
    panelRows = number("panelRows", in: 1...widest)
    widths.sidebar = number("sidebar", in: -widest...widest) ?? 0
    widths.list = number("list", in: -widest...widest) ?? 0
    widths.inspector = number("inspectorWidth", in: -widest...widest) ?? 0
    mediumWidths.list = number("mediumList", in: -widest...widest) ?? 0
  }
}
