package import ReadingListModel
package import TerminalKit

/// Which panes a window of a size has, and where they stand.
///
/// Decided once per resize, by columns and rows alone. Thresholds and minima are the constants below.
package struct Layout: Equatable, Sendable {
  /// How many panes stand side by side.
  package enum Kind: Equatable, Sendable {
    /// Sidebar, list and reader.
    case wide
    /// List and reader; the sidebar slides over.
    case medium
    /// One pane and a tab line.
    case narrow
    /// Nothing fits.
    case tooSmall
  }

  /// The window.
  package let size: Size
  /// How many panes.
  package let kind: Kind
  /// Few rows: tab line and hints yield to the text.
  package let isShort: Bool
  /// One pane and no line of tabs, at any size: for those who have the screen read to them.
  package let isPlain: Bool

  /// Decides for a window's size.
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

  /// Whether nothing fits, so that a notice is all there is.
  package var isTooSmall: Bool { kind == .tooSmall }
  /// Whether the sidebar is away unless it was asked for, and a button in a header asks for it.
  package var hasSlidingSidebar: Bool { kind == .medium }

  /// Whether going back from the reader closes the article, which gives the list the width.
  package var closesReader: Bool { kind == .medium }

  /// Whether one pane is all that is shown.
  package var hasOnePane: Bool { plan?.hasTwoPanes == false }

  /// What of the navigation bears on where panes stand.
  package struct Attention: Equatable, Sendable {
    /// What is meant is the reader: it has the focus, or gets it back from inspector or panel.
    package var isReading: Bool
    /// An article that is read has the window to itself; nil leaves it to the window's width.
    package var readsFull: Bool? = false
    /// Only the text.
    package var isZen = false
    /// The sidebar was asked for (medium), or away (wide).
    package var isSidebarToggled = false
    /// The shuffle screen takes the place of list and reader.
    package var isDiscovering = false
    /// An article is open.
    package var hasArticle = true
    /// The bar is needed although chrome would yield: a prompt or a message.
    package var needsBar = false
    /// The inspector was asked for, and there is an article that it can be about.
    package var hasInspector = false
    /// It has the focus, for which it may stand where something else would.
    package var isInspecting = false
    /// Rows wished for the panel under the text; nil when there is none.
    package var panelRows: Int?
    /// Columns wished for.
    package var widths = PaneState.Widths()
  }

  /// Where everything stands; what is nil is not on screen.
  package struct Frames: Equatable, Sendable {
    package var tabs: Rect?
    package var sidebar: Rect?
    /// The sidebar lies over the list instead of beside it.
    package var sidebarFloats = false
    package var list: Rect?
    package var reader: Rect?
    /// What is known of an article.
    package var inspector: Rect?
    /// The inspector stands in the place of the reader, or of the one pane, instead of beside it.
    package var inspectorCovers = false
    /// Contents, links, notes or messages under the text, with their header.
    package var panel: Rect?
    /// The line over the reader on the shuffle screen.
    package var discovery: Rect?
    package var bar: Rect?
    /// Columns of the lines between panes.
    package var dividers: [Int] = []
    /// The rows that panes share, without tabs and bar.
    package var panes = Rect(column: 0, row: 0, columns: 0, rows: 0)

    /// Where a pane stands; nil where it is not on screen.
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

  /// Places the panes.
  package func frames(_ attention: Attention) -> Frames {
    guard let plan else { return Frames() }
    var frames = Frames()
    var panes = Rect(column: 0, row: 0, columns: size.columns, rows: size.rows)
    let columns = self.columns(plan, attention)
    let covers = columns.inspector == 0 && coversReader(plan, attention)
    let hasPanel = !covers && !attention.isZen && attention.panelRows != nil && panelRange != nil
    // Of hints and panel a short window shows one.
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
    if !plan.hasTwoPanes, !isShort, !isPlain {
      frames.tabs = Rect(column: 0, row: 0, columns: size.columns, rows: 1)
      panes.row += 1
      panes.rows -= 1
    }
    frames.panes = panes
    place(&frames, plan, columns, attention)
    if covers { cover(&frames) }
    if hasPanel, let rows = attention.panelRows { placePanel(&frames, rows: rows) }
    if attention.isSidebarToggled, !plan.hasSidebar {
      frames.sidebarFloats = true
      // As wide as the list beside a reader, so that no text of it is cut.
      let list = frames.reader == nil ? nil : frames.list
      let columns = list?.columns ?? Metrics.sidebarColumns + Self.floatingMore
      frames.sidebar = panes.leading(isPlain ? panes.columns : min(panes.columns, columns))
    }
    return frames
  }

  /// What a kind of layout has room for.
  private struct Plan {
    /// List and reader stand beside each other.
    var hasTwoPanes: Bool
    /// The sidebar stands beside them; else it lies over them when it was asked for.
    var hasSidebar: Bool
    /// The list's columns, at least, when nobody wished for others.
    var minListColumns: Int
  }

  private var plan: Plan? {
    switch kind {
    case .tooSmall: nil
    case .narrow: Plan(hasTwoPanes: false, hasSidebar: false, minListColumns: 0)
    case .medium: Plan(hasTwoPanes: true, hasSidebar: false, minListColumns: Metrics.minListColumns)
    case .wide:
      Plan(hasTwoPanes: true, hasSidebar: true, minListColumns: Metrics.listColumns.lowerBound)
    }
  }

  /// Columns that a floating sidebar has beyond those of a fixed one where no list is under it.
  private static let floatingMore = 4

  // MARK: Columns

  /// Whether the list takes the width of a window that has room for two panes, as long as no article is open.
  private func isListAlone(_ attention: Attention) -> Bool {
    kind == .medium && !attention.hasArticle && !attention.hasInspector && !attention.isReading
      && !attention.isDiscovering
  }

  /// Columns of the panes that stand beside the reader; 0 for one that is not there.
  private struct Columns {
    var sidebar = 0
    var list = 0
    var inspector = 0

    /// What they take, with the lines between panes.
    var sum: Int { [sidebar, list, inspector].reduce(0) { $0 + ($1 > 0 ? $1 + 1 : 0) } }
  }

  /// Gives each pane what was wished, then takes from list, inspector and sidebar, in this order, what the
  /// reader lacks; the inspector goes where that is not enough.
  private func columns(_ plan: Plan, _ attention: Attention) -> Columns {
    var columns = Columns()
    guard plan.hasTwoPanes, !isListAlone(attention) else { return columns }
    let readsFull = attention.readsFull ?? (kind == .medium)
    let hidesOthers = readsFull && attention.isReading && !attention.isDiscovering
    if plan.hasSidebar, !attention.isSidebarToggled, !hidesOthers {
      columns.sidebar = max(
        Metrics.minSidebarColumns, Metrics.sidebarColumns + attention.widths.sidebar)
    }
    if !attention.isDiscovering, !hidesOthers {
      // Beside a preview, titles have the room; beside a text that is read, the text has it.
      let percent = readsFull ? Metrics.listShareBesidePreview : Metrics.listShare
      let share = size.columns * percent / 100
      let usual = min(Metrics.listColumns.upperBound, max(plan.minListColumns, share))
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

  /// Takes from the panes beside the reader until it has its least.
  ///
  /// - Returns: whether that could be done.
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

  /// Puts sidebar, list, reader and inspector beside each other, or the one that a narrow window shows.
  private func place(
    _ frames: inout Frames, _ plan: Plan, _ columns: Columns, _ attention: Attention
  ) {
    var rest = frames.panes
    func takeLeading(_ count: Int) -> Rect {
      let pane = rest.leading(count)
      frames.dividers.append(pane.endColumn)
      rest.column += count + 1
      rest.columns -= count + 1
      return pane
    }
    if isListAlone(attention)
      || !plan.hasTwoPanes && !attention.isReading && !attention.isDiscovering
    {
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
    // The shuffle screen has a line over the reader where there is room.
    if attention.isDiscovering, !isShort {
      frames.discovery = Rect(column: rest.column, row: rest.row, columns: rest.columns, rows: 1)
      rest.row += 1
      rest.rows -= 1
    }
    frames.reader = rest
  }

  // MARK: Inspector and panel

  /// Whether an inspector that has no room beside the reader takes its place: while it has the focus, and
  /// where two panes stand beside each other also while the list has it.
  private func coversReader(_ plan: Plan, _ attention: Attention) -> Bool {
    guard attention.hasInspector, !attention.isZen else { return false }
    return attention.isInspecting
      || (plan.hasTwoPanes && !attention.isReading && !attention.isDiscovering)
  }

  private func cover(_ frames: inout Frames) {
    frames.inspectorCovers = true
    if let reader = frames.reader {
      frames.inspector = reader
      frames.reader = nil
    } else {
      frames.inspector = frames.list
      frames.list = nil
    }
  }

  /// The rows that a panel may have; nil where the window is too short for one.
  package var panelRange: ClosedRange<Int>? {
    let most = size.rows - Metrics.rowsBesidePanel
    return most >= Metrics.minPanelRows ? Metrics.minPanelRows...most : nil
  }

  /// Takes the panel's rows from the reader, or from the list where that is all there is.
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
  /// Its first columns.
  fileprivate func leading(_ count: Int) -> Rect {
    Rect(column: column, row: row, columns: count, rows: rows)
  }
}

/// The sizes and gaps of the interface, each in one place.
package enum Metrics {
  /// Below these the window is too small.
  package static let minColumns = 20, minRows = 5
  /// From here on two panes, from here on three, from here on room for a fourth.
  package static let mediumColumns = 80, wideColumns = 110, ultraWideColumns = 150
  /// How far a tag stands in from the one that it is below, and how often at most.
  static let indent = 2, maxIndents = 3
  /// Below this, tab line and hints yield.
  package static let tallRows = 20
  /// The columns of sidebar and inspector, as long as nobody wishes for others.
  package static let sidebarColumns = 23, inspectorColumns = 36
  /// The list's columns on a wide window, at least and at most, and its share of the window in percent;
  /// as long as nobody wishes for others.
  package static let listColumns = 36...52, listShare = 32
  /// Its share where an article that is read has the window to itself.
  static let listShareBesidePreview = 50
  /// What panes that stand beside each other have at least, and the reader beside an inspector.
  package static let minSidebarColumns = 16, minListColumns = 30, minInspectorColumns = 30
  package static let minReaderColumns = 40, readerColumnsBesideInspector = 50
  /// A panel's rows, at least, and the rows of the window that it leaves to all else.
  package static let minPanelRows = 3, rowsBesidePanel = 5
  /// Columns by which the list grows and shrinks at a key.
  package static let listStep = 10
  /// Columns kept free at both sides of a pane's text.
  package static let margin = 1
  /// Columns kept free at both sides of the reader's text, at least.
  package static let readerMargin = 2
  /// From so many rows of a wide window on, list rows have more than one line.
  package static let normalRows = 30
  /// A pane with fewer columns has no scrollbar.
  package static let scrollbarColumns = 30
  /// Columns of a row of one line from which on it has minutes, a date, and a site; its title's columns before the site
  /// gets more; and the columns of each.
  static let minutesFromColumns = 34, dateFromColumns = 56, siteFromColumns = 70
  static let titleColumns = 50, minutesColumns = 7, dateColumns = 6, maxSiteColumns = 22
  /// Rows kept between the cursor and the edge of a list when scrolling.
  package static let scrollMargin = 2
  /// Columns of a dialog, at most, and of the free space around it.
  package static let dialogColumns = 64, dialogMargin = 2
  /// Columns of a dialog, at least.
  package static let dialogLeastColumns = 36
  /// Columns of a report, and of one of statistics, at most.
  package static let reportColumns = 100, statisticsColumns = 76
}
