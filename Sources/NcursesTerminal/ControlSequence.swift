/// What is said to terminals past curses.
enum ControlSequence {
  /// Presses and drags, in decimal numbers.
  static let mouseOn = "\u{1b}[?1000h\u{1b}[?1002h\u{1b}[?1006h"
  static let mouseOff = "\u{1b}[?1006l\u{1b}[?1002l\u{1b}[?1000l"
  /// Pasted text between marks.
  static let pasteOn = "\u{1b}[?2004h"
  static let pasteOff = "\u{1b}[?2004l"
  /// The background's color (OSC 11), then the terminal's kind, which every terminal tells: when that
  /// answer is there, no other will come.
  static let backgroundQuestion = "\u{1b}]11;?\u{1b}\\\u{1b}[c"

  /// Puts bytes on the clipboard (OSC 52).
  static func copy(_ bytes: [UInt8]) -> String { "\u{1b}]52;c;\(Base64.encoded(bytes))\u{07}" }
}

extension String {
  /// A capability without its marks of how long the terminal takes: `$<2>`.
  var withoutPadding: String {
    var out = ""
    var rest = self[...]
    while let first = rest.first {
      if rest.hasPrefix("$<"), let end = rest.firstIndex(of: ">") {
        rest = rest[rest.index(after: end)...]
      } else {
        out.append(first)
        rest = rest.dropFirst()
      }
    }
    return out
  }
}
