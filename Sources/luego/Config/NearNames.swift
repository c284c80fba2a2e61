import ReadingList

extension [String] {
  /// The one of these names that somebody may have meant by another: which that begins, or which is but a slip
  /// of the fingers away; nil when there is none.
  func meant(by word: String) -> String? {
    let wanted = [UInt8](word.utf8.prefix(40).drop { $0 == 45 })
    guard !wanted.isEmpty else { return nil }
    let names = map { (name: $0, letters: [UInt8]($0.utf8.drop { $0 == 45 })) }
    if let name = names.first(where: { $0.letters.starts(with: wanted) })?.name { return name }
    let maxSlips = wanted.count < 3 ? 0 : wanted.count < 5 ? 1 : 2
    let near = names.map { (name: $0.name, slips: Self.slips($0.letters, wanted)) }
      .min { $0.slips < $1.slips }
    return near.flatMap { $0.slips <= maxSlips ? $0.name : nil }
  }

  /// How many letters are missing, too many, wrong or swapped with the next.
  private static func slips(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var rows = [[Int](0...b.count)]
    for (i, letter) in a.enumerated() {
      var row = [i + 1]
      for (j, other) in b.enumerated() {
        var best = Swift.min(rows[i][j + 1], row[j]) + 1
        best = Swift.min(best, rows[i][j] + (letter == other ? 0 : 1))
        if i > 0, j > 0, letter == b[j - 1], a[i - 1] == other {
          best = Swift.min(best, rows[i - 1][j - 1] + 1)
        }
        row.append(best)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}

extension Failure {
  /// What other programs call commands of this one.
  private static let otherNames: [String: Subcommand] = [
    "ls": .list, "rm": .delete, "cat": .show, "find": .search, "save": .add, "star": .favorite,
  ]

  /// A word in the place of a command, with what was probably meant.
  static func unknownCommand(_ word: String) -> Failure {
    let isAddress = word.contains(".") && (try? WebAddress(word)) != nil
    let meant = otherNames[word]?.rawValue ?? Subcommand.allCases.map(\.rawValue).meant(by: word)
    if let meant, !isAddress {
      return Failure("Unknown command “\(word)”; did you mean: luego \(meant)", .wrongUsage)
    }
    guard isAddress else { return .usage("Unknown command “\(word)”") }
    return Failure(
      "“\(word)” is not a command; to save it: luego add \(ShareFormat.quoted(word))",
      .wrongUsage
    )
  }

  /// An option that is not understood, with what was probably meant.
  static func unknownOption(
    _ word: String,
    among options: [CommandOption],
    of command: Subcommand? = nil
  ) -> Failure {
    let place = command.map { " of luego \($0.rawValue)" } ?? ""
    if let meant = options.flatMap(\.names).meant(by: word) {
      return Failure("Unknown option “\(word)”\(place); did you mean \(meant)?", .wrongUsage)
    }
    let isQuery = !word.hasPrefix("--") && command?.takesTargets == true
    let hint = isQuery ? "; a query that begins with “-” goes after --" : ""
    return .usage("Unknown option “\(word)”\(place)\(hint)", of: command)
  }
}
