package import Library
import Platform
package import ReadingList

/// Runs this program's `sync` in a separate process; the library's watcher shows the changes.
package struct SyncService: Sendable {
  private let words: [String]
  private let environment: [String: String]
  private let library: Library

  private static let timeLimit = Duration.seconds(3600)

  /// `words` are the command line up to the name of a target.
  package init(
    _ words: [String], environment: [String: String], library: Library
  ) {
    self.words = words
    self.environment = environment
    self.library = library
  }

  package var state: SyncState { SyncState(of: library) }

  /// Syncs with a target, or with all that the config file names.
  package func sync(with name: String, reply: @escaping Answer<SyncAnswer>) {
    let names = name.split(separator: " ").map(String.init)
    let process = ChildProcess(
      program: words[0], arguments: words.dropFirst() + names, environment: environment,
      timeLimit: Self.timeLimit, outputLimit: 1 << 20, mayFail: true)
    Task.detached(executorPreference: WorkerPool.process) {
      var answer = SyncAnswer()
      do throws(ChildProcess.Problem) {
        let output = try await process.output(for: [])
        for line in output.split(separator: 0x0a) { answer.add(try? JSON(parsing: Array(line))) }
        if answer.targets == 0 { answer.problem = "luego sync says nothing; try it in a shell" }
      } catch { answer.problem = "luego sync failed" }
      answer.state = state
      reply(answer)
    }
  }
}

package struct SyncAnswer: Equatable, Sendable {
  package var targets = 0
  /// Articles changed here, there, and on both sides.
  package var received = 0, sent = 0, merged = 0
  package var problem: String?
  /// The saved state after the sync.
  package var state = SyncState()

  /// Adds a line of `luego sync --json`.
  mutating func add(_ json: JSON?) {
    guard let json, let target = json["target"]?.string else { return }
    targets += 1
    received += json["in"]?.int ?? 0
    sent += json["out"]?.int ?? 0
    merged += json["merged"]?.int ?? 0
    var text = json["problem"]?.string
    if text == nil, let failed = json["failed"]?.int, failed > 0 {
      text = "\(failed.counted("article")) could not be synced"
    }
    // Some problems already name the target.
    let isNamed = [" ", ":"].contains { text?.hasPrefix(target + $0) == true }
    if problem == nil { problem = text.map { isNamed ? $0 : "\(target): \($0)" } }
  }
}

/// The state of the last sync, saved on this machine for the reading list.
package struct SyncState: Equatable, Sendable {
  /// The last success.
  package var syncedAt: Timestamp?
  /// Articles received then.
  package var received = 0
  /// The problem since then.
  package var problem: String?

  package init() {}

  package init(of library: Library) {
    guard let bytes = SmallFile.read(Self.path(library), limit: 1 << 16),
      let json = try? JSON(parsing: bytes)
    else { return }
    syncedAt = json["syncedAt"]?.string.flatMap { Timestamp(rfc3339: $0) }
    received = json["in"]?.int ?? 0
    problem = json["problem"]?.string
  }

  /// A failure to write is ignored.
  package func keep(for library: Library) {
    let json = JSON.object([
      .init("syncedAt", .optional(syncedAt?.rfc3339)), .init("in", .int(received)),
      .init("problem", .optional(problem)),
    ])
    try? SmallFile.replace(Self.path(library), with: Array(json.pretty.utf8), isDurable: false)
  }

  private static func path(_ library: Library) -> String { library.state + "/sync.json" }
}
