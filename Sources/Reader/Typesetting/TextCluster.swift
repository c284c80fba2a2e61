import Terminal

/// A grapheme cluster for the line breaker; small, since each letter is one.
struct TextCluster {
  enum Kind: UInt8 { case text, space, tab, softHyphen, newline }

  let start: UInt32
  let kind: Kind
  /// In columns; 0 if invisible.
  var width: UInt8

  /// Wider clusters belong to no script, and are shown as one replacement character.
  private static let widest = 16
  private static let replacement = "\u{fffd}"

  /// The cluster of a character, and the text shown instead; nil for itself.
  static func make(_ character: Character, at start: Int) -> (cluster: TextCluster, shown: String?)
  {
    let start = UInt32(truncatingIfNeeded: start)
    if let ascii = character.asciiValue, (0x21..<0x7f).contains(ascii) {
      return (TextCluster(start: start, kind: .text, width: 1), nil)
    }
    let kind = kind(of: character)
    let shown = character.printable
    let width = kind == .newline ? 0 : shown?.displayWidth ?? 0
    if width > widest { return (TextCluster(start: start, kind: kind, width: 1), replacement) }
    let cluster = TextCluster(start: start, kind: kind, width: UInt8(width))
    if kind == .softHyphen { return (cluster, "") }
    return (cluster, shown == character ? nil : shown.map { String($0) } ?? "")
  }

  private static func kind(of character: Character) -> Kind {
    switch character.unicodeScalars.first?.value ?? 0 {
    // With a mark on it, a space is visible.
    case ..<0x80 where !character.isASCII: .text
    case 0x09: .tab
    case 0x0a, 0x0d: .newline
    case 0x20, 0x85, 0x1680, 0x2000...0x2006, 0x2008...0x200b, 0x2028, 0x2029, 0x205f, 0x3000:
      .space
    case 0xad: .softHyphen
    default: .text
    }
  }

  /// In a line of a width.
  func columns(in width: Int) -> Int { self.width > width ? 1 : Int(self.width) }
}
