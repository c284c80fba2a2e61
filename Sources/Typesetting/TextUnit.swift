import TerminalKit

/// One grapheme cluster of a text as the line breaker sees it.
struct TextUnit {
  /// What it means for where lines end.
  enum Kind: UInt8 {
    case word, digit, space, tab, hyphen, softHyphen, dash, slash, wide, opening, closing, newline
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
      let isAlone = index + 1 == bytes.count || bytes[index + 1] < 0x80
      // Between two ASCII characters there is always a cluster's end, but in CR LF.
      if byte < 0x80, isAlone, byte != 0x0d {
        add(ascii: byte, at: index)
        index += 1
      } else {
        let character = text[text.utf8.index(text.startIndex, offsetBy: index)]
        add(character, at: index)
        index += character.utf8.count
      }
    }
  }

  private mutating func add(ascii byte: UInt8, at start: Int) {
    let kind = Self.asciiKinds[Int(byte)]
    var unit = TextUnit(start: UInt32(truncatingIfNeeded: start), width: 1, kind: kind)
    switch kind {
    case .newline: unit.width = 0
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
    // Opening brackets and quotes, narrow and wide.
    case 0xab, 0x2018, 0x201c, 0x2039, 0x3008, 0x300a, 0x300c, 0x300e, 0x3010, 0x3014, 0x3016,
      0x3018, 0x301d, 0xff08, 0xff3b, 0xff5b, 0xff5f, 0xff62:
      return .opening
    // Closing ones, stops, and small kana and marks that do not begin a line.
    case 0xbb, 0x2019, 0x201d, 0x203a, 0x2025, 0x2026, 0x203c, 0x2047...0x2049, 0x3001, 0x3002,
      0x3005, 0x3009, 0x300b, 0x300d, 0x300f, 0x3011, 0x3015, 0x3017, 0x3019, 0x301c, 0x301e,
      0x301f,
      0x303b, 0x3041, 0x3043, 0x3045, 0x3047, 0x3049, 0x3063, 0x3083, 0x3085, 0x3087, 0x308e,
      0x3095,
      0x3096, 0x309b...0x309e, 0x30a0, 0x30a1, 0x30a3, 0x30a5, 0x30a7, 0x30a9, 0x30c3, 0x30e3,
      0x30e5,
      0x30e7, 0x30ee, 0x30f5, 0x30f6, 0x30fb...0x30fe, 0x31f0...0x31ff, 0xff01, 0xff09, 0xff0c,
      0xff0e,
      0xff1a, 0xff1b, 0xff1f, 0xff3d, 0xff5d, 0xff60, 0xff61, 0xff63, 0xff64:
      return .closing
    default: return width >= 2 && !character.isLetterOfNarrowScript ? .wide : .word
    }
  }
}

extension Character {
  /// Whether it is wide only because it is several narrow letters, as in Indic scripts.
  fileprivate var isLetterOfNarrowScript: Bool {
    unicodeScalars.first.map { $0.columnWidth < 2 && $0.properties.isAlphabetic } ?? false
  }
}
