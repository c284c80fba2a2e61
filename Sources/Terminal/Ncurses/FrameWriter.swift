import CNcurses

/// Writes frames as bytes: of each row the cells that differ from the last frame.
///
/// Curses is not asked: it has no words for colors beyond those of a description, nor for links.
struct FrameWriter {
  var styles: StyleWriter
  let traits: TerminalTraits
  /// The frame on the terminal; nil when it is unknown.
  private var shown: Screen?
  private var isCursorVisible: Bool?

  init(styles: StyleWriter, traits: TerminalTraits) {
    self.styles = styles
    self.traits = traits
  }

  mutating func forget() {
    shown = nil
    isCursorVisible = nil
    styles.forget()
  }

  mutating func setTheme(_ theme: Theme) {
    styles.theme = theme
    shown = nil
  }

  /// Returns the bytes that show a frame, cut to the window; none where nothing has changed.
  mutating func bytes(showing screen: Screen, in window: Size) -> String {
    let old = shown?.size == screen.size ? shown : nil
    var out = ""
    for row in 0..<min(screen.size.rows, window.rows) {
      if let old, screen.links == old.links, screen.hasSameRow(row, as: old) { continue }
      write(row, of: screen, over: old, in: window, to: &out)
    }
    if !out.isEmpty { out += styles.setHyperlink(nil) }
    if let cursor = screen.cursor, cursor != old?.cursor || !out.isEmpty, cursor.row < window.rows,
      cursor.column < window.columns
    {
      out += StyleWriter.sequence("cup", max(0, cursor.row), max(0, cursor.column)) ?? ""
    }
    if screen.isCursorVisible != isCursorVisible {
      out += StyleWriter.sequence(screen.isCursorVisible ? "cnorm" : "civis") ?? ""
      isCursorVisible = screen.isCursorVisible
    }
    shown = screen
    return out
  }

  /// Unchanged cells up to so many between changed ones are written again, since going over them takes as many bytes.
  private static let maxGap = 4

  /// Writes the cells of a row that differ from those on the terminal; all when these are not known.
  private mutating func write(
    _ row: Int, of screen: Screen, over old: Screen?, in window: Size, to out: inout String
  ) {
    let start = row * screen.size.columns
    let columns = min(screen.size.columns, window.columns)
    // Where the next character goes; nil when that is not known.
    var place: Int?
    // Most cells look like the one before.
    var last = (style: Style(), ink: styles.ink(of: Style()))
    for column in 0..<columns {
      let index = start + column
      if let old, screen.hasSameLooks(at: index, as: old),
        address(at: index, of: screen) == address(at: index, of: old)
      {
        continue
      }
      // The second half of a wide character is written with the first.
      guard !screen.cells[index].text.isEmpty else { continue }
      var from = column
      if let known = place, column - known <= Self.maxGap {
        from = known
      } else {
        out += StyleWriter.sequence("cup", row, column) ?? ""
      }
      for next in from...column where !screen.cells[start + next].text.isEmpty {
        let cell = screen.cells[start + next]
        let end = next + (screen.isWide(at: start + next) ? 2 : 1)
        // A character in the last cell may scroll the screen.
        if end > columns
          || traits.lastCellScrolls && row == window.rows - 1 && end >= window.columns
        {
          return
        }
        if cell.style != last.style { last = (cell.style, styles.ink(of: cell.style)) }
        out += styles.select(last.ink)
        out += styles.setHyperlink(address(at: start + next, of: screen))
        if cell.text.utf8.count == 1 {
          out += cell.text
        } else {
          CellText(cell.text, isUnicode: traits.isUnicode).write(to: &out)
        }
        place = end < window.columns ? end : nil
      }
    }
  }

  private func address(at index: Int, of screen: Screen) -> String? {
    let link = Int(screen.cells[index].link)
    guard traits.takesLinks, link > 0, case .address(let url) = screen.links[link - 1] else {
      return nil
    }
    return Hyperlink.address(url)
  }
}

extension Screen {
  /// Whether the character of a cell takes the next one, too.
  fileprivate func isWide(at index: Int) -> Bool {
    (index + 1) % size.columns != 0 && cells[index + 1].text.isEmpty
  }
}

/// How frames are written on a terminal.
struct TerminalTraits {
  let isUnicode: Bool
  /// Whether it takes links; older ones print them.
  let takesLinks: Bool
  let lastCellScrolls: Bool

  init(isUnicode: Bool, takesLinks: Bool) {
    self.isUnicode = isUnicode
    self.takesLinks = takesLinks
    lastCellScrolls = luego_flag("am") && !luego_flag("xenl")
  }
}
