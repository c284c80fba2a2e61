import Terminal

/// What is wrong on any screen, whatever it shows.
///
/// Cells are counted, since that is several times as fast as a sequence where tests are not optimized.
extension Screen {
  /// A wide character without its second half, or a half alone, in words.
  var tornCharacter: String? {
    let cells = cells
    var isHalf = false
    var next = 0
    while next < cells.count {
      let (index, text) = (next, cells[next].text)
      next += 1
      let length = text.utf8.count
      if length == 1, !isHalf { continue }
      if (length == 0) != isHalf || isHalf && index % size.columns == 0 {
        return "half a character at row \(index / size.columns), column \(index % size.columns)"
      }
      isHalf = length > 1 && text.displayWidth == 2
    }
    return isHalf ? "half a character at the last column" : nil
  }

  /// A character that no terminal may be given, in words: a control character, or one that turns text around.
  var controlCharacter: String? {
    let cells = cells
    var next = 0
    while next < cells.count {
      let (index, text) = (next, cells[next].text)
      next += 1
      if text.utf8.count == 1, let byte = text.utf8.first, byte >= 0x20, byte < 0x7f { continue }
      for scalar in text.unicodeScalars {
        let turns =
          (0x2028...0x202e).contains(scalar.value) || (0x2066...0x206f).contains(scalar.value)
        if turns || scalar.properties.generalCategory == .control
          || ["\u{61c}", "\u{200e}", "\u{200f}"].contains(scalar)
        {
          let place = "row \(index / size.columns), column \(index % size.columns)"
          return "U+\(String(scalar.value, radix: 16)) at \(place)"
        }
      }
    }
    return nil
  }

  /// A box that lacks a side or a corner, in words; for screens whose texts have none.
  var brokenBox: String? {
    let columns = size.columns
    let cells = cells
    var next = 0
    while next < cells.count {
      let index = next
      next += 1
      guard cells[index].text.utf8.count == 3, cells[index].text == "╭" else { continue }
      let end = (index / columns + 1) * columns
      guard cells[index..<end].contains(where: { $0.text == "╮" }) else {
        return "a box without a right side"
      }
      var below = index + columns
      while below < cells.count, cells[below].text == "│" { below += columns }
      guard below < cells.count, cells[below].text == "╰" else { return "a box without a bottom" }
    }
    return nil
  }
}

extension Screen {
  /// The rows as style letters, one per cell, for golden files; blank cells of the base surface are
  /// spaces.
  var styleRows: [String] {
    (0..<size.rows).map { row in
      var letters = String(cells[row * size.columns..<(row + 1) * size.columns].map(Self.letter))
      while letters.last == " " { letters.removeLast() }
      return letters
    }
  }

  private static func letter(of cell: Cell) -> Character {
    let surfaces = Array(".PSUMCHBFX1234")
    if cell.style.surface != .base { return surfaces[Int(cell.style.surface.rawValue)] }
    if cell.text == " " { return " " }
    let roles = Array("tspahlcqfegwbkumd")
    let letter = roles[Int(cell.style.role.rawValue)]
    return cell.style.attributes.contains(.bold) ? Character(letter.uppercased()) : letter
  }
}
