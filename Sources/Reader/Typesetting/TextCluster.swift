import Terminal

/// A grapheme cluster of a text as the line breaker sees it.
struct TextCluster {
  /// How lines treat it.
  enum Kind: UInt8 { case text, space, tab, softHyphen, newline }

  /// Its first byte, counted in its span.
  var start: UInt32
  /// Columns it takes; 0 for what is not seen.
  var width: UInt8
  var kind: Kind
  /// Whether something else is shown instead of it.
  var isSubstituted = false
}

struct UnitScanner {
  private(set) var units: [TextCluster] = []
  /// Text shown in place of units; a substituted unit without an entry shows nothing.
  private(set) var substitutes: [Int: String] = [:]
  /// Wider clusters are not of any script, and are shown as one replacement character.
  private static let widest = 16
  private static let replacement = "\u{fffd}"

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
      if byte < 0x80, byte != 0x0d, index + 1 == bytes.count || bytes[index + 1] < 0x80 {
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
    let kind: TextCluster.Kind =
      switch byte {
      case 0x20: .space
      case 0x09: .tab
      case 0x0a, 0x0d: .newline
      default: .text
      }
    var unit = TextCluster(start: UInt32(truncatingIfNeeded: start), width: 1, kind: kind)
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
    var unit = TextCluster(start: UInt32(truncatingIfNeeded: start), width: 0, kind: .text)
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
    switch character.unicodeScalars.first?.value ?? 0 {
    case 0x1680, 0x2000...0x2006, 0x2008...0x200b, 0x205f, 0x3000, 0x85, 0x2028, 0x2029:
      unit.kind = .space
    case 0xad:
      unit.kind = .softHyphen
      unit.isSubstituted = true
    default: break
    }
    units.append(unit)
  }
}
