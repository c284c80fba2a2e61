import CNcurses
import Glibc

/// Makes keys, clicks, pastes and reports of what comes from the terminal.
///
/// Curses knows the keys of the terminal's description. Everything else that begins with an escape
/// character is taken apart here (ECMA-48 control sequences, xterm's mouse, paste and color reports), so
/// that no piece of a sequence is ever taken for keys, even if the rest of it comes late.
package struct InputReader {
  package init() {}

  package struct Input: Equatable {
    package var events: [InputEvent] = []
    package var isBackgroundDark: Bool?
    /// Whether the terminal said what it is: the answer to the last question asked.
    var hasIdentified = false
  }

  private enum State: Equatable {
    case ground
    /// After an escape character behind which nothing had come yet.
    case escape
    /// After `ESC [`: parameters so far.
    case control(String)
    /// Inside a string of the terminal (OSC, DCS, APC, PM or SOS): its text so far. Only OSC ends at BEL.
    case string(String, endsAtBell: Bool)
    /// After the escape character that ends a string: a backslash is due.
    case terminator
    /// After `ESC [ M`: how many characters of a mouse report in the old form are still to come.
    case oldMouse(Int)
  }

  /// The longest paste that is taken, in Unicode scalars; the rest of it is dropped.
  ///
  /// More than any line takes, so that what was cut goes in nowhere.
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
  /// The longest parameters and reports that are kept, in characters.
  private static let maxReportLength = 128

  private var state = State.ground
  /// The state after a sequence whose first piece was taken for a key.
  private var cut: State?
  private var paste: String?
  /// Characters of it; counting them would take as long as reading them.
  private var pasteCount = 0
  private var lastTime = 0
  private var lastPress: (point: Point, milliseconds: Int)?

  /// Takes what was read at a time of a clock that never goes back.
  ///
  /// - Parameters:
  ///   - tokens: what was read.
  ///   - now: milliseconds.
  ///   - isFirstAlone: whether the first byte came by itself, so that, if it is the escape key, a
  ///     character behind it is another key.
  /// - Returns: what it comes to.
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

  /// Whether tokens that come late still belong to the sequence that was begun: they end a string, or go on
  /// with a control sequence in more than the one character that a person types.
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

  /// The characters that end the sequences of keys that have no other parameters.
  private static let finalsOfKeys = tokens(of: "ABCDFHIOPQRSZ")

  /// The characters that end what terminals report: `cnRtuyMm~`.
  private static let finalsOfReplies = tokens(of: "cnRtuyMm~")

  private static func tokens(of text: String) -> [InputToken] {
    text.unicodeScalars.map { .scalar($0.value) }
  }

  /// Whether tokens go on with a report or a paste that was cut, and not with keys that a person types.
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

  /// Whether a string of the terminal begins with a character behind ESC: DCS, SOS, OSC, PM or APC.
  private static func isString(_ value: UInt32) -> Bool {
    [0x50, 0x58, 0x5d, 0x5e, 0x5f].contains(value)
  }

  /// Takes a token, or several that belong together.
  ///
  /// - Returns: the index of the next one.
  private mutating func take(_ tokens: [InputToken], at index: Int, _ input: inout Input) -> Int {
    switch (state, tokens[index]) {
    case (.ground, .scalar(0x1b)): return takeEscape(tokens, at: index, &input)
    // The same in one character.
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
    // Curses takes control characters in it for keys.
    case (.string, .code): break
    case (.terminator, .scalar(0x5c)): state = .ground
    case (.escape, _), (.terminator, _):
      // Where a string was cut off, this escape character began something else.
      state = .ground
      return takeEscape(tokens, at: index - 1, &input)
    case (.oldMouse(let left), .scalar): state = left > 1 ? .oldMouse(left - 1) : .ground
    default:
      // The sequence broke off; this is something new.
      state = .ground
      return index
    }
    return index + 1
  }

  /// Tells the escape key, a key with alt, and the beginning of a sequence apart by what has come with it.
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
    // Of a person's keys these would hardly come together with the next.
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
    // Terminals that know no other form are passed over.
    case ("", "M"): state = .oldMouse(3)
    // The window has the focus, or lost it.
    case ("", "I"), ("", "O"): break
    case (_, "c") where text.hasPrefix("?"): input.hasIdentified = true
    // Set or not, it is known.
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

  /// - Parameters:
  ///   - bits: xterm's: button, 4 shift, 8 alt, 16 control, 32 motion, 64 wheel.
  ///   - column: from 1.
  ///   - row: from 1.
  ///   - isUp: whether a button was let go.
  ///   - input: what is added to.
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

/// A key that curses knows from its description of the terminal, or a character.
package enum InputToken: Equatable {
  case code(Int32)
  case scalar(UInt32)

  /// Whether sequences begin with it behind an escape character.
  var beginsSequence: Bool { [.scalar(0x5b), .scalar(0x5d), .scalar(0x4f)].contains(self) }

  /// Whether it is a parameter of a control sequence: a digit, or a sign such as `<` of the mouse and `?` of
  /// an answer.
  var isParameter: Bool {
    if case .scalar(let value) = self { (0x30...0x3f).contains(value) } else { false }
  }

  /// Takes everything that curses has, without waiting.
  ///
  /// - Parameter partial: the bytes so far of a character that has not come whole.
  /// - Returns: what it has, and whether reading fails, as it always does when the terminal belongs
  ///   to others.
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
