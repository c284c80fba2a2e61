import ArticleStore
import Platform
import Glibc
import PageFetch
import TerminalKit

// A reader that goes away, as in `luego list | head -1`, is an error to report, not a signal to die of.
signal(SIGPIPE, SIG_IGN)
// A file that may not become larger, as one that a full disk has no room for.
signal(SIGXFSZ, SIG_IGN)
// Sent when somebody opens a file just while the store asks whether anybody has it open.
signal(SIGIO, SIG_IGN)

// Where a standard stream was closed, the next file opened would take its number, and messages would
// land in the library. The null device does, opened so that using the stream still fails.
for (descriptor, mode) in [
  (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
]
where fcntl(descriptor, F_GETFD) == -1 { _ = open("/dev/null", mode) }

MemoryUse.returnLargeArrays()

/// The words of the command line, which may name files; `CommandLine.arguments` repairs what is not text.
private func arguments() -> [String] {
  let count = Int(CommandLine.argc)
  guard count > 0 else { return argumentsBeforeEnvironment() }
  return (1..<max(1, count)).compactMap { index in
    CommandLine.unsafeArgv[index].map { String(fileName: $0) }
  }
}

/// The words of the command line as the system laid them out in memory, for where `/proc` is not mounted, which
/// the standard library has them from.
///
/// Before the environment, which nothing has changed yet, stand a null and the words, and before those their
/// number.
private func argumentsBeforeEnvironment() -> [String] {
  let end = UnsafeMutableRawPointer(environ) - MemoryLayout<Int>.stride
  let most = 1 << 21
  var words: [String] = []
  for back in 1...most {
    let place = end - back * MemoryLayout<Int>.stride
    if place.load(as: Int.self) == words.count { return words.dropLast().reversed() }
    guard let word = place.load(as: UnsafeMutablePointer<CChar>?.self) else { return [] }
    words.append(String(fileName: word))
  }
  return []
}

/// Runs the command line and gives the exit status.
func run() async -> Int32 {
  do throws(Failure) {
    try await dispatch(try Arguments(arguments()))
    return ExitCode.done.rawValue
  } catch {
    if !error.message.isEmpty { Output.complain(error.message) }
    if isatty(STDERR_FILENO) == 1 { for line in error.pointing { Output.tell(line) } }
    return error.code.rawValue
  }
}

private func dispatch(_ arguments: Arguments) async throws(Failure) {
  let words = arguments.words
  switch arguments.subcommand {
  case .version:
    var reader = OptionReader(words, of: .version)
    switch reader.next() {
    case .option(let option): throw reader.unknown(option)
    case .word(let word): throw .usage("version does not take “\(word)”", of: .version)
    case nil: return try Output.line("luego \(Program.version)")
    }
  case .help: return try help(words, arguments.global)
  case .completions: return try Program.completions(words, arguments.global)
  case .extract:
    let code = try await ExtractCommand.run(
      words + (arguments.global.printsJSON ? ["--format", "json"] : [])
    )
    if code != 0 { throw Failure("", ExitCode(rawValue: code) ?? .failed) }
    return
  default: break
  }
  let program = try Program(arguments.global)
  let opensInterface =
    arguments.subcommand == nil && arguments.global.snapshot == nil
    && program.capabilities.isInteractive
  if !opensInterface { for problem in program.configProblems { Output.complain(problem) } }
  switch arguments.subcommand {
  case .add: try await program.add(words)
  case .list: try program.list(words)
  case .search: try program.search(words)
  case .random: try program.random(words)
  case .show: try await program.show(words)
  case .open: try await program.open(words)
  case .share: try program.share(words)
  case .archive, .unarchive, .favorite, .unfavorite, .delete, .restore:
    if let subcommand = arguments.subcommand { try program.change(subcommand, words) }
  case .tag: try program.tag(words)
  case .tags: try program.tags(words)
  case .edit: try program.edit(words)
  case .undo: try program.undo(words)
  case .import: try await program.importArticles(words)
  case .export: try await program.export(words)
  case .fetch: try await program.fetch(words)
  case .inbox: try await program.inbox(words)
  case .browser: try program.browser(words)
  case .sync: try program.sync(words)
  case .mergeDriver: try program.mergeDriver(words)
  case .discover: try await program.discover(words)
  case .sources: try await program.sources(words)
  case .rules: try program.rules(words)
  case .highlights: try program.highlights(words)
  case .stats: try program.stats(words)
  case .doctor: try program.doctor(words)
  case .welcome: try program.welcome(words)
  case .completions, .extract, .help, .version: break
  case nil:
    if let size = arguments.global.snapshot {
      try program.printSnapshot(size: size, keys: arguments.global.keys ?? "")
    } else if opensInterface {
      try program.openInterface()
    } else {
      try program.list([])
    }
  }
}

private func help(_ words: [String], _ options: GlobalOptions) throws(Failure) {
  guard let name = words.first(where: { !$0.isEmpty && $0 != "--" }) else {
    return try Output.write(HelpText.overview)
  }
  if let topic = HelpTopic(rawValue: name) { return try Output.write(topic.text(options)) }
  guard let command = Subcommand(rawValue: name) else { throw .unknownCommand(name) }
  try Output.write(HelpText.page(for: command))
}

/// Ends the program, the only way out: no thread of libcurl may see the clean-up of its libraries, and no
/// other thread that is still at work, such as one that reads a page nobody waits for any more, either.
func end(_ status: Int32) -> Never {
  TransferThreads.process.endAll()
  fflush(nil)
  _exit(status)
}

if NativeHost.isCalled { end(NativeHost().run()) }
end(await run())
