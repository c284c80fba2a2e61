import CNcurses
import Glibc
import TerminalKit

/// Reads what curses has and makes keys, clicks, pastes and reports of it.
struct InputReader {
  /// What one reading gave.
  struct Input {
    var events: [InputEvent] = []
    /// The terminal's report of its background.
    var isBackgroundDark: Bool?
  }

  /// Key codes of our own for sequences that curses does not know.
  private static let pasteBegins = Int32(LUEGO_KEY_MAX) + 1
  private static let pasteEnds = pasteBegins + 1
  private static let backgroundReport = pasteBegins + 2

  /// The longest paste that is taken, in characters.
  private static let longestPaste = 1 << 20
  /// The longest report that is waited for, in characters.
  private static let longestReport = 64
  /// Two clicks on a cell within this many milliseconds are a double click.
  private static let doubleClick = 350

  private var paste: String?
  private var report: String?
  private var lastPress: (point: Point, milliseconds: Int)?

  /// Tells curses the sequences that it does not know.
  static func defineKeys() {
    define_key("\u{1b}[200~", pasteBegins)
    define_key("\u{1b}[201~", pasteEnds)
    define_key("\u{1b}]11;", backgroundReport)
  }

  /// Reads until there is nothing more.
  mutating func read() -> Input {
    var input = Input()
    var value: UInt32 = 0
    while true {
      let kind = luego_read(&value)
      guard kind >= 0 else { return input }
      if kind == 1 { takeCode(Int32(value), &input) } else { take(value, &input) }
    }
  }

  private mutating func takeCode(_ code: Int32, _ input: inout Input) {
    switch code {
    case Self.pasteBegins: paste = ""
    case Self.pasteEnds:
      if let text = paste { input.events.append(.paste(text)) }
      paste = nil
    case Self.backgroundReport: report = ""
    case Int32(LUEGO_KEY_MOUSE): takeMouse(&input)
    default: if let key = Self.key(code: code), paste == nil { input.events.append(.key(key)) }
    }
  }

  private mutating func take(_ value: UInt32, _ input: inout Input) {
    guard let scalar = Unicode.Scalar(value) else { return }
    if let begun = report {
      takeReport(begun, scalar, &input)
    } else if let begun = paste {
      if begun.unicodeScalars.count < Self.longestPaste {
        paste?.unicodeScalars.append(scalar == "\r" ? "\n" : scalar)
      }
    } else {
      input.events.append(.key(Self.key(scalar)))
    }
  }

  private mutating func takeReport(_ begun: String, _ scalar: Unicode.Scalar, _ input: inout Input)
  {
    if scalar.value == 0x07 || scalar == "\\" || begun.count > Self.longestReport {
      input.isBackgroundDark = Self.isDark(begun)
      report = nil
    } else if scalar.value != 0x1b {
      report?.unicodeScalars.append(scalar)
    }
  }

  /// Reads `rgb:RRRR/GGGG/BBBB`, with one to four digits each.
  static func isDark(_ report: String) -> Bool? {
    guard report.hasPrefix("rgb:") else { return nil }
    let parts = report.dropFirst(4).split(separator: "/").map { part -> Double? in
      guard (1...4).contains(part.count), let value = Int(part, radix: 16) else { return nil }
      return Double(value) / Double((1 << (4 * part.count)) - 1)
    }
    guard parts.count == 3, let r = parts[0], let g = parts[1], let b = parts[2] else { return nil }
    return 0.2126 * r + 0.7152 * g + 0.0722 * b < 0.5
  }

  private mutating func takeMouse(_ input: inout Input) {
    var column: Int32 = 0
    var row: Int32 = 0
    let what = luego_mouse(&column, &row)
    let point = Point(column: Int(column), row: Int(row))
    switch what {
    case 1:
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      let now = time.tv_sec * 1000 + time.tv_nsec / 1_000_000
      let isDouble =
        lastPress.map { $0.point == point && now - $0.milliseconds <= Self.doubleClick } ?? false
      lastPress = isDouble ? nil : (point, now)
      input.events.append(.mouse(MouseEvent(isDouble ? .doubleClick : .press, at: point)))
    case 2: input.events.append(.mouse(MouseEvent(.release, at: point)))
    case 3: input.events.append(.mouse(MouseEvent(.wheelUp, at: point)))
    case 4: input.events.append(.mouse(MouseEvent(.wheelDown, at: point)))
    default: break
    }
  }

  // MARK: Keys

  private static func key(_ scalar: Unicode.Scalar) -> Key {
    switch scalar.value {
    case 0x0d, 0x0a: Key(.enter)
    case 0x09: Key(.tab)
    case 0x1b: Key(.escape)
    case 0x7f, 0x08: Key(.backspace)
    case 0: Key(.character(" "), .control)
    case 1...26:
      Key(.character(Character(Unicode.Scalar(UInt8(scalar.value) + 0x60))), .control)
    case 0x1c...0x1f:
      Key(.character(Character(Unicode.Scalar(UInt8(scalar.value) + 0x40))), .control)
    default: Key(.character(Character(scalar)))
    }
  }

  private static let codes: [(code: Int, key: Key)] = [
    (LUEGO_KEY_UP, Key(.up)), (LUEGO_KEY_DOWN, Key(.down)),
    (LUEGO_KEY_LEFT, Key(.left)), (LUEGO_KEY_RIGHT, Key(.right)),
    (LUEGO_KEY_HOME, Key(.home)), (LUEGO_KEY_END, Key(.end)),
    (LUEGO_KEY_PPAGE, Key(.pageUp)), (LUEGO_KEY_NPAGE, Key(.pageDown)),
    (LUEGO_KEY_DC, Key(.delete)), (LUEGO_KEY_IC, Key(.insert)),
    (LUEGO_KEY_BTAB, Key(.tab, .shift)), (LUEGO_KEY_ENTER, Key(.enter)),
    (LUEGO_KEY_BACKSPACE, Key(.backspace)),
  ]

  private static func key(code: Int32) -> Key? {
    if let found = codes.first(where: { Int32($0.code) == code }) { return found.key }
    let function = code - Int32(LUEGO_KEY_F0)
    return (1...24).contains(function) ? Key(.function(Int(function))) : nil
  }
}
