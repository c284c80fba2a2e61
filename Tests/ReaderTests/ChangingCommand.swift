import Reader
import ReadingList
import Testing

/// A command that changes articles, as a test runs it.
struct ChangingCommand: CustomTestStringConvertible, Sendable {
  var command: Command
  /// The keys that are pressed before it.
  var before = "j"
  var argument = ""

  var testDescription: String { command.name }

  /// All but those that other programs do part of.
  static let all = Command.allCases.filter {
    $0.row.needs.contains(.writing) && ![.edit, .importFile, .sync].contains($0)
  }.map { command in
    // The article under the cursor has a tag.
    let before = [
      Command.undo: "je", .redo: "jeu", .mergeDuplicates: "jvj", .savePick: "gd",
      .highlight: "j<enter>v", .removeHighlight: "j<enter>v1v", .emptyTrash: "jd",
    ]
    let arguments = [
      Command.tag: "slow", .untag: "design", .add: "https://new.example/",
      .renameTag: "design style", .removeTag: "design", .annotate: "a note", .editTitle: "Another",
      .editURL: "https://new.example/",
    ]
    return ChangingCommand(
      command: command, before: before[command] ?? "j", argument: arguments[command] ?? "")
  }

  /// What it is run on: the samples, and an article whose page failed.
  static let samples =
    threeSamples + [
      Sample(
        url: "https://gone.example/x", title: "Gone", savedAt: "2026-11-19T09:00:00Z",
        state: .failed(reason: "gone"))
    ]

  static var fetcher: ScriptedFetcher { ScriptedFetcher(rest: somePage) }

  /// Runs it, answers its question with yes, and waits for its end.
  func run(in driver: Driver) async throws {
    driver.interface.perform(Invocation(command, argument))
    if driver.box?.isQuestion == true { try await driver.press("y") }
    for case .openInBrowser(_, let ids) in driver.model.takeEffects() {
      driver.model.articles.opened(archiving: ids)
    }
    await driver.settle()
  }
}
