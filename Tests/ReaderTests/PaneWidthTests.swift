import Reader
import ReadingList
import Terminal
import Testing

@Suite("Widths of panes") struct PaneWidthTests {
  private func widths(_ sidebar: Int, _ list: Int, _ inspector: Int) -> PaneState.Widths {
    var widths = PaneState.Widths()
    widths.sidebar = sidebar
    widths.list = list
    widths.inspector = inspector
    return widths
  }

  @Test(
    "2.3 at the boundaries each pane has what was wished, and never less than its least",
    arguments: [
      // The window; the preferred widths; the actual widths of sidebar, list, reader and inspector, 0 if
      // hidden.
      (110, (0, 0, 0), [23, 36, 49, 0]), (110, (0, 999, 0), [23, 45, 40, 0]),
      (110, (999, 0, 0), [38, 30, 40, 0]), (110, (-999, -999, 0), [16, 30, 62, 0]),
      (149, (0, 0, 0), [23, 47, 77, 0]), (150, (0, 0, 0), [23, 38, 50, 36]),
      (150, (0, -999, 999), [23, 30, 50, 44]), (150, (999, 999, 999), [37, 30, 50, 30]),
      (200, (0, 0, -999), [23, 52, 92, 30]), (80, (0, 0, 0), [0, 30, 49, 0]),
      (80, (0, 999, 0), [0, 39, 40, 0]), (109, (0, -999, 0), [0, 30, 78, 0]),
      (79, (5, 5, 5), [0, 0, 79, 0]),
    ])
  func boundaries(columns: Int, wished: (Int, Int, Int), expected: [Int]) {
    let frames = Layout(Size(columns: columns, rows: 40)).frames(
      .init(isReading: true, hasInspector: true, widths: widths(wished.0, wished.1, wished.2)))
    let found = [frames.sidebar, frames.list, frames.reader, frames.inspector].map {
      $0?.columns ?? 0
    }
    #expect(found == expected)
  }

  @Test("2.3 2.25 whatever is wished, no panes overlap, leave the window or fall under their least")
  func anySize() throws {
    var numbers = SeededNumbers(seed: 11)
    func chance(_ one: UInt64 = 2) -> Bool { numbers.next() % one == 0 }
    func some(_ most: Int) -> Int { Int(numbers.next() % UInt64(2 * most + 1)) - most }
    for columns in 1...300 {
      for rows in 1...100 {
        let attention = Layout.Attention(
          isReading: chance(), readsFull: chance() ? nil : chance(), isZen: chance(8),
          isSidebarToggled: chance(4), isDiscovering: chance(4), needsBar: chance(4),
          hasInspector: chance(), isInspecting: chance(4), panelRows: chance() ? some(60) : nil,
          widths: widths(some(120), some(120), some(120)))
        let frames = Layout(Size(columns: columns, rows: rows)).frames(attention)
        try check(frames, columns: columns, rows: rows, attention)
      }
    }
  }

