import CNcurses

extension Key {
  /// A typed character; nil if no key types it.
  init?(scalar: Unicode.Scalar, _ modifiers: Modifiers = []) {
    switch scalar.value {
    case 0x0d, 0x0a: self.init(.enter, modifiers)
    case 0x09: self.init(.tab, modifiers)
    case 0x1b: self.init(.escape, modifiers)
    case 0x7f, 0x08: self.init(.backspace, modifiers)
    case 0: self.init(.character(" "), modifiers.union(.control))
    case 1...26:
      let letter = Character(Unicode.Scalar(UInt8(scalar.value) + 0x60))
      self.init(.character(letter), modifiers.union(.control))
    case 0x1c...0x1f:
      let sign = Character(Unicode.Scalar(UInt8(scalar.value) + 0x40))
      self.init(.character(sign), modifiers.union(.control))
    default:
      guard Character(scalar).printable != nil else { return nil }
      self.init(.character(Character(scalar)), modifiers)
    }
  }

  // MARK: Keys that curses knows

  private static let codes: [Int32: Key] = [
    KEY_UP: Key(.up), KEY_DOWN: Key(.down), KEY_LEFT: Key(.left),
    KEY_RIGHT: Key(.right), KEY_HOME: Key(.home), KEY_END: Key(.end),
    KEY_FIND: Key(.home), KEY_SELECT: Key(.end), KEY_PPAGE: Key(.pageUp),
    KEY_NPAGE: Key(.pageDown), KEY_DC: Key(.delete), KEY_IC: Key(.insert),
    KEY_BTAB: Key(.tab, .shift), KEY_ENTER: Key(.enter),
    KEY_BACKSPACE: Key(.backspace), KEY_SR: Key(.up, .shift),
    KEY_SF: Key(.down, .shift), KEY_SLEFT: Key(.left, .shift),
    KEY_SRIGHT: Key(.right, .shift), KEY_SHOME: Key(.home, .shift),
    KEY_SEND: Key(.end, .shift), KEY_SPREVIOUS: Key(.pageUp, .shift),
    KEY_SNEXT: Key(.pageDown, .shift), KEY_SDC: Key(.delete, .shift),
    KEY_SIC: Key(.insert, .shift), KEY_A1: Key(.home), KEY_A3: Key(.pageUp),
    KEY_C1: Key(.end), KEY_C3: Key(.pageDown),
  ]

  /// A curses key code; nil if it means nothing here.
  init?(code: Int32) {
    let function = code - KEY_F0
    if let known = Self.codes[code] {
      self = known
    } else if (1...24).contains(function) {
      self.init(.function(Int(function)))
    } else if let name = keyname(code).map({ String(cString: $0) }) {
      self.init(capability: name)
    } else {
      return nil
    }
  }

  /// An extended capability such as `kUP5`: the key and xterm's modifier number.
  init?(capability name: String) {
    let names: [String: Code] = [
      "kUP": .up, "kDN": .down, "kLFT": .left, "kRIT": .right, "kHOM": .home, "kEND": .end,
      "kPRV": .pageUp, "kNXT": .pageDown, "kDC": .delete, "kIC": .insert,
    ]
    let letters = name.prefix { !$0.isNumber }
    guard let code = names[String(letters)] else { return nil }
    self.init(code, Self.modifiers(Int(name.dropFirst(letters.count)) ?? 1))
  }

  // MARK: Sequences

  /// xterm's number: 1, plus 1 for shift, 2 for alt, 4 for control, 8 for meta.
  private static func modifiers(_ number: Int) -> Modifiers {
    guard (2...16).contains(number) else { return [] }
    let bits = number - 1
    var modifiers: Modifiers = []
    if bits & 1 != 0 { modifiers.insert(.shift) }
    if bits & 2 != 0 || bits & 8 != 0 { modifiers.insert(.alt) }
    if bits & 4 != 0 { modifiers.insert(.control) }
    return modifiers
  }

  private static let finals: [Unicode.Scalar: Code] = [
    "A": .up, "B": .down, "C": .right, "D": .left, "H": .home, "F": .end, "P": .function(1),
    "Q": .function(2), "R": .function(3), "S": .function(4),
  ]

  private static let numbers: [Int: Code] = [
    1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
    11: .function(1), 12: .function(2), 13: .function(3), 14: .function(4), 15: .function(5),
    17: .function(6), 18: .function(7), 19: .function(8), 20: .function(9), 21: .function(10),
    23: .function(11), 24: .function(12),
  ]

  /// The character after `ESC O`.
  init?(applicationKey value: UInt32) {
    guard let scalar = Unicode.Scalar(value) else { return nil }
    if scalar == "M" {
      self.init(.enter)
    } else if let code = Self.finals[scalar] {
      self.init(code)
    } else {
      return nil
    }
  }

  /// A control sequence: the parameters after `ESC [`, and its last character.
  init?(parameters: String, final: Unicode.Scalar) {
    let fields = parameters.split(separator: ";", omittingEmptySubsequences: false)
    // A key release in Kitty's protocol, which another program may have left on.
    if fields.count > 1, fields[1].hasSuffix(":3") { return nil }
    let parts = fields.map { field in Int(field.prefix { $0 != ":" }) ?? 1 }
    let modifiers = Self.modifiers(parts.count > 1 ? parts[1] : 1)
    switch final {
    case "Z": self.init(.tab, .shift)
    // A cursor position report, not F3.
    case "R" where parts[0] != 1: return nil
    case "~" where parts.count == 3 && parts[0] == 27: self.init(number: parts[2], modifiers)
    case "~":
      guard let first = parts.first, let code = Self.numbers[first] else { return nil }
      self.init(code, modifiers)
    case "u":
      guard let first = parts.first else { return nil }
      self.init(number: first, modifiers)
    default:
      guard let code = Self.finals[final] else { return nil }
      self.init(code, modifiers)
    }
  }

  /// A character by its number, with modifiers that the character does not show.
  private init?(number: Int, _ modifiers: Modifiers) {
    guard let value = UInt32(exactly: number), let scalar = Unicode.Scalar(value),
      let key = Key(scalar: scalar, modifiers)
    else { return nil }
    // The notation normalizes control and shift with letters.
    self = Key(notation: key.notation) ?? key
  }
}
