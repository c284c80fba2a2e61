/// Lists of the documents that have a word, as the parts of the index have them (see `CXapian.h`).
enum Postings {
  /// Enters the documents of a list, with their impacts where these are greater than what stands there.
  ///
  /// - Parameters:
  ///   - list: the list; empty where the part does not have the word.
  ///   - part: where it is from.
  ///   - filter: the languages that count, and those of each place; all without it.
  ///   - lessen: has an eighth less of each impact count.
  ///   - hasImpacts: without them each counts 1.
  ///   - impacts: of each place.
  /// - Throws: `damaged`.
  static func add(
    _ list: UnsafeRawBufferPointer,
    of part: IndexReader.Part,
    only filter: (wanted: UInt32, languages: [UInt32])?,
    lessen: Bool,
    hasImpacts: Bool,
    to impacts: inout [UInt8]
  ) throws(SearchError) {
    if list.isEmpty { return }
    var place = 0
    var left = try varint(list, &place)
    var number = try varint(list, &place)
    _ = try varint(list, &place)
    var runs = part.table.runs[...]
    // The run that has the number, and the place of its first document.
    var first: UInt32 = 0
    var end: UInt32 = 0
    var start = part.start
    var isWhole = false
    let damage = impacts.withUnsafeMutableBufferPointer { impacts -> SearchError? in
      do throws(SearchError) {
        while left > 0 {
          while number >= end {
            guard let next = runs.popFirst() else { throw .damaged("the postings of a word") }
            start += Int(end - first)
            first = next.first
            end = next.first + UInt32(next.count)
          }
          guard number >= first, !hasImpacts || place < list.count else {
            throw .damaged("the postings of a word")
          }
          let target = start + Int(number - first)
          let impact = hasImpacts ? list[place] : 1
          if hasImpacts { place += 1 }
          if filter.map({ $0.languages[target] & $0.wanted != 0 }) ?? true {
            let counted = lessen ? impact - impact >> 3 : impact
            if counted > impacts[target] { impacts[target] = counted }
          }
          left -= 1
          if left > 0 { number &+= try varint(list, &place) }
        }
        isWhole = place == list.count
        return nil
      } catch { return error }
    }
    if let damage { throw damage }
    if !isWhole { throw .damaged("the postings of a word") }
  }

  @inline(__always)
  private static func varint(
    _ list: UnsafeRawBufferPointer,
    _ place: inout Int
  ) throws(SearchError) -> UInt32 {
    guard place < list.count else { throw .damaged("the postings of a word") }
    var value = UInt32(list[place])
    place += 1
    if value < 0x80 { return value }
    value &= 0x7f
    var shift: UInt32 = 7
    while place < list.count, shift < 35 {
      let byte = UInt32(list[place])
      place += 1
      value |= (byte & 0x7f) &<< shift
      if byte < 0x80 { return value }
      shift += 7
    }
    throw .damaged("the postings of a word")
  }
}
