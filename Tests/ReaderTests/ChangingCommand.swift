import Reader
import ReadingList
import Testing

/// A command that changes articles, as tests run it.
struct ChangingCommand: CustomTestStringConvertible, Sendable {
  var command: Command
  /// The keys pressed first.
  var before = "j"
  var argument = ""

  var testDescription: String { command.name }

  /// All of them except those that leave part of the work to other programs.
  static let all = Command.allCases.filter {
    $0.row.needs.contains(.writing) && ![.edit, .sync].contains($0)
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

  /// The articles to run it on: the samples, and one whose page failed to load.
  static let samples =
    threeSamples + [
      Sample(
        url: "https://gone.example/x", title: "Gone", savedAt: "2026-11-19T09:00:00Z",
        state: .failed(reason: "gone"))
    ]

  static var fetcher: ScriptedFetcher { ScriptedFetcher(rest: somePage) }

  /// Runs the command, answers its question with yes and waits until it is done.
  func run(in driver: Driver) async throws {
    driver.interface.perform(Invocation(command, argument))
    if driver.box?.isQuestion == true { try await driver.press("y") }
    for case .openInBrowser(_, let ids) in driver.model.takeEffects() {
      driver.model.articles.opened(archiving: ids)
    }
    await driver.settle()
  }
}
