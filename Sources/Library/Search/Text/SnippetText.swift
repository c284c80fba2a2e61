import ReadingList

/// A piece of a text as it is shown: one line without control characters.
struct SnippetText {
  private let text: UnsafeBufferPointer<UInt8>
  private let range: Range<Int>

  /// The piece around a place, of about so many characters, between words where there are any.
  init(_ text: UnsafeBufferPointer<UInt8>, around place: Range<Int>, length: Int) {
    self.text = text
    let inside = Self.scalars(text, place)
    let before = max(0, length - inside) / 3
    var begin = Self.moved(text, place.lowerBound, by: -before)
    var end = Self.moved(text, place.upperBound, by: max(0, length - inside - before))
    if end == text.count { begin = Self.moved(text, end, by: -length, atMost: begin) }
    if begin > 0 {
      var next = begin
      while next < place.lowerBound, text[next - 1] > 32 { next += 1 }
      if next < place.lowerBound { begin = next }
    }
    if end < text.count {
      var next = end
      while next > max(place.upperBound, begin + 1), text[next] > 32 { next -= 1 }
      if next > max(place.upperBound, begin + 1) { end = next }
    }
    range = begin..<max(begin, end)
  }

  private static func isStart(_ byte: UInt8) -> Bool { byte & 0xc0 != 0x80 }

  private static func scalars(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int {
    text[range].count(where: isStart)
  }

  /// A place so many scalars further on.
  private static func moved(
    _ text: UnsafeBufferPointer<UInt8>, _ place: Int, by count: Int, atMost limit: Int = .max
  ) -> Int {
    var place = place
    for _ in 0..<abs(count) {
      let step = count < 0 ? -1 : 1
      guard step < 0 ? place > 0 : place < text.count else { break }
      repeat { place += step } while place > 0 && place < text.count && !isStart(text[place])
    }
    return min(place, limit)
  }

  /// The piece with what of the ranges lies in it marked.
  func snippet(marking ranges: [Range<Int>]) -> SearchSnippet {
    var out: [UInt8] = []
    // Where each byte of the piece went.
    var places = [Int](repeating: 0, count: range.count + 1)
    if range.lowerBound > 0 { out += Array("… ".utf8) }
    let start = out.count
    var wasSpace = true
    var place = range.lowerBound
    while place < range.upperBound {
      var next = place + 1
      while next < range.upperBound, !Self.isStart(text[next]) { next += 1 }
      for index in place..<next { places[index - range.lowerBound] = out.count }
      let isSpace = Self.isSpace(text, place, next)
      if !isSpace { out += text[place..<next] } else if !wasSpace { out.append(32) }
      wasSpace = isSpace
      place = next
    }
    places[range.count] = out.count
    if out.count > start, out.last == 32 { out.removeLast() }
    let end = out.count
    if range.upperBound < text.count { out += Array(" …".utf8) }
    var marks: [Range<Int>] = []
    for mark in ranges
    where mark.lowerBound >= range.lowerBound && mark.upperBound <= range.upperBound {
      let first = min(places[mark.lowerBound - range.lowerBound], end)
      let last = min(places[mark.upperBound - range.lowerBound], end)
      guard first < last else { continue }
      if let before = marks.last, first <= before.upperBound {
        marks[marks.count - 1] = before.lowerBound..<max(last, before.upperBound)
      } else {
        marks.append(first..<last)
      }
    }
    return SearchSnippet(text: String(decoding: out, as: UTF8.self), marks: marks)
  }

  /// Whether a scalar is shown as a space: it is one, it controls, or it ends lines.
  private static func isSpace(_ text: UnsafeBufferPointer<UInt8>, _ place: Int, _ next: Int) -> Bool
  {
    if next - place == 1 { return text[place] <= 32 || text[place] == 0x7f }
    // Most scalars beyond ASCII begin with other bytes.
    guard [0xc2, 0xd8, 0xe1, 0xe2, 0xe3, 0xef, 0xf0, 0xf3].contains(text[place]) else {
      return false
    }
    let scalar = String(decoding: text[place..<next], as: UTF8.self).unicodeScalars.first
    switch scalar?.properties.generalCategory {
    case .control, .spaceSeparator, .lineSeparator, .paragraphSeparator, .format, nil: break
    default: return false
    }
    // These join or part letters and are not seen.
    return ![0xad, 0x200c, 0x200d].contains(scalar?.value ?? 0)
  }
}
