import Library
import PageExtraction
import Platform
import Reader
import ReadingList
import ReadingServices
import Terminal
import Web

struct Session {
  let model: ReadingListModel
  let wake: WakeDescriptor

  /// - Throws: `Failure` if too many files are open.
  init(
    _ program: Program, library: Library, settings: Settings, navigation: Navigation,
    fetchesPictures: Bool = true
  ) throws {
    let wake = WakeDescriptor()
    guard wake.descriptor >= 0 else {
      throw Failure("The interface cannot open: too many files are open")
    }
    self.wake = wake
    let known = library.cachedSnapshot()
    let tasks = Tasks { wake.wake() }
    let service = LibraryService(
      library: library, fetch: program.fetching(into: library), clock: program.clock,
      journal: UndoJournal(of: library),
      inboxDirectory: program.inboxDirectory(of: library),
      welcome: { [clock = program.clock] library throws(StoreError) in
        try WelcomeLibrary.add(to: library, from: ProgramData.directory, at: clock.now())
      })
    let sources = program.sources(program.config)
    model = ReadingListModel(
      service: service,
      search: SearchService(
        library: library, index: SearchIndex(of: library, in: program.places.cache),
        clock: program.clock),
      discovery: DiscoveryService(
        picker: program.picker(sources, library: library), readSources: program.sourceReader),
      pictures: PictureService(
        fetcher: fetchesPictures ? program.pictureFetching(into: library) : nil,
        renderer: PictureRenderer(searching: program.environment["PATH"])),
      sync: program.syncService(of: library), sources: sources, snapshot: known,
      navigation: navigation, settings: settings, clock: program.clock, tasks: tasks)
  }
}

extension Program {
  func openInterface() throws {
    let library = try openLibrary(ifAbsent: .create)
    // The welcome articles are optional.
    if library.wasCreated {
      _ = try? WelcomeLibrary.add(to: library, from: ProgramData.directory, at: clock.now())
    }
    let session = try Session(
      self, library: library, settings: interfaceSettings, navigation: readNavigation())
    let loop = try MainLoop(program: self, session: session, library: library)
    session.model.restoreTyped()
    session.model.tellConfigProblems(configProblems)
    if let refusal = session.model.readOnlyStatus { session.model.status = refusal }
    loop.run()
    // Before the terminal is restored: one that takes no output may block that forever.
    var navigation = session.model.navigation
    navigation.lastSeen = clock.now()
    let problem = keepNavigation(navigation)
    session.model.keepTyped()
    loop.terminal.close()
    library.endSession()
    syncAtQuit()
    if let problem { Output.complain(problem.message) }
    try session.reportErrors()
  }

  /// Prints the frame after some keys, without a terminal.
  func printSnapshot(size: Size, keys: String) throws {
    let pressed = try Keymap.keys(notation: keys)
    let library = try openLibrary()
    var settings = interfaceSettings
    settings.animation = false
    let session = try Session(
      self, library: library, settings: settings, navigation: Navigation(), fetchesPictures: false)
    session.model.recheckLibrary()
    try session.settle()
    let interface = Interface(model: session.model, size: size, keymap: config.keymap, clock: clock)
    let terminal = Capabilities(
      environment: environment, noColor: !options.hasColor, isTerminal: true)
    var theme: Theme { terminal.theme(named: session.model.settings.theme) }
    if theme == .mono { interface.reader.pictureColors = .none }
    _ = interface.frame()
    for key in pressed {
      interface.handle(.key(key))
      try session.settle()
      _ = interface.frame()
    }
    // Drawing a frame may request work, whose result the next frame shows.
    try session.settle()
    let screen = interface.frame()
    let rows =
      options.snapshotFormat == "ansi"
      ? screen.styledRows(theme.palette(at: .full)) : screen.textRows
    session.model.quit()
    try session.settle()
    try Output.write(rows.joined(separator: "\n") + "\n")
    if !options.isReadOnly {
      for case .keep(let lines) in session.model.takeEffects() { try keptChanges.keep(lines) }
    }
    try session.reportErrors()
  }

  /// The config file's settings, overridden by the command line.
  private var interfaceSettings: Settings {
    var settings = config.settings
    if !options.hasMouse { settings.mouse = false }
    if !options.hasAnimation { settings.animation = false }
    if options.isPlain { settings.plain = true }
    if let theme = options.theme { settings.theme = theme }
    return settings
  }

  private var navigationFile: String { places.state + "/navigation.json" }

  private func readNavigation() -> Navigation {
    guard let state = try? JSON(parsing: Input.own(navigationFile)) else { return Navigation() }
    return Navigation(state: state, views: config.settings.views)
  }

  private func keepNavigation(_ navigation: Navigation) -> Failure? {
    guard !options.isReadOnly else { return nil }
    do {
      try replaceFile(navigationFile, with: Array(navigation.state.pretty.utf8))
      return nil
    } catch { return Failure(error) }
  }
}

extension Session {
  /// Prints errors and unsaved texts not shown before the interface closed.
  ///
  /// - Throws: `Failure` if there are any.
  fileprivate func reportErrors() throws {
    let errors = model.session.unreportedErrors
    let typed = model.session.unsavedTexts.map { "Typed, and not saved: \($0)" }
    for text in errors + typed { Output.complain(text) }
    if !(errors + typed).isEmpty { throw Failure("") }
  }

  func settle() throws {
    let poller = Poller(descriptors: [wake.descriptor])
    while true {
      _ = model.receiveAll()
      if model.isSettled { return }
      _ = poller.wait(milliseconds: nil)
      wake.clear()
    }
  }
}
