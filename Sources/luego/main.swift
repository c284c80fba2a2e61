import Library
import PageExtraction
import Platform
import Terminal

CurrentProcess.ignoreSignals()
// This must come before any file is opened.
CurrentProcess.occupyStandardStreams()

func run() async -> Int32 {
  do {
    try await dispatch(try Arguments(CurrentProcess.arguments))
    return ExitCode.done.rawValue
  } catch {
    let failure = Failure(error)
    if !failure.message.isEmpty { Output.complain(failure.message) }
    return failure.code.rawValue
  }
}

private func dispatch(_ arguments: Arguments) async throws {
  let words = arguments.words
  switch arguments.subcommand {
  case .version:
    _ = try CommandWords(words, of: .version)
    return try Output.line("luego \(Program.build)")
  case .help: return try help(words, arguments.global)
  case .completions: return try Program.completions(words, arguments.global)
  case .extract:
    return try await ExtractCommand.run(words, printsJSON: arguments.global.printsJSON)
  default: break
  }
  let program = try Program(arguments.global)
  let opensInterface =
    // A desktop menu entry calls `open` with or without an address.
    (arguments.subcommand == nil || arguments.subcommand == .open && words.isEmpty)
    && arguments.global.snapshot == nil && program.capabilities.isInteractive
  if !opensInterface { for problem in program.configProblems { Output.complain(problem) } }
  if opensInterface { return try program.openInterface() }
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
  case .views: try program.views(words)
  case .edit: try program.edit(words)
  case .undo: try program.undo(words)
  case .import: try await program.importArticles(words)
  case .export: try await program.export(words)
  case .fetch: try await program.fetch(words)
  case .inbox: try await program.inbox(words)
  case .browser: try program.browser(words)
  case .sync: try program.sync(words)
  case .discover: try await program.discover(words)
  case .sources: try await program.sources(words)
  case .highlights: try program.highlights(words)
  case .stats: try program.stats(words)
  case .doctor: try program.doctor(words)
  case .welcome: try program.welcome(words)
  case .completions, .extract, .help, .version: break
  case nil:
    if let size = arguments.global.snapshot {
      try program.printSnapshot(size: size, keys: arguments.global.keys ?? "")
    } else {
      try program.list([])
    }
  }
}

private func help(_ words: [String], _ options: GlobalOptions) throws {
  guard let name = words.first(where: { !$0.isEmpty && $0 != "--" }) else {
    return try Output.write(HelpText.overview)
  }
  if name == HelpText.allName { return try Output.write(HelpText.all) }
  if let topic = HelpTopic(rawValue: name) { return try Output.write(topic.text(options)) }
  guard let command = Subcommand(rawValue: name) else { throw Failure.unknownCommand(name) }
  try Output.write(HelpText.page(for: command))
}

/// Ends the program; the only way out.
///
/// No thread that still runs, such as libcurl's or one that reads an abandoned page, may see the
/// cleanup of its libraries.
func end(_ status: Int32) -> Never { CurrentProcess.end(status) }

if CurrentProcess.arguments.first == PageWorkers.argument {
  PageWorkers.serve()
  end(0)
}
if NativeHost.isCalled { end(NativeHost().run()) }
end(await run())
