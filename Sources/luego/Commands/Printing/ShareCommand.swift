import ArticleStore
import ReadingList

extension Program {
  /// `luego share`: an article in a form for handing it on.
  func share(_ words: [String]) throws(Failure) {
    var reader = OptionReader(words, of: .share)
    var target: [String] = []
    var format = ShareFormat.link
    while let word = reader.next() {
      switch word {
      case .word(let text): target.append(text)
      case .option("--as"):
        let name = try reader.value(of: "--as")
        guard let chosen = ShareFormat(rawValue: name) else {
          let known = ShareFormat.allCases.map(\.rawValue).joined(separator: ", ")
          throw .usage("Unknown form “\(name)”; use \(known)", of: .share)
        }
        format = chosen
      case .option(let option): throw reader.unknown(option)
      }
    }
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
