private import CICU

/// The visual order of bidirectional text (Unicode's bidirectional algorithm, UAX #9).
package enum TextDirection {
  /// The embedding level of every UTF-16 unit of a paragraph; odd levels run from right to left.
  package static func levels(of text: [UInt16], isRightToLeft: Bool) -> [UInt8] {
    var levels = [UInt8](repeating: isRightToLeft ? 1 : 0, count: text.count)
    guard !text.isEmpty, text.count < Int(Int32.max) else { return levels }
    _ = icuLevels(text, Int32(text.count), isRightToLeft ? 1 : 0, &levels)
    return levels
  }

  /// The indices of a line's parts in visual order, from left to right.
  package static func visualOrder(of levels: [UInt8]) -> [Int] {
    guard !levels.isEmpty else { return [] }
    var order = [Int32](repeating: 0, count: levels.count)
    icuVisualOrder(levels, Int32(levels.count), &order)
    return order.map { Int($0) }
  }

  /// A character as it appears in right-to-left text: brackets are mirrored.
  package static func mirrored(_ character: Character) -> Character {
    let scalars = character.unicodeScalars
    guard let first = scalars.first, scalars.count == 1,
      let other = Unicode.Scalar(icuMirrored(first.value))
    else { return character }
    return Character(other)
  }
}
