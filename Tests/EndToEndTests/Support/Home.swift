import Foundation
import Glibc
import Platform
import Synchronization
import TestSupport
import Testing

/// An empty home directory, and the program run from it.
final class Home: Sendable {
  /// An article as `luego list --json` prints it.
  struct Entry: Decodable, Equatable {
    var id: String
    var url: String
    var title: String
    var tags: [String]
    var isFavorite: Bool
    var isArchived: Bool
    var isDeleted: Bool
    var state: String
    var reason: String?
    var progress: Int
    var excerpt: String?
  }

  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  var path: String { directory.path }

  /// The library's default directory.
  var library: String { directory.path(".local/share/luego") }

  /// The directory of the sources.
  static let checkout = (1...4).reduce(#filePath) { path, _ in
    (path as NSString).deletingLastPathComponent
  }

  /// The directory of the built program: the one that the running tests were built into.
  static let builtPrograms: String = {
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    let candidates = [Bundle.main.bundlePath, own, Bundle(for: Home.self).bundlePath].flatMap {
      path in
      // The tests are in the program's directory, or in a bundle there.
      sequence(first: path) { path in
        let parent = (path as NSString).deletingLastPathComponent
        return parent == path || parent.isEmpty ? nil : parent
      }.prefix(5)
    }
    return (candidates + [checkout + "/.build/debug"]).first { access($0 + "/luego", X_OK) == 0 }
      ?? checkout + "/.build/debug"
  }()

  /// The program under test.
  ///
  /// - Throws: if it has not been built.
  static func program() throws -> String {
    let path = builtPrograms + "/luego"
    try #require(access(path, X_OK) == 0, "\(path) is missing; run “swift build” first")
    return path
  }

  /// An environment with no settings of the user who runs the tests.
  func environment(_ changes: [String: String?] = [:]) -> [String: String] {
    var environment = [
      "HOME": path, "PATH": "\(Self.builtPrograms):/usr/local/bin:/usr/bin:/bin",
      "TERM": "screen-256color", "LANG": "C.UTF-8", "TZ": "UTC",
    ]
    for (name, value) in changes { environment[name] = value }
    return environment
  }

  @discardableResult
  func luego(
    _ words: String..., input: [UInt8] = [], output: Programs.Destination = .captured,
    environment changes: [String: String?] = [:]
  ) async throws -> Outcome {
    try await run(words, input: input, output: output, environment: changes)
  }

  @discardableResult
  func run(
    _ words: [String], input: [UInt8] = [], output: Programs.Destination = .captured,
    environment changes: [String: String?] = [:], under prefix: [String] = []
  ) async throws -> Outcome {
    try await Turnstile.processes.hold {
      try await Programs.run(
        prefix + [try Self.program()] + words, environment: environment(changes), directory: path,
        input: input, output: output)
    }
  }

  /// The articles that the program lists, as a script reads them.
  func entries(_ query: String...) async throws -> [Entry] {
    let outcome = try await run(["list", "--json"] + query)
    // No match and no library both mean an empty list.
    try #require([0, 3].contains(outcome.status), "\(outcome.errorLines)")
    return try outcome.lines.map { try JSONDecoder().decode(Entry.self, from: Data($0.utf8)) }
  }

  /// All saved articles that are not in Trash.
  func everything() async throws -> [Entry] { try await entries("in:all") }

  /// Every file under a directory, with its bytes.
  func files(under directory: String) throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: directory) {
      let path = directory + "/" + name
      let isDirectory = try URL(filePath: path).resourceValues(forKeys: [.isDirectoryKey])
        .isDirectory
      files[name] = isDirectory == true ? [] : try [UInt8](Data(contentsOf: URL(filePath: path)))
    }
    return files
  }
}

/// Limits how many run at once, so that a small machine is not overloaded.
actor Turnstile {
  /// For programs that run to completion.
  static let processes = Turnstile(width: 4)
  /// For terminals.
  static let terminals = Turnstile(width: 6)

  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  private init(width: Int) { free = width }

  /// Runs `body` when there is room.
  nonisolated func hold<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
    await enter()
    do {
      let value = try await body()
      await leave()
      return value
    } catch {
      await leave()
      throw error
    }
  }

  private func enter() async {
    if free > 0 { free -= 1 } else { await withCheckedContinuation { waiting.append($0) } }
  }

  private func leave() { if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() } }
}
