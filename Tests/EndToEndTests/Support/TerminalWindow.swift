import Foundation
import Glibc
import Platform
import TestSupport
import Testing

/// A call of tmux that failed.
private struct TerminalFailure: Error, CustomStringConvertible { var description: String }

/// A shell in a terminal of a given size: a tmux server of its own.
///
/// Whatever is waited for is looked at again when the terminal has been written to, and never because
/// time has passed.
final class TerminalWindow: Sendable {
  /// The screen as a person sees it.
  struct Screen: Sendable {
    var rows: [String]
    /// The row that the cursor is in, counted from the top.
    var cursorRow: Int
    var text: String { rows.joined(separator: "\n") }

    var isASCII: Bool { text.utf8.allSatisfy { $0 < 0x80 } }

    func contains(_ words: String) -> Bool { text.contains(words) }

    /// The last row, without spaces at its end.
    var bar: String { rows.last ?? "" }

    /// Whether the bar stands whole: it is drawn last, and a terminal may have only a part of a frame, which
    /// ends with the cursor's return to its place.
    var hasBar: Bool { !bar.isEmpty && cursorRow < rows.count - 1 }
  }

  let home: Home
  private let columns: Int
  private let rows: Int
  private let shell: [String: String?]
  /// Short, since a socket's path has 107 bytes at most.
  private let socket = String(UUID().uuidString.prefix(8))
  /// Each time that tmux has taken output of the terminal, and that a program has begun or ended.
  private let output = Occurrences()
  private let programs: ProgramLog

  /// Opens a window, does something with it, closes it.
  ///
  /// - Parameters:
  ///   - home: the home of the shell in it.
  ///   - columns: its width.
  ///   - rows: its height.
  ///   - shell: changes to the environment of the shell.
  ///   - body: what to do with it.
  /// - Throws: what `body` throws, after the screen was recorded; or when tmux does not work.
  static func open(
    _ home: Home, columns: Int = 100, rows: Int = 30, shell: [String: String?] = [:],
    _ body: (TerminalWindow) async throws -> Void
  ) async throws {
    try await Turnstile.terminals.hold {
      let window = try TerminalWindow(home, columns: columns, rows: rows, shell: shell)
      try await window.start()
      do { try await body(window) } catch {
        // A task of its own, since that of a test that took too long is cancelled.
        if let screen = await Task.detached(operation: { try? await window.screen() }).value {
          Issue.record("the screen was:\n\(screen.text)")
        }
        await window.end()
        throw error
      }
      await window.end()
    }
  }

  private init(_ home: Home, columns: Int, rows: Int, shell: [String: String?]) throws {
    self.home = home
    self.columns = columns
    self.rows = rows
    self.shell = shell
    programs = try ProgramLog(pipe: home.directory.path("program-" + socket)) { [output] in
      output.add()
    }
  }

  /// Starts `luego` from the shell, with words after it and assignments before it, as a person would.
  func launch(_ words: String = "", _ assignments: String = "") async throws {
    try await type("\(assignments) read-list \(words)\n")
  }

  /// The process of the program that `launch` started.
  func program() async throws -> pid_t { try await programs.latest() }

  /// Waits until the program that `launch` started has ended, whatever its terminal shows.
  func waitForEnd() async throws { try await programs.waitForEnd() }

