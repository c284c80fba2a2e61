import CBuildInfo
import Library
import PageExtraction
import Platform
import Reader
import ReadingList
import ReadingServices
import Terminal
import Web

/// The context of a command.
struct Program {
  static let version = "0.1.0"

  static var build: String {
    let commit = String(cString: luego_commit())
    return commit.isEmpty ? version : "\(version) (\(commit))"
  }

  let options: GlobalOptions
  let environment: [String: String]
  let places: Places
  let clock: Clock
  let config: Config
  let configProblems: [String]

  /// Reads the environment and the config file.
  ///
  /// - Throws: `Failure` if the environment lacks a required variable.
  init(_ options: GlobalOptions) throws {
    self.options = options
    environment = CurrentProcess.environment
    places = try Places(options, environment: environment)
    clock = .system
    (config, configProblems) = Config.read(
      places.configFile, kept: places.keptChanges, isRequired: options.config != nil)
    Log.begin(options.logFile)
  }

  func openLibrary(ifAbsent absence: Library.Absence = .fail) throws -> Library {
    let isSnapshot = options.snapshot != nil && !options.snapshotWrites
    let library = try Library.open(
      places.library, cache: places.cache, state: places.state, machine: try machineName(),
      access: isSnapshot ? .snapshot : options.isReadOnly ? .readOnly : .readWrite,
      ifAbsent: absence,
      utcOffset: clock.utcOffset)
    // Otherwise an unreadable directory would look like an empty library.
    let records = places.library + "/articles"
    let mayList = allows(.reading, records) && allows(.executing, records)
    if !mayList, SystemError.last == .accessDenied {
      throw Failure("\(records) cannot be read: permission denied")
    }
    library.use(config.settings.listRules)
    return library
  }

  /// From the environment or the config file; nil if automatic.
  ///
  /// - Throws: `Failure` if the name is invalid.
  private func machineName() throws -> String? {
    let name = environment["LUEGO_MACHINE"] ?? config.settings.machine
    guard name != "auto" else { return nil }
    guard MachineName.isValid(name) else {
      let rule = "lower-case letters, digits and hyphens, a letter first, at most 24"
      throw Failure.usage("“\(name.bounded(.words))” cannot name a machine: \(rule)")
    }
    return name
  }

  func openWritableLibrary(ifAbsent absence: Library.Absence = .fail) throws -> Library {
    let library = try openLibrary(ifAbsent: absence)
    if let refusal = library.readOnly { throw Failure(refusal.message, .readOnly) }
    return library
  }

  var capabilities: Capabilities {
    Capabilities(
      environment: environment, noColor: !options.hasColor, isTerminal: Output.isTerminal)
  }

  /// `warn` gets a line for each unusable site rule.
  func fetching(
    into library: Library, warn: @escaping @Sendable (String) -> Void = { Log.line($0) }
  ) -> ArticleFetch {
    ArticleFetch(
      library: library, reader: pageReader(warn: warn), clock: clock,
      pictures: config.settings.pictures ? pictureFetching(into: library) : nil)
  }

  func inboxDirectory(of library: Library) -> String {
    let path = config.settings.inbox.expandingHome(environment["HOME"])
    return path.hasPrefix("/") ? path : library.directory + "/" + path
  }

  func pictureFetching(into library: Library) -> PictureFetch {
    PictureFetch(
      library: library, fetcher: pageReader(timeout: 15, maxBodySize: PictureFetch.maxSize).fetcher)
  }

  /// `TMPDIR` if that is a directory, else `/tmp`.
  var temporary: String {
    environment["TMPDIR"].flatMap { path in
      path.hasPrefix("/") && (try? FileStatus(path))?.isDirectory == true ? path : nil
    } ?? "/tmp"
  }

  func pageReader(
    timeout: Int = FetchOptions().wholeSeconds, maxBodySize: Int = FetchOptions().maxBodySize,
    warn: @escaping @Sendable (String) -> Void = { Log.line($0) }
  ) -> PageReader {
    var options = FetchOptions()
    options.wholeSeconds = timeout
    options.maxBodySize = maxBodySize
    options.userAgent = FetchOptions.userAgent(version: Self.version)
    options.cookiesFile = places.config + "/cookies.txt"
    options.netrcFile = places.config + "/netrc"
    return PageReader(
      fetcher: self.options.isOffline ? NoPages() : CurlPageFetcher(options: options),
      rules: SiteRules(directory: places.siteRuleDirectory, warn: warn),
      pdf: PDFConverter(searching: environment["PATH"]), workers: Self.pageWorkers,
      loginAdvice: options.loginAdvice)
  }

  static let pageWorkers = PageWorkers()

  var keptChanges: KeptChanges {
    KeptChanges(
      config: places.configFile, path: places.keptChanges, lock: places.state + "/config.lock")
  }
}

/// Refuses every request, when fetching is forbidden.
private struct NoPages: PageFetching {
  func fetch(_ request: PageRequest) async throws(FetchProblem) -> FetchedPage? {
    throw FetchProblem(
      kind: .network, message: "Nothing is fetched for a snapshot; add --write", isTransient: true)
  }
}

/// `LUEGO_NOW`, for reproducible results, or else the system clock.
func systemNow() -> Timestamp {
  if let text = CurrentProcess.variable("LUEGO_NOW"), let moment = Timestamp(rfc3339: text) {
    return moment
  }
  return Timestamp(milliseconds: SystemClock.milliseconds())
}

extension Clock {
  static let system = Clock(
    now: { systemNow() }, utcOffset: { SystemClock.utcOffset(at: $0.milliseconds / 1000) })
}

extension Program {
  /// Per page, in seconds; another link is as good.
  private static let timeout = 10

  func sources(_ config: Config) -> SourceList {
    var sources = config.sources
    sources.apply(environment: environment)
    return sources
  }

  /// Rereads the sources; nil if the config file has new problems.
  var sourceReader: @Sendable () -> SourceList? {
    { [self] in
      let (config, problems) = Config.read(
        places.configFile, kept: places.keptChanges, isRequired: false)
      return problems.count <= configProblems.count ? sources(config) : nil
    }
  }

  /// Without a library, the picker only refreshes sources.
  func picker(_ sources: SourceList, library: Library?) -> ArticlePicker {
    ArticlePicker(
      sources: sources, pages: pageReader(timeout: Self.timeout),
      lists: pageReader(maxBodySize: 64 << 20).fetcher,
      samples: ProgramData.directory.map { SampleSite(directory: $0 + "/site") },
      memory: discoveryMemory,
      savedAddresses: {
        let list = library?.snapshot()
        return { list?.ids(like: $0).isEmpty == false }
      }, now: clock.now, time: pickTime, seed: options.seed)
  }

  /// The clock of picks; stands still under `LUEGO_NOW`.
  private var pickTime: PickTime {
    var time = PickTime.system
    if environment["LUEGO_NOW"] != nil { time.elapsed = { .zero } }
    return time
  }

  var discoveryMemory: DiscoveryMemory {
    DiscoveryMemory(cache: places.cache, state: places.state, isReadOnly: options.isReadOnly)
  }
}
