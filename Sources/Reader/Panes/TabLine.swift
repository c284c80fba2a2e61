import ReadingList
import Terminal

enum TabLine {
  /// Draws the first form that fits: signs and names, names, or signs with the chosen filter's
  /// name.
  static func draw(_ interface: Interface, in rect: Rect, on screen: inout Screen) {
    let glyphs = interface.glyphs
    let chosen = interface.model.navigation.view.filter
    let forms: [(Filter) -> String] = [
      { " \(glyphs.sign(of: $0)) \($0.title) " }, { " \($0.title) " },
      { $0 == chosen ? " \($0.title) " : " \(glyphs.sign(of: $0)) " },
      { " \(glyphs.sign(of: $0)) " },
    ]
    let tabs = forms.lazy.map { form in
      Filter.allCases.map { filter in
        let style =
          filter == chosen
          ? Style(.accent, on: .selection, [.bold, .underline]) : Style(.secondary, on: .bar)
        return Span(form(filter), style, link: .command(.go, filter.rawValue))
      }
    }
    screen.fill(rect, style: Style(.text, on: .bar))
    screen.put(left: tabs.first { $0.width <= rect.columns } ?? [], row: rect.row, in: rect)
  }
}
