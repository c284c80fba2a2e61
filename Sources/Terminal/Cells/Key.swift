package struct Key: Hashable, Sendable {
  package enum Code: Hashable, Sendable {
    case character(Character)
    case enter, escape, tab, backspace, delete, insert
    case up, down, left, right, home, end, pageUp, pageDown
    case function(Int)
  }

  package struct Modifiers: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let control = Modifiers(rawValue: 1)
    package static let alt = Modifiers(rawValue: 2)
    package static let shift = Modifiers(rawValue: 4)
  }

  package var code: Code
  package var modifiers: Modifiers

  package init(_ code: Code, _ modifiers: Modifiers = []) {
    self.code = code
    self.modifiers = modifiers
  }

  private static let names: [(name: String, code: Code, label: String)] = [
    ("enter", .enter, "Enter"), ("esc", .escape, "Esc"), ("tab", .tab, "Tab"),
    ("backspace", .backspace, "Backspace"), ("delete", .delete, "Del"), ("insert", .insert, "Ins"),
    ("up", .up, "Up"), ("down", .down, "Down"), ("left", .left, "Left"), ("right", .right, "Right"),
    ("home", .home, "Home"), ("end", .end, "End"), ("pageup", .pageUp, "PgUp"),
    ("pagedown", .pageDown, "PgDn"), ("space", .character(" "), "Space"),
    ("lt", .character("<"), "<"), ("bar", .character("|"), "|"),
  ]

  private static let otherNames = [
    "cr": "enter", "return": "enter", "escape": "esc", "bs": "backspace", "del": "delete",
  ]

  /// `j`, `Ctrl-D`, `Enter`, `Shift-Tab`, `Space`.
  package var label: String {
    let prefix = prefix("Ctrl-", "Alt-", "Shift-")
    if let named = Self.names.first(where: { $0.code == code }) { return prefix + named.label }
    return switch code {
    case .function(let number): "\(prefix)F\(number)"
    case .character(let character):
      prefix + (modifiers.isEmpty ? String(character) : character.uppercased())
    default: prefix + "?"
    }
  }

  /// `j`, `<C-d>`, `<enter>`, `<S-tab>`, `<space>`.
  package var notation: String {
    let prefix = prefix("C-", "A-", "S-")
    switch code {
    case .character("|") where modifiers.isEmpty: return "|"
    case .function(let number): return "<\(prefix)f\(number)>"
    default:
      if let named = Self.names.first(where: { $0.code == code }) {
        return "<\(prefix)\(named.name)>"
      }
      guard case .character(let character) = code else { return "<\(prefix)?>" }
      return modifiers.isEmpty ? String(character) : "<\(prefix)\(character)>"
    }
  }

  private func prefix(_ control: String, _ alt: String, _ shift: String) -> String {
    (modifiers.contains(.control) ? control : "") + (modifiers.contains(.alt) ? alt : "")
      + (modifiers.contains(.shift) ? shift : "")
  }

  /// A typed character as terminals report it: control ignores case, and shift gives capitals.
  private init(typing character: Character, _ modifiers: Modifiers) {
    let lower = character.lowercased()
    let upper = character.uppercased()
    if modifiers.contains(.control), lower.count == 1 {
      self.init(.character(Character(lower)), modifiers)
    } else if modifiers.contains(.shift), lower != upper, upper.count == 1 {
      self.init(.character(Character(upper)), modifiers.subtracting(.shift))
    } else {
      self.init(.character(character), modifiers)
    }
  }

  package init?(notation: String) {
    guard notation.count > 1 else {
      guard let character = notation.first else { return nil }
      self.init(.character(character))
      return
    }
    guard notation.hasPrefix("<"), notation.hasSuffix(">") else { return nil }
    var rest = notation.dropFirst().dropLast()
    var modifiers: Modifiers = []
    while rest.count > 2, rest.dropFirst().first == "-" {
      switch rest.first {
      case "C", "c": modifiers.insert(.control)
      case "A", "a", "M", "m": modifiers.insert(.alt)
      case "S", "s": modifiers.insert(.shift)
      default: return nil
      }
      rest = rest.dropFirst(2)
    }
    let name = rest.lowercased()
    if let named = Self.names.first(where: { $0.name == Self.otherNames[name] ?? name }) {
      self.init(named.code, modifiers)
    } else if rest.count == 1, let character = rest.first {
      self.init(typing: character, modifiers)
    } else if name.hasPrefix("f"), let number = Int(name.dropFirst()), (1...24).contains(number) {
      self.init(.function(number), modifiers)
    } else {
      return nil
    }
  }
}

extension [Key] {
  /// A key sequence as shown to people: `gg`, `g Enter`.
  package var label: String {
    let labels = map(\.label)
    let areSigns = labels.allSatisfy { $0.count == 1 }
    return labels.joined(separator: areSigns ? "" : " ")
  }
}

package struct MouseEvent: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case press, release, drag, doubleClick, wheelUp, wheelDown
  }

  package var kind: Kind
  package var point: Point

  package init(_ kind: Kind, at point: Point) {
    self.kind = kind
    self.point = point
  }
}

package enum InputEvent: Hashable, Sendable {
  case key(Key)
  case mouse(MouseEvent)
  case paste(String)
  case resized(Size)
}