  /// Types text as it is.
  func type(_ text: String) async throws {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      if !line.isEmpty { try await tmux("send-keys", "-t", "w", "-l", "--", String(line)) }
      if index < lines.count - 1 { try await press("Enter") }
    }
  }

  /// Types a command after its line has opened, since a line that comes at once is taken for a paste.
  func command(_ line: String) async throws {
    try await type(":")
    try await wait(for: "the command line is open") { $0.bar.trimmingPrefix(" ").hasPrefix(":") }
    try await type(line + "\n")
  }

  /// Presses keys by tmux's names for them.
  func press(_ keys: String...) async throws { try await tmux(["send-keys", "-t", "w"] + keys) }

  /// Gives the window another size.
  func resize(columns: Int, rows: Int) async throws {
    try await tmux("resize-window", "-t", "w", "-x", String(columns), "-y", String(rows))
  }

  /// What is on the screen now.
  func screen() async throws -> Screen {
    // Both in one call: the terminal takes nothing in between them.
    let words = ["display-message", "-p", "-t", "w", "#{cursor_y}", ";"]
    let text = try await tmux(words + ["capture-pane", "-p", "-t", "w"]).text
    var rows = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let cursorRow = try #require(Int(rows.removeFirst()))
    if rows.last?.isEmpty == true { rows.removeLast() }
    return Screen(rows: rows, cursorRow: cursorRow)
  }

  /// What tmux knows of the pane: a format.
  func pane(_ format: String) async throws -> String {
    try await tmux("display-message", "-p", "-t", "w", format).lines.first ?? ""
  }

  /// Waits until the screen is as wanted, and gives it.
  @discardableResult
  func wait(
    for condition: String, sourceLocation: SourceLocation = #_sourceLocation,
    _ holds: (Screen) -> Bool
  ) async throws -> Screen {
    try await output.wait(until: condition, sourceLocation: sourceLocation) {
      let screen = try await screen()
      return holds(screen) ? screen : nil
    }
  }

  /// Waits until words are on the screen.
  @discardableResult
  func wait(
    forText words: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> Screen {
    try await wait(for: "“\(words)” is on the screen", sourceLocation: sourceLocation) {
      $0.contains(words)
    }
  }

  /// Waits until words are on the screen and the whole bar below them.
  @discardableResult
  func wait(
    forFirstFrameWith words: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> Screen {
    try await wait(for: "“\(words)” and the bar are on the screen", sourceLocation: sourceLocation)
    { $0.contains(words) && $0.hasBar }
  }

  /// Waits until the shell, and nothing that it started, has the terminal.
  func waitForShell(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    // The shell writes its prompt when it has the terminal; that the program has ended may be known later.
    try await output.wait(until: "the shell has the terminal", sourceLocation: sourceLocation) {
      try await pane("#{pane_current_command}") == "sh" && !programs.isLatestRunning ? () : nil
    }
  }

  /// Presses a key again until the screen is as wanted, once for each screen that is not.
  func press(_ key: String, until condition: String, _ holds: (Screen) -> Bool) async throws {
    try await output.wait(until: condition) {
      let screen = try await screen()
      if holds(screen) { return () }
      try await press(key)
      return nil
    }
  }

  /// Waits until the shell has the terminal again, and shows that it echoes and obeys.
  func expectSaneShell(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    try await waitForShell(sourceLocation: sourceLocation)
    try await type(
      "echo sane-$((6*7)); stty -a | tr ' ;' '\\n\\n' | grep -xE 'icanon|echo|isig|opost|icrnl'\n")
    try await wait(
      for: "the shell obeys and its line discipline is sane", sourceLocation: sourceLocation
    ) { screen in
      screen.rows.contains { $0.hasSuffix("sane-42") }
        && ["icanon", "echo", "isig", "opost", "icrnl"].allSatisfy { screen.rows.contains($0) }
        && screen.contains("echo sane-$")
    }
    #expect(try await pane("#{alternate_on}") == "0", sourceLocation: sourceLocation)
    #expect(try await pane("#{cursor_flag}") == "1", sourceLocation: sourceLocation)
    #expect(try await pane("#{mouse_any_flag}") == "0", sourceLocation: sourceLocation)
  }

  private func start() async throws {
    // A person types a name; the tests need the process's id as well, and to know of its end.
    try home.directory.write(
      "read-list",
      text: """
        #!/bin/sh
        exec 9>"$PROGRAMPIPE"
        echo $$ >&9
        exec luego "$@"

        """, mode: 0o700)
    try home.directory.write(
      "tmux.conf",
      text: """
        set -g escape-time 0
        set -g status off
        set -g history-limit 0
        set -g default-terminal screen-256color
        set -g default-size \(columns)x\(rows)

        """)
    var environment = home.environment(shell)
    environment["PATH"] = home.path + ":" + (environment["PATH"] ?? "")
    environment["PS1"] = "$ "
    environment["PROGRAMPIPE"] = programs.pipe
    environment["TMUX_TMPDIR"] = nil
    let assignments = environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    try await tmux(
      ["new-session", "-d", "-s", "w", "-x", String(columns), "-y", String(rows), "env", "-i"]
        + assignments + ["sh", "-i"])
    try await listenToTerminal()
    try await wait(forText: "$")
  }

  /// Starts a client of tmux that is told of all output, until the server ends.
  private func listenToTerminal() async throws {
    let reading = try Programs.listen(
      tmuxWords(["-C", "attach", "-f", "ignore-size,read-only", "-t", "w"]),
      environment: tmuxEnvironment, directory: home.path)
    let (begun, begin) = AsyncStream<Void>.makeStream()
    Thread.detachNewThread { [output] in
      reading { _ in
        output.add()
        begin.yield()
      }
      begin.finish()
      output.finish()
    }
    // What the client says first shows that it is attached.
    for await _ in begun { break }
  }

  /// Closes the window and waits until its program has written what it had to and ended.
  private func end() async {
    _ = try? await tmux("kill-server")
    await programs.finish()
  }

  private var tmuxEnvironment: [String: String] { home.environment(["TMUX_TMPDIR": home.path]) }

  private func tmuxWords(_ words: [String]) -> [String] {
    ["tmux", "-u", "-L", socket, "-f", home.directory.path("tmux.conf")] + words
  }

  @discardableResult private func tmux(_ words: String...) async throws -> Outcome {
    try await tmux(words)
  }

  @discardableResult private func tmux(_ words: [String]) async throws -> Outcome {
    let outcome = try await Programs.run(
      tmuxWords(words), environment: tmuxEnvironment, directory: home.path)
    guard outcome.status == 0 else {
      throw TerminalFailure(description: "tmux \(words[0]): \(outcome.errorLines)")
    }
    return outcome
  }
}
