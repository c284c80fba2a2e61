import ReadingList
package import Terminal

package struct LineEditor: Equatable, Sendable {
  package private(set) var characters: [Character]
  /// From 0 through `characters.count`.
  package private(set) var cursor: Int

  /// In Unicode scalars.
  let limit: Int
  /// Enough for a thousand addresses.
  package static let maxLength = 1 << 16

  /// The cursor is at the end; empty if the text is too long.
  package init(_ text: String = "", limit: Int = maxLength) {
    self.limit = limit
    characters = []
    cursor = 0
    insert(text)
  }

  var tooLong: String { "Nothing inserted: it is longer than \(limit) characters" }

  package var text: String { String(characters) }

  package var isAtEnd: Bool { cursor == characters.count }

  /// Handles an editing key; false for other keys.
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
    case Key(.character("w"), .control): remove(to: place(before: cursor, skipping: \.isWhitespace))
    case Key(.backspace, .alt), Key(.character("h"), [.alt, .control]), Key(.backspace, .control):
      remove(to: place(before: cursor, skipping: \.isBetweenWords))
    case Key(.character("d"), .alt), Key(.delete, .control), Key(.delete, .alt):
      let end = place(behind: cursor)
      characters.removeSubrange(cursor..<end)
    case Key(.character("b"), .alt), Key(.left, .control), Key(.left, .alt):
      cursor = place(before: cursor, skipping: \.isBetweenWords)
    case Key(.character("f"), .alt), Key(.right, .control), Key(.right, .alt):
      cursor = place(behind: cursor)
    default:
      guard case .character(let character) = key.code, key.modifiers.subtracting(.shift).isEmpty
      else { return false }
      insert(String(character))
    }
    return true
  }

  /// Inserts text; line breaks become spaces, control characters are dropped.
  ///
  /// Returns false, and inserts nothing, if the line would be too long: an address cut off is a
  /// different address.
  @discardableResult package mutating func insert(_ text: String) -> Bool {
    guard characters.count + text.unicodeScalars.count <= limit else { return false }
    // A combining scalar joins the character before it, so that the line is drawn as it is counted.
    let range = max(0, cursor - 1)..<min(characters.count, cursor + 1)
    let before = String(characters[range.lowerBound..<cursor]) + Self.clean(text)
    let whole = (before + String(characters[cursor..<range.upperBound])).map(\.bounded)
    characters.replaceSubrange(range, with: whole)
    cursor = range.lowerBound + min(before.count, whole.count)
    return true
  }

  /// The part of the line visible around the cursor; measures only that part.
  package func view(columns: Int) -> (text: String, first: Int, cursor: Int) {
    var start = cursor
    var column = 0
    while start > 0 {
      let next = column + characters[start - 1].displayWidth
      guard next < columns else { break }
      column = next
      start -= 1
    }
    var end = cursor
    var width = column
    while end < characters.count, width < columns {
      width += characters[end].displayWidth
      end += 1
    }
    return (String(characters[start..<end]), start, column)
  }

  func rows(columns: Int) -> [Range<Int>] {
    var rows: [Range<Int>] = []
    var (start, gap, width) = (0, 0, 0)
    for (place, character) in characters.enumerated() {
      if width + character.displayWidth > columns, place > start {
        let end = gap > start ? gap : place
        rows.append(start..<end)
        width = characters[end..<place].reduce(0) { $0 + $1.displayWidth }
        start = end
      }
      width += character.displayWidth
      if character == " " { gap = place + 1 }
    }
    return rows + [start..<characters.count]
  }

  private mutating func remove(to start: Int) {
    characters.removeSubrange(start..<cursor)
    cursor = start
  }

  private func place(before end: Int, skipping isGap: (Character) -> Bool) -> Int {
    var start = end
    while start > 0, isGap(characters[start - 1]) { start -= 1 }
    while start > 0, !isGap(characters[start - 1]) { start -= 1 }
    return start
  }

  private func place(behind start: Int) -> Int {
    var end = start
    while end < characters.count, characters[end].isBetweenWords { end += 1 }
    while end < characters.count, !characters[end].isBetweenWords { end += 1 }
    return end
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

extension Character {
  fileprivate var isBetweenWords: Bool { !isLetter && !isNumber }
}
