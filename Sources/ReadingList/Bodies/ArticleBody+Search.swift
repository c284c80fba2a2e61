extension ArticleBody {
  /// Where a text occurs, in order and without overlaps.
  ///
  /// Compared is as `Query.folded` makes it. White space of any kind is one, a line break too; what is
  /// not seen, like a soft hyphen, does not count. A range has whole characters; none reaches over the
  /// end of its block. Takes time in proportion to the body.
  package func ranges(of text: String) -> [Range<ReadingPosition>] {
    let needle = FoldedText(text).bytes
    guard !needle.isEmpty else { return [] }
    var found: [Range<ReadingPosition>] = []
    var folding = ScalarFolding()
    for (block, text) in textBlocks.enumerated() {
      let hay = FoldedText(text, by: &folding)
      let places = hay.places(of: needle)
      guard !places.isEmpty else { continue }
      var next = places[...]
      var lower: Int?
      var end = 0
      for (offset, character) in text.enumerated() {
        guard let place = next.first else { break }
        end += character.utf8.count
        if lower == nil, place.lowerBound < end { lower = offset }
        // A character may contain the end of a match and the beginning of the next.
        while let start = lower, let place = next.first, place.upperBound <= end {
          found.append(Range(block: block, start..<(offset + 1)))
          next.removeFirst()
          lower = next.first.flatMap { $0.lowerBound < end ? offset : nil }
        }
      }
    }
    return found
  }
}

extension ArticleBody {
  /// Where words begin that begin with one of some texts, in order and without overlaps; compared as in
  /// `ranges(of:)`.
  ///
  /// Writing without spaces has no beginnings of words to see: there the texts are found anywhere.
  package func ranges(ofWords words: [String]) -> [Range<ReadingPosition>] {
    let all = words.flatMap { ranges(of: $0) }.sorted {
      ($0.lowerBound, $1.upperBound) < ($1.lowerBound, $0.upperBound)
    }
    guard !all.isEmpty else { return [] }
    let blocks = textBlocks
    var found: [Range<ReadingPosition>] = []
    var block: (number: Int, characters: [Character]) = (-1, [])
    for range in all {
      if range.block != block.number { block = (range.block, Array(blocks[range.block])) }
      let start = range.lowerBound.offset
      let before = start > 0 ? block.characters[start - 1] : " "
      let joins = { (character: Character) in
        character.unicodeScalars.first.map { WordPart($0) == .word } ?? false
      }
      guard !(joins(before) && joins(block.characters[start])) else { continue }
      if let last = found.last, last.upperBound > range.lowerBound { continue }
      found.append(range)
    }
    return found
  }
}
