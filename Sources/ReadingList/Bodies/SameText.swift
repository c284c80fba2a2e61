/// Whether two stored texts are the same but for what changes from one visit to the next: a date, a
/// count, an advertisement.
///
/// Compared are words, lower-cased, without markup: as many on both sides, and three in a row at a time
/// the same ones, each but for one in fifty. A text without words equals only its own copy.
package enum SameText {
  /// Of so many runs of words one may differ.
  private static let oneIn = 50

  /// Compares two sanitized HTML fragments; takes time in proportion to their length.
  package static func areSame(_ a: String, _ b: String) -> Bool {
    if a.utf8.elementsEqual(b.utf8) { return !a.isEmpty }
    let (mine, theirs) = (words(of: a), words(of: b))
    guard !mine.isEmpty, !theirs.isEmpty, isNear(mine.count, theirs.count) else { return false }
    let (runs, others) = (runs(of: mine), runs(of: theirs))
    return isNear(runs.intersection(others).count, max(runs.count, others.count))
  }

  private static func isNear(_ a: Int, _ b: Int) -> Bool { abs(a - b) * oneIn <= max(a, b) }

  private static func runs(of words: [UInt64]) -> Set<UInt64> {
    let length = min(3, words.count)
    var runs: Set<UInt64> = []
    for start in 0...(words.count - length) {
      runs.insert(words[start..<start + length].reduce(0) { ($0 ^ $1) &* 0x9e37_79b9_7f4a_7c15 })
    }
    return runs
  }

  /// Hashes of the words between the tags.
  private static func words(of html: String) -> [UInt64] {
    var words: [UInt64] = []
    var word: UInt64 = 0
    var isTag = false
    func next(_ scalar: UInt32) {
      word = ((word == 0 ? 0xcbf2_9ce4 : word) ^ UInt64(scalar)) &* 0x100_0000_01b3
    }
    func end() {
      if word != 0 { words.append(word) }
      word = 0
    }
    for scalar in html.unicodeScalars {
      if isTag {
        isTag = scalar != ">"
      } else if scalar == "<" {
        isTag = true
        end()
      } else if scalar.isASCII {
        switch scalar {
        case "a"..."z", "0"..."9": next(scalar.value)
        case "A"..."Z": next(scalar.value | 0x20)
        case "'": break
        default: end()
        }
      } else if ReadingTime.isCountedByCharacter(scalar.value) {
        end()
        next(scalar.value)
        end()
      } else if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
        for lower in scalar.properties.lowercaseMapping.unicodeScalars { next(lower.value) }
      } else if scalar.value != 0x2019, scalar.value != 0xad {
        end()
      }
    }
    end()
    return words
  }
}
