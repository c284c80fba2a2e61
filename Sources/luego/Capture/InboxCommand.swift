import Library
import Platform
import ReadingList
import ReadingServices

extension Program {
  func inbox(of library: Library) -> Inbox {
    Inbox(
      at: inboxDirectory(of: library), of: library, with: fetching(into: library), clock: clock,
      journal: UndoJournal(of: library))
  }

  func inbox() async throws {
    let library = try openWritableLibrary(ifAbsent: .create)
    let report = try await takeInbox(into: library)
    if report.isEmpty, report.waiting == 0 {
      Output.tell("Nothing in \(inboxDirectory(of: library))")
    }
    if !report.failures.isEmpty || report.saved.contains(where: { $0.refusal != nil }) {
      throw Failure("", .failed)
    }
  }

  /// Saves the files in the inbox and prints the results.
  ///
  /// - Throws: `Failure` if the library refuses them, or on an interruption.
  func takeInbox(into library: Library, isQuiet: Bool = false) async throws -> Inbox.Report {
    let inbox = inbox(of: library)
    let report = await Interruption.watch {
      await inbox.take(shouldContinue: { !Interruption.isPressed })
    }
    if !isQuiet { for saved in report.saved { try say(saved) } }
    for (name, reason) in report.failures { Output.complain("\(name): not taken: \(reason)") }
    if !isQuiet {
      for (name, text) in report.remarks { Output.tell("\(name): \(text)") }
      if report.waiting > 0 { Output.tell("\(report.waiting) waiting") }
    }
    if let problem = report.problem { throw Failure(problem) }
    if Interruption.isPressed { throw Failure("", .interrupted) }
    return report
  }

  /// - Throws: `Failure` with exit status 1 if a text was not saved.
  func report(_ saved: [Capture.Saved]) throws {
    for one in saved { try say(one) }
    if saved.contains(where: { $0.refusal != nil }) { throw Failure("", .failed) }
  }

  private func say(_ saved: Capture.Saved) throws {
    if let outcome = saved.outcome, saved.isNew || saved.refusal != nil {
      try say(outcome, of: saved.article)
    } else {
      let note = saved.article.isDeleted ? alreadySaved(saved.article) : nil
      let isChanged = saved.changes.contains { !$0.changed.isEmpty }
      let word = saved.isNew ? "saved" : isChanged ? "changed" : "already saved"
      try say(saved.article, word, note: note)
    }
  }
}
