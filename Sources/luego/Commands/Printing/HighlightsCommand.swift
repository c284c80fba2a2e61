import Library
import ReadingList

extension Program {
  /// `luego highlights`: prints highlights and notes as Markdown.
  func highlights(_ words: [String]) throws {
    let line = try CommandWords(words, of: .highlights)
    let targets = line.others
    let count = try line.number("--random", in: 1...Int.max)
    let library = try openLibrary()
    var finder = self.targets(in: library)
    let (rows, problem) = try finder.rows(targets, order: .newest)
    let colors = Query.reading(of: targets.joined(separator: " ")).query.condition.aboutColors
    var isFirst = true
    var chosen: [HighlightOutput] = []
    for row in rows where finder.snapshot[row].hasHighlights {
      guard let article = try article(finder.snapshot[row].id, in: library) else { continue }
      let wanted = article.highlights.live.filter { highlight in
        colors.allSatisfy { $0.holds { $0 == .color(highlight.color) } }
      }
      if count != nil {
        chosen += wanted.map { HighlightOutput(article, [$0]) }
      } else if !wanted.isEmpty {
        try printHighlights(HighlightOutput(article, wanted), isFirst: isFirst)
        isFirst = false
      }
    }
    for output in chosen.shuffled().prefix(count ?? 0) {
      try printHighlights(output, isFirst: isFirst)
      isFirst = false
    }
    if isFirst {
      let what = targets.isEmpty ? "" : " that matches “\(targets.joined(separator: " "))”"
      throw Failure("No saved article\(what) has highlights", .notFound)
    }
    if let problem { throw Failure("", problem.code) }
  }

  private func printHighlights(_ output: HighlightOutput, isFirst: Bool) throws {
    let isJSON = options.printsJSON
    try Output.write(isJSON || isFirst ? "" : "\n")
    try Output.write(output.text(isJSON ? .json : .markdown))
  }
}

extension Query.Condition {
  /// The parts of a conjunction that test only colors.
  fileprivate var aboutColors: [Query.Condition] {
    let parts = if case .all(let parts) = self { parts } else { [self] }
    return parts.filter { part in
      var isAboutColor = true
      part.forEachTest { if case .color = $0 {} else { isAboutColor = false } }
      return isAboutColor
    }
  }
}
