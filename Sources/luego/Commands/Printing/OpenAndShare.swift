import Library
import Reader
import ReadingList

extension Program {
  func open(_ line: Arguments) async throws {
    let target = line.others
    guard let word = target.first else { throw Failure.usage("open needs an article", of: .open) }
    if let scheme = word.firstRange(of: "://").map({ word[..<$0.lowerBound].lowercased() }),
      scheme != "http", scheme != "https"
    {
      let given: String
      do throws(DeepLink.Problem) { given = try DeepLink.target(of: word).given } catch {
        throw Failure(error.rawValue, .wrongUsage)
      }
      try await add(try Arguments(["add", "--", given]))
      return
    }
    let (library, article) = try oneArticle(target)
    if let problem = ShareFormat.problem(title: article.title, url: article.url) {
      throw Failure(problem)
    }
    let isInTerminal = config.settings.browserInTerminal
    try Browser.open(try Browser.choices(for: article.url, environment, isInTerminal: isInTerminal))
    try printResult("opened", of: article.id, article.title, in: library)
  }

  func share(_ line: Arguments) throws {
    let format = try line.choice("--as", called: "form") ?? ShareFormat.link
    let (_, article) = try oneArticle(line.others)
    let url = article.finalURL ?? article.url
    if let problem = ShareFormat.problem(title: article.title, url: url) { throw Failure(problem) }
    let text = format.text(title: article.title, url: url)
    guard !options.printsJSON else {
      return try printLine(
        "", [.init("form", .string(format.rawValue)), .init("text", .string(text))])
    }
    for line in text.split(separator: "\n") { try Output.line(Output.printable(String(line))) }
  }
}
