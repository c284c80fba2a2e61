import ArticleStore
import ReadingList
import ReadingServices

extension Program {
  /// `luego undo`: takes back the last change that a command or the interface noted.
  func undo(_ words: [String]) throws(Failure) {
    var reader = OptionReader(words, of: .undo)
    switch reader.next() {
    case .option(let option): throw reader.unknown(option)
    case .word(let word): throw .usage("undo does not take “\(word)”", of: .undo)
    case nil: break
    }
    let library = try openWritableLibrary()
    var problem: Failure?
    let found = try undoJournal(of: library).takeLast { step throws(Failure) in
      if let receipts = step.receipts {
        try undo(step, receipts, in: library)
      } else {
        // It goes, so that what was before it can be undone by asking again.
        let what = step.count > 0 ? step.label : "the last change, as its undo record is damaged"
        problem = Failure("Cannot undo: \(what); run luego undo again for the change before it")
      }
      return true
    }
    if let problem { throw problem }
    if !found { throw Failure("Nothing to undo") }
  }

  private func undo(
    _ step: UndoJournal.Step,
    _ receipts: [ChangeReceipt],
    in library: Library
  ) throws(Failure) {
    var changed: [ArticleID] = []
    var failures: [ChangeReceipt.Failure] = []
    let line = ProgressLine(isWanted: !options.printsJSON)
    defer { line.clear() }
    var count = 0
    for receipt in receipts.reversed() {
      do throws(StoreError) {
        let outcome = try library.revert(receipt, at: clock.now()) {
          count += $0
          if count < step.count { line.show("Undoing: \(count) of \(step.count) articles") }
        }
        changed += outcome.changed
        failures += outcome.failures
      } catch { throw Failure(error) }
    }
    line.clear()
    for failure in failures.prefix(Self.mostComplaints) { Output.complain(failure.error.message) }
    if let first = failures.first {
      throw Failure("Not undone: \(step.label)", Failure(first.error).code)
    }
    if options.printsJSON {
      try Output.line(
        Output.escaped(
          .object([
            .init("undone", .string(step.done)),
            .init("ids", .array(changed.map { .string($0.text) })),
          ])
        )
      )
    } else {
      let note = changed.isEmpty ? " (nothing was left to undo)" : ""
      try Output.line(Output.printable("undone: \(step.label)\(note)"))
    }
  }
}
