import CNcurses
import Glibc
import TerminalKit

/// A cell's text as curses takes it: one spacing character with what combines with it.
struct CellText {
  /// Wide characters, without a closing zero.
  let units: [wchar_t]

  /// The most characters that curses keeps in a cell.
  private static let most = 5

  /// Takes from a cluster what one cell can hold.
  ///
  /// A sequence that curses would measure otherwise than
  /// the screen does is replaced, so that columns never drift.
  init(_ cluster: String, isUnicode: Bool) {
    guard isUnicode else {
      units = [Self.ascii(cluster)]
      return
    }
    let scalars = Array(cluster.unicodeScalars)
    guard let first = scalars.first else {
      units = [32]
      return
    }
    let expected = cluster.displayWidth
    let width = Int(luego_width(first.value))
    guard width == expected || (width == 1 && expected == 2) else {
      units = [expected == 2 ? 0x3000 : 0xfffd]
      return
    }
    var units = [wchar_t(first.value)]
    for scalar in scalars.dropFirst() where luego_width(scalar.value) == 0 {
      // Joiners and variation selectors would join or widen what the next cell shows.
      if scalar.value == 0x200d || (0xfe00...0xfe0f).contains(scalar.value) { continue }
      if units.count == Self.most { break }
      units.append(wchar_t(scalar.value))
    }
    self.units = units
  }

  /// The nearest ASCII character.
  private static func ascii(_ cluster: String) -> wchar_t {
    guard let first = cluster.unicodeScalars.first else { return 32 }
    if first.value < 0x7f { return wchar_t(first.value) }
    let near: [Unicode.Scalar: Unicode.Scalar] = [
      "“": "\"", "”": "\"", "„": "\"", "‘": "'", "’": "'", "–": "-", "—": "-", "…": "~", "·": "-",
      "•": "*", "×": "x", "\u{a0}": " ", "é": "e", "è": "e", "ê": "e", "ë": "e", "á": "a", "à": "a",
      "â": "a", "ä": "a", "ã": "a", "å": "a", "í": "i", "ì": "i", "î": "i", "ï": "i", "ó": "o",
      "ò": "o", "ô": "o", "ö": "o", "õ": "o", "ø": "o", "ú": "u", "ù": "u", "û": "u", "ü": "u",
      "ñ": "n", "ç": "c", "ß": "s", "│": "|", "─": "-",
    ]
    return wchar_t((near[first] ?? "?").value)
  }
}
