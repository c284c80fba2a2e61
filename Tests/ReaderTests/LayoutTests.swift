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

  @Test(
    "0.1 0.2 0.3 2.6 2.16 windows show the panes, tab line and bar that they have room for",
    arguments: [
      (120, 40, .init(isReading: false), "sidebar list reader bar"),
      (90, 40, .init(isReading: false), "list reader bar"),
      (90, 40, .init(isReading: false, isSidebarToggled: true), "sidebar list reader bar"),
      (60, 24, .init(isReading: false), "tabs list bar"),
      (60, 24, .init(isReading: true), "tabs reader bar"),
      (45, 50, .init(isReading: false), "tabs list bar"),
      (60, 15, .init(isReading: true), "reader"),
      (60, 15, .init(isReading: true, needsBar: true), "reader bar"),
    ] as [(Int, Int, Layout.Attention, String)])
  func panes(columns: Int, rows: Int, attention: Layout.Attention, expected: String) {
    let frames = Layout(Size(columns: columns, rows: rows)).frames(attention)
    let parts = [
      ("tabs", frames.tabs), ("sidebar", frames.sidebar), ("list", frames.list),
      ("reader", frames.reader), ("bar", frames.bar),
    ]
    #expect(parts.filter { $0.1 != nil }.map(\.0).joined(separator: " ") == expected)
    #expect(frames.sidebarFloats == attention.isSidebarToggled)
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
}
