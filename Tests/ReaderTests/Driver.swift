import Foundation
import Library
import Platform
import Reader
import ReadingList
import ReadingServices
import Synchronization
import Terminal
import TestSupport
import Testing
import Web

/// A fetcher that answers from a table and counts requests.
final class ScriptedFetcher: PageFetching {
  private let pages: [String: String]
  /// Redirects by address.
  private let redirects: [String: String]
  /// The page at every other address.
  private let rest: String?
  private let asked = Mutex<[String]>([])
  /// Blocks fetches until it is opened.
  let gate: AsyncGate?

  init(
    _ pages: [String: String] = [:], redirects: [String: String] = [:], rest: String? = nil,
    gate: AsyncGate? = nil
  ) {
    self.pages = pages
    self.redirects = redirects
    self.rest = rest
    self.gate = gate
  }

  var requests: [String] { asked.withLock { $0 } }

  func fetch(_ request: PageRequest) async throws(FetchProblem) -> FetchedPage? {
    asked.withLock { $0.append(request.url) }
    await gate?.wait()
    let end = redirects[request.url] ?? request.url
    if let picture = pages[end], picture.hasPrefix("<svg") {
      return FetchedPage(finalURL: end, kind: .image, body: Array(picture.utf8))
    }
    guard let html = pages[end] ?? rest else {
      throw FetchProblem(
        kind: .network, message: "No host answers to \(request.url)", isTransient: true)
    }
    return FetchedPage(
      finalURL: end, kind: .html, body: Array(html.utf8), contentType: "text/html")
  }
}

/// A gate at which tasks wait until a test opens it or they are cancelled.
final class AsyncGate: Sendable {
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() { (stream, continuation) = AsyncStream<Void>.makeStream() }

  func open() { continuation.finish() }

  func wait() async { for await _ in stream {} }
}

/// A clock that advances only when a test says so.
final class TestClock: Sendable {
  private let moment: Mutex<Timestamp>

  init(_ text: String = "2026-11-21T12:00:00Z") {
    moment = Mutex(Timestamp(rfc3339: text) ?? Timestamp(milliseconds: 0))
  }

  var clock: Clock { Clock(now: { self.moment.withLock { $0 } }) }

  var now: Timestamp { moment.withLock { $0 } }

  func advance(milliseconds: Int64) {
    moment.withLock { $0 = $0.advanced(byMilliseconds: milliseconds) }
  }
}

/// A real model with a real library in a temporary directory, driven by keys.
final class Driver {
  let directory: TemporaryDirectory
  let library: Library
  let journal: UndoJournal
  let fetcher: ScriptedFetcher
  let time: TestClock
  let model: ReadingListModel
  let interface: Interface
  private let wakes: AsyncStream<Void>
  /// The number of frames requested by background work.
  private(set) var frames = 0

