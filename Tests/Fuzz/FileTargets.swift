import Exchange
import Glibc
import Library
import PageExtraction
import Platform
import ReadingList
import Web

/// This process's directory for input files.
let directory: String = {
  let path = "\(getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp")/luego-fuzz-\(getpid())"
  check(mkdir(path, 0o700) == 0 || errno == EEXIST, "\(path) cannot be made")
  return path
}()

/// Writes bytes to a file and calls `body` with its path.
func withFile(_ bytes: [UInt8], _ body: (String) -> Void) {
  let path = directory + "/file"
  let descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC, 0o600)
  check(descriptor >= 0, "\(path) cannot be written")
  defer { close(descriptor) }
  _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
  body(path)
}

/// Reads a feed or a list of feeds.
func fuzzFeed(_ bytes: [UInt8]) {
  guard let document = try? FeedReader.read(bytes, at: "https://www.example.com/feed") else {
    return
  }
  switch document {
  case .feed(let feed):
    for item in feed.items {
      checkHarmless(item.title, "an item's title")
      checkHarmless(item.author, "an item's author")
    }
  case .outlines(let outlines, _):
    for outline in outlines { checkHarmless(outline.title, "an outline's title") }
  }
}

/// Imports another program's export; the first byte selects the format or automatic detection.
func fuzzImport(_ bytes: [UInt8]) {
  let formats = [nil] + ExchangeFormat.allCases.map(Optional.some)
  let format = formats[Int(bytes.first ?? 0) % formats.count]
  withFile(Array(bytes.dropFirst())) { path in
    try? ImportReader(path, as: format).read { event, _ in
      guard case .article(let imported) = event,
        let (article, body, _) = try? imported.converted(at: Timestamp(seconds: 0), number: 0)
      else { return true }
      for text in [article.title, article.author, article.site, article.excerpt] {
        checkHarmless(text, "what is imported")
      }
      for tag in article.tags { checkHarmless(tag, "a tag") }
      if let body {
        check(ArticleBody(fragment: body).fragmentHTML == body, "a text changes when it is read")
      }
      return true
    }
  }
}

/// Reads an inbox file; the first byte selects its name's extension.
func fuzzCaptured(_ bytes: [UInt8]) {
  let endings = ["html", "mht", "eml", "md", "txt", "webloc", "url", "desktop", "epub", "json"]
  let ending = endings[Int(bytes.first ?? 0) % endings.count]
  let content = Array(bytes.dropFirst())
  func read(_ path: String) {
    guard case .pages(let pages)? = try? CapturedFile(content, at: path, readsTexts: true) else {
      return
    }
    for page in pages { checkHarmless(page.title, "a title") }
  }
  ending == "epub" ? withFile(content, read) : read("/tmp/file." + ending)
}

/// An hour later than files were written, so that their directories' stamps are trusted.
let later: FileLayer = {
  var files = FileLayer.real
  files.now = { SystemClock.nanoseconds() + 3_600_000_000_000 }
  return files
}()

/// A library of some articles, the path of its list table, and that file's bytes.
private let tabled: (library: String, cache: String, table: String, bytes: [UInt8])? = {
  let (path, cache) = (directory + "/tabled", directory + "/tables")
  let moment = Timestamp(seconds: 1_764_000_000)
  guard let library = try? Library.open(path, cache: cache, files: later) else { return nil }
  let articles = (0..<8).compactMap { number -> Article? in
    guard let address = try? WebAddress("https://a.example/\(number)") else { return nil }
    var article = Article(address: address, savedAt: moment)
    (article.title, article.tags) = ("Herons \(number)", ["birds/\(number % 3)"])
    return article
  }
  _ = try? library.add(articles, at: moment)
  _ = try? Library.open(path, cache: cache, files: later).snapshot()
  guard let place = fileNames(in: cache)?.first(where: { $0 != "state" }),
    let name = fileNames(in: "\(cache)/\(place)")?.first(where: { $0.hasSuffix(".table") }),
    let bytes = SmallFile.read("\(cache)/\(place)/\(name)")
  else { return nil }
  return (path, cache, "\(cache)/\(place)/\(name)", bytes)
}()

/// Replaces a piece of the list table, at a place that the first two bytes select: it is not read, or the list is
/// the same.
func fuzzTable(_ bytes: [UInt8]) {
  guard let (library, cache, table, whole) = tabled else {
    return check(false, "there is no table")
  }
  guard bytes.count > 2 else { return }
  let place = (Int(bytes[0]) << 8 | Int(bytes[1])) % whole.count
  let rest = bytes[0] & 0x80 == 0 ? whole[place...].dropFirst(bytes.count - 2) : []
  withFile(Array(whole[..<place]) + bytes.dropFirst(2) + rest) { path in
    check(rename(path, table) == 0, "\(table) cannot be written")
  }
  guard let list = try? Library.open(library, cache: cache, files: later).cachedSnapshot() else {
    return check(false, "the library cannot be opened")
  }
  guard !list.needsReload else { return }
  let titles = Set(list.ids(withPrefix: "").compactMap { list.row(of: $0).map { list[$0].title } })
  check(titles == Set((0..<8).map { "Herons \($0)" }), "the list is another: \(titles)")
}
