package import ReadingList
package import Terminal

/// The tab line of a narrow window, with the four filters.
package enum TabLine {
  /// The tab of a filter, with its frame.
  package struct Tab: Equatable {
    package var filter: Filter
    package var text: String
    package var rect: Rect
  }

  /// Places the tabs.
  ///
  /// Uses the first form that fits: signs and names, names, or signs with the chosen filter's name.
  package static func tabs(in rect: Rect, chosen: Filter?, glyphs: Glyphs) -> [Tab] {
    let renderings: [(Filter) -> String] = [
      { " \(glyphs.sign(of: $0)) \($0.title) " }, { " \($0.title) " },
      { $0 == chosen ? " \($0.title) " : " \(glyphs.sign(of: $0)) " },
      { " \(glyphs.sign(of: $0)) " },
    ]
    var tabs: [Tab] = []
    for rendering in renderings {
      tabs = []
      var column = rect.column
      for filter in Filter.allCases {
        let text = rendering(filter)
        let width = text.displayWidth
        tabs.append(
          Tab(
            filter: filter, text: text,
            rect: Rect(column: column, row: rect.row, columns: width, rows: 1)))
        column += width
      }
      if column - rect.column <= rect.columns { break }
    }
    return tabs
  }

  static func draw(_ interface: Interface, in rect: Rect, on screen: inout Screen) {
    screen.fill(rect, style: Style(.text, on: .bar))
    let chosen = interface.model.navigation.view.filter
    for tab in tabs(in: rect, chosen: chosen, glyphs: interface.glyphs) {
      let isChosen = tab.filter == chosen
      let style =
        isChosen
        ? Style(.accent, on: .selection, [.bold, .underline]) : Style(.secondary, on: .bar)
      _ = screen.put(
        tab.text, at: Point(column: tab.rect.column, row: rect.row), style: style, clip: rect)
    }
  }
}
