import ReadingList

/// The inspector, the panel and the sizes of all panes, as requested; panes that do not fit are
/// hidden until there is room.
package struct PaneState: Equatable, Sendable {
  /// In columns, relative to the layout's defaults.
  package struct Widths: Hashable, Sendable {
    package var sidebar = 0
    package var list = 0
    package var inspector = 0

    package init() {}
  }

  package var showsInspector = false
  package var panel: Panel?
  /// In rows, including the header; nil fits the content, up to `defaultPanelRows`.
  package var panelRows: Int?
  package var widths = Widths()

  /// Of a panel that was not resized.
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

  /// Unknown values keep their defaults.
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
