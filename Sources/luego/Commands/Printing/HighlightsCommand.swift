import Library
import ReadingList

extension Program {
  func highlights(_ line: Arguments) throws {
    let targets = line.others
    let library = try openLibrary()
    var finder = self.targets(in: library)
    let (rows, problem) = try finder.rows(targets, order: .newest)
    let colors = Query.reading(of: targets.joined(separator: " ")).query.condition.aboutColors
    var isFirst = true
    for row in rows where finder.snapshot[row].hasHighlights {
      guard let article = try library.article(finder.snapshot[row].id) else { continue }
      let wanted = article.highlights.inTextOrder.filter { highlight in
        colors.allSatisfy { $0.holds { $0 == .color(highlight.color) } }
      }
      guard !wanted.isEmpty else { continue }
      if !isFirst, !options.printsJSON { try Output.write("\n") }
      let output = HighlightOutput(article: article, highlights: wanted)
      try Output.write(output.text(options.printsJSON ? .json : .markdown))
      isFirst = false
    }
    if isFirst {
      let what = targets.isEmpty ? "" : " that matches “\(targets.joined(separator: " "))”"
      throw Failure("No saved article\(what) has highlights", .notFound)
    }
    if let problem { throw Failure("", problem.code) }
  }
}

extension Query.Condition {
  fileprivate var aboutColors: [Query.Condition] {
    let parts = if case .all(let parts) = self { parts } else { [self] }
    return parts.filter { part in
      var isAboutColor = true
      part.forEachTest { if case .color = $0 {} else { isAboutColor = false } }
      return isAboutColor
    }
  }
}
