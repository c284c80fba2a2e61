extension ArticleBody {
  /// The plain text of every leaf, in reading order: what reading positions count over.
  package var textBlocks: [String] {
    var texts: [String] = []
    visit { if case .leaf(let leaf) = $0 { texts.append(leaf.text) } }
    return texts
  }

  /// The leaf in which a share of the text has been read.
  package func position(of progress: Progress) -> ReadingPosition {
    let lengths = textBlocks.map(\.count)
    var left = lengths.reduce(0, +) * progress.percent / 100
    let block = lengths.firstIndex { length in
      left -= length
      return left < 0
    }
    return ReadingPosition(block: block ?? lengths.count - 1, offset: 0)
  }
}
