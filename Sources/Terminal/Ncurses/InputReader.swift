import CNcurses
import Glibc

/// Makes keys, clicks, pastes and reports of what comes from the terminal.
///
/// Curses knows the keys of the terminal's description. Everything else that begins with an escape
/// character is taken apart here (ECMA-48 control sequences, xterm's mouse, paste and color reports), so
/// that a sequence is one unit, in however many pieces it comes after the first two characters; for those curses waits.
package struct InputReader {
  package init() {}

  package struct Input: Equatable {
    package var events: [InputEvent] = []
    package var isBackgroundDark: Bool?
    package var showsPixels = false
    /// Whether the terminal said what it is: the answer to the last question asked.
    var hasIdentified = false
  }

  /// The longest paste that is taken, in Unicode scalars: more than any line takes, so that what was cut goes nowhere.
  package static let maxPasteSize = 1 << 20
  /// Milliseconds after which a key is taken as one, although a sequence before it has not ended.
  ///
  /// The end of a string of the terminal counts as such however late it comes: replies come late over
  /// slow lines, and their text must never be taken for keys.
  package static let maxGap = 1000
  /// A paste that stands still for this many milliseconds is over.
  package static let maxPause = 2000
  /// Two clicks on a cell within this many milliseconds are a double click.
  package static let doubleClick = 350
  /// The most tokens that are kept of a sequence that has not ended, and of a report.
  private static let maxLength = 256

  /// The beginning of a sequence that has not ended.
  private var pending: [InputToken] = []
  private var paste: String?
  /// Characters of it; counting them would take as long as reading them.
  private var pasteCount = 0
  private var lastTime = 0
  private var lastPress: (point: Point, milliseconds: Int)?

  /// Takes what was read at a time of a clock that never goes back, in milliseconds.
  package mutating func take(_ tokens: [InputToken], milliseconds now: Int) -> Input {
    var input = Input()
    guard !tokens.isEmpty else { return input }
    if now - lastTime > Self.maxGap, !tokens.contains(where: \.endsString) { pending = [] }
    if now - lastTime > Self.maxPause { endPaste(&input) }
    lastTime = now
    var rest = (pending + tokens)[...]
    pending = []
    while !rest.isEmpty {
      guard let count = takeFirst(rest, &input) else {
        // The last may begin the end of a string.
        pending =
          rest.count <= Self.maxLength
          ? Array(rest) : rest.prefix(Self.maxLength - 1) + rest.suffix(1)
        break
      }
      rest = rest.dropFirst(count)
    }
    return input
  }

  /// Takes the first of some tokens, or the sequence that it begins.
  ///
  /// - Returns: how many tokens those are; nil where the sequence has not ended.
  private mutating func takeFirst(
    _ tokens: ArraySlice<InputToken>, _ input: inout Input
  ) -> Int? {
    switch tokens.first {
    case .scalar(0x1b): return takeEscape(tokens, &input)
    case .scalar(let value): takeCharacter(value, [], &input)
    case .code(let code):
      if paste == nil, let key = Key(code: code) { input.events.append(.key(key)) }
    case nil: break
    }
    return 1
  }

  /// The characters behind ESC that begin a string of the terminal: DCS, SOS, OSC, PM and APC.
  private static let strings: [UInt32] = [0x50, 0x58, 0x5d, 0x5e, 0x5f]

  /// Tells the escape key, a key with alt, and the beginning of a sequence apart by what has come with it.
  private mutating func takeEscape(
    _ tokens: ArraySlice<InputToken>, _ input: inout Input
  ) -> Int? {
    let isInPaste = paste != nil
    let hasMore = tokens.count > 2
    switch tokens.dropFirst().first {
    case nil where isInPaste: return nil
    case .scalar(0x5b) where hasMore || isInPaste: return takeControl(tokens, &input)
    case .some where isInPaste: return 1
    case nil:
      input.events.append(.key(Key(.escape)))
      return 1
    // Of a person's keys these would hardly come together with the next.
    case .scalar(let value) where hasMore && Self.strings.contains(value):
      return takeString(tokens, endsAtBell: value == 0x5d, &input)
    case .scalar(0x4f) where hasMore:
      if case .scalar(let value)? = tokens.dropFirst(2).first, let key = Key(applicationKey: value)
      {
        input.events.append(.key(key))
        return 3
      }
      takeCharacter(0x4f, .alt, &input)
    case .scalar(0x1b):
      input.events.append(.key(Key(.escape)))
      return 1
    case .code(let code):
      if let key = Key(code: code) {
        input.events.append(.key(Key(key.code, key.modifiers.union(.alt))))
      }
    case .scalar(let value): takeCharacter(value, .alt, &input)
    }
    return 2
  }

  private mutating func takeCharacter(
    _ value: UInt32, _ modifiers: Key.Modifiers, _ input: inout Input
  ) {
    guard let scalar = Unicode.Scalar(value) else { return }
    guard paste != nil else {
      if let key = Key(scalar: scalar, modifiers) { input.events.append(.key(key)) }
      return
    }
    let isKept = [0x09, 0x0a, 0x0d].contains(value) || Character(scalar).printable != nil
    guard pasteCount < Self.maxPasteSize, isKept else { return }
    paste?.unicodeScalars.append(scalar)
    pasteCount += 1
  }

  private mutating func endPaste(_ input: inout Input) {
    guard let text = paste else { return }
    paste = nil
    // Terminals send line ends as carriage returns.
    var lines = ""
    for character in text {
      lines.append(character == "\r" || character == "\r\n" ? "\n" : character)
    }
    input.events.append(.paste(lines))
  }

  // MARK: Sequences

  private mutating func takeControl(
    _ tokens: ArraySlice<InputToken>, _ input: inout Input
  ) -> Int? {
    var text = ""
    for index in tokens.indices.dropFirst(2) {
      let count = index - tokens.startIndex
      // Where the sequence broke off, this is something new.
      guard case .scalar(let value) = tokens[index], (0x20...0x7e).contains(value),
        let scalar = Unicode.Scalar(value)
      else { return count }
      if value < 0x40 {
        text.unicodeScalars.append(scalar)
      } else if text.isEmpty, scalar == "M", paste == nil {
        let bytes = tokens[index...].dropFirst().prefix(3)
        takeOldMouse(bytes, &input)
        return bytes.count == 3 ? count + 4 : nil
      } else {
        takeControl(text, scalar, &input)
        return count + 1
      }
    }
    return nil
  }

  private mutating func takeControl(
    _ text: String, _ final: Unicode.Scalar, _ input: inout Input
  ) {
    switch (text, final) {
    case ("200", "~") where paste == nil:
      paste = ""
      pasteCount = 0
    case ("201", "~"): endPaste(&input)
    case _ where paste != nil: break
    case (_, "c") where text.hasPrefix("?"): input.hasIdentified = true
    case (_, "M") where text.hasPrefix("<"), (_, "m") where text.hasPrefix("<"):
      let numbers = text.dropFirst().split(separator: ";").map { Int($0) ?? 0 }
      guard numbers.count == 3 else { return }
      takeMouse(numbers[0], column: numbers[1], row: numbers[2], isUp: final == "m", &input)
    default: if let key = Key(parameters: text, final: final) { input.events.append(.key(key)) }
    }
  }

  /// Takes a string of the terminal, of which only OSC ends at BEL.
  private mutating func takeString(
    _ tokens: ArraySlice<InputToken>, endsAtBell: Bool, _ input: inout Input
  ) -> Int? {
    var text = ""
    for index in tokens.indices.dropFirst(2) {
      // Curses takes control characters in it for keys.
      guard case .scalar(let value) = tokens[index] else { continue }
      let count = index - tokens.startIndex
      if value == 0x07 && endsAtBell {
        takeReport(text, &input)
        return count + 1
      }
      if value == 0x1b {
        guard let next = tokens[index...].dropFirst().first else { return nil }
        // Where the string was cut off, this escape character begins something else.
        guard next == .scalar(0x5c) else { return count }
        takeReport(text, &input)
        return count + 2
      }
      if count < Self.maxLength, let scalar = Unicode.Scalar(value) {
        text.unicodeScalars.append(scalar)
      }
    }
    return nil
  }

  private func takeReport(_ text: String, _ input: inout Input) {
    if text == "Gi=31;OK" { input.showsPixels = true }
    guard text.hasPrefix("11;"), let isDark = Self.isDark(String(text.dropFirst(3))) else { return }
    input.isBackgroundDark = isDark
  }

  /// Reads `rgb:RRRR/GGGG/BBBB`, with one to four digits each.
  static func isDark(_ report: String) -> Bool? {
    guard report.hasPrefix("rgb:") || report.hasPrefix("rgba:") else { return nil }
    let parts = report.drop { $0 != ":" }.dropFirst().split(separator: "/").map { part -> Double? in
      guard (1...4).contains(part.count), part.allSatisfy(\.isHexDigit),
        let value = Int(part, radix: 16)
      else { return nil }
      return Double(value) / Double((1 << (4 * part.count)) - 1)
    }
    guard parts.count >= 3, let r = parts[0], let g = parts[1], let b = parts[2] else { return nil }
    return 0.2126 * r + 0.7152 * g + 0.0722 * b < 0.5
  }

  // MARK: Mouse

  private mutating func takeOldMouse(_ bytes: ArraySlice<InputToken>, _ input: inout Input) {
    let numbers = bytes.map { if case .scalar(let value) = $0 { Int(value) - 32 } else { 0 } }
    guard numbers.count == 3 else { return }
    takeMouse(
      numbers[0], column: numbers[1], row: numbers[2],
      isUp: numbers[0] & 3 == 3 && numbers[0] & 64 == 0, &input)
  }

  /// Takes xterm's bits (button, 4 shift, 8 alt, 16 control, 32 motion, 64 wheel) at a cell counted from 1.
  private mutating func takeMouse(
    _ bits: Int, column: Int, row: Int, isUp: Bool, _ input: inout Input
  ) {
    guard bits >= 0, (1...0x7fff).contains(column), (1...0x7fff).contains(row) else { return }
    let point = Point(column: column - 1, row: row - 1)
    let kind: MouseEvent.Kind
    // The old form does not say which button was let go; other buttons mean nothing here.
    guard bits & 64 != 0 || bits & 3 == 0 || bits & 3 == 3 && isUp else { return }
    if bits & 64 != 0 {
      guard !isUp, bits & 3 < 2 else { return }
      kind = bits & 1 == 0 ? .wheelUp : .wheelDown
    } else if isUp {
      kind = .release
    } else if bits & 32 != 0 {
      kind = .drag
      lastPress = nil
    } else {
      let isAgain =
        lastPress.map { $0.point == point && lastTime - $0.milliseconds <= Self.doubleClick }
        ?? false
      kind = isAgain ? .doubleClick : .press
      lastPress = isAgain ? nil : (point, lastTime)
    }
    input.events.append(.mouse(MouseEvent(kind, at: point)))
  }
}

/// A key that curses knows from its description of the terminal, or a character.
package enum InputToken: Equatable {
  case code(Int32)
  case scalar(UInt32)

  /// Whether it ends a string of the terminal, alone or behind an escape character.
  var endsString: Bool { self == .scalar(0x07) || self == .scalar(0x5c) }

  /// Takes everything that curses has, without waiting, and the bytes so far of a character that has not come whole;
  /// reading fails always when the terminal belongs to others.
  static func readAll(_ partial: inout mbstate_t) -> (tokens: [InputToken], hasFailed: Bool) {
    var tokens: [InputToken] = []
    var value: UInt32 = 0
    while tokens.count < maxCount {
      let result = luego_read(&value, &partial)
      switch result {
      case 0: tokens.append(.scalar(value))
      case 1: tokens.append(.code(Int32(truncatingIfNeeded: value)))
      default: return (tokens, result == -2)
      }
    }
    return (tokens, false)
  }

  /// The rest waits for the next reading, so that a flood cannot hold up the screen.
  private static let maxCount = 1 << 16
}
