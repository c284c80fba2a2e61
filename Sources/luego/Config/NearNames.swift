import ReadingList

extension [String] {
  /// The name with this prefix, or the closest within two typos.
  func closest(to word: String) -> String? {
    let wanted = [UInt8](word.utf8.prefix(40).drop { $0 == 45 })
    guard !wanted.isEmpty else { return nil }
    let maxTypos = wanted.count < 3 ? 0 : wanted.count < 5 ? 1 : 2
    let names = map { (name: $0, letters: [UInt8]($0.utf8.drop { $0 == 45 })) }
    return names.first { $0.letters.starts(with: wanted) }?.name
      ?? names.map { ($0.name, typos($0.letters, wanted, most: maxTypos)) }.filter {
        $0.1 <= maxTypos
      }.min { $0.1 < $1.1 }?.0
  }
}

extension Failure {
  /// Names from other programs.
  private static let otherNames: [String: Subcommand] = [
    "ls": .list, "rm": .delete, "cat": .show, "find": .search, "save": .add, "star": .favorite,
  ]

  static func unknownCommand(_ word: String) -> Failure {
    let isAddress = word.contains(".") && (try? WebAddress(word)) != nil
    let meant = otherNames[word]?.rawValue ?? Subcommand.allCases.map(\.rawValue).closest(to: word)
    if let meant, !isAddress {
      return Failure("Unknown command “\(word)”; did you mean: luego \(meant)", .wrongUsage)
    }
    guard isAddress else { return .usage("Unknown command “\(word)”") }
    return Failure(
      "“\(word)” is not a command; to save it: luego add \(ShareFormat.quoted(word))", .wrongUsage)
  }

  static func unknownOption(
    _ word: String, among options: [CommandOption], of command: Subcommand? = nil
  ) -> Failure {
    let place = command.map { " of luego \($0.rawValue)" } ?? ""
    if let meant = options.flatMap(\.names).closest(to: word) {
      return Failure("Unknown option “\(word)”\(place); did you mean \(meant)?", .wrongUsage)
    }
    let isQuery = !word.hasPrefix("--") && command?.takesTargets == true
    let hint = isQuery ? "; a query that begins with “-” goes after --" : ""
    return .usage("Unknown option “\(word)”\(place)\(hint)", of: command)
  }
}
