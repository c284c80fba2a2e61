import ReadingList

/// Removes quotations of a thread's own earlier posts.
struct RepeatedQuotes {
  /// The minimum number of words of a removed quotation.
  private static let minWords = 8
  /// The number of consecutive words that identify a quotation.
  private static let run = 5

  private var said: Set<Int> = []

  static func removed(from body: ArticleBody) -> ArticleBody {
    var quotes = RepeatedQuotes()
    return ArticleBody(blocks: quotes.new(body.blocks))
  }

  private mutating func new(_ blocks: [ArticleBody.Block]) -> [ArticleBody.Block] {
    var out: [ArticleBody.Block] = []
    for block in blocks {
      guard case .quote(let inner) = block else {
        said.formUnion(Self.runs(ArticleBody(blocks: [block]).plainText))
        out.append(block)
        continue
      }
      let runs = Self.runs(ArticleBody(blocks: inner).plainText)
      if runs.count > Self.minWords - Self.run, runs.count(where: said.contains) * 2 > runs.count {
        if let last = out.last, Self.announces(last) { out.removeLast() }
        continue
      }
      said.formUnion(runs)
      out.append(block)
    }
    return out
  }

  /// Whether a line introduces a quotation: "heron wrote:".
  private static func announces(_ block: ArticleBody.Block) -> Bool {
    guard case .paragraph(let inlines) = block else { return false }
    let line = inlines.plainText.lowercased()
    return line.utf8.count <= 80
      && (line.hasSuffix(":") || line.hasSuffix("…") || line.hasSuffix("..."))
      && ["wrote", "said", "posted", "schrieb", "a écrit", "escribió"].contains {
        line.contains($0)
      }
  }

  /// The hashes of all runs of words in a text.
  private static func runs(_ text: String) -> [Int] {
    let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }
    guard words.count >= run else { return [] }
    return (0...(words.count - run)).map { place in
      var hasher = Hasher()
      for word in words[place..<(place + run)] { hasher.combine(word) }
      return hasher.finalize()
    }
  }
}

/// Removes long passages that repeat earlier ones, such as a copy of the text for another window
/// size.
enum RepeatedRuns {
  /// The minimum number of repeated words; fewer are a refrain.
  private static let minCopy = 150
  /// The number of blocks within which a copy must reach that many words, so that a page of one
  /// repeated paragraph takes linear time.
  private static let copySpan = 64

  /// Returns the blocks without long repeated runs of blocks, or of lines within a paragraph.
  static func removed(from blocks: [ArticleBody.Block]) -> [ArticleBody.Block] {
    var out: [ArticleBody.Block] = []
    for index in once(blocks.map { ArticleBody(blocks: [$0]).plainText }) {
      // Contents are often there twice, for wide and for narrow windows.
      if case .list(let list) = blocks[index], list.items.count > 2, blocks[index] == out.last {
        continue
      }
      out.append(withoutRepeatedLines(blocks[index]))
    }
    return out
  }

  private static func withoutRepeatedLines(_ block: ArticleBody.Block) -> ArticleBody.Block {
    guard case .paragraph(let text) = block, text.contains(.lineBreak) else { return block }
    let lines = text.split(separator: .lineBreak, omittingEmptySubsequences: false)
    let kept = once(lines.map { Array($0).plainText })
    guard kept.count < lines.count else { return block }
    return .paragraph(Array(kept.map { lines[$0] }.joined(separator: [.lineBreak])))
  }

  /// The indices of the texts that are not in a long repeated run.
  private static func once(_ texts: [String]) -> [Int] {
    func words(_ text: String) -> Int {
      text.utf8.split { $0 == 0x20 || $0 == 0x0a || $0 == 0x09 }.count
    }
    var places: [String: Int] = [:]
    var out: [Int] = []
    var index = 0
    while index < texts.count {
      var end = index
      if texts[index].utf8.count >= 40, let first = places[texts[index]] {
        func isSame() -> Bool {
          end < texts.count && first + end - index < index
            && texts[first + end - index] == texts[end]
        }
        while end - index < copySpan, isSame() { end += 1 }
        let count = texts[index..<end].reduce(0) { $0 + words($1) }
        if count < minCopy || Set(texts[index..<end]).count < 3 {
          end = index
        } else {
          while isSame() { end += 1 }
        }
      }
      if end == index {
        if places[texts[index]] == nil { places[texts[index]] = index }
        out.append(index)
        end += 1
      }
      index = end
    }
    return out
  }
}
