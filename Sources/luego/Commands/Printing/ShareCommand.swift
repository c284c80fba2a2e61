import Library
import ReadingList

extension Program {
  func share(_ words: [String]) throws {
    let line = try CommandWords(words, of: .share)
    let target = line.others
    let format = try line.choice("--as", called: "form") ?? ShareFormat.link
    guard !target.isEmpty else { throw Failure.usage("share needs an article", of: .share) }
    let library = try openLibrary()
    var finder = targets(in: library)
    let id = try finder.article(target)
    let article = try foundArticle(id, in: library)
    let url = article.finalURL ?? article.url
    let text = format.text(title: article.title, url: url)
    guard !options.printsJSON else {
      return try printLine(
        "", [.init("form", .string(format.rawValue)), .init("text", .string(text))])
    }
    for line in text.split(separator: "\n") { try Output.line(Output.printable(String(line))) }
  }
}
