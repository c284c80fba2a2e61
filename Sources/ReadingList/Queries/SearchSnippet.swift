/// A piece of an article's text around what was found in it.
package struct SearchSnippet: Equatable, Sendable {
  /// A line without control characters; … marks omitted text at either end.
  package var text: String
  /// Where the words stand that were looked for, rising, in UTF-8 bytes of the text.
  package var marks: [Range<Int>]

  package init(text: String, marks: [Range<Int>]) {
    self.text = text
    self.marks = marks
  }

  /// The text in parts as in `parts`, of what stands before the first mark only about so many characters.
  package func parts(leading most: Int) -> [(text: String, isMarked: Bool)] {
    var parts = parts
    guard parts.count > 1, !parts[0].isMarked, parts[0].text.count > most else { return parts }
    let kept = parts[0].text.suffix(most)
    parts[0].text = "… " + kept.drop { $0 != " " }.dropFirst()
    return parts
  }

  /// The text in parts, marked and not, in order.
  package var parts: [(text: String, isMarked: Bool)] {
    var parts: [(text: String, isMarked: Bool)] = []
    let bytes = Array(text.utf8)
    var end = 0
    func add(_ range: Range<Int>, _ isMarked: Bool) {
      if !range.isEmpty { parts.append((String(decoding: bytes[range], as: UTF8.self), isMarked)) }
    }
    for mark in marks where mark.lowerBound >= end && mark.upperBound <= bytes.count {
      add(end..<mark.lowerBound, false)
      add(mark, true)
      end = mark.upperBound
    }
    add(end..<bytes.count, false)
    return parts
  }
}
