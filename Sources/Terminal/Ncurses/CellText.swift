import CNcurses
import Glibc

/// A cell's text as terminals take it: one spacing character with what combines with it.
struct CellText {
  /// Wide characters, without a closing zero.
  let units: [wchar_t]
  /// The second column's content if the first character is one column wide: half a flag, or a blank.
  let rest: wchar_t?
  let columns: Int

  /// The most characters that terminals keep in a cell.
  private static let maxCount = 5

  /// Takes from a cluster what one cell can hold.
  ///
  /// A sequence whose width differs between terminals is cut or replaced, so that
  /// columns never drift: of a joined picture the first part is shown, as many terminals do.
  init(_ cluster: String, isUnicode: Bool) {
    let scalars = cluster.unicodeScalars
    let first = scalars.first ?? " "
    if first.value < 0x7f, scalars.count == 1 {
      (units, rest, columns) = ([wchar_t(first.value)], nil, 1)
      return
    }
    columns = max(1, cluster.displayWidth)
    guard isUnicode else {
      units = [wchar_t(first.nearestASCII.value)]
      rest = columns == 2 ? 32 : nil
      return
    }
    let known = Int(luego_width(first.value))
    guard known == columns || (known == 1 && columns == 2) else {
      units = [0xfffd]
      rest = columns == 2 ? 32 : nil
      return
    }
    if known == columns {
      rest = nil
    } else if let second = scalars.dropFirst().first, second.isRegionalIndicator {
      // Two adjacent letters form a flag where the terminal supports flags.
      rest = wchar_t(second.value)
    } else {
      rest = 32
    }
    var units = [wchar_t(first.value)]
    for scalar in scalars.dropFirst() where units.count < Self.maxCount {
      // Joiners and variation selectors would join or widen what the next cell shows.
      if scalar.value == 0x200d || (0xfe00...0xfe0f).contains(scalar.value) { continue }
      if luego_width(scalar.value) == 0 { units.append(wchar_t(scalar.value)) }
    }
    self.units = units
  }

  func write(to out: inout String) {
    for unit in units { append(unit, to: &out) }
    if let rest { append(rest, to: &out) }
  }

  private func append(_ unit: wchar_t, to out: inout String) {
    if let scalar = Unicode.Scalar(UInt32(bitPattern: unit)) { out.unicodeScalars.append(scalar) }
  }
}
