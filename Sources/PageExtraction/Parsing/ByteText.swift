import Platform

package enum ByteText {
  /// Whether `text` contains `word`; many times faster than the standard library's collection
  /// search.
  package static func contains(_ text: ArraySlice<UInt8>, _ word: [UInt8]) -> Bool {
    text.withUnsafeBytes { position(of: word, in: $0, from: 0) != nil }
  }

  /// Whether `text` contains `word`, compared byte by byte.
  static func contains(_ text: String, _ word: String) -> Bool {
    var text = text
    return text.withUTF8 { position(of: Array(word.utf8), in: UnsafeRawBufferPointer($0), from: 0) }
      != nil
  }

  /// Whether `text` equals a word, ignoring case.
  static func equals(_ text: some RandomAccessCollection<UInt8>, _ word: StaticString) -> Bool {
    text.count == word.utf8CodeUnitCount
      && zip(text, 0...).allSatisfy { PageTree.lower($0) == PageTree.lower(word.utf8Start[$1]) }
  }

  /// Counts the occurrences of `word` in `text`, up to `most`.
  static func count(_ word: [UInt8], in text: [UInt8], atMost most: Int) -> Int {
    text.withUnsafeBytes { bytes in
      var count = 0
      var from = 0
      while count < most, let hit = position(of: word, in: bytes, from: from) {
        count += 1
        from = hit + word.count
      }
      return count
    }
  }

  static func position(
    of find: [UInt8], in bytes: UnsafeRawBufferPointer, from: Int
  ) -> Int? {
    guard let first = find.first, let base = bytes.baseAddress else { return nil }
    var start = from
    while start + find.count <= bytes.count,
      let hit = (base + start).distance(to: first, within: bytes.count - start - find.count + 1)
    {
      start += hit
      if (base + start).compare(to: find, count: find.count) == 0 { return start }
      start += 1
    }
    return nil
  }
}
