import ReadingList

/// Takes out of a thread the quotations of its own earlier posts.
struct RepeatedQuotes {
  /// A quotation with fewer words stays.
  private static let minWords = 8
  /// So many words in a row are the same only where they are quoted.
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

  /// Whether a line says whom the quotation below it quotes: "heron wrote:".
  private static func announces(_ block: ArticleBody.Block) -> Bool {
    guard case .paragraph(let inlines) = block else { return false }
    let line = inlines.plainText.lowercased()
    return line.utf8.count <= 80
      && (line.hasSuffix(":") || line.hasSuffix("…") || line.hasSuffix("..."))
      && ["wrote", "said", "posted", "schrieb", "a écrit", "escribió"].contains {
        line.contains($0)
      }
  }

  /// The runs of words in a text, each as a number.
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
