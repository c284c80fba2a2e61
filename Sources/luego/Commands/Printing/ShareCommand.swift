import ArticleStore
import ReadingList

extension Program {
  /// `luego share`: an article in a form for handing it on.
  func share(_ words: [String]) throws(Failure) {
    let line = try CommandWords(words, of: .share)
    let target = line.others
    let format = try line.choice("--as", called: "form") ?? ShareFormat.link
    guard !target.isEmpty else { throw .usage("share needs an article", of: .share) }
    let library = try openLibrary()
    var finder = targets(in: library)
    let id = try finder.article(target)
    let article: Article?
    do throws(StoreError) { article = try library.article(id) } catch { throw Failure(error) }
    guard let article else { throw Failure("No article has the id \(id)", .notFound) }
    let url = article.finalURL ?? article.url
    let text = format.text(title: article.title, url: url)
    if options.printsJSON {
      try Output.line(
        Output.escaped(
          .object([.init("form", .string(format.rawValue)), .init("text", .string(text))])
        )
      )
    } else {
      try Output.line(
        text.split(separator: "\n").map { Output.printable(String($0)) }.joined(separator: "\n")
      )
    }
  }
}
