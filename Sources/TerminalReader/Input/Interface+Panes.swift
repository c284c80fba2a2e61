import ReadingList
import ReadingListModel
import TerminalKit

/// Which panes are on screen, which has the focus, and how wide they are.
extension Interface {
  /// Inspector or panel, where it was given the focus and is on screen.
  var sideFocus: Navigation.Pane? {
    switch model.navigation.panes.focus {
    case .inspector where frames.inspector != nil: .inspector
    case .panel where frames.panel != nil: .panel
    default: nil
    }
  }

  /// Whether what is meant is the open article: the reader has the focus, or gets it back.
  var isReaderMeant: Bool {
    model.navigation.focus == .reader || model.navigation.isZen || model.isDiscovering
  }

  /// The bindings of the pane that inspector and panel belong to.
  var articleContexts: [Keymap.Context] {
    if model.isDiscovering { return [.discovery, .reader, .all] }
    return model.navigation.focus == .reader ? [.reader, .all] : [.list, .all]
  }

  /// The panes on screen that the focus goes through.
  var shownPanes: [Navigation.Pane] {
    let frames = frames
    var panes: [Navigation.Pane] = []
    if frames.sidebar != nil { panes.append(.sidebar) }
    if frames.list != nil { panes.append(.list) }
    if frames.reader != nil { panes.append(.reader) }
    if frames.panel != nil { panes.append(.panel) }
    if frames.inspector != nil { panes.append(.inspector) }
    return panes
  }

  /// Closes the panel, or an inspector that stands where something else would, and gives the focus back.
  func leaveSide() {
    if focus == .panel {
      model.setPanel(nil)
    } else if frames.inspectorCovers {
      model.setInspector(shown: false)
    }
    model.returnFocus()
  }

  // MARK: Widths

  /// Where everything would stand with other widths.
  private func frames(_ widths: PaneState.Widths) -> Layout.Frames {
    var attention = attention
    attention.widths = widths
    return layout.frames(attention)
  }

  /// Makes the list narrower or wider, or all panes as wide as usual; without an argument in turn.
  func changeWidths(_ argument: String) -> CommandOutcome {
    guard frames.list != nil, !frames.dividers.isEmpty else {
      return .refused("There is one pane on screen")
    }
    let steps = [
      ("default", 0), ("wide", Metrics.listStep), ("narrow", -Metrics.listStep),
    ].map { name, columns in
      var widths = PaneState.Widths()
      widths.list = columns
      return (name: name, widths: widths)
    }
    let present = model.navigation.panes.widths
    let next: (name: String, widths: PaneState.Widths)?
    if !argument.isEmpty {
      next = steps.first { $0.name == argument }
      if next == nil { return .invalid(Command.paneWidths.row.usage) }
    } else if let here = steps.firstIndex(where: { $0.widths == present }) {
      // What this window has no room for is passed over.
      next = (steps[(here + 1)...] + steps[..<here]).first { frames($0.widths) != frames }
    } else {
      next = steps.first
    }
    guard let next else { return .refused("There is no room for other widths") }
    model.setWidths(next.widths)
    return .done("Widths: \(next.name)")
  }

  /// Puts what is dragged under the pointer, a divider as far as the panes beside it have their least.
  func move(_ handle: Handle, to point: Point) {
    let before = frames
    var widths = model.navigation.panes.widths
    func drag(
      _ path: WritableKeyPath<PaneState.Widths, Int>,
      _ columns: Int,
      of pane: (Layout.Frames) -> Rect?
    ) {
      guard let shown = pane(before) else { return }
      let wished = widths[keyPath: path] + columns - shown.columns
      widths[keyPath: path] = wished
      guard let got = pane(frames(widths)) else { return }
      widths[keyPath: path] = wished + got.columns - columns
      model.setWidths(widths)
    }
    switch handle {
    case .sidebar:
      drag(\.sidebar, point.column - (before.sidebar?.column ?? 0)) { $0.sidebar }
    case .list: drag(\.list, point.column - (before.list?.column ?? 0)) { $0.list }
    case .inspector:
      drag(\.inspector, (before.inspector?.endColumn ?? 0) - point.column - 1) { $0.inspector }
    case .panel:
      guard let panel = before.panel else { return }
      _ = changePanelHeight(String(max(0, panel.endRow - point.row)))
    case .text(let start): dragSelection(from: start, to: point)
    case .scrollbar(let grip):
      guard let list = before.list, let bar = ListPane.scrollbar(self, in: list) else { return }
      let last = ListPane.lastTop(
        of: model,
        rows: bar.rect.rows,
        density: density,
        clock: clock
      )
      wheelTops[.list] = bar.first(thumbAt: point.row - bar.rect.row - grip, last: last)
    }
  }
}

/// What can be dragged: a line between panes (the right one of sidebar and list, the left one of the
/// inspector, the upper one of the panel), or the list's scrollbar.
enum Handle: Equatable {
  case sidebar, list, inspector, panel
  /// The text, from where the button was pressed.
  case text(ReadingPosition)
  /// `grip` is the row of the thumb that was taken hold of.
  case scrollbar(grip: Int)
}
