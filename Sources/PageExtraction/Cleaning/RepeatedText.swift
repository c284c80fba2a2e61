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

/// Takes out of a body what stood there before, at length: the copy of a text for windows of another size.
enum RepeatedRuns {
  /// Fewer words twice are a refrain; more are a copy for another size of window.
  private static let minCopy = 150
  /// Within how many blocks a copy has that many words, so that a page of one paragraph again and again costs no more
  /// for each.
  private static let copySpan = 64

  /// The blocks without long runs of blocks, or of lines in a paragraph, that stood there before.
  static func removed(from blocks: [ArticleBody.Block]) -> [ArticleBody.Block] {
    once(blocks.map { ArticleBody(blocks: [$0]).plainText }).map { index in
      guard case .paragraph(let text) = blocks[index], text.contains(.lineBreak) else {
        return blocks[index]
      }
      let lines = text.split(separator: .lineBreak, omittingEmptySubsequences: false)
      let kept = once(lines.map { Array($0).plainText })
      guard kept.count < lines.count else { return blocks[index] }
      return .paragraph(Array(kept.map { lines[$0] }.joined(separator: [.lineBreak])))
    }
  }

  /// The places of the texts that are in no long run that stood there before.
  private static func once(_ texts: [String]) -> [Int] {
    func words(_ text: String) -> Int {
      text.utf8.split { $0 == 0x20 || $0 == 0x0a || $0 == 0x09 }.count
    }
    // By hash: what looks the same is compared.
    let keys = texts.map { text in
      var text = text
      var hasher = Hasher()
      text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
      return hasher.finalize()
    }
    var places: [Int: Int] = [:]
    var out: [Int] = []
    var index = 0
    while index < texts.count {
      var end = index
      if texts[index].utf8.count >= 40, let first = places[keys[index]] {
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
        if places[keys[index]] == nil { places[keys[index]] = index }
        out.append(index)
        end += 1
      }
      index = end
    }
    return out
  }
}
