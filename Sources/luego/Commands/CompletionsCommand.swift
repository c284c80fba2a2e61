import Library
import Platform
import ReadingList
import ReadingServices
import Web

extension Program {
  /// `luego completions`: prints a shell's completion script or, for the scripts, a line's
  /// candidates.
  static func completions(_ line: Arguments) throws {
    let names = line.others
    switch names.first {
    case let shell? where ["bash", "zsh", "fish"].contains(shell) && names.count == 1:
      guard let data = ProgramData.directory else {
        throw Failure("The completion scripts are missing; install Luego again")
      }
      try Output.write(Input.own("\(data)/completions/\(shell)"))
    case "for":
      for candidate in try candidates(for: Array(names.dropFirst()), line.global) {
        try Output.line(candidate)
      }
    default: throw Failure.usage("completions needs bash, zsh or fish", of: .completions)
    }
  }

  /// The candidates for the last word, each with a tab and a description; `//` for files.
  ///
  /// `line` has the words after the program's name; the last one may be empty.
  private static func candidates(for line: [String], _ options: GlobalOptions) throws -> [String] {
    var options = options
    var command: Subcommand?
    var choices = GlobalOptions.withoutCommand + GlobalOptions.table
    var given: Set<String> = []
    // The option whose value comes next.
    var taking: CommandOption?
    var isFirst = true
    for word in line.dropLast() {
      if let option = taking {
        taking = nil
        if option.name == "--library" { options.library = word }
      } else if let option = choices.first(where: { $0.names.contains(word) }) {
        if !option.repeats { given.insert(option.name) }
        if option.takes != nil { taking = option }
      } else if word.hasPrefix("-") {
        continue
      } else if command == nil {
        guard let named = Subcommand(rawValue: word) else { return [] }
        command = named
        choices = named.row.options + GlobalOptions.table
      } else {
        isFirst = false
      }
    }
    let typed = line.last ?? ""
    if let taking { return try Program(options).candidates(taking.completion) }
    if let (name, _) = choices.split(typed), let option = choices.first(where: { $0.name == name })
    {
      let prefix = typed.prefix { $0 != "=" } + "="
      let values = try Program(options).candidates(option.completion)
      return values == files ? files : values.map { prefix + $0 }
    }
    let completion = command?.row.completion ?? .nothing
    if typed.hasPrefix("-"), command?.takesTags != true || typed.hasPrefix("--") {
      return choices.filter { !given.contains($0.name) }.flatMap { option in
        option.names.map { self.line($0, option.summary) }
      } + [self.line("--help", "explain a command")]
    }
    guard command != nil else {
      return Subcommand.allCases.map { self.line($0.rawValue, $0.summary) }
    }
    guard case .verbs(let verbs, let then) = completion else {
      return try Program(options).candidates(completion)
    }
    return isFirst ? verbs : try Program(options).candidates(then)
  }

  /// Lets the shell complete a file name itself.
  private static let files = ["//"]

  private func candidates(_ kind: Subcommand.Completion) throws -> [String] {
    switch kind {
    case .nothing: return []
    case .files: return Self.files
    case .words(let words), .verbs(let words, _): return words
    case .sources:
      return sources(config).sources.map { Self.line($0.name, $0.title) } + ["surprise"]
    case .articles: return articles(try cachedList())
    case .tags: return try cachedList().counts.tags.map { Self.line($0.name) }
    case .changes:
      let list = try cachedList()
      let signed = list.counts.tags.flatMap { ["+" + $0.name, "-" + $0.name] }
      return articles(list) + signed.map { Self.line($0) }
    case .queries: return queries(try cachedList())
    }
  }

  /// Good enough here, and loads at once.
  private func cachedList() throws -> LibrarySnapshot {
    try openLibrary(ifAbsent: .empty).cachedSnapshot()
  }

  /// The newest first.
  private static let maxArticles = 200

  private func articles(_ list: LibrarySnapshot) -> [String] {
    list.rows(in: .everything, order: .newest).prefix(Self.maxArticles).map { row in
      Self.line(String(list.id(of: row).text.prefix(8)), list[row].title)
    }
  }

  /// The most frequent sites and authors.
  private static let maxNames = 200

  private func queries(_ list: LibrarySnapshot) -> [String] {
    Query.keys.flatMap { key -> [String] in
      var found = key.words.map { "\(key.name):\($0)" }
      if key.name == NamedField.tag.rawValue {
        found = list.counts.tags.map { Self.line("tag:" + Query.Test.quoted($0.name)) }
      } else if let field = NamedField(rawValue: key.name) {
        found = list.names(of: field, in: .everything, now: clock.now()).prefix(Self.maxNames).map {
          Self.line("\(key.name):" + Query.Test.quoted($0.name))
        }
      }
      return found.isEmpty ? [Self.line(key.name + ":", key.meaning)] : found
    }
  }

  private static func line(_ name: String, _ description: String = "") -> String {
    Output.printable(name) + (description.isEmpty ? "" : "\t" + Output.printable(description))
  }
}
