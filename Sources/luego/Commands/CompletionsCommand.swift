import ArticleStore
import Discovery
import ReadingList

extension Program {
  /// `luego completions`: the script of a shell, or, for these scripts, what there is to complete: a
  /// candidate a line, with a tab and a description.
  func completions(_ words: [String]) throws(Failure) {
    var reader = OptionReader(words, of: .completions)
    var names: [String] = []
    while let word = reader.next() {
      switch word {
      case .word(let name): names.append(name)
      case .option(let option): throw reader.unknown(option)
      }
    }
    switch names {
    case ["bash"]: try Output.write(BashCompletions.script)
    case ["zsh"]: try Output.write(ZshCompletions.script)
    case ["fish"]: try Output.write(FishCompletions.script)
    case ["articles"], ["tags"], ["queries"], ["sources"]:
      for candidate in try candidates(names[0]) { try Output.line(candidate) }
    default: throw .usage("completions needs bash, zsh or fish", of: .completions)
    }
  }

  /// How many articles are offered, the newest first.
  private static let mostArticles = 200

  private func candidates(_ kind: String) throws(Failure) -> [String] {
    if kind == "sources" {
      return sources(config).sources.map { Self.line($0.name, $0.title) } + ["surprise"]
    }
    // What is known without a look at the records is enough here, and there at once.
    let list = try openLibrary().glance()
    let tags = list.counts.tags.map(\.name)
    switch kind {
    case "tags": return tags.map { Self.line($0) }
    case "articles":
      return list.rows(in: .everything, order: .newest).prefix(Self.mostArticles).map { row in
        Self.line(String(list.id(of: row).text.prefix(8)), list[row].title)
      }
    default:
      return Query.keys.flatMap { key -> [String] in
        switch key.name {
        case "tag": tags.map { Self.line("tag:" + $0) }
        case _ where !key.words.isEmpty: key.words.map { "\(key.name):\($0)" }
        default: [Self.line(key.name + ":", key.meaning)]
        }
      }
    }
  }

  private static func line(_ name: String, _ description: String = "") -> String {
    Output.printable(name) + (description.isEmpty ? "" : "\t" + Output.printable(description))
  }
}
