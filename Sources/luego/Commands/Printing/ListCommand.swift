import Library
import Platform
import ReadingList
import ReadingServices
import Terminal

extension Program {
  func list(_ line: Arguments) throws {
    let request = try listRequest(line, of: .list)
    var finder = try targets(in: openLibrary())
    let (rows, problem) = try finder.rows(
      request.targets, or: .list(.readingList), order: request.order ?? .newest)
    try print(rows, of: finder, request)
    if let problem { throw Failure("", problem.code) }
  }

  /// Entries per batch, each with one query for snippets.
  private static let step = 50

  /// `luego search`: lists the best matches first, with the text around each.
  ///
  /// - Throws: `Failure` also if nothing matches.
  func search(_ line: Arguments) throws {
    let request = try listRequest(line, of: .search)
    guard !request.targets.isEmpty else { throw Failure.usage("search needs words", of: .search) }
    var finder = try targets(in: openLibrary(), scope: .everywhere)
    finder.enough = request.limit
    let hasSnippets = request.format == nil
    let (rows, problem) = try finder.rows(request.targets, order: request.order)
    try print(rows, of: finder, request, hasSnippets: hasSnippets)
    if let problem { throw Failure("", problem.code) }
  }

  private func print(
    _ rows: [LibrarySnapshot.Row], of finder: Targets, _ request: ListRequest,
    hasSnippets: Bool = false
  ) throws {
    let lines = lines(request)
    let list = finder.snapshot
    var rest = rows.prefix(request.limit)
    while !rest.isEmpty {
      let page = Array(rest.prefix(Self.step))
      rest = rest.dropFirst(Self.step)
      let snippets = hasSnippets ? finder.snippets(of: page.map { list.id(of: $0) }) : [:]
      let entries = Parallel.map(page.count) { index in
        let article = list[page[index]]
        return lines.text(of: article, snippet: snippets[article.id])
      }
      try Output.write(entries.joined())
    }
    tellUnreadable(list)
  }

  func tellUnreadable(_ list: LibrarySnapshot) {
    let count = list.counts.unreadable
    if count > 0 { Output.complain("\(count.counted("record")) cannot be read; run luego doctor") }
  }

  func random(_ line: Arguments) throws {
    let request = try listRequest(line, of: .random)
    var finder = try targets(in: openLibrary())
    let found = try finder.rows(request.targets, or: .list(.readingList), order: .newest)
    var rows = found.rows
    let snapshot = finder.snapshot
    var numbers: any RandomNumberGenerator =
      options.seed.map { SeededNumbers(seed: $0) } ?? SystemRandomNumberGenerator()
    // Faster than reading all entries of a large list.
    var chosen: ArticleSummary?
    while chosen == nil, !rows.isEmpty {
      rows.swapAt(Int(numbers.next() % UInt64(rows.count)), rows.count - 1)
      let article = snapshot[rows.removeLast()]
      let minutes = article.readingMinutes ?? .max
      if article.fetch == .ready, minutes <= request.minutes ?? .max { chosen = article }
    }
    guard let article = chosen else {
      let kind = request.minutes.map { " of at most \($0) min" } ?? " ready to read"
      if !request.targets.isEmpty {
        throw Failure.noArticle(
          "saved article\(kind)", matches: request.targets.joined(separator: " "))
      }
      throw Failure("There is no article\(kind) in All Articles", .notFound)
    }
    try Output.write(lines(request).text(of: article))
    if let problem = found.problem { throw Failure("", problem.code) }
  }

  private struct ListRequest {
    let targets: [String]
    let order: Order?
    let limit: Int
    let format: EntryFormat?
    let minutes: Int?
  }

  private func listRequest(_ line: Arguments, of command: Subcommand) throws -> ListRequest {
    ListRequest(
      targets: line.others, order: try line.choice("--sort", called: "order"),
      limit: try line.number("--limit", in: 0...Int.max) ?? .max,
      format: try line["--format"].map { text in try EntryFormat(text, of: command) },
      minutes: try line.number("--minutes", in: 1...Int.max))
  }

  private func lines(_ request: ListRequest) -> EntryLines {
    EntryLines(
      printsJSON: options.printsJSON, format: request.format, order: request.order ?? .newest,
      columns: Output.isTerminal ? Output.columns : nil, hasStyles: capabilities.hasStyles)
  }
}
