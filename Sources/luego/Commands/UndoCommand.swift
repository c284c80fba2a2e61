import Library
import Platform
import ReadingList
import ReadingServices

extension Program {
  /// Records a change, or more of `step`, for undo; prints a notice if it cannot be undone.
  func record(
    _ done: String, title: String, _ receipts: [ChangeReceipt], count: Int? = nil,
    in library: Library, to step: inout UndoJournal.Recorded?
  ) {
    let before = step?.place
    step = UndoJournal(of: library).record(done, title: title, receipts, count: count, to: step)
    guard let place = step?.place, place != .disk, place != before else { return }
    let reason = place == .nowhere ? "it is too large" : "\(places.state)/undo cannot be written"
    Output.tell("This cannot be undone: \(reason)")
  }

  func record(
    _ done: String, title: String, _ receipts: [ChangeReceipt], count: Int? = nil,
    in library: Library
  ) {
    var step: UndoJournal.Recorded?
    record(done, title: title, receipts, count: count, in: library, to: &step)
  }

  func undo() throws {
    let library = try openWritableLibrary()
    let line = ProgressLine(isWanted: !options.printsJSON)
    defer { line.clear() }
    let found = try UndoJournal(of: library).takeBack(
      .undo, in: library, at: clock.now(),
      keep: { lines throws(StoreError) in
        do { try keptChanges.keep(lines) } catch {
          throw StoreError(.io, "Not undone: \(Failure(error).message)")
        }
      },
      progress: { if $0 < $1 { line.show("Undoing: \($0) of \($1) articles") } })
    guard let undone = found else { throw Failure("Nothing to undo") }
    if let problem = undone.problem {
      throw Failure("Cannot undo: \(problem); run luego undo again for the change before it")
    }
    let failures = undone.receipt.failures
    for failure in failures.prefix(Self.maxComplaints) { Output.complain(failure.error.message) }
    if let first = failures.first {
      let isDone = failures.allSatisfy(\.error.isInPlace)
      throw Failure(isDone ? "" : "Not undone: \(undone.label)", Failure(first.error).code)
    }
    let changed = undone.receipt.changed
    let isNothing = changed.isEmpty && undone.lines.isEmpty
    let note = isNothing ? " (nothing was left to undo)" : ""
    try printLine(
      "undone: \(undone.label)\(note)",
      [
        .init("undone", .string(undone.done)),
        .init("ids", .array(changed.map { .string($0.text) })),
      ])
  }

  func welcome() throws {
    let library = try openWritableLibrary(ifAbsent: .create)
    let (additions, receipts) = try WelcomeLibrary.add(
      to: library, from: ProgramData.directory, at: clock.now())
    let results = receipts.map { receipt in
      receipt.changed.isEmpty ? "already there" : receipt.hasAdded ? "added" : "restored"
    }
    UndoJournal(of: library).record(
      results.contains("added") ? "added" : "restored",
      title: additions.lazy.compactMap(\.added).first?.title ?? "", receipts)
    for (article, result) in zip(additions.map(\.article), results) {
      try printResult(result, of: article.id, article.title, in: library)
    }
  }
}
