extension String {
  /// How well a text that was typed is found in this one, its characters in order and not necessarily
  /// side by side; nil when it is not.
  ///
  /// Characters that follow one another count most, then those at the beginning of words; the shorter
  /// of two texts is the better match. Case and spaces in what was typed make no difference.
  package func fuzzyScore(of typed: String) -> Int? {
    let wanted = typed.lowercased().filter { !$0.isWhitespace }
    guard !wanted.isEmpty else { return 0 }
    let text = Array(lowercased())
    var score = 0
    var from = 0
    var last = -2
    for character in wanted {
      func isStart(_ index: Int) -> Bool { index == 0 || !text[index - 1].isLetter }
      let rest = text.indices[from...]
      guard let nearest = rest.first(where: { text[$0] == character }) else { return nil }
      // The next character of a run, else the beginning of a word, else the nearest.
      let start = rest.first { text[$0] == character && isStart($0) }
      let index = nearest == last + 1 ? nearest : start ?? nearest
      score += index == last + 1 ? 10 : isStart(index) ? 8 : 1
      last = index
      from = index + 1
    }
    return score * 16 - min(text.count, 15)
  }
}
