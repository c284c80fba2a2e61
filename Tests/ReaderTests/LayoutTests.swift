import Reader
import ReadingList
import Terminal
import Testing

@Suite("Layout") struct LayoutTests {
  @Test(
    "0.4 2.1 4.12 columns and rows alone decide, at every boundary",
    arguments: [
      (19, 40, Layout.Kind.tooSmall), (20, 40, .narrow), (79, 40, .narrow), (80, 40, .medium),
      (109, 40, .medium), (110, 40, .wide), (149, 40, .wide), (150, 40, .wide), (120, 4, .tooSmall),
      (120, 5, .wide), (20, 5, .narrow), (0, 0, .tooSmall),
    ])
  func boundaries(columns: Int, rows: Int, kind: Layout.Kind) {
    #expect(Layout(Size(columns: columns, rows: rows)).kind == kind)
  }

  @Test("2.16 a window of 45 columns is narrow however it came about") func paneWidth() {
    let layout = Layout(Size(columns: 45, rows: 50))
    let frames = layout.frames(.init(isReading: false))
    #expect(layout.kind == .narrow)
    #expect(frames.list?.columns == 45)
    #expect(frames.reader == nil && frames.sidebar == nil)
  }

  @Test("0.1 three panes stand side by side and none is narrower than its least") func wide() throws
  {
    let frames = Layout(Size(columns: 120, rows: 40)).frames(.init(isReading: false))
    let sidebar = try #require(frames.sidebar)
    let list = try #require(frames.list)
    let reader = try #require(frames.reader)
    #expect(sidebar.columns == Metrics.sidebarColumns)
    #expect(Metrics.listColumns.contains(list.columns))
    #expect(reader.columns >= 50)
    #expect(sidebar.endColumn < list.column && list.endColumn < reader.column)
    #expect(reader.endColumn == 120)
  }

  @Test("0.2 two panes at medium width, the sidebar over them when asked for") func medium() {
    let layout = Layout(Size(columns: 90, rows: 40))
    let away = layout.frames(.init(isReading: false))
    #expect(away.sidebar == nil && away.list != nil && away.reader != nil)
    let shown = layout.frames(.init(isReading: false, isSidebarToggled: true))
    #expect(shown.sidebar != nil && shown.sidebarFloats)
    #expect(shown.list == away.list && shown.reader == away.reader)
  }

  @Test(
    "an article that is read has the window to itself below the wide layout, or where that is set",
    arguments: [
      (80, nil, true), (109, nil, true), (110, nil, false), (100, false, false), (140, true, true),
    ] as [(Int, Bool?, Bool)])
  func readingFull(columns: Int, readsFull: Bool?, isAlone: Bool) {
    let layout = Layout(Size(columns: columns, rows: 30))
    let reading = layout.frames(.init(isReading: true, readsFull: readsFull))
    #expect((reading.list == nil && reading.sidebar == nil) == isAlone)
    #expect((reading.reader?.columns == columns) == isAlone)
    let list = layout.frames(.init(isReading: false, readsFull: readsFull))
    #expect(list.list != nil && list.reader != nil)
    let picked = layout.frames(.init(isReading: true, readsFull: readsFull, isDiscovering: true))
    #expect(picked.discovery != nil && (picked.sidebar != nil) == (columns >= 110))
  }

  @Test("0.3 one pane and a tab line when narrow") func narrow() {
    let layout = Layout(Size(columns: 60, rows: 24))
    let list = layout.frames(.init(isReading: false))
    #expect(list.tabs != nil && list.list != nil && list.reader == nil)
    let reader = layout.frames(.init(isReading: true))
    #expect(reader.reader != nil && reader.list == nil)
  }

  @Test("2.6 short windows give the chrome to the text") func short() {
    let layout = Layout(Size(columns: 60, rows: 15))
    let reading = layout.frames(.init(isReading: true))
    #expect(reading.tabs == nil && reading.bar == nil)
    #expect(reading.reader?.rows == 15)
    #expect(layout.frames(.init(isReading: true, needsBar: true)).reader?.rows == 14)
  }
}
