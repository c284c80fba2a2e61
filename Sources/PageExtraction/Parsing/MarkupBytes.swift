import Platform

extension UInt8 {
  /// Whether a tag name may begin with the byte.
  var isMarkupLetter: Bool { (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7a }

  /// Whether HTML treats the byte as white space.
  var isMarkupSpace: Bool { self == 0x20 || (self >= 9 && self <= 13) }
}

/// Searches in the bytes of a page; a failed search returns the end.
extension UnsafeBufferPointer<UInt8> {
  /// The position of a byte before `end`, or else `end`.
  func find(_ byte: UInt8, from: Int, to end: Int? = nil) -> Int {
    let end = end ?? count
    guard from < end, let base = baseAddress,
      let hit = UnsafeRawPointer(base + from).distance(to: byte, within: end - from)
    else { return end }
    return from + hit
  }

  func nameEnd(from: Int) -> Int {
    var index = from
    while index < count, !self[index].isMarkupSpace, self[index] != 0x3e, self[index] != 0x2f {
      index += 1
    }
    return index
  }

  /// The position of a tag's `>`, skipping quoted values; an unclosed quote does not extend to the
  /// end of the page.
  func tagEnd(from: Int) -> Int {
    var index = from
    var afterEquals = false
    while index < count {
      let byte = self[index]
      if byte == 0x3e { return index }
      if afterEquals, byte == 0x22 || byte == 0x27 {
        let close = find(byte, from: index + 1)
        if close == count { return find(0x3e, from: index) }
        index = close + 1
        afterEquals = false
        continue
      }
      if byte == 0x3d { afterEquals = true } else if !byte.isMarkupSpace { afterEquals = false }
      index += 1
    }
    return count
  }

  /// The end of an attribute and its value.
  func attributeEnd(from: Int, limit: Int) -> Int {
    var index = from
    while index < limit, self[index].isMarkupSpace || self[index] == 0x2f { index += 1 }
    while index < limit, !self[index].isMarkupSpace, self[index] != 0x3d { index += 1 }
    var value = index
    while value < limit, self[value].isMarkupSpace { value += 1 }
    guard value < limit, self[value] == 0x3d else {
      return Swift.max(index, Swift.min(from + 1, limit))
    }
    index = value + 1
    while index < limit, self[index].isMarkupSpace { index += 1 }
    guard index < limit else { return limit }
    if self[index] == 0x22 || self[index] == 0x27 {
      return Swift.min(find(self[index], from: index + 1) + 1, limit)
    }
    while index < limit, !self[index].isMarkupSpace { index += 1 }
    return index
  }

  func commentEnd(from: Int) -> Int {
    if from < count, self[from] == 0x3e { return from + 1 }
    if from + 1 < count, self[from] == 0x2d, self[from + 1] == 0x3e { return from + 2 }
    var index = from
    while true {
      index = find(0x3e, from: index)
      guard index < count else { return index }
      if index >= from + 2, self[index - 1] == 0x2d, self[index - 2] == 0x2d { return index + 1 }
      if index >= from + 3, self[index - 1] == 0x21, self[index - 2] == 0x2d,
        self[index - 3] == 0x2d
      {
        return index + 1
      }
      index += 1
    }
  }

  /// The start of a raw text element's end tag before `limit`, or the end of the page.
  func rawEnd(name: Int, _ nameEnd: Int, from: Int, limit: Int = .max) -> Int {
    let limit = Swift.min(limit, count)
    var index = from
    while true {
      index = find(0x3c, from: index, to: limit)
      guard index < limit else { return count }
      if isTag(at: index + 2, like: name, nameEnd), self[index + 1] == 0x2f { return index }
      index += 1
    }
  }

  func nestedEnd(name: Int, _ nameEnd: Int, from: Int) -> Int? {
    var index = from
    var depth = 1
    while true {
      index = find(0x3c, from: index)
      guard index < count else { return nil }
      if isTag(at: index + 1, like: name, nameEnd) {
        let end = tagEnd(from: index + 1)
        guard end < count else { return nil }
        if self[end - 1] != 0x2f { depth += 1 }
        index = end
      } else if isTag(at: index + 2, like: name, nameEnd), self[index + 1] == 0x2f {
        depth -= 1
        if depth == 0 { return find(0x3e, from: index) + 1 }
      }
      index += 1
    }
  }

  func isTag(at start: Int, like name: Int, _ nameEnd: Int) -> Bool {
    let length = nameEnd - name
    guard start + length < count else { return false }
    for offset in 0..<length where self[start + offset] | 0x20 != self[name + offset] | 0x20 {
      return false
    }
    let after = self[start + length]
    return after.isMarkupSpace || after == 0x3e || after == 0x2f
  }

  func contains(_ word: StaticString, _ from: Int, _ to: Int) -> Bool {
    let count = word.utf8CodeUnitCount
    guard to - from >= count else { return false }
    return (from...(to - count)).contains { start in
      (0..<count).allSatisfy { self[start + $0] | 0x20 == word.utf8Start[$0] | 0x20 }
    }
  }
}
