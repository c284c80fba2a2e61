/// Whether two stored texts are the same but for what changes from one visit to the next: a date, a
/// count, an advertisement.
///
/// Compared are words, lower-cased, without markup: as many on both sides, and three in a row at a time
/// the same ones, each but for one in fifty. A text without words equals only its own copy.
package enum SameText {
  /// Of so many runs of words one may differ.
  private static let oneIn = 50

  /// Compares two sanitized HTML fragments.
  package static func areSame(_ a: String, _ b: String) -> Bool {
    if a.utf8.elementsEqual(b.utf8) { return !a.isEmpty }
    let (mine, theirs) = (words(of: a), words(of: b))
    guard !mine.isEmpty, !theirs.isEmpty, isNear(mine.count, theirs.count) else { return false }
    let (runs, others) = (runs(of: mine), runs(of: theirs))
    return isNear(runs.intersection(others).count, max(runs.count, others.count))
  }

  private static func isNear(_ a: Int, _ b: Int) -> Bool { abs(a - b) * oneIn <= max(a, b) }

  private static func runs(of words: [Substring]) -> Set<ArraySlice<Substring>> {
    let length = min(3, words.count)
    return Set((0...(words.count - length)).map { words[$0..<($0 + length)] })
  }

  /// The words between the tags; of writing without spaces each character.
  private static func words(of html: String) -> [Substring] {
    ("<>" + html).lowercased().split(separator: "<").flatMap { part in
      part.drop { $0 != ">" }.split { !$0.isLetter && !$0.isNumber }
    }.flatMap { word in
      word.unicodeScalars.contains { ReadingTime.isCountedByCharacter($0.value) }
        ? word.indices.map { word[$0...$0] } : [word]
    }
  }
}