  /// Opens the library in a directory, which may hold one already.
  ///
  /// With `usesCachedSnapshot` it starts from the cached list, as the program does. With `drawing`, that
  /// shell script draws pictures; an empty one means that no program is installed. `syncing` is the
  /// script that syncs. With `notesSteps` changes are recorded in `journal`, limited to `undoBytes`.
  init(
    size: Size = Size(columns: 120, rows: 40), directory: TemporaryDirectory? = nil,
    fetcher: ScriptedFetcher = ScriptedFetcher(), time: TestClock = TestClock(),
    access: Library.Access = .readWrite, files: FileLayer = .real, settings: Settings = Settings(),
    navigation: Navigation = Navigation(), glyphs: Glyphs = .unicode, articles: [Sample] = [],
    sources: SourceList = offlineSources, seed: UInt64? = nil, usesCachedSnapshot: Bool = false,
    searchesTexts: Bool = false, notesSteps: Bool = false, undoBytes: Int = 64 << 20,
    drawing: String? = nil, syncing: String? = nil, welcome: LibraryService.WelcomeAction? = nil,
    readSources: @escaping @Sendable () -> SourceList? = { nil }
  ) throws {
    let isNew = directory == nil
    let directory = try directory ?? TemporaryDirectory()
    self.directory = directory
    self.fetcher = fetcher
    self.time = time
    if isNew, !articles.isEmpty, !usesCachedSnapshot {
      for (name, bytes) in try preparedFiles(of: articles) {
        try directory.write("library/" + name, bytes)
      }
      // The list is created as if later, so that older files are not checked again.
      var later = FileLayer.real
      later.now = { SystemClock.nanoseconds() + 3_600_000_000_000 }
      _ = try Self.open(directory, files: later).snapshot()
    } else if !articles.isEmpty {
      let writer = try Self.open(directory)
      for article in articles { try article.store(in: writer) }
    }
    library = try Self.open(directory, access: access, files: files)
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    wakes = stream
    let tasks = Tasks { continuation.yield() }
    let fetch = ArticleFetch(
      library: library, reader: PageReader(fetcher: fetcher),
      clock: time.clock)
    journal = UndoJournal(of: library, maxBytes: undoBytes)
    let service = LibraryService(
      library: library, fetch: fetch, clock: time.clock,
      journal: notesSteps ? journal : UndoJournal(), inboxDirectory: directory.path + "/inbox",
      welcome: welcome)
    let picker = ArticlePicker(
      sources: sources, pages: PageReader(fetcher: fetcher),
      lists: fetcher, samples: SampleSite(directory: samplePages),
      memory: DiscoveryMemory(cache: directory.path + "/cache", state: directory.path + "/state"),
      savedAddresses: { [library] in
        let list = library.snapshot()
        return { address in !list.ids(like: address).isEmpty }
      }, now: time.clock.now,
      time: PickTime(elapsed: { .zero }, wait: { _ in await AsyncGate().wait() }), seed: seed)
    let pictures = try drawing.map { [library] script in
      try Self.pictures(drawnBy: script, library, fetcher, directory)
    }
    model = ReadingListModel(
      service: service,
      search: searchesTexts
        ? SearchService(
          library: library, index: SearchIndex(of: library, in: directory.path + "/cache"),
          clock: time.clock) : nil,
      discovery: DiscoveryService(picker: picker, readSources: readSources), pictures: pictures,
      sync: syncing.map { [library] script in
        SyncService(
          ["/bin/sh", "-c", script, "luego"], environment: ["PATH": "/usr/bin:/bin"],
          library: library)
      }, sources: sources,
      snapshot: usesCachedSnapshot ? library.cachedSnapshot() : library.snapshot(),
      navigation: navigation, settings: settings, clock: time.clock, tasks: tasks,
      random: seed.map { SeededNumbers(seed: $0) } ?? SystemRandomNumberGenerator())
    interface = Interface(
      model: model, size: size, keymap: Keymap(presets: keyPresets), glyphs: glyphs,
      clock: time.clock)
    _ = interface.frame()
  }

  static func open(
    _ directory: TemporaryDirectory, access: Library.Access = .readWrite, files: FileLayer = .real
  ) throws -> Library {
    try Library.open(
      directory.path("library"), cache: directory.path("cache"), state: directory.path("state"),
      access: access, files: files)
  }

  /// Opens the library as another machine that knows only its files.
  func openElsewhere() throws -> Library {
    try Library.open(directory.path("library"), cache: directory.path("other"))
  }

  private static func pictures(
    drawnBy script: String, _ library: Library, _ fetcher: ScriptedFetcher,
    _ directory: TemporaryDirectory
  ) throws -> PictureService {
    if !script.isEmpty { try directory.write("chafa", text: "#!/bin/sh\n" + script, mode: 0o700) }
    var renderer = PictureRenderer(searching: script.isEmpty ? nil : directory.path)
    renderer.timeLimit = .seconds(36_000)
    var fetch = PictureFetch(library: library, fetcher: fetcher)
    fetch.timeLimit = .seconds(36_000)
    return PictureService(fetcher: fetch, renderer: renderer)
  }

