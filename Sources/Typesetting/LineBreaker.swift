import TerminalKit

/// A line that the breaker made: its pieces, its width, and its first character's offset in the text.
struct BrokenLine {
  var runs: [TypesetLine.Run]
  var width: Int
  var offset: Int
}

/// Breaks styled text into lines of a width: greedy, at white space, after hyphens, between CJK
/// characters but not before closing or after opening punctuation; words longer than a line are cut.
struct LineBreaker {
  /// One grapheme cluster of the text.
  private struct Unit {
    var character: Character
    var width: UInt8
    var kind: Kind
    var span: Int32
  }

  private enum Kind: UInt8 {
    case word, space, hyphen, wide, opening, closing, newline
  }

  private let text: StyledText
  private var units: [Unit] = []

  /// Prepares a text; `keepsSpace` is for code, where white space counts and nothing but width breaks.
  init(_ text: StyledText) {
    self.text = text
    units.reserveCapacity(text.spans.reduce(0) { $0 + $1.text.utf8.count })
    for (index, span) in text.spans.enumerated() {
      for character in span.text {
        units.append(Self.unit(character, Int32(index)))
      }
    }
  }

  private static func unit(_ character: Character, _ span: Int32) -> Unit {
    if let ascii = character.asciiValue {
      switch ascii {
      case 0x20: return Unit(character: character, width: 1, kind: .space, span: span)
      case 0x0a: return Unit(character: character, width: 0, kind: .newline, span: span)
      case 0x2d: return Unit(character: character, width: 1, kind: .hyphen, span: span)
      case 0x28, 0x5b, 0x7b: return Unit(character: character, width: 1, kind: .opening, span: span)
      case 0..<0x20, 0x7f: return Unit(character: " ", width: 1, kind: .space, span: span)
      default: return Unit(character: character, width: 1, kind: .word, span: span)
      }
    }
    let width = UInt8(character.displayWidth)
    let kind: Kind =
      switch character {
      case "\u{200b}", "\u{3000}": .space
      case "–", "—", "‐", "\u{ad}": .hyphen
      case "（", "「", "『", "【", "《", "〈", "〔", "［", "｛", "“", "‘", "«": .opening
      case "、", "。", "，", "．", "！", "？", "：", "；", "）", "」", "』", "】", "》", "〉", "〕", "］", "｝",
        "”", "’", "»", "…", "ー", "々", "ゝ", "ぁ", "ぃ", "ぅ", "ぇ", "ぉ", "っ", "ゃ", "ゅ", "ょ", "ァ",
        "ィ", "ゥ", "ェ", "ォ", "ッ", "ャ", "ュ", "ョ":
        .closing
      default: width == 2 ? .wide : .word
      }
    return Unit(character: character, width: width, kind: kind, span: span)
  }

  /// Whether a line may end after a unit.
  private func mayBreak(after index: Int) -> Bool {
    let unit = units[index]
    if unit.kind == .space { return true }
    guard index + 1 < units.count else { return true }
    let next = units[index + 1].kind
    switch unit.kind {
    case .hyphen:
      return index > 0 && units[index - 1].kind == .word && next == .word
        && !units[index + 1].character.isNumber
    case .wide: return next != .closing && next != .hyphen && next != .space
    case .closing:
      return units[index].width == 2 && (next == .wide || next == .opening || next == .word)
    case .word: return next == .wide || (next == .opening && units[index + 1].width == 2)
    case .space, .opening, .newline: return false
    }
  }

  /// The lines, broken where they may be.
  ///
  /// - Parameter width: columns of a line, at least 1.
  /// - Returns: at least one line for a text that is not empty.
  func lines(width: Int) -> [BrokenLine] {
    let width = max(1, width)
    var lines: [BrokenLine] = []
    var start = 0
    while start < units.count {
      var used = 0
      var index = start
      var lastBreak = -1
      while index < units.count, units[index].kind != .newline {
        let unit = units[index]
        if used + Int(unit.width) > width, unit.kind != .space { break }
        used += Int(unit.width)
        if mayBreak(after: index) { lastBreak = index }
        index += 1
      }
      var end = index
      var next = index
      if index < units.count, units[index].kind == .newline {
        next = index + 1
      } else if index < units.count {
        if lastBreak >= start {
          end = lastBreak + 1
        } else if index == start {
          end = start + 1
        }
        next = end
        while next < units.count, units[next].kind == .space { next += 1 }
      }
      while end > start, units[end - 1].kind == .space { end -= 1 }
      lines.append(line(start..<end))
      start = next
    }
    return lines
  }

  /// The lines of code: white space kept, broken only where the width ends; says which continue one.
  func codeLines(width: Int) -> [(line: BrokenLine, continues: Bool)] {
    let width = max(1, width)
    var lines: [(line: BrokenLine, continues: Bool)] = []
    var start = 0
    var continues = false
    while start < units.count {
      var used = 0
      var index = start
      while index < units.count, units[index].kind != .newline {
        let next = Int(units[index].width)
        if used + next > width, index > start { break }
        used += next
        index += 1
      }
      lines.append((line(start..<index), continues))
      continues = index < units.count && units[index].kind != .newline
      start = continues ? index : index + 1
    }
    return lines
  }

  private func line(_ range: Range<Int>) -> BrokenLine {
    var runs: [TypesetLine.Run] = []
    var width = 0
    var index = range.lowerBound
    while index < range.upperBound {
      let span = units[index].span
      var piece = ""
      while index < range.upperBound, units[index].span == span {
        piece.append(units[index].character)
        width += Int(units[index].width)
        index += 1
      }
      let source = text.spans[Int(span)]
      runs.append(TypesetLine.Run(piece, source.style, link: source.link))
    }
    return BrokenLine(runs: runs, width: width, offset: range.lowerBound)
  }
}
