import ReadingList

/// The inspector, the panel and the sizes of all panes, as requested.
///
/// Panes that do not fit into the window are hidden until there is room again.
package struct PaneState: Equatable, Sendable {
  /// The differences of panes' widths from the layout's defaults, in columns.
  package struct Widths: Hashable, Sendable {
    package var sidebar = 0
    package var list = 0
    package var inspector = 0

    package init() {}
  }

  package var showsInspector = false
  package var panel: Panel?
  /// The requested height of the panel in rows, including its header; nil to fit its content, up to
  /// `defaultPanelRows`.
  package var panelRows: Int?
  package var widths = Widths()

  /// The maximum height of a panel that was not resized, in rows.
  package static let defaultPanelRows = 10
}

extension PaneState {
  var state: JSON {
    .object(
      [.init("inspector", .bool(showsInspector))]
        + (panelRows.map { [.init("panelRows", .int($0))] } ?? []) + [
          .init("sidebar", .int(widths.sidebar)), .init("list", .int(widths.list)),
          .init("inspectorWidth", .int(widths.inspector)),
        ])
  }

  /// Parses the state of an earlier session; whatever is unknown keeps its default.
  init(state: JSON?) {
    func number(_ key: String, in range: ClosedRange<Int>) -> Int? {
      state?[key]?.int.map { min(max($0, range.lowerBound), range.upperBound) }
    }
    let widest = 1000
    showsInspector = state?["inspector"]?.bool ?? false
    panelRows = number("panelRows", in: 1...widest)
    widths.sidebar = number("sidebar", in: -widest...widest) ?? 0
    widths.list = number("list", in: -widest...widest) ?? 0
    widths.inspector = number("inspectorWidth", in: -widest...widest) ?? 0
  }
}