  private func check(
    _ frames: Layout.Frames, columns: Int, rows: Int, _ attention: Layout.Attention
  ) throws {
    guard columns >= Metrics.minColumns, rows >= Metrics.minRows else {
      return #expect(frames.panes.isEmpty && frames.bar == nil && frames.reader == nil)
    }
    let place = "\(columns)x\(rows) \(attention)"
    let window = Rect(column: 0, row: 0, columns: columns, rows: rows)
    var panes = [
      frames.tabs, frames.list, frames.reader, frames.inspector, frames.panel, frames.discovery,
      frames.bar,
    ].compactMap { $0 }
    if let sidebar = frames.sidebar {
      if frames.sidebarFloats {
        try #require(sidebar.intersection(frames.panes) == sidebar, "\(place)")
      } else {
        panes.append(sidebar)
        try #require(sidebar.columns >= Metrics.minSidebarColumns, "\(place)")
      }
    }
    panes += frames.dividers.map {
      Rect(column: $0, row: frames.panes.row, columns: 1, rows: frames.panes.rows)
    }
    try #require(panes.reduce(0) { $0 + $1.columns * $1.rows } == columns * rows, "\(place)")
    for (index, pane) in panes.enumerated() {
      try #require(!pane.isEmpty && pane.intersection(window) == pane, "\(place)")
      for other in panes[(index + 1)...] {
        try #require(pane.intersection(other).isEmpty, "\(place)")
      }
    }
    let isAlone = columns < Metrics.mediumColumns
    if !isAlone, let list = frames.list {
      try #require(list.columns >= Metrics.minListColumns, "\(place)")
    }
    if !isAlone, let reader = frames.reader {
      let isBeside = frames.inspector != nil
      let least = isBeside ? Metrics.readerColumnsBesideInspector : Metrics.minReaderColumns
      try #require(reader.columns >= least, "\(place)")
    }
    if let inspector = frames.inspector, !isAlone {
      try #require(inspector.columns >= Metrics.minInspectorColumns, "\(place)")
    }
    if let panel = frames.panel { try #require((3...(rows - 5)).contains(panel.rows), "\(place)") }
  }

  @Test("2.25 = makes the list wider, narrower and as usual again, and is remembered")
  func key() async throws {
    let driver = try Driver(size: Size(columns: 160, rows: 40), articles: threeSamples)
    func list() throws -> Int { try #require(driver.interface.frames.list).columns }
    let usual = try list()
    try await driver.press("=")
    #expect(try list() == usual + Metrics.listStep)
    let state = try JSON(parsing: Array(driver.model.navigation.state.compact.utf8))
    #expect(Navigation(state: state).panes.widths == driver.model.navigation.panes.widths)
    try await driver.press("=")
    #expect(try list() == usual - Metrics.listStep)
    try await driver.press("=")
    #expect(try list() == usual)
    _ = driver.resize(60, 40)
    try await driver.press("=")
    #expect(driver.model.status?.text == "There is one pane on screen")
  }

  @Test("2.25 dragging a divider puts it under the pointer, as far as both sides have room")
  func dragging() async throws {
    let driver = try Driver(size: Size(columns: 170, rows: 40), articles: threeSamples)
    try await driver.press("i")
    func drag(_ column: Int, to end: Int) {
      driver.drag(from: Point(column: column, row: 20), to: Point(column: end, row: 20))
      driver.mouse(.drag, Point(column: 3, row: 20))
    }
    let before = driver.interface.frames
    #expect(before.dividers.count == 3)
    drag(before.dividers[0], to: before.dividers[0] + 4)
    var frames = driver.interface.frames
    #expect(frames.dividers[0] == before.dividers[0] + 4)
    drag(frames.dividers[1], to: frames.dividers[1] - 7)
    #expect(driver.interface.frames.dividers[1] == frames.dividers[1] - 7)
    drag(frames.dividers[2], to: frames.dividers[2] + 5)
    #expect(driver.interface.frames.dividers[2] == frames.dividers[2] + 5)
    for (index, end) in [(0, 0), (0, 169), (1, 0), (1, 169), (2, 0), (2, 169)] {
      frames = driver.interface.frames
      drag(frames.dividers[index], to: end)
      frames = driver.interface.frames
      #expect(frames.dividers.count == 3)
      #expect(try #require(frames.reader).columns >= 50)
      #expect(try #require(frames.list).columns >= Metrics.minListColumns)
    }
    // Dragging past the limit is not remembered: dragging back takes effect at once.
    frames = driver.interface.frames
    drag(frames.dividers[1], to: frames.dividers[1] + 1)
    let moved = driver.interface.frames.dividers[1] - frames.dividers[1]
    #expect((0...1).contains(moved))
    driver.model.navigation.focus = .list
    try await driver.press("=")
    #expect(driver.interface.frames == before)
  }
}
