import Glibc
import ReadingList
import Typesetting

/// Measures typesetting long texts and the memory of their lines, and reading them in the program:
/// `typeset [LUEGO [DIRECTORY]]`.
func benchmarkTypesetting(_ arguments: [String]) -> Int32 {
  print("Typesetting, medians")
  for (name, body) in [("prose", TypesetBench.prose), ("every kind of block", TypesetBench.mixed)] {
    let text = body.textBlocks.reduce(0) { $0 + $1.utf8.count }
    let before = Measure.residentMegabytes
    let options = TypesetOptions(codeWidth: 100)
    let kept = typeset(body, header: nil, width: 72, options: options)
    let after = Measure.residentMegabytes
    let times = Measure.runs(31) {
      if typeset(body, header: nil, width: 72, options: options).lines.isEmpty { exit(1) }
    }
    print(
      "\(name), \(text / 1000) kB, \(kept.lines.count) lines".padded(to: 56)
        + Measure.cell(Measure.median(times)) + " ms, best" + Measure.cell(times[0]) + " ms"
    )
    print("  resident memory of its lines".padded(to: 56) + Measure.cell(after - before) + " MB")
  }
  let pages = arguments.dropFirst().first
  return withTemporaryDirectory { ReaderBench(directory: $0).run(arguments.first, pages: pages) }
}

/// Long texts, the same in each run.
enum TypesetBench {
  static var prose: ArticleBody {
    var random = SeededNumbers(seed: 3)
    return ArticleBody(blocks: (0..<8000).map { _ in .paragraph(sentences(&random)) })
  }

  static var mixed: ArticleBody {
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
            rows: (0..<4).map { _ in [words(2, &random), words(14, &random)] }
          )
        )
      )
      blocks.append(.paragraph([.text("日本語の文章です。改行、禁則「処理」も。한국어 텍스트는 띄어쓰기를 합니다. مرحبا بالعالم")]))
    }
    return ArticleBody(blocks: blocks)
  }

  private static func words(_ count: Int, _ random: inout SeededNumbers) -> [ArticleBody.Inline] {
    [.text((0..<count).map { _ in random.pick(Vocabulary.nouns) }.joined(separator: " "))]
  }

  private static func sentences(_ random: inout SeededNumbers) -> [ArticleBody.Inline] {
    (0..<4).flatMap { _ -> [ArticleBody.Inline] in
      words(12, &random) + [.text(", ")]
        + [
          random.chance(50)
            ? .emphasis(words(2, &random)) : .link(words(2, &random), url: "https://a.example/")
        ] + [.text(" don’t — “quite” Donau\u{ad}dampf\u{ad}schiff. ")]
    }
  }
}
