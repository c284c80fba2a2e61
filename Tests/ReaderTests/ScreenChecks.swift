import Terminal

/// Faults that no screen may have.
///
/// Cells are indexed by number: in unoptimized tests that is several times as fast as a sequence.
extension Screen {
  /// Describes a wide character without its second half, or a lone half.
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

  /// Describes a character that must not reach a terminal: a control character or a direction override.
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

  /// Describes a box that lacks a side or a corner; for screens whose texts contain none.
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
  /// The rows as style letters, one for each cell, for golden files; blank cells of the base surface are
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
    let roles = Array("tspahlcqfewbkumd")
    let letter = roles[Int(cell.style.role.rawValue)]
    return cell.style.attributes.contains(.bold) ? Character(letter.uppercased()) : letter
  }
}
