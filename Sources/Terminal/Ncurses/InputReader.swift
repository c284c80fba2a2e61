import CNcurses
import Glibc

/// Turns terminal input into keys, clicks, pastes and reports.
///
/// Curses knows the keys of the terminal's description. Everything else that begins with an escape
/// character is parsed here (ECMA-48 control sequences; xterm's mouse, paste and color reports), so
/// that no part of a sequence is ever read as keys, even if the rest comes late.
package struct InputReader {
  package init() {}

  package struct Input: Equatable {
    package var events: [InputEvent] = []
    package var isBackgroundDark: Bool?
    /// Whether the terminal has answered the last question, its kind.
    var hasIdentified = false
  }

  private enum State: Equatable {
    case ground
    /// After an escape character with nothing behind it yet.
    case escape
    /// After `ESC [`: parameters so far.
    case control(String)
    /// Inside a terminal string (OSC, DCS, APC, PM or SOS): its text so far. Only OSC ends at BEL.
    case string(String, endsAtBell: Bool)
    /// After the escape character that ends a string: a backslash must follow.
    case terminator
    /// After `ESC [ M`: the characters still missing of an old-style mouse report.
    case oldMouse(Int)
  }

  /// The longest paste, in Unicode scalars; the rest is dropped.
  ///
  /// More than any input line accepts, so a truncated paste is never inserted.
  package static let maxPasteSize = 1 << 20
  /// Milliseconds after which an unfinished sequence no longer claims the next key.
  ///
  /// The end of a terminal string counts however late it comes: replies can be slow, and their text
  /// must never be read as keys.
  package static let maxGap = 1000
  /// Milliseconds of silence after which a paste is over.
  package static let maxPause = 2000
  /// Milliseconds between the clicks of a double click.
  package static let doubleClick = 350
  /// In characters.
  private static let maxReportLength = 128

  private var state = State.ground
  /// The state after a sequence whose first part was read as a key.
  private var cut: State?
  private var paste: String?
  /// Its length in characters; counting anew each time would be quadratic.
  private var pasteCount = 0
  private var lastTime = 0
  private var lastPress: (point: Point, milliseconds: Int)?

  /// Converts tokens read at `now`, in milliseconds of a monotonic clock.
  ///
  /// `isFirstAlone` says that the first byte came by itself: if it is the escape key, the character
  /// behind it is another key.
  package mutating func take(
    _ tokens: [InputToken], milliseconds now: Int, isFirstAlone: Bool = false
  ) -> Input {
    var input = Input()
    guard !tokens.isEmpty else { return input }
    if isFirstAlone, state == .ground, paste == nil, tokens.count > 1, tokens[0] == .scalar(0x1b),
      !tokens[1].beginsSequence, !Self.isRest(Array(tokens.dropFirst()), of: .escape)
    {
      lastTime = now
      input.events.append(.key(Key(.escape)))
      var rest = take(Array(tokens.dropFirst()), milliseconds: now)
      rest.events = input.events + rest.events
      return rest
    }
    if now - lastTime > Self.maxGap, !isLateRest(tokens) { state = .ground }
    if now - lastTime > Self.maxPause { endPaste(&input) }
    if let cut, state == .ground, now - lastTime <= Self.maxGap, Self.isRest(tokens, of: cut) {
      state = cut
    }
    cut = nil
    lastTime = now
    var index = 0
    while index < tokens.count { index = take(tokens, at: index, &input) }
    return input
  }

  /// Whether late tokens still belong to the unfinished sequence: they end a string, or continue a
  /// control sequence with more than the one character that a person types.
  private func isLateRest(_ tokens: [InputToken]) -> Bool {
    switch state {
    case .string(_, let endsAtBell):
      zip(tokens, tokens.dropFirst()).contains { $0 == .scalar(0x1b) && $1 == .scalar(0x5c) }
        || tokens.contains(.scalar(0x9c)) || endsAtBell && tokens.contains(.scalar(0x07))
    case .terminator: tokens.first == .scalar(0x5c)
    case .control(let text):
      tokens.count == 1
        ? !text.isEmpty && Self.finalsOfReplies.contains(tokens[0])
        : tokens[0].isParameter || !text.isEmpty && tokens[0] == .scalar(0x24)
    case .ground, .escape, .oldMouse: false
    }
  }

  /// Finals of the key sequences without other parameters.
  private static let finalsOfKeys = tokens(of: "ABCDFHIOPQRSZ")

  /// Finals of terminal reports.
  private static let finalsOfReplies = tokens(of: "cnRtuyMm~")

  private static func tokens(of text: String) -> [InputToken] {
    text.unicodeScalars.map { .scalar($0.value) }
  }

  /// Whether tokens continue a report or paste that was cut, rather than being typed keys.
  private static func isRest(_ tokens: [InputToken], of cut: State) -> Bool {
    let isKey = tokens.last.map(finalsOfKeys.contains) ?? false
    guard tokens.count > 1 else { return cut == .control("") && isKey }
    switch (cut, tokens[0]) {
    case (.escape, .scalar(0x5b)), (.escape, .scalar(0x4f)), (.escape, .scalar(0x5d)):
      return tokens.count == 2 ? isKey : tokens[1].isParameter
    case (.escape, .scalar(let kind)): return tokens.count > 2 && isString(kind)
    case (.string, .scalar(let value)): return value >= 0x20
    default: return tokens[0].isParameter
    }
  }

  /// Whether ESC and this character begin a terminal string: DCS, SOS, OSC, PM or APC.
  private static func isString(_ value: UInt32) -> Bool {
    [0x50, 0x58, 0x5d, 0x5e, 0x5f].contains(value)
  }

  /// Consumes one token, or several that belong together, and returns the index of the next.
  private mutating func take(_ tokens: [InputToken], at index: Int, _ input: inout Input) -> Int {
    switch (state, tokens[index]) {
    case (.ground, .scalar(0x1b)): return takeEscape(tokens, at: index, &input)
    // The same as one C1 character.
    case (.ground, .scalar(let value)) where paste == nil && (0x80...0x9f).contains(value):
      if value == 0x9b {
        state = .control("")
      } else if Self.isString(value - 0x40) {
        state = .string("", endsAtBell: value == 0x9d)
      }
    case (.ground, .scalar(let value)): takeCharacter(value, [], &input)
    case (.ground, .code(let code)):
      if paste == nil, let key = Key(code: code) { input.events.append(.key(key)) }
    case (.control(let text), .scalar(let value)) where (0x20...0x7e).contains(value):
      takeControl(text, value, &input)
    case (.string(let text, let endsAtBell), .scalar(let value)):
      if value == 0x9c || value == 0x07 && endsAtBell {
        state = .ground
        takeReport(text, &input)
      } else if value == 0x1b {
        state = .terminator
        takeReport(text, &input)
      } else if text.unicodeScalars.count < Self.maxReportLength, let scalar = Unicode.Scalar(value)
      {
        state = .string(text + String(scalar), endsAtBell: endsAtBell)
      }
    // Curses reads control characters inside the string as keys.
    case (.string, .code): break
    case (.terminator, .scalar(0x5c)): state = .ground
    case (.escape, _), (.terminator, _):
      // The string was cut off, and this escape character begins something else.
      state = .ground
      return takeEscape(tokens, at: index - 1, &input)
    case (.oldMouse(let left), .scalar): state = left > 1 ? .oldMouse(left - 1) : .ground
    default:
      // The sequence broke off.
      state = .ground
      return index
    }
    return index + 1
  }

  /// Tells the escape key, a key with alt, and the start of a sequence apart by what came with it.
  private mutating func takeEscape(
    _ tokens: [InputToken], at index: Int, _ input: inout Input
  ) -> Int {
    let isInPaste = paste != nil
    guard index + 1 < tokens.count else {
      if isInPaste {
        state = .escape
      } else {
        cut = .escape
        input.events.append(.key(Key(.escape)))
      }
      return index + 1
    }
    let hasMore = index + 2 < tokens.count
    if !hasMore, !isInPaste, case .scalar(let value) = tokens[index + 1] {
      if value == 0x5b { cut = .control("") }
      if Self.isString(value) { cut = .string("", endsAtBell: value == 0x5d) }
    }
    switch tokens[index + 1] {
    case .scalar(0x5b) where hasMore || isInPaste: state = .control("")
    // A typed key would hardly come together with the next.
    case .scalar(let value) where Self.isString(value) && hasMore && !isInPaste:
      state = .string("", endsAtBell: value == 0x5d)
    case .scalar(0x4f) where hasMore && !isInPaste:
      if case .scalar(let value) = tokens[index + 2], let key = Key(applicationKey: value) {
        input.events.append(.key(key))
        return index + 3
      }
      takeCharacter(0x4f, .alt, &input)
    case .scalar(0x1b), .code:
      if isInPaste { return index + 1 }
      guard case .code(let code) = tokens[index + 1], let key = Key(code: code) else {
        input.events.append(.key(Key(.escape)))
        return index + 1
      }
      input.events.append(.key(Key(key.code, key.modifiers.union(.alt))))
    case .scalar(let value): if !isInPaste { takeCharacter(value, .alt, &input) }
    }
    return index + 2
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

  private mutating func takeControl(_ text: String, _ value: UInt32, _ input: inout Input) {
    guard value >= 0x40, let final = Unicode.Scalar(value) else {
      if text.utf8.count < Self.maxReportLength, let scalar = Unicode.Scalar(value) {
        state = .control(text + String(scalar))
      }
      return
    }
    state = .ground
    switch (text, final) {
    case ("200", "~") where paste == nil:
      paste = ""
      pasteCount = 0
    case ("201", "~"): endPaste(&input)
    case _ where paste != nil: break
    // The old form; terminals that know no other have no mouse here.
    case ("", "M"): state = .oldMouse(3)
    // Focus in and out.
    case ("", "I"), ("", "O"): break
    case (_, "c") where text.hasPrefix("?"): input.hasIdentified = true
    // A mode report: set or not, the mode is known.
    case (_, "y"): break
    case (_, "M") where text.hasPrefix("<"), (_, "m") where text.hasPrefix("<"):
      let numbers = text.dropFirst().split(separator: ";").map { Int($0) ?? 0 }
      guard numbers.count == 3 else { return }
      takeMouse(numbers[0], column: numbers[1], row: numbers[2], isUp: final == "m", &input)
    default: if let key = Key(parameters: text, final: final) { input.events.append(.key(key)) }
    }
  }

  private func takeReport(_ text: String, _ input: inout Input) {
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

  /// `bits` are xterm's: button, 4 shift, 8 alt, 16 control, 32 motion, 64 wheel; positions count
  /// from 1.
  private mutating func takeMouse(
    _ bits: Int, column: Int, row: Int, isUp: Bool, _ input: inout Input
  ) {
    guard bits >= 0, (1...0x7fff).contains(column), (1...0x7fff).contains(row) else { return }
    let point = Point(column: column - 1, row: row - 1)
    let kind: MouseEvent.Kind
    // Other buttons mean nothing here.
    guard bits & 64 != 0 || bits & 3 == 0 else { return }
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

/// A key from the terminal's description, or a character.
package enum InputToken: Equatable {
  case code(Int32)
  case scalar(UInt32)

  /// Whether it begins a sequence when behind an escape character.
  var beginsSequence: Bool { [.scalar(0x5b), .scalar(0x5d), .scalar(0x4f)].contains(self) }

  /// Whether it is a control sequence parameter: a digit, or a sign such as `<` of the mouse or `?`
  /// of a reply.
  var isParameter: Bool {
    if case .scalar(let value) = self { (0x30...0x3f).contains(value) } else { false }
  }

  /// Reads everything that curses has, without waiting.
  ///
  /// `partial` holds the bytes so far of an incomplete character. Reading fails while the terminal
  /// belongs to others.
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

  /// The rest waits for the next reading, so a flood cannot hold up the screen.
  private static let maxCount = 1 << 16
}
