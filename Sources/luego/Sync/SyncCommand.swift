import Library
import Platform
import Reader
import ReadingList
import ReadingServices

private struct SyncRequest {
  var words: [String] = []
  var options = SyncSession.Options()
  var isQuiet = false
  /// Whether this process answers another machine's `luego sync` over a pipe.
  var isOtherSide = false
}

extension Program {
  func sync(_ line: Arguments) throws {
    let request = try syncRequest(line)
    if request.isOtherSide { return try answerSync(request) }
    var worst: StoreError.Kind?
    var isPartial = false
    var received = 0
    for (name, target) in try targets(request) {
      let result = Result { () throws(StoreError) in try sync(with: target, request) }
      note(result, request, besides: received)
      try say(name, result, request)
      switch result {
      case .success(let report):
        isPartial = isPartial || report.failureCount > 0
        received += report.received + report.merged
      case .failure(let problem):
        // Any other problem is worse than a machine that is off.
        if worst == nil || worst == .unreachable { worst = problem.kind }
      }
    }
    if let worst { throw Failure("", ExitCode(ofSync: worst)) }
    if isPartial { throw Failure("", .failed) }
  }

  private func syncRequest(_ line: Arguments) throws -> SyncRequest {
    var request = SyncRequest(
      words: line.files, isQuiet: line.has("--quiet"), isOtherSide: line.has("--stdio"))
    request.options.isDry = line.has("--dry-run")
    request.options.joins = line.has("--join")
    request.options.mayShrink = line.has("--yes")
    guard !request.words.isEmpty, request.isOtherSide else { return request }
    throw Failure.usage("This takes no target", of: .sync)
  }

  /// The named target, configured or as written, or all of the config file.
  private func targets(_ request: SyncRequest) throws -> [(String, SyncTarget)] {
    let known = config.settings.syncTargets
    let named = request.words.joined(separator: " ")
    var chosen = known.filter { request.words.isEmpty || $0.name == named }
    if chosen.isEmpty {
      guard !request.words.isEmpty else {
        throw Failure.usage(
          "sync needs a host, a directory or git URL, or “sync” lines in the config file", of: .sync
        )
      }
      chosen = [SyncLine(name: named, words: request.words)]
    }
    var targets: [(String, SyncTarget)] = []
    for line in chosen {
      do throws(StoreError) { targets.append((line.name, try SyncTarget(line.words))) } catch {
        throw Failure.usage(error.message, of: .sync)
      }
    }
    return targets
  }

  private func place(
    at directory: String, _ request: SyncRequest
  ) throws(StoreError) -> SyncSession.Place {
    if options.isReadOnly, !request.options.isDry {
      throw StoreError(.readOnly, "Nothing may be changed with --read-only")
    }
    return try .at(
      directory, cache: places.cache, state: places.state, isDry: request.options.isDry)
  }

  private func sync(
    with target: SyncTarget, _ request: SyncRequest
  ) throws(StoreError) -> SyncReport {
    let line = ProgressLine(isWanted: !request.isQuiet && !options.printsJSON)
    defer { line.clear() }
    let progress = { (done: Int, all: Int) in
      line.show("Syncing: \(done) of \(all) articles")
    }
    // Reports of other programs may quote text from the other side.
    let tell: @Sendable (String) -> Void = { Output.tell($0) }
    let report = request.isQuiet ? nil : tell
    let here = try place(at: places.library, request)
    switch target {
    case .directory(let path):
      let path = path.expandingHome(environment["HOME"])
      guard resolvedPath(path).map({ $0 != resolvedPath(places.library) }) ?? true else {
        throw StoreError(.io, "\(path) is this library itself")
      }
      // The mount point of an unmounted disk must not pass for an empty target.
      let disk = path.splitPath.directory
      guard resolvedPath(path) != nil || resolvedPath(disk) != nil else {
        throw StoreError(.unreachable, "There is no \(disk); mount its disk, or create it")
      }
      return try DirectoryMeeting.run(
        here, try place(at: path, request), options: request.options, progress: progress)
    case .host(let host, let path):
      return try HostMeeting.run(
        here, with: host, path: path, ssh: config.settings.syncSSH, environment: environment,
        report: report, options: request.options, progress: progress)
    case .git(let url):
      // git creates files with these permissions.
      CurrentProcess.keepFilesPrivate()
      return try GitMeeting.run(
        { () throws(StoreError) in try place(at: places.library, request) }, with: url,
        environment: environment, scratch: places.state, report: report,
        options: request.options, progress: progress)
    }
  }

