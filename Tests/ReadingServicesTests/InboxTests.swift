import Exchange
import Foundation
import Library
import PageExtraction
import Platform
import ReadingList
import ReadingServices
import TestSupport
import Testing
import Web

/// A library with an inbox and without a fetcher.
private struct Place {
  let directory: TemporaryDirectory
  let library: Library
  let faults = FaultCounter()

  static let now = Timestamp(seconds: 1_790_000_000)
  static let written = 1_780_000_000

  private struct NoPages: PageFetching {
    func fetch(_ request: PageRequest) async throws(FetchProblem) -> FetchedPage? {
      throw FetchProblem(kind: .network, message: "no network", isTransient: true)
    }
  }

  init() throws {
    directory = try TemporaryDirectory()
    let faults = faults
    library = try Library.open(
      directory.path("library"), cache: directory.path("cache"),
      files: FileLayer { operation, path in
        operation == .write && LibraryFiles.isRecord(path) ? faults.next() : 0
      })
  }

  var fetch: ArticleFetch {
    ArticleFetch(
      library: library, reader: PageReader(fetcher: NoPages()),
      clock: Clock(now: { Self.now }))
  }

  func inbox(at now: Timestamp = Self.now, in name: String = "inbox") -> Inbox {
    Inbox(
      at: directory.path(name), of: library, with: fetch, clock: Clock(now: { now }),
      journal: UndoJournal())
  }

  func drop(_ name: String, _ text: String, at seconds: Int = Self.written) throws {
    try directory.write("inbox/" + name, text: text)
    try drop(name, at: seconds)
  }

  /// Sets the modification time of a file.
  func drop(_ name: String, at seconds: Int) throws {
    let date = Date(timeIntervalSince1970: Double(seconds))
    try FileManager.default.setAttributes(
      [.modificationDate: date], ofItemAtPath: directory.path("inbox/" + name))
  }

  /// The relative paths of everything in the inbox.
  var names: Set<String> {
    let all = FileManager.default.enumerator(atPath: directory.path("inbox"))
    return Set((all?.allObjects as? [String] ?? []).filter { $0.contains(".") || $0.contains("x") })
  }

  func article(_ url: String) throws -> Article {
    try #require(try library.article(ArticleID(address: try WebAddress(url))))
  }

  var records: [String] {
    get throws {
      let list = library.snapshot()
      return try list.rows(in: .everything, order: .newest).map {
        ArticleRecord.text(of: try #require(try library.article(list.id(of: $0))))
      }
    }
  }

  /// One file for each of several kinds.
  func dropAll() throws {
    try drop("link.url", "[InternetShortcut]\nURL=https://a.example/url")
    try drop("work/list.txt", "https://a.example/1\nhttps://a.example/2")
    try drop("page.html", Self.page("https://a.example/page", words: 60))
    try drop("alone.html", Self.page(nil, words: 60))
    try drop(
      "export.csv",
      "title,url,time_added,tags,status\nOne,https://a.example/csv,1600000000,a,unread\n")
  }

  static func page(_ url: String?, words: Int, title: String = "Herons") -> String {
    let address = url.map { "<link rel=canonical href='\($0)'>" } ?? ""
    let text = String(
      repeating: "Herons stand in the shallow water, and wait for fish. ", count: words / 10)
    return "<html><head><title>\(title)</title>\(address)</head><body><article><p>\(text)</article>"
  }

  static let login =
    "<html><head><title>Log in</title><link rel=canonical href='https://a.example/page'></head>"
    + "<body><form>Log in, please. <input type=password></form>"
}

@Suite("The inbox", .serialized) struct InboxTests {
  @Test("takes every kind of file, moves it, and two libraries have equal records of it")
  func kinds() async throws {
    var all: [[String]] = []
    for _ in 1...2 {
      let place = try Place()
      try place.dropAll()
      let report = await place.inbox().take()
      #expect(report.failures.isEmpty && report.saved.count == 5)
      #expect(report.remarks.map { $0.text.hasSuffix("1 article found, 1 imported") } == [true])
      #expect(report.links.count == 3)
      let page = try place.article("https://a.example/page")
      #expect(
        page.fetch == .ready && page.via == "inbox"
          && page.savedAt.milliseconds / 1000 == 1_780_000_000)
      #expect(try place.article("https://a.example/2").tags == ["work"])
      #expect(place.names.allSatisfy { $0.hasPrefix("done") || $0 == "work" }, "\(place.names)")
      all.append(try place.records)
    }
    #expect(all[0].count == 6 && all[0] == all[1])
  }

