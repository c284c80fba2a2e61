import Terminal

/// The screen that results from output, for the part of ECMA-48 that the terminal descriptions of xterm,
/// tmux, Linux and the VT100 use.
struct VirtualScreen {
  private(set) var rows: [[String]]
  private var row = 0
  private var column = 0
  private var link = ""
  private var look = Look()
  /// The appearance of each cell, however it was produced.
  private(set) var looks: [[Look]]

  /// Attributes and colors in effect.
  struct Look: Equatable {
    private var attributes: Set<Int> = []
    private var foreground: [Int] = []
    private var background: [Int] = []

    var hasColor: Bool { !foreground.isEmpty || !background.isEmpty }

    mutating func take(_ parameters: String) {
      var numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map {
        Int($0) ?? 0
      }[...]
      while let number = numbers.popFirst() {
        switch number {
        case 0: self = Look()
        case 38, 48:
          let rest = Array(numbers.prefix(numbers.first == 2 ? 4 : 2))
          numbers = numbers.dropFirst(rest.count)
          if number == 38 { foreground = rest } else { background = rest }
        case 30...37, 90...97: foreground = [number % 10 + (number >= 90 ? 8 : 0)]
        case 40...47, 100...107: background = [number % 10 + (number >= 100 ? 8 : 0)]
        case 39: foreground = []
        case 49: background = []
        case 21...29: attributes.remove(number - 20)
        default: attributes.insert(number)
        }
      }
    }
  }
  /// The link target of each cell.
  private(set) var links: [[String]]
  /// Unrecognized sequences.
  private(set) var unknown: [String] = []

  init(columns: Int, rows count: Int) {
    rows = Array(repeating: Array(repeating: " ", count: columns), count: count)
    links = Array(repeating: Array(repeating: "", count: columns), count: count)
    looks = Array(repeating: Array(repeating: Look(), count: columns), count: count)
  }

  /// The rows as text, without trailing spaces.
  var textRows: [String] {
    rows.map { row in
      var text = row.joined()
      while text.last == " " { text.removeLast() }
      return text
    }
  }

  mutating func take(_ bytes: [UInt8]) {
    var rest = String(decoding: bytes, as: UTF8.self).unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar.value {
      case 0x1b: takeEscape(&rest)
      case 0x0d: column = 0
      case 0x0a: row = min(row + 1, rows.count - 1)
      case 0x08: column = max(0, column - 1)
      case 0..<0x20: break
      default: put(scalar)
      }
    }
  }

  private mutating func takeEscape(_ rest: inout Substring.UnicodeScalarView) {
    guard let kind = rest.popFirst() else { return }
    switch kind {
    case "[":
      var parameters = ""
      while let next = rest.popFirst() {
        if next.value >= 0x40 { return takeControl(parameters, next) }
        parameters.unicodeScalars.append(next)
      }
    case "]":
      var text = ""
      while let next = rest.popFirst(), next.value != 7 {
        if next.value == 0x1b {
          _ = rest.popFirst()
          break
        }
        text.unicodeScalars.append(next)
      }
      if text.hasPrefix("8;") {
        link = text.split(separator: ";", omittingEmptySubsequences: false).dropFirst(2).joined(
          separator: ";")
      }
    case "(", ")": _ = rest.popFirst()
    case "=", ">": break
    default: unknown.append(String(kind))
    }
  }

  private mutating func takeControl(_ parameters: String, _ final: Unicode.Scalar) {
    let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map {
      Int($0) ?? 0
    }
    let first = numbers.first ?? 0
    let width = rows[0].count
    switch final {
    case "H":
      row = max(1, first) - 1
      column = max(1, numbers.count > 1 ? numbers[1] : 1) - 1
    case "J":
      erase(row, first == 1 ? 0..<min(column + 1, width) : first == 2 ? 0..<width : column..<width)
      let others =
        first == 1 ? 0..<row : first == 2 ? 0..<rows.count : (row + 1)..<max(row + 1, rows.count)
      for other in others { erase(other, 0..<width) }
    case "K": erase(row, first == 1 ? 0..<(column + 1) : first == 2 ? 0..<width : column..<width)
    case "m": look.take(parameters)
    // Curses first sets a scrolling region of all rows, which is the same as none.
    case "r" where numbers.isEmpty || numbers == [1, rows.count]: (row, column) = (0, 0)
    case "h", "l", "c", "t", "p": break
    default: unknown.append(parameters + String(final))
    }
  }

  private mutating func erase(_ row: Int, _ columns: Range<Int>) {
    for column in columns {
      rows[row][column] = " "
      links[row][column] = ""
    }
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    let width = scalar.columnWidth
    if width == 0 {
      var before = max(0, column - 1)
      if rows[row][before].isEmpty, before > 0 { before -= 1 }
      rows[row][before].unicodeScalars.append(scalar)
      return
    }
    if column + width > rows[0].count {
      column = 0
      row = min(row + 1, rows.count - 1)
    }
    rows[row][column] = String(scalar)
    links[row][column] = link
    looks[row][column] = look
    if width == 2 { rows[row][column + 1] = "" }
    column += width
  }
}
