package import TerminalKit

/// One line of text being typed, with its cursor.
package struct LineEditor: Equatable, Sendable {
  /// The text, by grapheme.
  package private(set) var characters: [Character]
  /// Where the next character goes: 0...count.
  package private(set) var cursor: Int

  /// The longest line that can be typed, in characters.
  package static let longest = 8192

  /// Starts with a text, the cursor at its end.
  package init(_ text: String = "") {
    characters = Array(Self.clean(text))
    cursor = characters.count
  }

  /// The text.
  package var text: String { String(characters) }

  /// Takes an editing key.
  ///
  /// - Returns: whether the key was one.
  package mutating func take(_ key: Key) -> Bool {
    switch key {
    case Key(.backspace), Key(.character("h"), .control):
      if cursor > 0 {
        cursor -= 1
        characters.remove(at: cursor)
      }
    case Key(.delete), Key(.character("d"), .control):
      if cursor < characters.count { characters.remove(at: cursor) }
    case Key(.left), Key(.character("b"), .control): cursor = max(0, cursor - 1)
    case Key(.right), Key(.character("f"), .control): cursor = min(characters.count, cursor + 1)
    case Key(.home), Key(.character("a"), .control): cursor = 0
    case Key(.end), Key(.character("e"), .control): cursor = characters.count
    case Key(.character("u"), .control):
      characters.removeSubrange(..<cursor)
      cursor = 0
    case Key(.character("k"), .control): characters.removeSubrange(cursor...)
    case Key(.character("w"), .control): removeWord()
    default:
      guard case .character(let character) = key.code, key.modifiers.subtracting(.shift).isEmpty
      else { return false }
      insert(String(character))
    }
    return true
  }

  /// Inserts text at the cursor; line breaks become spaces, control characters are dropped.
  package mutating func insert(_ text: String) {
    let new = Array(Self.clean(text)).prefix(Self.longest - characters.count)
    characters.insert(contentsOf: new, at: cursor)
    cursor += new.count
  }

  private mutating func removeWord() {
    var start = cursor
    while start > 0, characters[start - 1].isWhitespace { start -= 1 }
    while start > 0, !characters[start - 1].isWhitespace { start -= 1 }
    characters.removeSubrange(start..<cursor)
    cursor = start
  }

  private static func clean(_ text: String) -> String {
    var out = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == "\n" || scalar == "\t" {
        out.append(" ")
      } else if scalar.properties.generalCategory != .control {
        out.append(scalar)
      }
    }
    return String(out)
  }
}
