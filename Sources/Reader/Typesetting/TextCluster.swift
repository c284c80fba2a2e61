import Terminal

/// A grapheme cluster of a text as the line breaker sees it.
struct TextCluster {
  /// How lines treat it.
  enum Kind { case text, space, tab, softHyphen, newline }

  /// Its first byte.
  let start: Int
  let kind: Kind
  /// Columns it takes; 0 for what is not seen.
  var width: Int
  /// What is shown in its place; nil for itself.
  var substitute: String?

  /// Wider clusters are not of any script, and are shown as one replacement character.
  private static let widest = 16
  private static let replacement = "\u{fffd}"

  init(_ character: Character, at start: Int) {
    self.start = start
    kind = Self.kind(of: character)
    let shown = character.printable
    width = kind == .newline ? 0 : shown?.displayWidth ?? 0
    if width > Self.widest {
      (substitute, width) = (Self.replacement, 1)
    } else if shown != character || kind == .softHyphen {
      substitute = kind == .softHyphen ? "" : shown.map { String($0) } ?? ""
    }
  }

  private static func kind(of character: Character) -> Kind {
    switch character.unicodeScalars.first?.value ?? 0 {
    // With a mark on it, it is seen.
    case ..<0x80 where !character.isASCII: .text
    case 0x09: .tab
    case 0x0a, 0x0d: .newline
    case 0x20, 0x85, 0x1680, 0x2000...0x2006, 0x2008...0x200b, 0x2028, 0x2029, 0x205f, 0x3000:
      .space
    case 0xad: .softHyphen
    default: .text
    }
  }

  func columns(in width: Int) -> Int { self.width > width ? 1 : self.width }
}
