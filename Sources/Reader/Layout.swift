package import Terminal

/// The panes of a window and their frames.
///
/// Depends on the window's size alone; `Metrics` has the thresholds and min sizes.
package struct Layout: Equatable, Sendable {
  /// By panes side by side.
  package enum Kind: Equatable, Sendable {
    /// Sidebar, list and reader.
    case wide
    /// List and reader; the sidebar slides over the list.
    case medium
    /// A single pane and a tab line.
    case narrow
    case tooSmall
  }

  package let size: Size
  package let kind: Kind
  /// Few rows: tab line and hints yield to the text.
  package let isShort: Bool
  /// For screen readers: a single pane and no tab line at any size.
  package let isPlain: Bool

  package init(_ size: Size, isPlain: Bool = false) {
    self.size = size
    self.isPlain = isPlain
    kind =
      if size.columns < Metrics.minColumns || size.rows < Metrics.minRows {
        .tooSmall
      } else if isPlain || size.columns < Metrics.mediumColumns {
        .narrow
      } else if size.columns < Metrics.wideColumns { .medium } else { .wide }
    isShort = size.rows < Metrics.tallRows
  }

  package var isTooSmall: Bool { kind == .tooSmall }
  package var hasSlidingSidebar: Bool { kind == .medium }

  /// Whether going back from the reader closes the article, so that the list regains the width.
  package var closesReader: Bool { kind == .medium }

  package var hasOnePane: Bool { !isTooSmall && !room.hasTwoPanes }

  /// Whether list and reader are side by side, and the sidebar next to them, not over them.
  private var room: (hasTwoPanes: Bool, hasSidebar: Bool) {
    switch kind {
    case .tooSmall, .narrow: (false, false)
    case .medium: (true, false)
    case .wide: (true, true)
    }
  }

  /// Whether rows have a single line; by default unless the window is large.
  package func hasCompactRows(_ density: String) -> Bool {
    guard density == Settings.auto else { return density == "compact" }
    return size.columns < Metrics.wideColumns || size.rows < Metrics.normalRows
  }

  /// The state that affects the layout, besides the window's size.
  package struct Attention: Equatable, Sendable {
    /// The reader has the focus, or will regain it from inspector or panel.
    package var isReading: Bool
    /// Whether the article being read gets the whole window; nil decides by its width.
    package var readsFull: Bool? = false
    package var isZen = false
    package var isSidebarToggled = false
    /// The shuffle screen replaces list and reader.
    package var isDiscovering = false
    package var hasArticle = true
    package var needsBar = false
    package var hasInspector = false
    /// The inspector has the focus, so it may cover another pane.
    package var isInspecting = false
    package var panelRows: Int?
    /// In columns, relative to the usual widths.
    package var widths = PaneState.Widths()

    package init(
      isReading: Bool, readsFull: Bool? = false, isZen: Bool = false,
      isSidebarToggled: Bool = false, isDiscovering: Bool = false, hasArticle: Bool = true,
      needsBar: Bool = false, hasInspector: Bool = false, isInspecting: Bool = false,
      panelRows: Int? = nil, widths: PaneState.Widths = PaneState.Widths()
    ) {
      (self.isReading, self.readsFull, self.isZen) = (isReading, readsFull, isZen)
      (self.isSidebarToggled, self.isDiscovering) = (isSidebarToggled, isDiscovering)
      (self.hasArticle, self.needsBar) = (hasArticle, needsBar)
      (self.hasInspector, self.isInspecting) = (hasInspector, isInspecting)
      (self.panelRows, self.widths) = (panelRows, widths)
    }
  }

  package struct Frames: Equatable, Sendable {
    package var tabs: Rect?
    package var sidebar: Rect?
    package var sidebarFloats = false
    package var list: Rect?
    package var reader: Rect?
    package var inspector: Rect?
    /// Contents, links, notes or messages under the text, with a header.
    package var panel: Rect?
    /// The line over the reader on the shuffle screen.
    package var discovery: Rect?
    package var bar: Rect?
    package var dividers: [Int] = []
    /// The area of all panes, without tabs and bar.
    package var panes = Rect(column: 0, row: 0, columns: 0, rows: 0)

    package subscript(pane: Navigation.Pane) -> Rect? {
      switch pane {
      case .sidebar: sidebar
      case .list: list
      case .reader: reader
      case .inspector: inspector
      case .panel: panel
      }
    }
  }

  package func frames(_ attention: Attention) -> Frames {
    guard !isTooSmall else { return Frames() }
    var frames = Frames()
    var panes = Rect(column: 0, row: 0, columns: size.columns, rows: size.rows)
    let columns = self.columns(attention)
    let covers = columns.inspector == 0 && coversReader(attention)
    let hasPanel = !covers && !attention.isZen && attention.panelRows != nil && panelRange != nil
    // A short window shows hints or the panel, not both.
    let yields = attention.isZen || (isShort && (attention.isReading || hasPanel))
    if !yields || attention.needsBar {
      frames.bar = Rect(column: 0, row: size.rows - 1, columns: size.columns, rows: 1)
      panes.rows -= 1
    }
    if attention.isZen {
      frames.reader = panes
      frames.panes = panes
      return frames
    }
    if hasOnePane, !isShort, !isPlain {
      frames.tabs = Rect(column: 0, row: 0, columns: size.columns, rows: 1)
      panes = panes.below(1)
    }
    frames.panes = panes
    place(&frames, columns, attention)
    if covers {
      frames.inspector = frames.reader ?? frames.list
      if frames.reader == nil { frames.list = nil }
      frames.reader = nil
    }
    if hasPanel, let rows = attention.panelRows { placePanel(&frames, rows: rows) }
    if attention.isSidebarToggled, !room.hasSidebar {
      frames.sidebarFloats = true
      // As wide as the list beside a reader, so that no text is cut.
      let list = frames.reader == nil ? nil : frames.list
      let columns = list?.columns ?? Metrics.sidebarColumns + Self.floatingMore
      frames.sidebar = panes.leading(isPlain ? panes.columns : min(panes.columns, columns))
    }
    return frames
  }

  private static let floatingMore = 4

  // MARK: Columns

  /// While no article is open, the list has a two-pane window to itself.
  private func isListAlone(_ attention: Attention) -> Bool {
    kind == .medium && !attention.hasArticle && !attention.hasInspector && !attention.isReading
      && !attention.isDiscovering
  }

  private struct Columns {
    var sidebar = 0
    var list = 0
    var inspector = 0

    /// Including the lines between panes.
    var sum: Int { [sidebar, list, inspector].reduce(0) { $0 + ($1 > 0 ? $1 + 1 : 0) } }
  }

  /// The columns of the panes beside the reader.
  ///
  /// Starts from the user's widths, then shrinks list, inspector and sidebar in this order until
  /// the reader has its min width; drops the inspector if that is not enough.
  private func columns(_ attention: Attention) -> Columns {
    var columns = Columns()
    guard room.hasTwoPanes, !isListAlone(attention) else { return columns }
    let readsFull = attention.readsFull ?? (kind == .medium)
    let hidesOthers = readsFull && attention.isReading && !attention.isDiscovering
    if room.hasSidebar, !attention.isSidebarToggled, !hidesOthers {
      columns.sidebar = max(
        Metrics.minSidebarColumns, Metrics.sidebarColumns + attention.widths.sidebar)
    }
    if !attention.isDiscovering, !hidesOthers {
      // A preview leaves room to the titles, reading to the text.
      let percent = readsFull ? Metrics.listShareBesidePreview : Metrics.listShare
      let share = size.columns * percent / 100
      let least = room.hasSidebar ? Metrics.listColumns.lowerBound : Metrics.minListColumns
      let usual = min(Metrics.listColumns.upperBound, max(least, share))
      columns.list = max(Metrics.minListColumns, usual + attention.widths.list)
    }
    if attention.hasInspector, size.columns >= Metrics.ultraWideColumns {
      columns.inspector = max(
        Metrics.minInspectorColumns, Metrics.inspectorColumns + attention.widths.inspector)
      if yield(&columns, to: Metrics.readerColumnsBesideInspector) { return columns }
      columns.inspector = 0
    }
    _ = yield(&columns, to: Metrics.minReaderColumns)
    return columns
  }

  /// Shrinks the other panes until the reader has `least` columns; false if that is impossible.
  private func yield(_ columns: inout Columns, to least: Int) -> Bool {
    func take(_ path: WritableKeyPath<Columns, Int>, downTo floor: Int) {
      let lacking = least - (size.columns - columns.sum)
      guard lacking > 0, columns[keyPath: path] > 0 else { return }
      columns[keyPath: path] = max(floor, columns[keyPath: path] - lacking)
    }
    take(\.list, downTo: Metrics.minListColumns)
    take(\.inspector, downTo: Metrics.minInspectorColumns)
    take(\.sidebar, downTo: Metrics.minSidebarColumns)
    return size.columns - columns.sum >= least
  }

  /// Places the panes side by side, or the single pane of a narrow window.
  private func place(_ frames: inout Frames, _ columns: Columns, _ attention: Attention) {
    var rest = frames.panes
    func takeLeading(_ count: Int) -> Rect {
      let pane = rest.leading(count)
      frames.dividers.append(pane.endColumn)
      rest.column += count + 1
      rest.columns -= count + 1
      return pane
    }
    if isListAlone(attention) || hasOnePane && !attention.isReading && !attention.isDiscovering {
      frames.list = rest
      return
    }
    if columns.sidebar > 0 { frames.sidebar = takeLeading(columns.sidebar) }
    if columns.list > 0 { frames.list = takeLeading(columns.list) }
    if columns.inspector > 0 {
      rest.columns -= columns.inspector + 1
      frames.dividers.append(rest.endColumn)
      frames.inspector = Rect(
        column: rest.endColumn + 1, row: rest.row, columns: columns.inspector, rows: rest.rows)
    }
    // The shuffle screen has a line over the reader if the window is tall enough.
    if attention.isDiscovering, !isShort {
      frames.discovery = Rect(column: rest.column, row: rest.row, columns: rest.columns, rows: 1)
      rest = rest.below(1)
    }
    frames.reader = rest
  }

  // MARK: Inspector and panel

  /// An inspector without room of its own covers the reader while it has the focus, in two-pane
  /// layouts also while the list has it.
  private func coversReader(_ attention: Attention) -> Bool {
    guard attention.hasInspector, !attention.isZen else { return false }
    return attention.isInspecting
      || room.hasTwoPanes && !attention.isReading && !attention.isDiscovering
  }

  package var panelRange: ClosedRange<Int>? {
    let most = size.rows - Metrics.rowsBesidePanel
    return most >= Metrics.minPanelRows ? Metrics.minPanelRows...most : nil
  }

  private func placePanel(_ frames: inout Frames, rows: Int) {
    guard let range = panelRange else { return }
    let rows = min(max(rows, range.lowerBound), range.upperBound)
    let host = frames.reader == nil ? \Frames.list : \Frames.reader
    guard var pane = frames[keyPath: host] else { return }
    pane.rows -= rows
    frames[keyPath: host] = pane
    frames.panel = Rect(column: pane.column, row: pane.endRow, columns: pane.columns, rows: rows)
  }
}

