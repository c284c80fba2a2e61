import TerminalKit

/// Addresses of cells (OSC 8), which curses has no words for.
///
/// What curses has drawn is drawn once more with its address, between saving and restoring the terminal's
/// cursor and rendition; so curses finds everything as it left it. When curses writes over a cell, its
/// address goes with it.
struct Hyperlinks {
  /// Neighboring cells with one address, or with none any more.
  private struct Run {
    var row: Int
    var column: Int
    var endColumn: Int
    var style: Style
    var address: String?
    var text: String
  }

  private var runs: [Run] = []

  /// The longest address that terminals take.
  private static let longest = 2000

  /// Takes note of a cell.
  ///
  /// - Parameters:
  ///   - text: what curses was given for it.
  ///   - cell: the cell.
  ///   - columns: how many it takes.
  ///   - row: where it is.
  ///   - column: where it is.
  ///   - address: where it leads; nil for nowhere.
  mutating func add(
    _ text: String,
    of cell: Cell,
    columns: Int,
    row: Int,
    column: Int,
    address: String?
  ) {
    if let last = runs.last, last.row == row, last.endColumn == column, last.style == cell.style,
      last.address == address
    {
      runs[runs.count - 1].text += text
      runs[runs.count - 1].endColumn += columns
    } else {
      runs.append(
        Run(
          row: row,
          column: column,
          endColumn: column + columns,
          style: cell.style,
          address: address,
          text: text
        )
      )
    }
  }

  /// The bytes that draw the cells with their addresses; empty when there are none.
  func sequence(_ palette: Palette) -> String {
    guard !runs.isEmpty else { return "" }
    var out = "\u{1b}7"
    for run in runs {
      out += "\u{1b}[\(run.row + 1);\(run.column + 1)H" + palette.rendition(of: run.style)
      if let address = run.address {
        // Pieces with one id light up together, also where a link goes over several lines.
        out += "\u{1b}]8;id=\(Self.id(of: address));\(address)\u{1b}\\"
        out += run.text + "\u{1b}]8;;\u{1b}\\"
      } else {
        out += run.text
      }
    }
    return out + "\u{1b}8"
  }

  /// An address that may stand in a sequence; nil for one that may not.
  static func address(_ url: String) -> String? {
    let isPlain = url.utf8.count <= longest && url.utf8.allSatisfy { (0x21...0x7e).contains($0) }
    let schemes = ["http://", "https://", "mailto:"]
    return isPlain && schemes.contains { url.hasPrefix($0) } ? url : nil
  }

  /// A short name of an address: its FNV-1a hash.
  private static func id(of address: String) -> String {
    let hash = address.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    return String(hash, radix: 36)
  }
}
