import TerminalKit

/// One grapheme cluster of a text as the line breaker sees it.
struct TextUnit {
  /// What it means for where lines end.
  enum Kind: UInt8 {
    case word, digit, space, tab, hyphen, softHyphen, dash, slash, opening, closing, newline
    /// Quotation marks that open in one language and close in another.
    case quote, leftGuillemet, rightGuillemet
    /// Syllables of Korean, whose words stay whole.
    case hangul
    /// What is of another script than Latin, Greek and Cyrillic: Unicode's rules say where it breaks.
    case foreign
  }

  /// Its first byte, counted in its span.
  var start: UInt32
  /// Columns it takes; 0 for what is not seen.
  var width: UInt8
  var kind: Kind
  /// Whether something else is shown instead of it.
  var isSubstituted = false
}

/// Takes texts apart into units.
struct UnitScanner {
  private(set) var units: [TextUnit] = []
  /// What is shown instead of a unit; nothing when there is no entry for a substituted one.
  private(set) var substitutes: [Int: String] = [:]
  /// Whether there is anything that Unicode's rules must say the breaks of.
  private(set) var hasForeign = false
  /// Whether there may be an address: two slashes, one after the other.
  private(set) var hasAddress = false

  /// Wider clusters are not of any script, and are shown as one replacement character.
  private static let widest = 16
  private static let replacement = "\u{fffd}"

  /// Takes one span's text apart.
  mutating func scan(_ text: String) {
    let utf8 = text.utf8
    units.reserveCapacity(units.count + utf8.count)
    let isDone: Void? = utf8.withContiguousStorageIfAvailable { scan(text, $0) }
    if isDone == nil { Array(utf8).withUnsafeBufferPointer { scan(text, $0) } }
  }

  private mutating func scan(_ text: String, _ bytes: UnsafeBufferPointer<UInt8>) {
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte < 0x80, byte != 0x0d, UsualText.beginsCluster(bytes, at: index + 1) {
        add(ascii: byte, at: index)
        index += 1
      } else if byte >= 0x80, var unit = UsualText.unit(bytes, at: index) {
        unit.start = UInt32(truncatingIfNeeded: index)
        units.append(unit)
        index += byte < 0xe0 ? 2 : 3
      } else {
        let character = text[text.utf8.index(text.startIndex, offsetBy: index)]
        add(character, at: index)
        index += character.utf8.count
      }
    }
  }

  /// The unit of a text of one character; nil where something else is shown or Unicode's rules are needed.
  static func usualUnit(_ scalar: Unicode.Scalar) -> TextUnit? {
    var scanner = UnitScanner()
    scanner.add(Character(scalar), at: 0)
    return scanner.substitutes.isEmpty && !scanner.hasForeign ? scanner.units.first : nil
  }

  private mutating func add(ascii byte: UInt8, at start: Int) {
    let kind = Self.asciiKinds[Int(byte)]
    var unit = TextUnit(start: UInt32(truncatingIfNeeded: start), width: 1, kind: kind)
    switch kind {
    case .newline: unit.width = 0
    case .slash: if units.last?.kind == .slash { hasAddress = true }
    case .tab:
      unit.isSubstituted = true
      substitutes[units.count] = " "
    default:
      if byte < 0x20 || byte == 0x7f {
        unit.width = 0
        unit.isSubstituted = true
      }
    }
    units.append(unit)
  }

  private mutating func add(_ character: Character, at start: Int) {
    if let ascii = character.asciiValue {
      add(ascii: ascii, at: start)
      return
    }
    var unit = TextUnit(start: UInt32(truncatingIfNeeded: start), width: 0, kind: .word)
    let shown = character.printable
    var width = shown?.displayWidth ?? 0
    if shown != character {
      unit.isSubstituted = true
      substitutes[units.count] = shown.map { String($0) }
    }
    if width > Self.widest {
      unit.isSubstituted = true
      substitutes[units.count] = Self.replacement
      width = 1
    }
    unit.width = UInt8(clamping: width)
    unit.kind = Self.kind(of: character, width: width)
    if unit.kind == .softHyphen { unit.isSubstituted = true }
    if unit.kind == .foreign || unit.kind == .hangul { hasForeign = true }
    units.append(unit)
  }

  private static let asciiKinds: [TextUnit.Kind] = (UInt8(0)..<0x80).map { byte in
    switch byte {
    case 0x20: .space
    case 0x09: .tab
    case 0x0a, 0x0d: .newline
    case 0x2d: .hyphen
    case 0x2f: .slash
    case 0x30...0x39: .digit
    case 0x28, 0x5b, 0x7b: .opening
    case 0x21, 0x29, 0x2c, 0x2e, 0x3a, 0x3b, 0x3f, 0x5d, 0x7d: .closing
    default: .word
    }
  }

  private static func kind(of character: Character, width: Int) -> TextUnit.Kind {
    guard let value = character.unicodeScalars.first?.value else { return .word }
    switch value {
    case 0x1680, 0x2000...0x2006, 0x2008...0x200b, 0x205f, 0x3000, 0x85, 0x2028, 0x2029:
      return .space
    case 0xad: return .softHyphen
    case 0x2010: return .hyphen
    case 0x2012...0x2015: return .dash
    case 0xab, 0x2039: return .leftGuillemet
    case 0xbb, 0x203a: return .rightGuillemet
    case 0x2018...0x201f: return .quote
    case 0xa1, 0xbf: return .opening
    case 0x2025, 0x2026, 0x203c, 0x2047...0x2049: return .closing
    case 0x1100...0x11ff, 0x3130...0x318f, 0xac00...0xd7ff: return .hangul
    case 0...0x52f, 0x1e00...0x1fff, 0x2010...0x2bff: return width < 2 ? .word : .foreign
    default: return .foreign
    }
  }
}
