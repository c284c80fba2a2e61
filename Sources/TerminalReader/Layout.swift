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
      if size.columns < Metrics.leastColumns || size.rows < Metrics.leastRows {
        .tooSmall
      } else if isPlain || size.columns < Metrics.mediumColumns {
        .narrow
      } else if size.columns < Metrics.wideColumns {
        .medium
      } else {
        .wide
      }
    isShort = size.rows < Metrics.tallRows
  }

  /// Whether nothing fits, so that a notice is all there is.
  package var isTooSmall: Bool { kind == .tooSmall }
  /// Whether the sidebar is away unless it was asked for, and a button in a header asks for it.
  package var hasSlidingSidebar: Bool { kind == .medium }

  /// What of the navigation bears on where panes stand.
  package struct Attention: Equatable, Sendable {
    /// The reader has the focus.
    package var isReading: Bool
    /// Only the text.
    package var isZen: Bool
    /// The sidebar was asked for (medium), or away (wide).
    package var isSidebarToggled: Bool
    /// The shuffle screen takes the place of list and reader.
    package var isDiscovering: Bool
    /// The bar is needed although chrome would yield: a prompt or a message.
    package var needsBar: Bool

    /// Collects the parts.
    package init(
      isReading: Bool,
      isZen: Bool = false,
      isSidebarToggled: Bool = false,
      isDiscovering: Bool = false,
      needsBar: Bool = false
    ) {
      self.isReading = isReading
      self.isZen = isZen
      self.isSidebarToggled = isSidebarToggled
      self.isDiscovering = isDiscovering
      self.needsBar = needsBar
    }
  }

  /// Where everything stands; what is nil is not on screen.
  package struct Frames: Equatable, Sendable {
    package var tabs: Rect?
    package var sidebar: Rect?
    /// The sidebar lies over the list instead of beside it.
    package var sidebarFloats = false
    package var list: Rect?
    package var reader: Rect?
    /// The line over the reader on the shuffle screen.
    package var discovery: Rect?
    package var bar: Rect?
    /// Columns of the lines between panes.
    package var dividers: [Int] = []
    /// The rows that panes share, without tabs and bar.
    package var panes = Rect(column: 0, row: 0, columns: 0, rows: 0)
  }

  /// Places the panes.
  package func frames(_ attention: Attention) -> Frames {
    var frames = Frames()
    var panes = Rect(column: 0, row: 0, columns: size.columns, rows: size.rows)
    let yields = attention.isZen || (isShort && attention.isReading)
    if !yields || attention.needsBar {
      frames.bar = Rect(column: 0, row: size.rows - 1, columns: size.columns, rows: 1)
      panes.rows -= 1
    }
    if attention.isZen, !isTooSmall {
      frames.reader = panes
      frames.panes = panes
      return frames
    }
    switch kind {
    case .tooSmall: return Frames()
    case .narrow:
      if !isShort, !isPlain {
        frames.tabs = Rect(column: 0, row: 0, columns: size.columns, rows: 1)
        panes.row += 1
        panes.rows -= 1
      }
      if attention.isDiscovering {
        merge(&frames, in: panes)
      } else if attention.isReading {
        frames.reader = panes
      } else {
        frames.list = panes
      }
      if attention.isSidebarToggled { float(&frames, over: panes) }
    case .medium:
      let list = min(
        Metrics.listColumns.upperBound,
        max(Metrics.listColumnsMedium, size.columns * Metrics.listShare / 100)
      )
      if attention.isDiscovering {
        merge(&frames, in: panes)
      } else {
        place(&frames, in: panes, sidebar: nil, list: list)
      }
      if attention.isSidebarToggled { float(&frames, over: panes) }
    case .wide:
      let list = min(
        Metrics.listColumns.upperBound,
        max(Metrics.listColumns.lowerBound, size.columns * Metrics.listShare / 100)
      )
      let sidebar = attention.isSidebarToggled ? nil : Metrics.sidebarColumns
      if attention.isDiscovering {
        merge(&frames, in: panes, sidebar: sidebar)
      } else {
        place(&frames, in: panes, sidebar: sidebar, list: list)
      }
    }
    frames.panes = panes
    return frames
  }

  /// Puts the sidebar at the left; gives the first column after it.
  private func place(_ frames: inout Frames, in panes: Rect, sidebar: Int?) -> Int {
    guard let sidebar else { return panes.column }
    frames.sidebar = Rect(
      column: panes.column,
      row: panes.row,
      columns: sidebar,
      rows: panes.rows
    )
    frames.dividers.append(panes.column + sidebar)
    return panes.column + sidebar + 1
  }

  /// Gives the reader the place of the list, too, with a line over it where there is room.
  private func merge(_ frames: inout Frames, in panes: Rect, sidebar: Int? = nil) {
    let column = place(&frames, in: panes, sidebar: sidebar)
    let header = isShort ? 0 : 1
    let columns = size.columns - column
    if header > 0 {
      frames.discovery = Rect(column: column, row: panes.row, columns: columns, rows: header)
    }
    frames.reader = Rect(
      column: column,
      row: panes.row + header,
      columns: columns,
      rows: panes.rows - header
    )
  }

  private func place(_ frames: inout Frames, in panes: Rect, sidebar: Int?, list: Int) {
    var column = place(&frames, in: panes, sidebar: sidebar)
    frames.list = Rect(column: column, row: panes.row, columns: list, rows: panes.rows)
    column += list
    frames.dividers.append(column)
    column += 1
    frames.reader = Rect(
      column: column,
      row: panes.row,
      columns: size.columns - column,
      rows: panes.rows
    )
  }

  /// Columns that a floating sidebar has beyond those of a fixed one where no list is under it.
  private static let floatingMore = 4

  private func float(_ frames: inout Frames, over panes: Rect) {
    frames.sidebarFloats = true
    // As wide as the list under it, so that no text of it is cut.
    let columns = frames.list?.columns ?? Metrics.sidebarColumns + Self.floatingMore
    frames.sidebar = Rect(
      column: panes.column,
      row: panes.row,
      columns: isPlain ? panes.columns : min(panes.columns, columns),
      rows: panes.rows
    )
  }
}

/// The sizes and gaps of the interface, each in one place.
package enum Metrics {
  /// Below these the window is too small.
  package static let leastColumns = 20, leastRows = 5
  /// From here on two panes, from here on three, from here on room for a fourth.
  package static let mediumColumns = 80, wideColumns = 110, ultraWideColumns = 150
  /// Below this, tab line and hints yield.
  package static let tallRows = 20
  /// The sidebar's columns.
  package static let sidebarColumns = 21
  /// The list's columns on a wide window, at least and at most; at least on a medium one; and its
  /// share of the window in percent.
  package static let listColumns = 36...52, listColumnsMedium = 30, listShare = 32
  /// Columns kept free at both sides of a pane's text.
  package static let margin = 1
  /// Columns kept free at both sides of the reader's text, at least.
  package static let readerMargin = 2
  /// From so many rows of the window on a list has details under its titles, and from so many blank
  /// lines between them.
  package static let normalRows = 16, roomyRows = 40
  /// A pane with fewer columns has no scrollbar.
  package static let scrollbarColumns = 30
  /// Columns of a list's row from which on progress is shown by a bar as well.
  package static let progressBarColumns = 34
  /// Rows kept between the cursor and the edge of a list when scrolling.
  package static let scrollMargin = 2
  /// Columns of a dialog, at most, and of the free space around it.
  package static let dialogColumns = 64, dialogMargin = 2
  /// Columns of a dialog, at least.
  package static let dialogLeastColumns = 36
}
