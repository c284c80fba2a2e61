import Glibc
import Library
import Platform
import Reader
import ReadingList
import ReadingServices
import Synchronization
import Terminal
import Web

/// Types on a reading list of hostile articles, no frame of which may have a control character.
///
/// The first byte selects the window's size, and the rest is terminal input as for `fuzzKeys`.
func fuzzInterface(_ bytes: [UInt8]) {
  guard let desk = try? Desk(size: Desk.sizes[Int(bytes.first ?? 0) % Desk.sizes.count]) else {
    return check(false, "there is no library")
  }
  var reader = InputReader()
  for piece in bytes.dropFirst().split(separator: 0xff) {
    desk.pass(milliseconds: Int64(piece.first ?? 0) * 20)
    let tokens = String(decoding: piece.dropFirst(), as: UTF8.self).unicodeScalars.map {
      InputToken.scalar($0.value)
    }
    desk.handle(reader.take(tokens, milliseconds: desk.milliseconds).events)
  }
}

/// Articles that another program saved, and the interface that shows them.
private struct Desk {
  static let sizes = [(110, 11), (70, 14), (30, 12), (9, 3)].map { Size(columns: $0, rows: $1) }
  private static let start = Timestamp(seconds: 1_764_000_000)
  /// The library as the last input found it, unless that input changed it.
  private static let unchanged = Mutex<(library: Library, snapshot: LibrarySnapshot)?>(nil)
  private static let time = Mutex(start)

  // Threads of a pool never end.
  private static let changes = WorkerPool(limit: 1)
  private static let readings = WorkerPool(limit: 1)

  private let model: ReadingListModel
  private let interface: Interface

  /// Opens the library in its state before the last input.
  init(size: Size) throws {
    Self.time.withLock { $0 = Self.start }
    let clock = Clock(now: { Self.time.withLock { $0 } })
    let home = directory + "/desk"
    let (library, snapshot) = try Self.unchanged.withLock { $0 } ?? Self.opened(home)
    let pages = PageReader(fetcher: Unreachable())
    let fetch = ArticleFetch(library: library, reader: pages, clock: clock)
    let picker = ArticlePicker(
      sources: SourceList(), pages: pages, lists: Unreachable(), samples: nil,
      memory: DiscoveryMemory(cache: home + "/cache", state: home + "/state"),
      savedAddresses: { { _ in false } }, now: clock.now,
      time: PickTime(elapsed: { .zero }, wait: { _ in }), seed: 1)
    model = ReadingListModel(
      service: LibraryService(
        library: library, fetch: fetch, clock: clock, changes: Self.changes, readings: Self.readings
      ),
      discovery: DiscoveryService(picker: picker), snapshot: snapshot,
      navigation: Navigation(), settings: Settings(), clock: clock,
      tasks: Tasks { _ = write(Self.pipe[1], [0], 1) }, random: SeededNumbers(seed: 1))
    interface = Interface(model: model, size: size, clock: clock)
  }

  /// Puts the library's files back, and opens it.
  private static func opened(_ home: String) throws -> (library: Library, snapshot: LibrarySnapshot)
  {
    let files = try filled.get()
    removeTree(home)
    for (name, bytes) in files {
      try SmallFile.replace(home + name, with: bytes, isDurable: false)
    }
    var layer = FileLayer { operation, _ in
      let changes: [FileLayer.Operation] = [.write, .rename, .remove, .makeDirectory]
      if changes.contains(operation) { unchanged.withLock { $0 = nil } }
      return 0
    }
    layer.now = later.now
    let library = try Library.open(
      home + "/library", cache: home + "/cache", state: home + "/state", files: layer)
    let found = (library, library.snapshot())
    unchanged.withLock { $0 = found }
    return found
  }

  /// The files, by name, of a library with what no page and no program of ours would save.
  private static let filled = Result {
    let home = directory + "/filled"
    removeTree(home)
    check(mkdir(home, 0o700) == 0, "\(home) cannot be made")
    let library = try Library.open(home + "/library", cache: home + "/cache")
    for (number, text) in texts.enumerated() {
      let moment = start.advanced(bySeconds: Int64(-number))
      var article = Article(
        address: try WebAddress("https://\(number % 2).example/\(number)"), savedAt: moment)
      article.title = text
      article.tags = number % 2 == 0 ? [] : ["slow", "calm/\(number)"]
      article.isArchived = number == 3
      _ = try library.add([article], at: moment)
      let html = [
        "<h1>\(text)</h1><p>\(text) <a href='https://a.example/\(number)'>\(text)</a></p>",
        "<ul><li>\(text)<li><code>\(text)</code></ul><pre>\(text)\n\t\(text)</pre><h2>\(text)</h2>",
        "<table><tr><th>\(text)<td>\(text)</table><img src='https://a.example/p' alt='\(text)'>",
      ].joined()
      _ = try library.saveFetched(article.id, at: moment, body: number == 2 ? nil : html) {
        record in
        (record.author, record.site, record.wordCount) = (text, text, 100 * number)
        record.fetch = [.ready, .suspect(reason: text), .failed(reason: text)][number % 3]
      }
    }
    return contents(of: home)
  }

  /// The files in a directory and those below it, by name.
  private static func contents(
    of directory: String, below name: String = ""
  ) -> [(name: String, bytes: [UInt8])] {
    (fileNames(in: directory + name) ?? []).flatMap { part in
      let name = name + "/" + part
      return SmallFile.read(directory + name).map { [(name, $0)] }
        ?? contents(of: directory, below: name)
    }
  }

  private static let texts = [
    "\u{9b}31mred \u{1b}[2Jtwo", "\u{202e}turned\u{2066} a\u{0}b\r\nc\td",
    "e\u{301}\u{302} 漢字 👩‍👩‍👧 שלום", String(repeating: "long words ", count: 60), "",
  ]

  var milliseconds: Int {
    Int(Self.time.withLock { $0.milliseconds } - Self.start.milliseconds)
  }

  func pass(milliseconds: Int64) {
    Self.time.withLock { $0 = $0.advanced(byMilliseconds: milliseconds) }
    model.tick()
  }

  /// Handles what was read at once, and draws.
  func handle(_ events: [InputEvent]) {
    for event in events { interface.handle(event) }
    show()
    _ = model.takeEffects()
  }

  /// Draws, and again after what the last events started.
  private func show() {
    var byte: UInt8 = 0
    draw()
    while !model.isSettled {
      _ = read(Self.pipe[0], &byte, 1)
      _ = model.receiveAll()
      if model.isSettled { draw() }
    }
  }

  private func draw() {
    // Most cells have a letter.
    for cell in interface.frame().cells where cell.text.utf8.count != 1 || cell.text < " " {
      checkHarmless(cell.text, "a cell")
    }
  }

  /// Wakes the thread that draws.
  private static let pipe: [CInt] = {
    var ends: [CInt] = [0, 0]
    check(Glibc.pipe(&ends) == 0, "there is no pipe")
    return ends
  }()
}

/// A network that is down.
private struct Unreachable: PageFetching {
  func fetch(_ request: PageRequest) async throws(FetchProblem) -> FetchedPage? {
    throw FetchProblem(kind: .network, message: "No host answers", isTransient: true)
  }
}
