import Platform

/// Runs git on a repository of this program alone, never on the user's own repositories.
struct GitProgram {
  private let program: String
  private var environment: [String: String]
  /// Called with each line of git's standard error; nil discards them.
  private let report: (@Sendable (String) -> Void)?
  /// The paths of the repository and of its working tree; they may not exist yet.
  let directory: String, tree: String

  /// Overrides of user settings that would change the stored bytes or run other programs.
  private static let settings = [
    "core.hooksPath=/dev/null", "core.fsmonitor=false", "core.autocrlf=false",
    "core.safecrlf=false", "core.fileMode=false", "core.ignoreCase=false", "core.symlinks=false",
    "core.splitIndex=false", "commit.gpgSign=false",
    "core.excludesFile=/dev/null", "core.attributesFile=/dev/null", "core.sparseCheckout=false",
    "gc.autoDetach=false", "maintenance.autoDetach=false", "http.lowSpeedLimit=100",
    "http.lowSpeedTime=60", "advice.fetchShowForcedUpdates=false", "transfer.fsckObjects=false",
    "submodule.recurse=false", "push.followTags=false",
  ]

  /// Variables by which a calling git would point this one at another repository.
  private static let places = [
    "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_COMMON_DIR",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_NAMESPACE", "GIT_PREFIX", "GIT_QUARANTINE_PATH",
  ]

  /// Finds git in the path and prepares its environment.
  ///
  /// - Parameters:
  ///   - directory: the repository's path.
  ///   - tree: the path of its working tree.
  ///   - environment: this program's environment.
  ///   - report: called with each line of git's standard error; if nil, git is quiet and never
  ///     prompts.
  /// - Throws: `StoreError` if git is not installed.
  init(
    directory: String, tree: String, environment: [String: String],
    report: (@Sendable (String) -> Void)?
  ) throws(StoreError) {
    guard let program = ProgramFile.find("git", in: environment["PATH"]) else {
      throw StoreError(.io, "git is not installed")
    }
    self.program = program
    (self.directory, self.tree) = (directory, tree)
    self.report = report
    let isQuiet = report == nil
    self.environment = environment.filter { !Self.places.contains($0.key) }
    self.environment["GIT_DIR"] = directory
    self.environment["GIT_WORK_TREE"] = tree
    self.environment["LC_ALL"] = "C"
    for role in ["AUTHOR", "COMMITTER"] {
      self.environment["GIT_\(role)_NAME"] = "luego"
      self.environment["GIT_\(role)_EMAIL"] = "luego@localhost"
    }
    if isQuiet { self.environment["GIT_TERMINAL_PROMPT"] = "0" }
    let ownSSH = environment["GIT_SSH_COMMAND"] ?? environment["GIT_SSH"]
    let setSSH = try word(["config", "--get", "core.sshCommand"])
    if ownSSH == nil, setSSH == nil {
      self.environment["GIT_SSH_COMMAND"] = Self.ssh + (isQuiet ? " -o BatchMode=yes" : "")
    }
  }

  /// By default ssh waits minutes for a host that is off, and forever for one that went away.
  private static let ssh = "ssh -o ConnectTimeout=15 -o ServerAliveInterval=15"

  /// Max bytes of output to read.
  private static let maxOutput = 512 << 20

  /// Runs git and waits for its end.
  ///
  /// - Parameters:
  ///   - words: the subcommand and its arguments.
  ///   - hidesErrors: whether to discard its messages, as where failure is expected.
  /// - Returns: the exit status and the bytes of standard output.
  /// - Throws: `StoreError` if git cannot be started.
  func run(
    _ words: [String], hidesErrors: Bool = false
  ) throws(StoreError) -> (status: Int32, output: [UInt8]) {
    let running: PipeProgram
    do throws(SystemError) {
      running = try PipeProgram(
        [program] + Self.settings.flatMap { ["-c", $0] } + words, environment: environment,
        errors: hidesErrors ? nil : report)
    } catch { throw StoreError(.io, "git cannot be started: \(error.reason)") }
    running.endInput()
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while output.count <= Self.maxOutput {
      guard let count = try? Descriptor.read(running.descriptor, into: &buffer), count > 0 else {
        break
      }
      output += buffer[..<count]
    }
    return (running.end(), output)
  }

  /// Runs git and returns its output; throws unless it exits with 0.
  @discardableResult
  func output(_ words: [String]) throws(StoreError) -> [UInt8] {
    let (status, output) = try run(words)
    guard status == 0 else { throw StoreError(.io, "git \(words[0]) failed (\(status))") }
    return output
  }

  /// The single word of its output; nil if it fails.
  func word(_ words: [String]) throws(StoreError) -> String? {
    let (status, output) = try run(words, hidesErrors: true)
    let text = String(decoding: output.prefix { $0 != 0x0a }, as: UTF8.self)
    return status == 0 && !text.isEmpty ? text : nil
  }
}
