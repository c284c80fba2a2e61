import Foundation
import Glibc
import Platform
import TestSupport
import Testing

/// A tmux call that failed.
private struct TerminalFailure: Error, CustomStringConvertible { var description: String }

/// A shell in a terminal of a given size: a separate tmux server.
///
/// Every wait checks again when the terminal has been written to, never because time has passed.
final class TerminalWindow: Sendable {
  /// The screen as a user sees it.
  struct Screen: Sendable {
    var rows: [String]
    /// The cursor's row, counted from the top.
    var cursorRow: Int
    var text: String { rows.joined(separator: "\n") }

    var isASCII: Bool { text.utf8.allSatisfy { $0 < 0x80 } }

    func contains(_ words: String) -> Bool { text.contains(words) }

    /// The last row, without trailing spaces.
    var bar: String { rows.last ?? "" }

    /// Whether the bar is complete.
    ///
    /// It is drawn last; a terminal may have received only part of a frame, which ends by returning
    /// the cursor.
    var hasBar: Bool { !bar.isEmpty && cursorRow < rows.count - 1 }
  }

  let home: Home
  private let columns: Int
  private let rows: Int
  private let shell: [String: String?]
  /// Short, because a socket's path is limited to 107 bytes.
  private let socket = String(UUID().uuidString.prefix(8))
  /// Each output that tmux has received from the terminal, and each start or end of a program.
  private let output = Occurrences()
  private let programs: ProgramLog

  /// Opens a window, runs `body` with it and closes it.
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
        // A separate task, because a test that took too long has its task cancelled.
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

  /// Starts `luego` from the shell, with arguments after it and assignments before it.
  func launch(_ words: String = "", _ assignments: String = "") async throws {
    try await type("\(assignments) read-list \(words)\n")
  }

  /// The process id of the program that `launch` started.
  func program() async throws -> pid_t { try await programs.latest() }

  /// Waits until the program that `launch` started has ended, whatever the terminal shows.
  func waitForEnd() async throws { try await programs.waitForEnd() }

  /// Types text literally.
  func type(_ text: String) async throws {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      if !line.isEmpty { try await tmux("send-keys", "-t", "w", "-l", "--", String(line)) }
      if index < lines.count - 1 { try await press("Enter") }
    }
  }

  /// Types a command after its prompt has opened, because a line that arrives at once counts as a paste.
  func command(_ line: String) async throws {
    try await wait(for: "the last command is done") { !$0.bar.trimmingPrefix(" ").hasPrefix(":") }
    try await type(":")
    try await wait(for: "the command line is open") { $0.bar.trimmingPrefix(" ").hasPrefix(":") }
    try await type(line + "\n")
  }

  /// Presses keys, given by their tmux names.
  func press(_ keys: String...) async throws { try await tmux(["send-keys", "-t", "w"] + keys) }

  func resize(columns: Int, rows: Int) async throws {
    try await tmux("resize-window", "-t", "w", "-x", String(columns), "-y", String(rows))
  }

  func screen() async throws -> Screen {
    // A single call, so that the terminal receives nothing between the two.
    let words = ["display-message", "-p", "-t", "w", "#{cursor_y}", ";"]
    let text = try await tmux(words + ["capture-pane", "-p", "-t", "w"]).text
    var rows = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let cursorRow = try #require(Int(rows.removeFirst()))
    if rows.last?.isEmpty == true { rows.removeLast() }
    return Screen(rows: rows, cursorRow: cursorRow)
  }

  /// A property of the pane, given as a tmux format.
  func pane(_ format: String) async throws -> String {
    try await tmux("display-message", "-p", "-t", "w", format).lines.first ?? ""
  }

  /// Waits until the screen meets a condition and returns it.
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

  /// Waits until a text is on the screen.
  @discardableResult
  func wait(
    forText words: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> Screen {
    try await wait(for: "“\(words)” is on the screen", sourceLocation: sourceLocation) {
      $0.contains(words)
    }
  }

  /// Waits until a text is on the screen with the whole bar below it.
  @discardableResult
  func wait(
    forFirstFrameWith words: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> Screen {
    try await wait(for: "“\(words)” and the bar are on the screen", sourceLocation: sourceLocation)
    { $0.contains(words) && $0.hasBar }
  }

  /// Waits until the shell, and no program that it started, owns the terminal.
  func waitForShell(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    // The shell prints its prompt when it owns the terminal; the program's end may be reported later.
    try await output.wait(until: "the shell has the terminal", sourceLocation: sourceLocation) {
      try await pane("#{pane_current_command}") == "sh" && !programs.isLatestRunning ? () : nil
    }
  }

  /// Waits until the shell owns the terminal again, and checks that it echoes and obeys.
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
    // A user types a name; the tests also need the process id and the end of the process.
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

  /// Starts a tmux client that receives all output until the server ends.
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
    // The client's first message means that it is attached.
    for await _ in begun { break }
  }

  /// Closes the window and waits until its program has written its last changes and ended.
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