  @Test(
    "what a failing disk kept from being saved stays, and nothing is there twice when it works again"
  )
  func faults() async throws {
    let expected = try await {
      let place = try Place()
      try place.dropAll()
      _ = await place.inbox().take()
      return try place.records
    }()
    try await forEachCall(every: 2) { count in
      let place = try Place()
      try place.dropAll()
      place.faults.arm(count, ENOSPC)
      let report = await place.inbox().take()
      let isReached = place.faults.disarm()
      if isReached, report.problem != nil {
        #expect(place.names.contains { !$0.hasPrefix("done") && $0.contains(".") })
      }
      _ = await place.inbox().take()
      #expect(try place.records == expected, "\(count)")
      return isReached
    }
  }

  @Test("what holds nothing is moved aside with a note, and is not tried again")
  func failures() async throws {
    let place = try Place()
    try place.drop("x.desktop", "Type=Application\nURL=https://a.example/")
    let report = await place.inbox().take()
    #expect(report.failures.map(\.reason) == ["it starts a program; only links are taken"])
    #expect(place.inbox().failed.map(\.reason) == ["it starts a program; only links are taken"])
    #expect(
      await place.inbox().take().isEmpty && place.library.snapshot().count(of: .everything) == 0)
  }

  @Test(
    "nothing is taken from where the library has its files",
    arguments: ["", ".", "library", "library/articles", "library/texts/5c"])
  func misplaced(name: String) async throws {
    let place = try Place()
    let report = await place.inbox(in: name).take()
    #expect(report.problem?.message.contains("has files of the library in it") == true)
    #expect(exists(LibraryFiles.identity(in: place.library.directory)))
  }

  @Test("files that another process takes are waiting") func takenElsewhere() async throws {
    let place = try Place()
    try place.drop("a.url", "URL=https://a.example/a")
    let lock = try FileLock(place.library.state + "/inbox.lock")
    let report = await place.inbox().take()
    lock.release()
    #expect(report.isEmpty && report.waiting == 1)
    #expect(await place.inbox().take().saved.count == 1)
  }

  @Test("empty files and those of more than 50 MiB are moved aside with a note")
  func sizes() async throws {
    let place = try Place()
    try place.drop("empty.txt", "")
    try place.drop("large.html", "")
    let large = place.directory.path("inbox/large.html")
    try FileHandle(forWritingTo: URL(filePath: large)).truncate(atOffset: UInt64(Inbox.maxSize) + 1)
    try place.drop("large.html", at: Place.written)
    let report = await place.inbox().take()
    #expect(report.failures.count == 2 && report.saved.isEmpty)
    let reasons = place.inbox().failed.map(\.reason).sorted()
    #expect(reasons.count == 2 && reasons[0] == "it is empty")
    #expect(reasons[1].hasPrefix("it is larger than 50 MiB"))
    #expect(await place.inbox().take().isEmpty)
    // A file just created may still be empty.
    try place.drop("new.txt", "", at: Int(Place.now.milliseconds / 1000) - 10)
    let young = await place.inbox().take()
    #expect(young.isEmpty && young.waiting == 1)
  }

  @Test("a file with a time to come is taken when the system's clock says it is whole")
  func future() async throws {
    let place = try Place()
    let later = Int(Date().timeIntervalSince1970) + 90 * 86_400
    try place.drop("later.url", "URL=https://a.example/later", at: later)
    let now = Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000) + 10)
    let report = await place.inbox(at: now).take()
    #expect(report.isEmpty && report.waiting == 1)
    let next = await place.inbox(at: now.advanced(bySeconds: 60)).take()
    #expect(next.saved.count == 1)
    #expect(try place.article("https://a.example/later").savedAt <= now.advanced(bySeconds: 60))
  }

  @Test("passes over what others still write, hide or link to") func passedOver() async throws {
    let place = try Place()
    let now = Int(Place.now.milliseconds / 1000)
    for name in [
      ".x.url", "~x.url", "x.url~", "x.part", "x.crdownload", "x.TMP", ".pending-1-x.url",
    ] { try place.drop(name, "URL=https://a.example/\(name)") }
    try place.drop("new.url", "URL=https://a.example/new", at: now - 2)
    try FileManager.default.createSymbolicLink(
      atPath: place.directory.path("inbox/link.url"), withDestinationPath: "/etc/passwd")
    let report = await place.inbox().take()
    #expect(report.isEmpty && report.waiting == 1)
    #expect(await place.inbox(at: Place.now.advanced(bySeconds: 2)).take().saved.count == 1)
  }

  @Test("an article that was purged after the file was written does not come back")
  func purged() async throws {
    let place = try Place()
    try place.drop("link.url", "URL=https://a.example/url")
    _ = await place.inbox().take()
    let id = try place.article("https://a.example/url").id
    _ = try place.library.purge([id], at: Place.now)
    try place.drop("again.url", "URL=https://a.example/url")
    let row = ",https://a.example/url,1700000000,,unread"
    try place.drop("pocket.csv", "title,url,time_added,tags,status\n\(row)\n")
    #expect(await place.inbox().take().isEmpty)
    #expect(try place.library.article(id) == nil)
    #expect(place.names.contains { $0.hasPrefix("done/") && $0.hasSuffix("/pocket.csv") })
    try place.drop("later.url", "URL=https://a.example/url", at: 1_790_000_100)
    #expect(await place.inbox(at: Place.now.advanced(bySeconds: 1000)).take().saved.count == 1)
  }

  @Test(
    "taken files are removed after 30 days, and nothing that others put there, or that lies elsewhere"
  )
  func emptied() async throws {
    let place = try Place()
    for name in ["link.url", "done/mine.url", "done/holidays/old.url"] {
      try place.drop(name, "URL=https://a.example/\(name)")
    }
    let other = try place.directory.write("elsewhere/other.url", text: "")
    try FileManager.default.createSymbolicLink(
      atPath: place.directory.path("inbox/done/2020-01"),
      withDestinationPath: place.directory.path("elsewhere"))
    let today = Timestamp(seconds: Int64(Date().timeIntervalSince1970) + 10)
    for (days, isKept) in [(0, true), (29, true), (31, false)] as [(Int64, Bool)] {
      _ = await place.inbox(at: today.advanced(bySeconds: days * 86_400)).take()
      #expect(place.names.contains { $0.hasSuffix("-link.url") } == isKept)
    }
    #expect(place.names.isSuperset(of: ["done/mine.url", "done/holidays/old.url"]))
    #expect(FileManager.default.fileExists(atPath: other))
  }

  @Test("what is written to a file while it is taken stays, and is taken next time")
  func writtenMeanwhile() async throws {
    let place = try Place()
    try place.drop("links.txt", "https://a.example/1\n")
    let path = place.directory.path("inbox/links.txt")
    let file = try #require(DroppedFile.all(in: place.directory.path("inbox")).first)
    try Data("https://a.example/1\nhttps://a.example/2\n".utf8).write(to: URL(filePath: path))
    #expect(try file.move(into: place.directory.path("inbox/done/2026-01")) == nil)
    #expect(place.names.contains("links.txt"))
    try place.drop("links.txt", "https://a.example/1\nhttps://a.example/2\n")
    #expect(await place.inbox().take().saved.count == 2)
    #expect(place.names.allSatisfy { $0.hasPrefix("done") })
  }

  @Test("a record that cannot be read keeps only its own file from being taken")
  func damagedRecord() async throws {
    let place = try Place()
    try place.drop("a.url", "URL=https://a.example/a")
    _ = await place.inbox().take()
    let id = try place.article("https://a.example/a").id
    let record = LibraryFiles.record(of: id, in: place.directory.path("library"))
    try Data("{".utf8).write(to: URL(filePath: record))
    try place.drop("a.url", "URL=https://a.example/a")
    try place.drop("b.url", "URL=https://a.example/b")
    let report = await place.inbox().take()
    #expect(report.problem == nil && report.failures.count == 1)
    #expect(try place.article("https://a.example/b").url == "https://a.example/b")
    #expect(place.names.contains("a.url"))
    #expect(try Data(contentsOf: URL(filePath: record)) == Data("{".utf8))
  }
}

