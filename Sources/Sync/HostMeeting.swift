import ArticleStore
import Platform
package import ReadingList

/// A library on another machine, which ssh reaches; `luego sync --stdio` is the other side there.
package struct HostMeeting {
  private let host: String
  private let words: [String]
  private let environment: [String: String]
  private let report: (@Sendable (String) -> Void)?

  /// Prepares to reach a machine.
  ///
  /// - Parameters:
  ///   - host: its name as ssh takes it, perhaps with a user's.
  ///   - path: the library there; nil for the usual one.
  ///   - ssh: the program and its options, separated by blanks.
  ///   - options: what the other side is asked to do as well.
  ///   - environment: of this program.
  ///   - report: gets each line that ssh says on standard error; nil where they go nowhere.
  /// - Throws: where there is no such program.
  package init(
    _ host: String, path: String?, ssh: String, options: SyncSession.Options,
    environment: [String: String], report: (@Sendable (String) -> Void)? = nil
  ) throws(SyncProblem) {
    let command = ssh.split(separator: " ").map(String.init)
    guard let name = command.first,
      let program = name.hasPrefix("/") ? name : ProgramFile.find(name, in: environment["PATH"])
    else { throw SyncProblem(.failed, "“\(ssh)”, which sync-ssh names, is not installed") }
    var words = ["luego", "sync", "--stdio"]
    if options.isDry { words.append("--dry-run") }
    if options.joins { words.append("--join") }
    if options.mayShrink { words.append("--yes") }
    if let path { words += ["--library", path] }
    // The shell there takes the words apart; programs for one person are not always in its PATH.
    let remote =
      #"sh -c 'PATH="$HOME/.local/bin:$PATH" exec luego "$@"' "#
      + words.map(Self.quoted).joined(separator: " ")
    self.words = [program] + command.dropFirst() + [host, remote]
    self.host = host
    self.environment = environment
    self.report = report
  }

  private static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy {
      (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0)
        || "-_./~".utf8.contains($0)
    }
    guard !isPlain else { return word }
    return "'"
      + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#)
      + "'"
  }

  /// Brings a library together with the one there.
  ///
  /// - Returns: the report.
  /// - Throws: the problem that ended it.
  package func run(
    _ here: SyncSession.Place, options: SyncSession.Options, at moment: Timestamp,
    progress: @escaping (_ done: Int, _ all: Int) -> Void = { _, _ in }
  ) throws(SyncProblem) -> SyncReport {
    let program: PipeProgram
    do throws(SystemError) {
      program = try PipeProgram(words, environment: environment, errors: report)
    } catch { throw SyncProblem(.failed, "\(words[0]) cannot be started: \(error.reason)") }
    let channel = SyncChannel(input: program.descriptor, output: program.descriptor)
    var session = SyncSession(
      channel, isFirst: true, options: options, at: moment, progress: progress)
    do throws(SyncProblem) {
      let report = try session.run(here)
      _ = program.end()
      return report
    } catch {
      let status = program.end(milliseconds: error.kind == .unreachable ? 2000 : 500)
      guard error.kind == .unreachable else { throw error }
      switch status {
      case 127: throw SyncProblem(.failed, "luego is not installed on \(host)")
      case 255: throw SyncProblem(.unreachable, "\(host) cannot be reached")
      default: throw SyncProblem(.unreachable, "\(error.message): \(host)")
      }
    }
  }
}