extension Rect {
  fileprivate func leading(_ count: Int) -> Rect {
    Rect(column: column, row: row, columns: count, rows: rows)
  }
}

package enum Metrics {
  package static let minColumns = 20, minRows = 5
  /// For two panes, for three, and for the inspector as a fourth.
  package static let mediumColumns = 80, wideColumns = 110, ultraWideColumns = 150
  /// Below this, tab line and hints yield.
  package static let tallRows = 20
  package static let sidebarColumns = 23, inspectorColumns = 36
  /// The list's usual columns in a wide window, and its share in percent.
  package static let listColumns = 36...52, listShare = 32
  /// In percent, if an article being read gets the whole window.
  static let listShareBesidePreview = 50
  /// Side by side, and for the reader beside an inspector.
  package static let minSidebarColumns = 16, minListColumns = 30, minInspectorColumns = 30
  package static let minReaderColumns = 40, readerColumnsBesideInspector = 50
  /// The panel's min rows, and the rows left outside of it.
  package static let minPanelRows = 3, rowsBesidePanel = 5
  package static let listStep = 10
  /// Free columns at both sides of a pane's text.
  package static let margin = 1
  /// Free columns at both sides of the reader's text, at least.
  package static let readerMargin = 2
  /// In a wide window, for rows of several lines.
  package static let normalRows = 30
  package static let scrollbarColumns = 30
  /// The min columns of a one-line row with an excerpt, with minutes, with a date, and with a site;
  /// the columns that its title gets before the site grows; and the columns of each.
  static let excerptFromColumns = 34, minutesFromColumns = 34
  static let dateFromColumns = 56, siteFromColumns = 70
  static let titleColumns = 50, minutesColumns = 7, dateColumns = 6, maxSiteColumns = 22
  /// Rows kept between the cursor and the edge of a list when scrolling.
  package static let scrollMargin = 2
  /// The max columns, and the free space around.
  package static let dialogColumns = 64, dialogMargin = 2
  package static let dialogLeastColumns = 36
  package static let statisticsColumns = 76
}
