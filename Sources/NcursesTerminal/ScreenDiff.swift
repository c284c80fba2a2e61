import TerminalKit

/// One way to turn what is on the terminal into a frame, as bytes.
///
/// Text is written color after color and not row after row: setting a color takes more bytes than going to
/// a place. A frame over nothing is written from top to bottom.
struct ScreenDiff {
  /// What was written so far.
  private(set) var out = ""
  /// With what.
  private(set) var styles: StyleWriter
  private let traits: TerminalTraits
  private let window: Size
  /// Where the next character would go; nil when that is not known.
  private var place: Point?

  init(traits: TerminalTraits, styles: StyleWriter, window: Size) {
    self.traits = traits
    self.styles = styles
    self.window = window
  }

  /// Cells of a row that are written together.
  fileprivate struct Run {
    var row: Int
    var columns: Range<Int>
    var ink: Ink
    var address: String?
    /// Nothing but blanks, whose foreground does not matter.
    var isBlank: Bool
    /// They are blank to the end of the row, and erased.
    var erases = false
  }

  /// Unchanged cells up to so many between changed ones are written again, since going over them takes as
  /// many bytes.
  private static let maxGap = 4
  /// Fewer blanks than this are written and not erased.
  private static let minErased = 6

  // MARK: Drawing

  /// Writes what differs from what is on the terminal; everything when that is not known.
  mutating func draw(_ screen: Screen, over old: Screen?) {
    var runs: [Run] = []
    let leadsAlike = old?.links == screen.links
    for row in 0..<min(screen.size.rows, window.rows) {
      if let old, leadsAlike, screen.hasSameRow(row, as: old) { continue }
      collect(row, of: screen, over: old, leadsAlike: leadsAlike, &runs)
    }
    for run in old == nil ? runs : grouped(runs) { write(run, of: screen) }
    if !out.isEmpty { out += styles.lead(to: nil) }
  }

  /// Goes to a place, by the shortest way.
  mutating func move(to point: Point) {
    guard place != point else { return }
    let far = StyleWriter.sequence("cup", point.row, point.column) ?? ""
    if let place, place.row == point.row, place.column < point.column,
      let near = StyleWriter.sequence("cuf", point.column - place.column),
      near.utf8.count < far.utf8.count
    {
      out += near
    } else {
      out += far
    }
    place = point
  }

  private func collect(
    _ row: Int,
    of screen: Screen,
    over old: Screen?,
    leadsAlike: Bool,
    _ runs: inout [Run]
  ) {
    let columns = min(screen.size.columns, window.columns)
    let start = row * screen.size.columns
    let tail = columns == screen.size.columns ? tail(row, of: screen) : nil
    // Most cells look like the one before.
    var last: (style: Style, link: UInt16, ink: Ink)?
    for column in 0..<columns {
      let index = start + column
      if let old, screen.hasSameLooks(at: index, as: old),
        leadsAlike && screen.cells[index].link == old.cells[index].link
          || address(at: index, of: screen) == address(at: index, of: old)
      {
        continue
      }
      let cell = screen.cells[index]
      if let tail, column >= tail {
        let ink = styles.ink(of: cell.style)
        runs.append(
          Run(row: row, columns: column..<columns, ink: ink, isBlank: true, erases: true)
        )
        return
      }
      // The second half of a wide character is written with the first.
      guard !cell.text.isEmpty else { continue }
      let end = column + (screen.isWide(at: index) ? 2 : 1)
      if end > columns { continue }
      if traits.lastCellScrolls, row == window.rows - 1, end >= window.columns { continue }
      let isBlank = cell.text == " "
      let ink =
        last?.style == cell.style
        ? last?.ink ?? styles.ink(of: cell.style) : styles.ink(of: cell.style)
      let latest = runs.count - 1
      if last?.link == cell.link, latest >= 0, runs[latest].columns.upperBound == column,
        runs[latest].row == row, runs[latest].ink == ink
      {
        runs[latest].columns = runs[latest].columns.lowerBound..<end
        if !isBlank { runs[latest].isBlank = false }
        last = (cell.style, cell.link, ink)
        continue
      }
      last = (cell.style, cell.link, ink)
      let run = Run(
        row: row,
        columns: column..<end,
        ink: ink,
        address: address(at: start + column, of: screen),
        isBlank: isBlank
      )
      if let last = runs.indices.last, let joined = join(runs[last], run, screen) {
        runs[last] = joined
      } else {
        runs.append(run)
      }
    }
  }

  /// Two runs as one, with what is between them; nil where they differ.
  private func join(_ first: Run, _ second: Run, _ screen: Screen) -> Run? {
    let gap = second.columns.lowerBound - first.columns.upperBound
    guard first.row == second.row, first.address == second.address, !first.erases,
      gap <= Self.maxGap
    else { return nil }
    var joined = first
    for column in first.columns.upperBound..<second.columns.lowerBound {
      let index = first.row * screen.size.columns + column
      let cell = screen.cells[index]
      guard address(at: index, of: screen) == first.address,
        joined.takes(styles.ink(of: cell.style), isBlank: cell.text == " ")
      else { return nil }
    }
    guard joined.takes(second.ink, isBlank: second.isBlank) else { return nil }
    joined.columns = first.columns.lowerBound..<second.columns.upperBound
    return joined
  }

