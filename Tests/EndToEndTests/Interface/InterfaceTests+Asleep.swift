import Foundation
import TestSupport
import Testing

extension InterfaceTests {
  /// How often the threads of a process have gone to sleep, and so how often they were woken.
  private func sleeps(of process: Int32) throws -> Int {
    let tasks = "/proc/\(process)/task"
    return try FileManager.default.contentsOfDirectory(atPath: tasks).reduce(0) { sum, task in
      // A thread may have ended in between.
      guard let status = try? String(contentsOfFile: "\(tasks)/\(task)/status", encoding: .utf8)
      else { return sum }
      let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
      let count = line?.split(separator: "\t").last.flatMap { Int($0) }
      return sum + (try #require(count))
    }
  }

  /// Sleep can only be observed over time, so this is the one test that needs it: no output and no
  /// context switch.
  @Test("with a list, an article or a box on the screen, nothing wakes while nothing happens")
  func asleep() async throws {
    let (home, _) = try await library()
    let terminal = try ProgramTerminal(columns: 100, rows: 30)
    defer { terminal.end() }
    let variables = home.environment(["TERM": "xterm-256color"]).map { "\($0.key)=\($0.value)" }
    let program = try terminal.start([Home.builtPrograms + "/luego"], environment: variables)
    for key in ["", "\r", "?"] {
      terminal.type(key)
      // Work after a frame, such as comparing the list with the files, finishes first.
      var isAsleep = false
      for _ in 0..<20 where !isAsleep {
        let before = try sleeps(of: program)
        let isSilent = terminal.received(within: 1500) == nil
        isAsleep = try isSilent && sleeps(of: program) == before
      }
      #expect(isAsleep, "after “\(key)”")
    }
  }
}
