extension ArticleBody {
  /// The plain text of every leaf, in reading order: what reading positions count over; the cells of a row are
  /// joined by a tab.
  package var textBlocks: [String] {
    var texts: [String] = []
    visit {
      if case .leaf(let cells) = $0 { texts.append(cells.map(\.text).joined(separator: "\t")) }
    }
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