  /// Presses keys in key notation, such as `j j <enter>`, and waits after each until nothing is in
  /// flight.
  @discardableResult func press(_ notation: String) async throws -> Screen {
    var screen: Screen?
    for key in try Keymap.keys(notation: notation) {
      interface.handle(.key(key))
      screen = await settle()
    }
    return screen ?? interface.frame()
  }

  /// Types text into a prompt.
  @discardableResult func type(_ text: String) async -> Screen {
    for character in text { interface.handle(.key(Key(.character(character)))) }
    return await settle()
  }

  /// Opens a prompt with keys, types text into it and presses Enter.
  @discardableResult func enter(_ text: String, after keys: String = ":") async throws -> Screen {
    try await press(keys)
    await type(text)
    return try await press("<enter>")
  }

  /// Waits until nothing is in flight and returns the resulting frame.
  @discardableResult func settle() async -> Screen {
    if model.receiveAll() { frames += 1 }
    var iterator = wakes.makeAsyncIterator()
    while true {
      while !model.isSettled {
        await iterator.next()
        if model.receiveAll() { frames += 1 }
      }
      // Drawing may start further work.
      let screen = interface.frame()
      if model.isSettled { return screen }
    }
  }

  /// Advances the clock and waits for the work that this starts.
  @discardableResult func advance(milliseconds: Int64) async -> Screen {
    time.advance(milliseconds: milliseconds)
    model.tick()
    return await settle()
  }

  /// Notifies the interface of another program's changes, as the file watch would.
  func noticeChanges() async {
    model.library.mayHaveChanged()
    await advance(milliseconds: LibraryModel.refreshDelay)
  }

  /// Processes the next background result, without waiting for more.
  func receiveOne() async {
    var iterator = wakes.makeAsyncIterator()
    await iterator.next()
    if model.receiveAll() { frames += 1 }
    _ = interface.frame()
  }

  func resize(_ columns: Int, _ rows: Int) -> Screen {
    interface.handle(.resized(Size(columns: columns, rows: rows)))
    return interface.frame()
  }

  /// The counts of the library as shown.
  var counts: LibraryCounts { model.list.snapshot.counts }

  /// The number of articles in a view, as shown.
  func count(of view: SavedView) -> Int { model.list.snapshot.count(of: view) }

  /// The rows of the frame as text.
  var rows: [String] { interface.frame().textRows }

  /// The whole frame as text.
  var text: String { rows.joined(separator: "\n") }

  /// The text of part of the screen.
  func rows(in rect: Rect) -> [String] {
    let screen = interface.frame()
    return (rect.row..<rect.endRow).map { row in
      (rect.column..<rect.endColumn).map { screen[Point(column: $0, row: row)]?.text ?? "" }
        .joined()
    }
  }

  /// The position of a text on the screen.
  func place(of text: String) throws -> Point {
    let rows = rows
    let row = try #require(rows.firstIndex { $0.contains(text) }, "\(text) in \(self.text)")
    let range = try #require(rows[row].firstRange(of: text))
    return Point(column: rows[row][..<range.lowerBound].displayWidth, row: row)
  }

  func mouse(_ kind: MouseEvent.Kind, _ point: Point) {
    interface.handle(.mouse(MouseEvent(kind, at: point)))
    _ = interface.frame()
  }

  /// Drags the mouse from one point to another.
  func drag(from start: Point, to end: Point) {
    mouse(.press, start)
    mouse(.drag, end)
    mouse(.release, end)
  }

  /// Opens an article in the reader.
  func read(_ sample: Sample) async {
    model.reader.show(sample.id)
    model.navigation.focus = .reader
    await settle()
  }