@Suite("Saving what a browser shows") struct CaptureTests {
  private func save(
    _ place: Place, _ html: String?, quote: String? = nil, via: String = "browser"
  ) throws -> Capture.Saved {
    let url = "https://a.example/page"
    guard case .success(let links) = SavedLinks.addresses(in: url) else {
      throw SystemFailure("links")
    }
    var page = CapturedPage(links[0], title: "The tab")
    if let html { page.content = .page(Array(html.utf8)) }
    page.quote = quote.flatMap { CapturedPage.Quote($0) }
    return try #require(place.fetch.save([(page, Place.now, via)], at: Place.now)[0]).get()
  }

  @Test("a page is saved again though a machine whose clock is ahead purged its article")
  func purgedAhead() throws {
    let place = try Place()
    let id = try save(place, nil).article.id
    _ = try place.library.purge([id], at: Place.now.advanced(bySeconds: 86_400))
    #expect(try save(place, nil).isNew)
    #expect(try place.library.article(id) != nil)
  }

  @Test("a login page, and one with a third of the words, never take the place of a good text")
  func goodText() throws {
    let place = try Place()
    let long = try save(place, Place.page(nil, words: 400))
    #expect(long.isNew && long.article.fetch == .ready)
    for html in [Place.login, Place.page(nil, words: 100)] {
      let saved = try save(place, html)
      #expect(!saved.isNew && saved.refusal?.hasPrefix("Kept the saved text") == true)
      #expect(try place.article("https://a.example/page") == long.article)
    }
    let other = try save(place, Place.page(nil, words: 300, title: "Newer"))
    #expect(other.article.title == "Newer" && other.article.wordCount < long.article.wordCount)
  }

