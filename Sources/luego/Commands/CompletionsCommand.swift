import ArticleStore
import Discovery
import ReadingList
import ReadingServices

extension Program {
  /// `luego completions`: the script of a shell, or what there is to complete, for these scripts.
  ///
  /// A candidate a line, with a tab and a description. Scripts are the same for all, whatever is set.
  /// - Throws: `Failure`.
  static func completions(_ words: [String], _ options: GlobalOptions) throws(Failure) {
    let names = try CommandWords(words, of: .completions).others
    switch names {
    case ["bash"]: try Output.write(BashCompletions.script)
    case ["zsh"]: try Output.write(ZshCompletions.script)
    case ["fish"]: try Output.write(FishCompletions.script)
    case ["articles"], ["tags"], ["changes"], ["queries"], ["sources"]:
      let candidates = try Program(options).candidates(names[0])
      for candidate in candidates { try Output.line(candidate) }
    default: throw .usage("completions needs bash, zsh or fish", of: .completions)
    }
  }

  /// How many articles are offered, the newest first.
  private static let maxArticles = 200

  private func candidates(_ kind: String) throws(Failure) -> [String] {
    if kind == "sources" {
      return sources(config).sources.map { Self.line($0.name, $0.title) } + ["surprise"]
    }
    // What is known without a look at the records is enough here, and there at once.
    let list = try openLibrary(ifAbsent: .empty).cachedSnapshot()
    let tags = list.counts.tags.map(\.name)
    switch kind {
    case "tags": return tags.map { Self.line($0) }
    case "changes":
      return articles(list) + tags.flatMap { [Self.line("+" + $0), Self.line("-" + $0)] }
    case "articles": return articles(list)
    default: return queries(list)
    }
  }

  private func articles(_ list: LibrarySnapshot) -> [String] {
    list.rows(in: .everything, order: .newest).prefix(Self.maxArticles).map { row in
      Self.line(String(list.id(of: row).text.prefix(8)), list[row].title)
    }
  }

  /// How many sites and authors are offered, the most frequent first.
  private static let maxNames = 200

  private func queries(_ list: LibrarySnapshot) -> [String] {
    Query.keys.flatMap { key -> [String] in
      var found = key.words.map { "\(key.name):\($0)" }
      if key.name == NamedField.tag.rawValue {
        found = list.counts.tags.map { Self.line("tag:" + Query.Test.quoted($0.name)) }
      } else if let field = NamedField(rawValue: key.name) {
        found = list.names(of: field, in: .everything, now: clock.now()).prefix(Self.maxNames)
          .map { Self.line("\(key.name):" + Query.Test.quoted($0.name)) }
      }
      return found.isEmpty ? [Self.line(key.name + ":", key.meaning)] : found
    }
  }

  private static func line(_ name: String, _ description: String = "") -> String {
    Output.printable(name) + (description.isEmpty ? "" : "\t" + Output.printable(description))
  }
}
