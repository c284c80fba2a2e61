import CNcurses
import Glibc
import TerminalKit

/// A cell's text as curses takes it: one spacing character with what combines with it.
struct CellText {
  /// Wide characters, without a closing zero.
  let units: [wchar_t]
  /// Columns that curses gives them.
  let width: Int
  /// What stands in the second column where the first takes only one: half a flag, or a blank.
  let rest: wchar_t

  /// The most characters that curses keeps in a cell.
  private static let most = 5

  /// Takes from a cluster what one cell can hold.
  ///
  /// A sequence that curses would measure otherwise than the screen does is cut or replaced, so that
  /// columns never drift: of a joined picture the first part is shown, as many terminals do.
  init(_ cluster: String, isUnicode: Bool) {
    let scalars = cluster.unicodeScalars
    // Two letters beside each other make a flag where the terminal knows flags.
    let second = scalars.dropFirst().first
    let isFlag = isUnicode && scalars.count == 2 && second?.isRegionalIndicator ?? false
    rest = second.map { isFlag ? wchar_t($0.value) : 32 } ?? 32
    guard let first = scalars.first else {
      units = [32]
      width = 1
      return
    }
    guard isUnicode else {
      units = [wchar_t(Self.ascii(first).value)]
      width = 1
      return
    }
    let expected = cluster.displayWidth
    let known = first.value < 0x7f ? 1 : Int(luego_width(first.value))
    guard known == expected || (known == 1 && expected == 2) else {
      units = [0xfffd]
      width = 1
      return
    }
    var units = [wchar_t(first.value)]
    for scalar in scalars.dropFirst() where units.count < Self.most {
      // Joiners and variation selectors would join or widen what the next cell shows.
      if scalar.value == 0x200d || (0xfe00...0xfe0f).contains(scalar.value) { continue }
      if luego_width(scalar.value) == 0 { units.append(wchar_t(scalar.value)) }
    }
    self.units = units
    width = known
  }

  /// The nearest ASCII character.
  private static func ascii(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    if scalar.value < 0x7f { return scalar }
    if let sign = signs[scalar] { return sign }
    // Accents are left out where the letter under them is ASCII.
    let letters = "ÀÁÂÃÄÅàáâãäåÇçÈÉÊËèéêëÌÍÎÏìíîïÑñÒÓÔÕÖØòóôõöøÙÚÛÜùúûüÝýÿŠšŽžŁłŚśŻżŹźĆćŃńĄąĘę"
    let plain = "AAAAAAaaaaaaCcEEEEeeeeIIIIiiiiNnOOOOOOooooooUUUUuuuuYyySsZzLlSsZzZzCcNnAaEe"
    for (letter, base) in zip(letters.unicodeScalars, plain.unicodeScalars) where letter == scalar {
      return base
    }
    return "?"
  }

  private static let signs: [Unicode.Scalar: Unicode.Scalar] = [
    "“": "\"", "”": "\"", "„": "\"", "«": "\"", "»": "\"", "‘": "'", "’": "'", "‚": "'", "‹": "'",
    "›": "'", "–": "-", "—": "-", "‐": "-", "‑": "-", "…": "~", "·": "-", "•": "*", "×": "x",
    "÷": "/",
    "\u{a0}": " ", "\u{202f}": " ", "ß": "s", "│": "|", "─": "-", "²": "2", "³": "3", "¹": "1",
    "←": "<", "→": ">", "↑": "^", "↓": "v", "©": "c", "®": "r",
  ]
}
