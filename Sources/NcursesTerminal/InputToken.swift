import CNcurses
import Glibc

/// What curses reads: a key that it knows by its description of the terminal, or a character.
enum InputToken: Equatable {
  case code(Int32)
  case scalar(UInt32)

  /// Whether sequences begin with it behind an escape character.
  var beginsSequence: Bool { [.scalar(0x5b), .scalar(0x5d), .scalar(0x4f)].contains(self) }

  /// Takes everything that curses has, without waiting.
  ///
  /// - Parameter partial: the bytes so far of a character that has not come whole.
  /// - Returns: what it has, and whether reading fails, as it always does when the terminal belongs
  ///   to others.
  static func readAll(_ partial: inout mbstate_t) -> (tokens: [InputToken], hasFailed: Bool) {
    var tokens: [InputToken] = []
    var value: UInt32 = 0
    while tokens.count < maxCount {
      let result = luego_read(&value, &partial)
      switch result {
      case 0: tokens.append(.scalar(value))
      // Curses says that it took note of a size that it was told.
      case 1 where value == LUEGO_KEY_RESIZE: continue
      case 1: tokens.append(.code(Int32(truncatingIfNeeded: value)))
      default: return (tokens, result == -2)
      }
    }
    return (tokens, false)
  }

  /// The rest waits for the next reading, so that a flood cannot hold up the screen.
  private static let maxCount = 1 << 16
}
