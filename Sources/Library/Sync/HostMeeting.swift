import Platform
import ReadingList

/// Syncs through ssh with a library on a host, where `luego sync --stdio` is the other side.
package enum HostMeeting {
  /// Merges a library with the one on the host.
  ///
  /// - Parameters:
  ///   - here: the library, or where to make it.
  ///   - host: a name that ssh accepts, with or without a user.
  ///   - path: the library's path there; nil for the default.
  ///   - ssh: the program and its options, separated by spaces.
  ///   - environment: this program's environment.
  ///   - report: called with each line of ssh's standard error; nil discards them.
  ///   - options: options that the other side applies as well.
  ///   - progress: called with the number of differing articles that are done.
  /// - Returns: the report.
  /// - Throws: the problem that ended it.
  package static func run(
    _ here: SyncSession.Place, with host: String, path: String?, ssh: String,
    environment: [String: String], report: (@Sendable (String) -> Void)? = nil,
    options: SyncSession.Options,
    progress: @escaping (_ done: Int, _ all: Int) -> Void = { _, _ in }
  ) throws(StoreError) -> SyncReport {
    let command = ssh.split(separator: " ").map(String.init)
    guard let name = command.first,
      let file = name.hasPrefix("/") ? name : ProgramFile.find(name, in: environment["PATH"])
    else { throw StoreError(.io, "“\(ssh)”, which sync-ssh names, is not installed") }
    var words = ["luego", "sync", "--stdio"]
    if options.isDry { words.append("--dry-run") }
    if options.joins { words.append("--join") }
    if options.mayShrink { words.append("--yes") }
    if let path { words += ["--library", path] }
    // The remote shell splits the words; `~/.local/bin` is not always in its path.
    let remote =
      #"sh -c 'PATH="$HOME/.local/bin:$PATH" exec luego "$@"' "#
      + words.map(quoted).joined(separator: " ")
    let program: PipeProgram
    do throws(SystemError) {
      program = try PipeProgram(
        [file] + command.dropFirst() + [host, remote], environment: environment, errors: report)
    } catch { throw StoreError(.io, "\(file) cannot be started: \(error.reason)") }
    let channel = SyncChannel(input: program.descriptor, output: program.descriptor)
    var session = SyncSession(channel, isFirst: true, options: options, progress: progress)
    do throws(StoreError) {
      let report = try session.run(here)
      _ = program.end()
      return report
    } catch {
      let status = program.end(milliseconds: error.kind == .unreachable ? 2000 : 500)
      guard error.kind == .unreachable else { throw error }
      switch status {
      case 127: throw StoreError(.io, "luego is not installed on \(host)")
      case 255: throw StoreError(.unreachable, "\(host) cannot be reached")
      default: throw StoreError(.unreachable, "\(error.message): \(host)")
      }
    }
  }

  private static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy {
      (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0)
        || "-_./~".utf8.contains($0)
    }
    return isPlain ? word : ShareFormat.quoted(word)
  }
}
