#if !GUIDED
import Glibc
import Platform

/// Repeats each unit, alone and in pairs, to 64 and 128 KiB: twice the input may take at most 2.6 times
/// as much processor time.
///
/// Where it takes more, it must not do so again at 256 KiB: up to the limits of nesting, time may grow
/// with the depth.
struct Units {
  let target: FuzzTarget
  private let units: [[UInt8]]
  /// The shortest input, in bytes.
  private let size: Int
  private static let most = 2.6
  /// In seconds; shorter times are not compared, because clock noise dominates.
  private static let least = 0.02

  init(directory: String, target: FuzzTarget) {
    self.target = target
    // A key may change files: a thousand of them take a second.
    size = target.name == "interface" ? 1 << 10 : 1 << 16
    let isTyped = ["keys", "interface"].contains(target.name)
    units = isTyped ? Self.keys : dictionary(in: directory) + Self.signs
  }

  /// Bytes and words that may have a meaning in a text.
  private static let signs: [[UInt8]] = {
    let tags =
      "div p a b i h1 ul li ol dl table tr td th thead pre code span form button select option svg math style title body head html font center nobr section main header footer aside nav details summary video picture img br hr input meta link base script noscript template iframe object"
      .split(separator: " ")
    let marks = [
      "<", ">", "</", "<!", "<?", "&", "&amp", "&#0;", "\"", "'", "=", "a=b ", "[", "]", "](", "![",
      "(", ")",
      "*", "_", "**", "`", "```\n", "~", "# ", "> ", "- ", "1. ", "\n", "\n\n", "|", "|-|\n", "$",
      "$$", "\\(",
      "\\", "{", "}", ":", ",", ";", "\t", " ", "a", "a ", "a: b\n", "\u{a0}", "é", "字", "\u{301}",
      "\u{202e}",
      "\0", "@", "a@b.c ", "http://a.b ", "www.a.b ", "%", "%41", "+", "/", "?", "#", "--", "...",
      "by ", "1 May 2026 ",
    ]
    return
      (tags.map { "<\($0)>" } + tags.map { "</\($0)>" } + tags.map { "<\($0)>a</\($0)> " } + marks)
      .map {
        Array($0.utf8)
      }
  }()

  /// What a terminal sends: the characters, and the sequences of keys, mouse, paste and answers.
  private static let keys: [[UInt8]] = {
    let sequences =
      "[A [B [C [D [H [F [Z [2~ [3~ [5~ [6~ OP [15~ [1;5C [1;3D [97;5u [13;2u [I [O a b \r"
      + " [<0;20;5M [<0;20;5m [<32;21;6M [<64;20;5M [<65;20;5M ]11;rgb:0/0/0\u{7} [200~a\u{1b}[201~"
    return (1..<128).map { [$0] } + ["é", "字", "\u{301}"].map { Array($0.utf8) }
      + sequences.split(separator: " ").map { [0x1b] + Array($0.utf8) }
  }()

  /// Prints each unit that takes longer, and the number compared.
  func measure() {
    var (compared, slow, slower, worst) = (0, 0, 0, 0.0)
    // Each alone comes first.
    for distance in units.indices {
      for first in units.indices.dropLast(distance) {
        let unit = units[first] + (distance == 0 ? [] : units[first + distance])
        var large = time(of: unit, size: 2 * size, runs: 1)
        compared += 1
        worst = max(worst, large)
        guard large > Self.least else { continue }
        var small = time(of: unit, size: size, runs: 1)
        guard large > Self.most * small else { continue }
        small = time(of: unit, size: size, runs: 5)
        large = time(of: unit, size: 2 * size, runs: 5)
        guard large > Self.most * small else { continue }
        slow += 1
        let largest = time(of: unit, size: 4 * size, runs: 5)
        guard largest > Self.most * large else { continue }
        slower += 1
        let times = [small, large, largest].map { "\(milliseconds($0))" }.joined(separator: ", ")
        say("\(String(decoding: unit, as: UTF8.self).debugDescription): \(times) ms")
      }
    }
    say(
      "\(compared) units and pairs, \(slow) over \(Self.most) at 128 KiB, \(slower) again at 256 KiB, "
        + "worst \(milliseconds(worst)) ms")
  }

  /// Prints a line at once, so that it is not lost if the process is ended.
  private func say(_ line: String) {
    print("\(target.name): \(line)")
    fflush(nil)
  }

  private func milliseconds(_ seconds: Double) -> Int { Int(seconds * 1000) }

  /// The shortest processor time of several runs, in seconds.
  private func time(of unit: [UInt8], size: Int, runs: Int) -> Double {
    let input = Array((0..<(size / unit.count)).map { _ in unit }.joined())
    return (0..<runs).map { _ in
      let start = SystemClock.processorNanoseconds()
      target.run(input)
      return Double(SystemClock.processorNanoseconds() - start) / 1e9
    }.min() ?? 0
  }
}
#endif
