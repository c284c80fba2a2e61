import Library
import PageExtraction
import Platform
import ReadingList
import Terminal

CurrentProcess.ignoreSignals()
// Before any file is opened.
CurrentProcess.occupyStandardStreams()

func run() async -> Int32 {
  do {
    // Without words, every command would be `luego` alone.
    guard CommandLine.argc > 0 else {
      throw Failure("The command line cannot be read: /proc is not mounted")
    }
    try await dispatch(try Arguments(CurrentProcess.arguments))
    return ExitCode.done.rawValue
  } catch {
    let failure = Failure(error)
    if !failure.message.isEmpty { Output.complain(failure.message) }
    return failure.code.rawValue
  }
}

private func dispatch(_ arguments: Arguments) async throws {
  switch arguments.subcommand {
  case .version: return try Output.line("luego \(Program.build)")
  case .help: return try help(arguments)
  case .completions: return try Program.completions(arguments)
  case .extract: return try await ExtractCommand.run(arguments)
  default: break
  }
  let program = try Program(arguments.global)
  let opensInterface =
    // A desktop menu entry calls `open` with or without an address.
    (arguments.subcommand == nil || arguments.subcommand == .open && arguments.files.isEmpty)
    && arguments.global.snapshot == nil && program.capabilities.isInteractive
  if !opensInterface { for problem in program.configProblems { Output.complain(problem) } }
  if opensInterface { return try program.openInterface() }
  switch arguments.subcommand {
  case .add: try await program.add(arguments)
  case .list: try program.list(arguments)
  case .search: try program.search(arguments)
  case .random: try program.random(arguments)
  case .show: try await program.show(arguments)
  case .open: try await program.open(arguments)
  case .share: try program.share(arguments)
  case .archive: try program.change(.archive(true), arguments)
  case .unarchive: try program.change(.archive(false), arguments)
  case .favorite: try program.change(.favorite(true), arguments)
  case .unfavorite: try program.change(.favorite(false), arguments)
  case .delete: try program.change(.delete(true), arguments)
  case .restore: try program.change(.delete(false), arguments)
  case .tag: try program.tag(arguments)
  case .tags: try program.tags(arguments)
  case .views: try program.views()
  case .edit: try program.edit(arguments)
  case .undo: try program.undo()
  case .import: try await program.importArticles(arguments)
  case .export: try await program.export(arguments)
  case .fetch: try await program.fetch(arguments)
  case .inbox: try await program.inbox()
  case .browser: try program.browser(arguments)
  case .sync: try program.sync(arguments)
  case .discover: try await program.discover(arguments)
  case .sources: try await program.sources(arguments)
  case .highlights: try program.highlights(arguments)
  case .stats: try program.stats(arguments)
  case .doctor: try program.doctor(arguments)
  case .welcome: try program.welcome()
  case .completions, .extract, .help, .version: break
  case nil:
    if let size = arguments.global.snapshot {
      try program.printSnapshot(size: size, keys: arguments.global.keys ?? "")
    } else {
      try program.list(arguments)
    }
  }
}

private func help(_ arguments: Arguments) throws {
  if arguments.files.count > 1 {
    throw Failure.usage("help does not take “\(arguments.others[1])”", of: .help)
  }
  guard let name = arguments.files.first(where: { !$0.isEmpty }) else {
    return try Output.write(HelpText.overview)
  }
  if name == HelpText.allName { return try Output.write(HelpText.all) }
  if let topic = HelpTopic(rawValue: name) { return try Output.write(topic.text(arguments.global)) }
  guard let command = Subcommand(rawValue: name) else { throw Failure.unknownCommand(name) }
  try Output.write(HelpText.page(for: command))
}

/// Ends the program; the only way out.
///
/// No running thread, such as libcurl's or one reading an abandoned page, may see the cleanup of
/// its libraries.
func end(_ status: Int32) -> Never { CurrentProcess.end(status) }

if CurrentProcess.arguments.first == PageWorkers.argument {
  PageWorkers.serve()
  end(0)
}
if NativeHost.isCalled { end(NativeHost().run()) }
end(await run())
