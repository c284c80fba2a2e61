import Glibc
import Platform
import TestSupport
import Testing

@Suite("A child process") struct ChildProcessTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func shell(
    _ script: String, timeLimit: Duration = .seconds(36_000), outputLimit: Int = 1 << 20,
    memoryLimit: Int? = nil
  ) -> ChildProcess {
    ChildProcess(
      program: "/bin/sh", arguments: ["-c", script],
      environment: ["PATH": "/usr/bin:/bin", "WORD": "said"], timeLimit: timeLimit,
      outputLimit: outputLimit, memoryLimit: memoryLimit)
  }

  private func problem(of child: ChildProcess, _ input: [UInt8] = []) async -> String {
    do throws(ChildProcess.Problem) {
      _ = try await child.output(for: input)
      return "none"
    } catch { return "\(error)" }
  }

  @Test("reads what it is given and gives what it writes, with the environment it was given")
  func output() async throws {
    let input = [UInt8](repeating: 0x61, count: 300_000)
    #expect(try await shell("cat").output(for: input) == input)
    #expect(try await shell("echo \"$WORD$HOME\"").output(for: []) == Array("said\n".utf8))
  }

  @Test("is ended with what it started when it takes too long, writes too much or is given up")
  func limits() async throws {
    let slow = shell("sleep 36000 & echo $!; wait", timeLimit: .milliseconds(1))
    #expect(await problem(of: slow) == "tookTooLong")
    // It has written everything and keeps running.
    let silent = shell("exec >&-; sleep 36000", timeLimit: .milliseconds(50))
    #expect(await problem(of: silent) == "tookTooLong")
    #expect(await problem(of: shell("yes", outputLimit: 1000)) == "tooLarge")
    let waiting = Task { await problem(of: shell("sleep 36000")) }
    waiting.cancel()
    #expect(await waiting.value == "cancelled")
  }

  @Test("says how it failed") func failure() async throws {
    #expect(await problem(of: shell("exit 3")) == "status")
    #expect(await problem(of: shell("kill -9 $$")) == "status")
    let missing = ChildProcess(
      program: directory.path("none"), arguments: [], environment: [:],
      timeLimit: .seconds(36_000), outputLimit: 1)
    #expect(await problem(of: missing) == "notStarted(\(String(reflecting: SystemError.notFound)))")
    // In the shell's own process: the limit may be set after the start, too late for a child.
    let hungry = shell("exec awk 'BEGIN { while (1) s = s s \"xxxxxxxx\" }'", memoryLimit: 64 << 20)
    #expect(await problem(of: hungry) == "status")
  }
}
