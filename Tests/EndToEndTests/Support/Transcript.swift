import Foundation
import TestSupport
import Testing

/// Transcripts of commands, as a user types them, with their output.
///
/// A line that starts with `$ ` is a shell command. Its output follows, with `! ` before standard error
/// and `? ` before an exit status other than 0. Lines with `-- ` are comments. The home directory is
/// `~`.
enum Transcript {
  private static let isRecording = ProcessInfo.processInfo.environment["LUEGO_RECORD"] == "1"

  /// Runs the commands of a file in a home, at one moment, and compares what they say; with `LUEGO_RECORD=1` writes the
  /// file again.
  ///
  /// - Parameters:
  ///   - path: the file's.
  ///   - home: where the commands run.
  ///   - end: the text before which it ends; nil for all of it.
  /// - Throws: when the file cannot be read, or no shell started.
  static func check(_ path: String, in home: Home, before end: String? = nil) async throws {
    var text = try String(contentsOfFile: path, encoding: .utf8)
    if let end { text = text.components(separatedBy: end)[0] }
    var said = ""
    for part in parts(of: text) {
      guard part[0].hasPrefix("$ ") else {
        said += (said.isEmpty ? "" : "\n") + part[0] + "\n"
        continue
      }
      let now = try await run(part[0].dropFirst(2), in: home)
      said += part[0] + "\n" + now
      let wanted = part.dropFirst().joined(separator: "\n")
      if !isRecording { #expect(bare(now) == bare(wanted), "\(part[0])") }
    }
    guard isRecording, end == nil else { return }
    try said.write(toFile: path, atomically: true, encoding: .utf8)
    Issue.record("Recorded \(path); run again without LUEGO_RECORD")
  }

  /// The lines of each command with its output, and the comments.
  private static func parts(of text: String) -> [[String]] {
    text.components(separatedBy: "\n").reduce(into: []) { parts, line in
      if line.hasPrefix("$ ") || line.hasPrefix("-- ") {
        parts.append([line])
      } else if !parts.isEmpty {
        parts[parts.count - 1].append(line)
      }
    }
  }

  private static func run(_ command: some StringProtocol, in home: Home) async throws -> String {
    // Wrappers that a test puts before a program are in another directory: commands in the home would
    // see them.
    let elsewhere = try TemporaryDirectory()
    let moment = ["LUEGO_NOW": "2026-02-01T00:00:00Z", "LUEGO_MACHINE": "new"]
    let outcome = try await Turnstile.processes.hold {
      try await Programs.run(
        ["/bin/sh", "-c", "cd\n\(command)"], environment: home.environment(moment),
        directory: elsewhere.path)
    }
    var said = outcome.text
    if said.last.map({ $0 != "\n" }) == true { said += "\n" }
    for line in outcome.errorLines { said += "! \(line)\n" }
    if outcome.status != 0 { said += "? \(outcome.status)\n" }
    return said.replacing(home.path, with: "~")
  }

  /// Removes trailing empty lines; one separates each part from the next.
  private static func bare(_ text: String) -> String {
    var text = text
    while text.last == "\n" { text.removeLast() }
    return text
  }
}