  /// Runs of one ink after another, that in effect first.
  private func grouped(_ runs: [Run]) -> [Run] {
    // A picture has nearly as many inks as cells, so that none is looked for among all.
    var order: [Ink] = []
    var groups: [Ink: [Run]] = [:]
    var grounds: [Color: Ink] = [:]
    func add(_ ink: Ink) {
      guard groups[ink] == nil else { return }
      groups[ink] = []
      order.append(ink)
      if let ground = ink.ground, grounds[ground] == nil { grounds[ground] = ink }
    }
    if let current = styles.current { add(current) }
    for run in runs where !run.isBlank { add(run.ink) }
    for run in runs {
      var run = run
      // Blanks go with whatever has their ground.
      if run.isBlank, let ink = run.ink.ground.flatMap({ grounds[$0] }) { run.ink = ink }
      add(run.ink)
      groups[run.ink]?.append(run)
    }
    return order.flatMap { groups[$0] ?? [] }
  }

  private mutating func write(_ run: Run, of screen: Screen) {
    move(to: Point(column: run.columns.lowerBound, row: run.row))
    out += styles.select(run.ink) + styles.lead(to: run.address)
    if run.erases {
      out += traits.eraseToEnd ?? ""
      return
    }
    for column in run.columns {
      let text = screen.cells[run.row * screen.size.columns + column].text
      guard !text.isEmpty else { continue }
      if text.utf8.count == 1 {
        // ASCII, which needs no measuring.
        out += text
      } else {
        CellText(text, isUnicode: traits.isUnicode).write(to: &out)
      }
    }
    let end = run.columns.upperBound
    place = end < window.columns ? Point(column: end, row: run.row) : nil
  }

  /// The first column from where on a row is blank in one style and can be erased; nil where writing it
  /// would be shorter, or the terminal would give it another look than blanks have.
  private func tail(_ row: Int, of screen: Screen) -> Int? {
    let end = (row + 1) * screen.size.columns
    guard traits.eraseToEnd != nil, end > 0, screen.cells[end - 1].text == " " else { return nil }
    let last = screen.cells[end - 1]
    guard last.link == 0, styles.erases(last.style, withColor: traits.erasesWithColor) else {
      return nil
    }
    var index = end - 1
    while index > row * screen.size.columns, screen.cells[index - 1] == last { index -= 1 }
    return end - index >= Self.minErased ? index - row * screen.size.columns : nil
  }

  /// Where a cell leads, as far as the terminal is to be told.
  private func address(at index: Int, of screen: Screen) -> String? {
    let link = Int(screen.cells[index].link)
    guard traits.takesLinks, link > 0, link <= screen.links.count else { return nil }
    return Hyperlink.address(screen.links[link - 1])
  }

  // MARK: Scrolling

  /// Moves rows that are on the terminal already.
  ///
  /// - Returns: false where the terminal cannot do that.
  mutating func scroll(_ scroll: Scroll) -> Bool {
    let rect = scroll.rect
    guard let region = StyleWriter.sequence("csr", rect.row, rect.endRow - 1),
      let whole = StyleWriter.sequence("csr", 0, window.rows - 1)
    else { return false }
    let count = abs(scroll.rows)
    let isUp = scroll.rows > 0
    let isPart = rect.columns < window.columns
    out += styles.clear()
    if isPart {
      out += ControlSequence.marginsOn
      out += ControlSequence.margins(left: rect.column, right: rect.endColumn - 1)
    }
    out += region
    if let all = StyleWriter.sequence(isUp ? "indn" : "rin", count) {
      out += all
    } else {
      move(to: Point(column: rect.column, row: isUp ? rect.endRow - 1 : rect.row))
      out += String(repeating: StyleWriter.sequence(isUp ? "ind" : "ri") ?? "", count: count)
    }
    out += whole
    if isPart { out += ControlSequence.marginsOff }
    place = nil
    return true
  }
}

extension ScreenDiff.Run {
  /// Takes a cell of an ink, if it can be written with the same one.
  fileprivate mutating func takes(_ other: Ink, isBlank otherIsBlank: Bool) -> Bool {
    if ink == other {
      isBlank = isBlank && otherIsBlank
    } else if otherIsBlank, ink.hasGround(of: other) {
      return true
    } else if isBlank, other.hasGround(of: ink) {
      ink = other
      isBlank = false
    } else {
      return false
    }
    return true
  }
}

extension Screen {
  /// Whether the character of a cell takes the next one, too.
  fileprivate func isWide(at index: Int) -> Bool {
    (index + 1) % size.columns != 0 && cells[index + 1].text.isEmpty
  }
}
