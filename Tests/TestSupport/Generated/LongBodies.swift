package import ReadingList

/// Long texts, the same in each run.
package enum LongBodies {
  /// Paragraphs alone.
  package static var prose: ArticleBody {
    var random = SeededNumbers(seed: 3)
    return ArticleBody(blocks: (0..<8000).map { _ in .paragraph(sentences(&random)) })
  }

  /// Every kind of block.
  package static var mixed: ArticleBody {
    var random = SeededNumbers(seed: 4)
    var blocks: [ArticleBody.Block] = []
    for _ in 0..<400 {
      blocks.append(.heading(level: 2, words(5, &random), anchor: nil))
      blocks.append(.paragraph(sentences(&random)))
      blocks.append(.list(.init(items: (0..<5).map { _ in [.paragraph(words(12, &random))] })))
      blocks.append(.quote([.paragraph(sentences(&random))]))
      blocks.append(.code("func wait() {\n\tif isStill { return }\n}\n", language: nil))
      blocks.append(
        .table(
          .init(
            header: [words(1, &random), words(2, &random)],
            rows: (0..<4).map { _ in [words(2, &random), words(14, &random)] })))
      blocks.append(.paragraph([.text("日本語の文章です。改行、禁則「処理」も。한국어 텍스트는 띄어쓰기를 합니다. مرحبا بالعالم")]))
    }
    return ArticleBody(blocks: blocks)
  }

  private static func words(_ count: Int, _ random: inout SeededNumbers) -> [ArticleBody.Inline] {
    [.text((0..<count).map { _ in random.pick(Vocabulary.nouns) }.joined(separator: " "))]
  }

  private static func sentences(_ random: inout SeededNumbers) -> [ArticleBody.Inline] {
    (0..<4).flatMap { _ -> [ArticleBody.Inline] in
      words(12, &random) + [.text(", ")] + [
        random.chance(50)
          ? .emphasis(words(2, &random)) : .link(words(2, &random), url: "https://a.example/")
      ] + [.text(" don’t — “quite” Donau\u{ad}dampf\u{ad}schiff. ")]
    }
  }

  /// Paragraphs and headings as long as is wanted.
  package static func prose(while isShort: (String) -> Bool) -> String {
    var maker = ArticleGenerator(seed: 7)
    guard var article = maker.article(number: 1) else { return "" }
    article.wordCount = 2000
    var html = ""
    while isShort(html) { html += maker.body(for: article) }
    return html
  }

  /// Each other word from the beginning on.
  package static func highlights(
    _ count: Int, in text: JoinedText, at moment: Timestamp
  ) -> [Highlight] {
    var made: [Highlight] = []
    for (block, words) in text.blocks.enumerated() {
      var offset = 0
      for (place, word) in words.split(separator: " ", omittingEmptySubsequences: false)
        .enumerated()
      {
        let start = ReadingPosition(block: block, offset: offset)
        offset += word.count + 1
        let end = ReadingPosition(block: block, offset: offset - 1)
        guard place % 2 == 0, start < end, made.count < count else { continue }
        if let one = Highlight(start..<end, in: text, color: .yellow, at: moment) {
          made.append(one)
        }
      }
      if made.count == count { break }
    }
    return made
  }
}