  /// The article's record as it is on disk.
  func record(_ sample: Sample) throws -> Article { try #require(try library.article(sample.id)) }
}

private let shipped = URL(filePath: #filePath).deletingLastPathComponent()
  .deletingLastPathComponent()
  .deletingLastPathComponent().appending(path: "Data")

/// The sample site that ships with the program.
let samplePages = shipped.appending(path: "site").path

/// The key presets that ship with the program.
let keyPresets = Dictionary(
  uniqueKeysWithValues: Settings.keyPresets.dropFirst().compactMap { name in
    let file = shipped.appending(path: "keys").appending(path: name)
    return (try? String(contentsOf: file, encoding: .utf8)).map { (name, $0) }
  })

/// Sources that need no network: only the samples.
let offlineSources: SourceList = {
  var sources = SourceList()
  for source in sources.sources where source.name != "samples" {
    sources.apply(.turn(source.name, on: false))
  }
  return sources
}()

private let knownFiles = Mutex<[[Sample]: [String: Data]]>([:])

/// The files of a library, created once for all tests that start with the same articles.
private func preparedFiles(of articles: [Sample]) throws -> [String: Data] {
  if let known = knownFiles.withLock({ $0[articles] }) { return known }
  let directory = try TemporaryDirectory()
  let library = try Driver.open(directory)
  for article in articles { try article.store(in: library) }
  let root = directory.path("library")
  var files: [String: Data] = [:]
  for name in try FileManager.default.subpathsOfDirectory(atPath: root) {
    files[name] = FileManager.default.contents(atPath: root + "/" + name)
  }
  knownFiles.withLock { $0[articles] = files }
  return files
}

/// An article that a test starts with.
struct Sample: Hashable {
  var url: String
  var title: String
  var html = "<p>One evening about a month ago I noticed something.</p>"
  var savedAt = "2026-11-21T10:00:00Z"
  var site: String? = nil
  var author: String? = nil
  var words = 1000
  var tags: [String] = []
  var isFavorite = false
  var isArchived = false
  var progress = 0
  var state: FetchState = .ready

  var address: WebAddress { get throws { try WebAddress(url) } }

  var id: ArticleID { ArticleID(canonicalURL: (try? WebAddress(url))?.text ?? url) }

  func store(in library: Library) throws {
    let moment = try #require(Timestamp(rfc3339: savedAt))
    var article = Article(address: try address, savedAt: moment)
    article.title = title
    article.tags = tags
    article.isFavorite = isFavorite
    article.isArchived = isArchived
    article.progress = Progress(percent: progress)
    if progress > 0 { article.readAt = moment }
    _ = try library.add([article], at: moment)
    let hasText = state == .ready || state.isSuspect
    _ = try library.saveFetched(article.id, at: moment, body: hasText ? html : nil) { record in
      record.site = site
      record.author = author
      record.wordCount = words
      record.fetch = state
    }
  }
}

/// Articles of several kinds, newest first.
let threeSamples = [
  Sample(
    url: "https://jackcheng.com/slow-web", title: "The Slow Web", html: longHTML,
    savedAt: "2026-11-21T11:02:00Z", site: "jackcheng.com", author: "Jack Cheng", words: 2400),
  Sample(
    url: "https://calm.dev/designing", title: "Designing calm software",
    savedAt: "2026-11-21T08:40:00Z", site: "calm.dev", words: 1400, tags: ["design"]),
  Sample(
    url: "https://notes.example/wrong", title: "On being wrong", savedAt: "2026-11-20T09:00:00Z",
    site: "notes.example", words: 800),
]

let longHTML = (1...60).map { number in
  "<p>Paragraph \(number) begins here and goes on for a while, so that it is wrapped to more than one "
    + "line at any width that a person would read at, and ends with its number, \(number).</p>"
}.joined()

/// A page long enough to count as an article.
let somePage = "<title>A page</title><article>\(longHTML)</article>"

/// Adds the two welcome articles to a new library.
let twoWelcomes: LibraryService.WelcomeAction = { library throws(StoreError) in
  var additions: [Addition] = []
  for number in 1...2 {
    let urn = ArticleID.urn(forContent: "welcome/\(number)")
    let moment = Timestamp(seconds: 1_795_000_000)
    let title = "No. \(number)"
    let article = Article(canonicalURL: urn, url: urn, title: title, savedAt: moment)
    additions.append(.added(try library.keep(article, html: "<p>Hi.</p>", at: moment)))
  }
  return (additions, [ChangeReceipt(added: additions.map(\.article))])
}