  /// Answers another machine's `luego sync`, which also reports this side's problems.
  private func answerSync(_ request: SyncRequest) throws {
    let channel = SyncChannel(input: Descriptor.input, output: Descriptor.output)
    var session = SyncSession(channel, isFirst: false, options: request.options)
    do throws(StoreError) {
      let place: SyncSession.Place
      do throws(StoreError) { place = try self.place(at: places.library, request) } catch {
        try channel.refuseGreeting(error)
        throw error
      }
      note(.success(try session.run(place)), request)
    } catch { throw Failure("", ExitCode(ofSync: error.kind)) }
  }

  /// Saves the result for the reading list, with the total received from all targets.
  private func note(
    _ result: Result<SyncReport, StoreError>, _ request: SyncRequest, besides received: Int = 0
  ) {
    guard !request.options.isDry, let library = try? openLibrary() else { return }
    var state = SyncState(of: library)
    switch result {
    case .success(let report):
      state.syncedAt = clock.now()
      state.received = received + report.received + report.merged
      state.problem = report.failures.first.map { "\($0.name): \($0.message)" }
    case .failure(let problem): state.problem = problem.message
    }
    state.keep(for: library)
  }

  private func say(
    _ name: String, _ result: Result<SyncReport, StoreError>, _ request: SyncRequest
  ) throws {
    if options.printsJSON { return try Output.line(Output.escaped(Self.json(name, result))) }
    let isSeveral = request.words.isEmpty
    switch result {
    case .success(let report):
      for failure in report.failures { Output.complain("\(failure.name): \(failure.message)") }
      let named = report.failures.count + report.failuresThere
      if report.failuresThere > 0 {
        let articles = report.failuresThere.counted("article")
        Output.complain("\(articles) could not be taken there; run luego doctor there")
      }
      if report.failureCount > named {
        Output.complain("\(report.failureCount - named) more failed")
      }
      guard !request.isQuiet else { return }
      let place = isSeveral ? "\(name): " : ""
      let made = report.isRenamed ? "; the libraries are one now" : ""
      let dry = request.options.isDry ? " (nothing was changed)" : ""
      try Output.line(Output.printable(place + report.summary + made + dry))
    case .failure(let problem):
      // A timer should not report each night that a laptop is closed.
      if request.isQuiet, problem.kind == .unreachable { return }
      let isNamed = problem.message.contains(name)
      Output.complain((isNamed ? "" : "\(name): ") + problem.message)
    }
  }

  private static func json(_ name: String, _ result: Result<SyncReport, StoreError>) -> JSON {
    var members: [JSON.Member] = [.init("target", .string(name))]
    switch result {
    case .success(let report):
      members += [
        .init("in", .int(report.received)), .init("out", .int(report.sent)),
        .init("merged", .int(report.merged)), .init("failed", .int(report.failureCount)),
        .init(
          "failures",
          .array(
            report.failures.map {
              .object([.init("name", .string($0.name)), .init("problem", .string($0.message))])
            })), .init("problem", .null),
      ]
    case .failure(let problem):
      members += [
        .init("kind", .string(problem.kind.rawValue)), .init("problem", .string(problem.message)),
      ]
    }
    return .object(members)
  }
}

extension ExitCode {
  /// For sync, a newer format counts as another library.
  fileprivate init(ofSync kind: StoreError.Kind) {
    self = kind == .newerFormat ? .otherLibrary : ExitCode(kind)
  }
}

extension Program {
  func syncService(of library: Library) -> SyncService? {
    syncWords.map { words in
      SyncService(
        words + ["--json"], environment: environment, library: library)
    }
  }

  /// If the settings say so, syncs in the background when the reading list closes.
  func syncAtQuit() {
    guard !options.isReadOnly, !config.settings.syncTargets.isEmpty,
      config.settings.syncOn.hasSuffix("quit"), let words = syncWords
    else { return }
    _ = try? Subprocess.inBackground(words)
  }

  /// The `luego sync` command for this library and config file.
  private var syncWords: [String]? {
    CurrentProcess.executable.map { binary in
      [binary, "--library", places.library, "--config", places.configFile, "sync", "--quiet"]
    }
  }
}
