import ReadingList

extension [ArticleBody.Inline] {
  /// Removes what a page puts around references to notes, which are raised and in brackets themselves.
  func withoutNoteBrackets() -> Self {
    var out: Self = []
    for inline in self {
      if case .sup(let inside) = inline, inside.contains(where: \.isNoteReference),
        inside.allSatisfy({ $0.isNoteReference || $0.joinsNotes("[](), ;–-") })
      {
        out.appendJoining(inside)
      } else {
        out.appendJoining([inline])
      }
    }
    // Brackets may stand around several references with only signs between them.
    var place = 1
    while place < out.count {
      let first = place
      while place < out.count, out[place].isNoteReference || out[place].joinsNotes(", ;–-") {
        place += 1
      }
      if place > first, place < out.count, case .text(let before) = out[first - 1],
        case .text(let after) = out[place], before.hasSuffix("["), after.hasPrefix("]")
      {
        out[first - 1] = .text(String(before.dropLast()))
        out[place] = .text(String(after.dropFirst()))
      }
      place += 1
    }
    return out.filter { $0 != .text("") }
  }
}

extension ArticleBody.Inline {
  fileprivate var isNoteReference: Bool {
    if case .footnoteReference = self { true } else { false }
  }

  /// Whether it is text of nothing but some signs.
  fileprivate func joinsNotes(_ signs: String) -> Bool {
    if case .text(let text) = self { text.allSatisfy { signs.contains($0) } } else { false }
  }
}