  @Test(
    "the title of the tab is taken where the page has none, and a login page is saved as a link")
  func titles() throws {
    let place = try Place()
    #expect(try save(place, nil).article.title == "The tab")
    let clock = Clock(now: { Place.now })
    let other = try Place()
    let wall = try save(other, Place.login)
    #expect(wall.words(clock: clock) == "Saved as a link: the page shows a login")
    let page = try save(other, Place.page(nil, words: 400))
    #expect(page.words(clock: clock) == "Already saved today" && page.article.fetch == .ready)
  }

  @Test("a selection is a highlight at its place, once, and stays where it is found nowhere")
  func quotes() throws {
    let place = try Place()
    let html =
      "<html><body><article><p>\(String(repeating: "Some words stand before it. ", count: 20))</p>"
      + "<p>A passage that <b>was</b>\n selected here.</p></article>"
    for _ in 1...2 { _ = try save(place, html, quote: "passage that was selected") }
    var marks = try place.article("https://a.example/page").highlights.inTextOrder
    #expect(marks.count == 1 && marks[0].quote == "passage that was selected")
    #expect(marks[0].start == ReadingPosition(block: 1, offset: 2))
    _ = try save(place, html, quote: "nowhere")
    marks = try place.article("https://a.example/page").highlights.inTextOrder
    #expect(
      marks.map(\.quote) == ["passage that was selected", "nowhere"] && marks[1].start == nil)
  }

  @Test("what a browser brought is fetched again only when that is said")
  func refetching() async throws {
    let place = try Place()
    let id = try save(place, Place.page(nil, words: 400)).article.id
    guard case .kept = await place.fetch.fetch(id, .again) else {
      throw SystemFailure("not kept")
    }
    guard case .failed(_, "no network", _) = await place.fetch.fetch(id, .replacing) else {
      throw SystemFailure("not fetched")
    }
    try FileManager.default.removeItem(
      atPath: LibraryFiles.text(of: id, in: place.directory.path("library")))
    guard case .failed(_, "no network", _) = await place.fetch.fetch(id) else {
      throw SystemFailure("a text that is lost is not fetched")
    }
  }
}
