import Platform

/// The git program, for a repository of the program's own: no index, reference or setting of anybody else's is touched.
struct GitProgram {
  private let program: String
  private var environment: [String: String]
  /// Gets what git says on standard error; nil where nobody wants it.
  private let report: (@Sendable (String) -> Void)?
  /// Where the repository is.
  private(set) var directory: String

  /// Settings of the person's that must not change what is stored, or run anything.
  private static let settings = [
    "core.hooksPath=/dev/null", "core.fsmonitor=false", "core.autocrlf=false",
    "core.safecrlf=false", "core.fileMode=false", "core.ignoreCase=false", "core.symlinks=false",
    "core.splitIndex=false", "merge.conflictStyle=merge", "commit.gpgSign=false",
    "core.excludesFile=/dev/null", "core.attributesFile=/dev/null", "core.sparseCheckout=false",
    "gc.autoDetach=false", "maintenance.autoDetach=false", "http.lowSpeedLimit=100",
    "http.lowSpeedTime=60", "advice.fetchShowForcedUpdates=false", "transfer.fsckObjects=false",
    "submodule.recurse=false", "push.followTags=false",
  ]

  /// Variables by which a git that calls this program would tell it where to work.
  private static let places = [
    "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_COMMON_DIR",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_NAMESPACE", "GIT_PREFIX", "GIT_QUARANTINE_PATH",
  ]

  /// Finds the program.
  ///
  /// - Parameters:
  ///   - directory: where its repository is to be.
  ///   - environment: of this program.
  ///   - report: gets each line that it says on standard error; nil where they go nowhere and nobody is asked.
  /// - Throws: where it is not installed.
  init(
    directory: String, environment: [String: String], report: (@Sendable (String) -> Void)?
  ) throws(SyncProblem) {
    guard let program = ProgramFile.find("git", in: environment["PATH"]) else {
      throw SyncProblem(.failed, "git is not installed")
    }
    self.program = program
    self.directory = directory
    self.report = report
    let isQuiet = report == nil
    self.environment = environment.filter { !Self.places.contains($0.key) }
    self.environment["GIT_DIR"] = directory
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

  /// By itself ssh waits for minutes for a host that is off, and for ever for one that went away.
  private static let ssh = "ssh -o ConnectTimeout=15 -o ServerAliveInterval=15"

  /// The same for a library's files.
  func working(in library: String) -> GitProgram {
    var git = self
    git.environment["GIT_WORK_TREE"] = library
    return git
  }

  /// Switches to another directory, and moves the repository there unless one exists.
  mutating func move(to next: String) {
    if !exists(next) {
      try? SmallFile.makeDirectories(above: next)
      rename(directory, next)
    }
    directory = next
    environment["GIT_DIR"] = next
  }

  /// Starts it.
  func start(_ words: [String], hidesErrors: Bool = false) throws(SyncProblem) -> PipeProgram {
    let settings = Self.settings.flatMap { ["-c", $0] }
    do throws(SystemError) {
      return try PipeProgram(
        [program] + settings + words, environment: environment, errors: hidesErrors ? nil : report)
    } catch { throw SyncProblem(.failed, "git cannot be started: \(error.reason)") }
  }

  /// The most bytes of an answer.
  private static let maxOutput = 512 << 20

  /// Runs it once.
  ///
  /// - Parameters:
  ///   - words: what it is to do.
  ///   - input: what it reads, all before it writes.
  ///   - hidesErrors: whether its messages go nowhere, as where failing is usual.
  /// - Returns: its status and what it wrote.
  /// - Throws: where it cannot be started.
  func run(
    _ words: [String], input: [UInt8] = [], hidesErrors: Bool = false
  ) throws(SyncProblem) -> (status: Int32, output: [UInt8]) {
    let running = try start(words, hidesErrors: hidesErrors)
    let isWritten = writeAll(input, to: running.descriptor) == 0
    running.endInput()
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while output.count <= Self.maxOutput {
      guard let count = try? Descriptor.read(running.descriptor, into: &buffer), count > 0 else {
        break
      }
      output += buffer[..<count]
    }
    let status = running.end()
    return (isWritten || status != 0 ? status : 1, output)
  }

  /// Runs what must succeed, and gives what it wrote.
  @discardableResult
  func output(_ words: [String], input: [UInt8] = []) throws(SyncProblem) -> [UInt8] {
    let (status, output) = try run(words, input: input)
    guard status == 0 else { throw SyncProblem(.failed, "git \(words[0]) failed (\(status))") }
    return output
  }

  /// The single word of its output; nil if it fails.
  func word(_ words: [String]) throws(SyncProblem) -> String? {
    let (status, output) = try run(words, hidesErrors: true)
    let text = String(decoding: output.prefix { $0 != 0x0a }, as: UTF8.self)
    return status == 0 && !text.isEmpty ? text : nil
  }
}
