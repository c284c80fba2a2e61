import ReadingListModel
import ArticleStore
import CBuildInfo
import Platform
import PageExtraction
import PageFetch
import PageReading
import ReadingList
import ReadingServices
import TerminalKit

/// What every command works with: places, options, time, and the library when it is asked for.
struct Program {
  /// The version of this program.
  static let version = "0.1.0"

  /// The version, and the commit that it was built from where that is known.
  static var build: String {
    let commit = String(cString: luego_commit())
    return commit.isEmpty ? version : "\(version) (\(commit))"
  }

  let options: GlobalOptions
  let environment: [String: String]
  let places: Places
  let clock: Clock
  /// Settings, keys and sources from the config file.
  let config: Config
  /// What is wrong with it, a line each: the file, the number of the line, and what.
  let configProblems: [String]

  /// Reads the environment.
  ///
  /// - Throws: `Failure` when it lacks what is needed.
  init(_ options: GlobalOptions) throws {
    self.options = options
    environment = CurrentProcess.environment
    places = try Places(options, environment: environment)
    clock = .system
    (config, configProblems) = Config.read(
      places.configFile, kept: places.keptChanges, isRequired: options.config != nil)
    Log.begin(options.logFile)
  }

  /// Opens the library.
  ///
  /// - Parameter absence: what to do when there is none.
  /// - Returns: the library, which follows the settings of the config file.
  /// - Throws: `Failure`.
  func openLibrary(ifAbsent absence: Library.Absence = .fail) throws -> Library {
    let library = try Library.open(
      places.library, cache: places.cache, state: places.state, machine: try machineName(),
      access: options.isReadOnly ? .readOnly : .readWrite, ifAbsent: absence,
      utcOffset: clock.utcOffset)
    // Otherwise it would look as if there were no articles.
    let records = places.library + "/articles"
    let mayList = allows(.reading, records) && allows(.executing, records)
    if !mayList, SystemError.last == .accessDenied {
      throw Failure("\(records) cannot be read: permission denied")
    }
    library.use(config.settings.listRules)
    return library
  }

  /// The name to write under that was asked for; nil where none was.
  private func machineName() throws -> String? {
    let name = environment["LUEGO_MACHINE"] ?? config.settings.machine
    guard name != "auto" else { return nil }
    guard Library.isMachineName(name) else {
      let rule = "lower-case letters, digits and hyphens, a letter first, at most 24"
      throw Failure.usage("“\(name.bounded(.words))” cannot name a machine: \(rule)")
    }
    return name
  }

  /// Opens the library for changing it.
  ///
  /// - Parameter absence: what to do when there is none.
  /// - Returns: the library, which follows the settings of the config file.
  /// - Throws: `Failure`, also when it may only be read.
  func openWritableLibrary(ifAbsent absence: Library.Absence = .fail) throws -> Library {
    let library = try openLibrary(ifAbsent: absence)
    if library.isReadOnly {
      throw Failure(library.readOnlyReason ?? "The library is read-only", .readOnly)
    }
    return library
  }

  /// What may be done, as far as it is known before a library is opened.
  var capabilities: Capabilities {
    Capabilities(
      environment: environment, noColor: !options.hasColor, isTerminal: Output.isTerminal)
  }

  /// The path from a saved address to its text; `warn` takes a line about site rules that cannot be
  /// used, for which the screen has no place.
  func fetching(
    into library: Library, warn: @escaping @Sendable (String) -> Void = { Log.line($0) }
  ) -> ArticleFetch {
    ArticleFetch(
      library: library, reader: pageReader(warn: warn), clock: clock,
      pictures: config.settings.pictures == "on" ? pictureFetching(into: library) : nil)
  }

  /// Where others put pages and links: in the library, unless the config file says otherwise.
  func inboxDirectory(of library: Library) -> String {
    let path = config.settings.inbox.expandingHome(environment["HOME"])
    return path.hasPrefix("/") ? path : library.directory + "/" + path
  }

  /// The path from the pictures of a text to their files.
  func pictureFetching(into library: Library) -> PictureFetch {
    PictureFetch(
      library: library,
      fetcher: pageReader(timeout: 15, maxBodySize: PictureFetch.maxSize, warn: { Log.line($0) })
        .fetcher)
  }

  /// What draws pictures, as the environment says.
  func pictureRenderer(of library: Library) -> PictureRenderer {
    var renderer = PictureRenderer(searching: environment["PATH"], cache: library.drawings)
    renderer.temporary = Self.temporary(environment)
    return renderer
  }

  /// Where programs put files for a moment, as the environment says.
  static func temporary(_ environment: [String: String]) -> String {
    environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
  }

  /// The path from any address to its article, with the person's cookies and site rules.
  ///
  /// - Parameters:
  ///   - timeout: seconds for a whole page.
  ///   - maxBodySize: the most bytes that an answer may have.
  ///   - warn: takes a line about site rules that cannot be used.
  /// - Returns: what reads pages.
  func pageReader(
    timeout: Int = FetchOptions().wholeSeconds, maxBodySize: Int = FetchOptions().maxBodySize,
    warn: @escaping @Sendable (String) -> Void
  ) -> PageReader {
    var options = FetchOptions()
    options.wholeSeconds = timeout
    options.maxBodySize = maxBodySize
    options.userAgent = FetchOptions.userAgent(version: Self.version)
    options.cookiesFile = places.config + "/cookies.txt"
    options.netrcFile = places.config + "/netrc"
    return PageReader(
      fetcher: self.options.isOffline ? NoPages() : CurlPageFetcher(options: options),
      rules: places.siteRules(warn: warn), pdf: Self.pdfConverter(environment),
      loginAdvice: options.loginAdvice)
  }

  /// What reads PDFs, as the environment says.
  static func pdfConverter(_ environment: [String: String]) -> PDFConverter {
    var converter = PDFConverter(searching: environment["PATH"])
    converter.temporary = temporary(environment)
    return converter
  }

  /// The config file, for changing it.
  var keptChanges: KeptChanges {
    KeptChanges(
      config: places.configFile, path: places.keptChanges, lock: places.state + "/config.lock")
  }
}

/// What pages are fetched with where nothing may be fetched.
private struct NoPages: PageFetching {
  func fetch(_ request: PageRequest) async throws(FetchProblem) -> FetchOutcome {
    throw FetchProblem(
      kind: .network, message: "Nothing is fetched for a snapshot; add --write", isTransient: true)
  }
}

/// The moment that `LUEGO_NOW` names, so that what depends on the time can be repeated; else that of the
/// system's clock.
func systemNow() -> Timestamp {
  if let text = CurrentProcess.variable("LUEGO_NOW"), let moment = Timestamp(rfc3339: text) {
    return moment
  }
  return Timestamp(milliseconds: SystemClock.milliseconds())
}

extension Clock {
  /// The system's clock and time zone.
  static let system = Clock(
    now: { systemNow() }, utcOffset: { SystemClock.utcOffset(at: $0.milliseconds / 1000) })
}

extension Places {
  /// Where the rules for sites are, a file for each host.
  var siteRuleDirectory: String { config + "/site-rules" }

  /// The rules for sites in the config directory.
  func siteRules(warn: @escaping @Sendable (String) -> Void) -> SiteRules {
    SiteRuleFiles(directory: siteRuleDirectory, warn: warn).rules
  }
}
