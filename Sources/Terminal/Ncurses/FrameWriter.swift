import CNcurses

/// Encodes frames as bytes: for each row the part that differs from the last frame.
///
/// Bypasses curses, which knows neither links nor colors beyond the terminal's description.
struct FrameWriter {
  let depth: ColorDepth
  var theme: Theme { didSet { shown = nil } }
  private let isUnicode: Bool
  /// Whether the terminal takes links (OSC 8); old ones print the sequence.
  private let takesLinks: Bool
  private let attributes: Attributes
  private let lastCellScrolls: Bool
  /// The frame on the terminal; nil if unknown.
  private var shown: Screen?
  private var isCursorVisible: Bool?
  /// In effect for the next character.
  private var ink: Ink?
  private var address: String?

  /// Reads the current terminal description; `COLORTERM` is not believed for a terminal without any
  /// color.
  init(theme: Theme, hasColor: Bool, claimsFullColor: Bool, isUnicode: Bool, takesLinks: Bool) {
    self.theme = theme
    self.isUnicode = isUnicode
    self.takesLinks = takesLinks
    let count = hasColor && luego_string("setaf") != nil ? Int(luego_number("colors")) : 0
    let isFull = claimsFullColor || luego_is_direct_color()
    depth = count < 8 ? .none : isFull ? .full : ColorDepth(colors: count)
    let known: [(Attributes, String)] = [
      (.bold, "bold"), (.dim, "dim"), (.italic, "sitm"), (.underline, "smul"), (.reverse, "rev"),
    ]
    // Attributes that take a cell of their own (`xmc`) are not used.
    let takeCells = luego_number("xmc") > 0
    attributes = Attributes(
      known.filter { !takeCells && luego_string($0.1) != nil }.map { $0.0 })
    lastCellScrolls = luego_flag("am") && !luego_flag("xenl")
  }

  /// A capability ready to be written; nil if the terminal lacks it.
  static func sequence(_ name: String, _ first: Int = 0, _ second: Int = 0) -> String? {
    luego_filled(name, Int32(first), Int32(second)).map { String(cString: $0).withoutPadding }
  }

  mutating func forget() {
    shown = nil
    isCursorVisible = nil
    ink = nil
    address = nil
  }

  /// The bytes that show a frame, cut to the window; empty if nothing changed.
  mutating func bytes(showing screen: Screen, in window: Size) -> String {
    let old = shown?.size == screen.size ? shown : nil
    let palette = theme.palette(at: depth)
    var out = ""
    for row in 0..<min(screen.size.rows, window.rows) {
      write(row, of: screen, over: old, in: window, palette, to: &out)
    }
    if !out.isEmpty { out += hyperlink(nil) }
    if let cursor = screen.cursor, cursor != old?.cursor || !out.isEmpty, cursor.row < window.rows,
      cursor.column < window.columns
    {
      out += Self.sequence("cup", max(0, cursor.row), max(0, cursor.column)) ?? ""
    }
    if screen.isCursorVisible != isCursorVisible {
      out += Self.sequence(screen.isCursorVisible ? "cnorm" : "civis") ?? ""
      isCursorVisible = screen.isCursorVisible
    }
    shown = screen
    return out
  }

  /// Writes a row from its first to its last changed cell.
  private mutating func write(
    _ row: Int, of screen: Screen, over old: Screen?, in window: Size, _ palette: Palette,
    to out: inout String
  ) {
    let start = row * screen.size.columns
    let columns = min(screen.size.columns, window.columns)
    func differs(_ column: Int) -> Bool {
      guard let old else { return true }
      let (cell, before) = (screen.cells[start + column], old.cells[start + column])
      return cell.text != before.text || cell.style != before.style
        || address(at: start + column, of: screen) != address(at: start + column, of: old)
    }
    guard var first = (0..<columns).first(where: differs),
      let last = (first..<columns).last(where: differs)
    else { return }
    // The second half of a wide character is written with the first.
    if first > 0, screen.cells[start + first].text.isEmpty { first -= 1 }
    out += Self.sequence("cup", row, first) ?? ""
    var style: Style?
    for column in first...last where !screen.cells[start + column].text.isEmpty {
      let cell = screen.cells[start + column]
      let isWide =
        column + 1 < screen.size.columns && screen.cells[start + column + 1].text.isEmpty
      let end = column + (isWide ? 2 : 1)
      // A character in the last cell may scroll the screen.
      if end > columns || lastCellScrolls && row == window.rows - 1 && end >= window.columns {
        return
      }
      if cell.style != style { out += select(palette.ink(of: cell.style)) }
      style = cell.style
      out += hyperlink(address(at: start + column, of: screen))
      out += cell.text.utf8.count == 1 ? cell.text : cell.text.asCell(isUnicode: isUnicode)
    }
  }

  /// The sequence that switches to an ink, without attributes that the terminal lacks.
  private mutating func select(_ wanted: Ink) -> String {
    var wanted = wanted
    // Few descriptions list strikethrough.
    if wanted.attributes.remove(.strike) != nil { wanted.attributes.insert(.dim) }
    wanted.attributes.formIntersection(attributes)
    guard wanted != ink else { return "" }
    ink = wanted
    return wanted.sequence
  }

  private mutating func hyperlink(_ wanted: String?) -> String {
    guard wanted != address else { return "" }
    address = wanted
    return "\u{1b}]8;;\(wanted ?? "")\u{1b}\\"
  }

  private static let maxAddressLength = 2000

  /// The URL of a cell's link; nil also for one that must not stand in a control sequence.
  private func address(at index: Int, of screen: Screen) -> String? {
    guard takesLinks, case .address(let url)? = screen.cells[index].link,
      url.utf8.count <= Self.maxAddressLength, url.utf8.allSatisfy({ (0x21...0x7e).contains($0) })
    else { return nil }
    return ["http://", "https://", "mailto:"].contains { url.hasPrefix($0) } ? url : nil
  }
}

extension String {
  /// The text reduced to one spacing character and its combining marks, as wide as the cell.
  ///
  /// Sequences whose width differs between terminals are cut or replaced so that columns never
  /// drift: of a joined picture the first part is shown, as many terminals do.
  fileprivate func asCell(isUnicode: Bool) -> String {
    let columns = max(1, displayWidth)
    guard let first = unicodeScalars.first else { return " " }
    let known = Int(luego_width(first.value))
    guard isUnicode, known == columns || known == 1 && columns == 2 else {
      return (isUnicode ? "\u{fffd}" : String(first.nearestASCII)) + (columns == 2 ? " " : "")
    }
    var text = String(first)
    for scalar in unicodeScalars.dropFirst() {
      // Joiners and variation selectors would join or widen the next cell.
      if scalar.value == 0x200d || (0xfe00...0xfe0f).contains(scalar.value) { continue }
      if luego_width(scalar.value) == 0 { text.unicodeScalars.append(scalar) }
    }
    guard known < columns else { return text }
    // Two adjacent letters form a flag where the terminal supports flags.
    let second = unicodeScalars.dropFirst().first { $0.isRegionalIndicator }
    return text + (second.map { String($0) } ?? " ")
  }
}
