import Library
import Platform
import ReadingList
import ReadingServices

extension Program {
  func tag(_ line: Arguments) throws {
    var (add, remove): ([String], [String]) = ([], [])
    for word in line.tagChanges {
      let tags = try tags(in: [word.dropFirst()], of: .tag, isNew: false)
      if word.hasPrefix("+") { add += tags } else { remove += tags }
    }
    guard !add.isEmpty || !remove.isEmpty else {
      throw Failure.usage("tag needs +TAG or -TAG", of: .tag)
    }
    try change(.tag(add: add, remove: remove), line)
  }

  /// Failures named one by one.
  static let maxComplaints = 5

  func change(_ change: ArticleChange, _ line: Arguments) throws {
    let library = try openWritableLibrary()
    var finder = targets(in: library)
    // Only articles in Trash can be restored.
    let view: SavedView = change == .delete(false) ? .trash : .everything
    let found = try finder.articles(line.others, in: view)
    let isVague = found.isByWords && found.matching > 1
    let isMany = change == .delete(true) && found.matching > Self.maxUnasked
    if isVague || isMany, !line.has("--all"), !line.has("--yes") {
      let name = line.subcommand?.rawValue.capitalizedFirst ?? ""
      let act = "\(name) \(found.ids.count) articles"
      try ask("\(act): \(finder.some(of: found.ids))?", unless: isMany ? "--yes" : "--all")
    }
    var problem = found.problem
    try apply(change, to: found.ids, in: library, finder, &problem)
    if let problem { throw Failure("", problem.code) }
  }

  /// Articles that a query moves to Trash without confirmation.
  private static let maxUnasked = 50

  private func ask(_ question: String, unless option: String) throws {
    guard Input.isTerminal, Descriptor.isTerminal(Descriptor.error) else {
      throw Failure("\(question) Not a terminal; pass \(option) to confirm", .wrongUsage)
    }
    Output.tell("\(question) [y/N]")
    guard ["y", "yes"].contains(readLine()?.lowercased()) else {
      throw Failure("Nothing was changed")
    }
  }

  /// Changes articles, prints a line for each, and records the undo step.
  func apply(
    _ change: ArticleChange, to ids: [ArticleID], in library: Library, _ finder: Targets,
    _ problem: inout Failure?
  ) throws {
    guard let done = change.done, !ids.isEmpty else { return }
    let line = ProgressLine(isWanted: true)
    defer { line.clear() }
    var count = 0
    var step: UndoJournal.Recorded?
    // An interruption must not separate the changes from their undo step.
    let receipt = try Interruption.hold { () throws(StoreError) in
      try library.apply(change, to: ids, at: clock.now()) { part, looked in
        let title = part.changed.first.map { finder.title(of: $0) } ?? ""
        record(done, title: title, [part], in: library, to: &step)
        count += looked
        if count < ids.count { line.show("\(count) of \(ids.count) articles \(done)") }
      } shouldContinue: {
        !Interruption.isPressed
      }
    }
    line.clear()
    if Interruption.isPressed {
      let stopped = "Stopped: \(done) \(receipt.changed.count) of \(ids.count) articles"
      if !receipt.changed.isEmpty { Output.tell("\(stopped); luego undo takes it back") }
      throw Failure("", .interrupted)
    }
    let changed = Set(receipt.changed)
    let failed = Set(receipt.failures.map(\.id) + receipt.missing)
    for id in receipt.missing {
      problem = Failure("Article \(id) no longer exists", .notFound)
      Output.complain(problem?.message ?? "")
    }
    if let first = receipt.failures.first {
      problem = Failure(first.error)
      complain(receipt.failures, of: ids.count, done, finder)
    }
    for id in ids where !failed.contains(id) {
      let words = changed.contains(id) ? done : change.unchanged ?? "already \(done)"
      try printResult(words, of: id, finder.title(of: id), in: library)
    }
    if changed.count >= Self.many {
      Output.tell("\(done) \(changed.count) articles; luego undo takes it back")
    }
  }

  /// Changed articles that warrant a summary.
  private static let many = 10

  /// Prints the failures: the first few one by one, and their number.
  private func complain(
    _ failures: [ChangeReceipt.Failure], of count: Int, _ done: String, _ finder: Targets
  ) {
    let refused = failures.filter { !$0.error.isInPlace }
    if count == 1, let failure = refused.first {
      return Output.complain(
        "Not \(done): “\(finder.title(of: failure.id))”: \(failure.error.reason)")
    }
    for failure in failures.prefix(Self.maxComplaints) { Output.complain(failure.error.message) }
    if let first = refused.first {
      Output.complain("Not \(done): \(refused.count) of \(count) articles: \(first.error.reason)")
    }
  }
}

extension ArticleChange {
  /// The result for an article that lacks what the change removes.
  fileprivate var unchanged: String? {
    switch self {
    case .archive(false): "not archived"
    case .favorite(false): "not a favorite"
    case .delete(false): "not in Trash"
    case .tag(add: [], let remove):
      "has no tag \(remove.map { "“\($0)”" }.joined(separator: ", "))"
    default: nil
    }
  }
}
