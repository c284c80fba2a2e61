package import ArticleStore
import PageExtraction
import Platform
package import PageFetch
package import ReadingList

/// Gets the pictures of saved articles, for reading them offline.
///
/// The same path for the interface and the command line. A picture that does not come changes nothing; its words stand
/// in the text as before.
package struct PictureFetch: Sendable {
  private let library: Library
  private let fetcher: any PageFetching

  /// The largest file of a picture, in bytes.
  package static let maxSize = 10 << 20
  /// Bytes that the pictures of an article may take together.
  package static let maxTotalSize = 50 << 20
  /// How many pictures of an article are fetched.
  package static let maxCount = 200
  /// How long pictures of an article are asked for.
  package var timeLimit = Duration.seconds(60)
  /// How many are asked for at a time.
  private static let atOnce = 4
  /// Formats that the terminal's decoders know, before those that they may not.
  private static let accepted =
    "image/webp,image/png,image/jpeg,image/gif,image/svg+xml;q=0.8,*/*;q=0.5"

  /// What came of it.
  package struct Report: Equatable, Sendable {
    /// How many pictures the text has.
    package var count = 0
    /// How many of them are stored now.
    package var stored = 0
    /// Why the first that did not come did not; nil where all are stored.
    package var problem: String?
  }

  /// Puts the services together; the fetcher's own limit on size holds besides.
  package init(library: Library, fetcher: any PageFetching) {
    self.library = library
    self.fetcher = fetcher
  }

  /// Fetches the pictures that an article's text has and the library has not.
  ///
  /// - Throws: what the library has to say; nothing that servers say.
  package func fetch(for id: ArticleID) async throws(StoreError) -> Report {
    guard let html = try library.body(of: id) else { return Report() }
    let pictures = ArticleBody(fragment: html).pictures
    var report = Report(count: pictures.count)
    guard !pictures.isEmpty else { return report }
    let stored = try library.pictures(of: id)
    // One whose file was emptied or replaced is fetched again.
    let intact = try stored.map { stored throws(StoreError) in
      var intact: [String: StoredPicture] = [:]
      for (key, picture) in stored where try library.isIntact(picture) { intact[key] = picture }
      return intact
    }
    let missing = pictures.filter { intact?[PictureName.key(of: $0.url)] == nil }
    report.stored = pictures.count - missing.count
    // Also when nothing will come, so that it is not asked for at each opening.
    if stored == nil { try library.notePictures(of: id) }
    let shown = Set(pictures.map { PictureName.key(of: $0.url) })
    let gone = (stored ?? [:]).filter { !shown.contains($0.key) }.map(\.value)
    if !gone.isEmpty {
      try library.removePictures(gone, of: id, unlessIn: PictureCheck.keysShown(by:))
    }
    var bytes = 0
    for picture in (intact ?? [:]).values { bytes += try library.size(of: picture) ?? 0 }
    if missing.count > Self.maxCount {
      report.problem = "Only \(Self.maxCount) pictures are fetched"
    }
    let start = MonotonicClock.milliseconds()
    var rest = missing.prefix(Self.maxCount)[...]
    while !rest.isEmpty {
      guard !Task.isCancelled else {
        report.problem = report.problem ?? "Fetching was stopped"
        break
      }
      guard .milliseconds(MonotonicClock.milliseconds() - start) < timeLimit else {
        report.problem = report.problem ?? "Fetching them took too long"
        break
      }
      let some = rest.prefix(Self.atOnce)
      rest = rest.dropFirst(Self.atOnce)
      for (url, answer) in await answers(of: some.map(\.url)) {
        switch answer {
        case .failure(let problem): report.problem = report.problem ?? problem.message
        case .success(let body):
          // What is no picture was sent all the same.
          bytes += body.count
          guard bytes <= Self.maxTotalSize else {
            report.problem = report.problem ?? "The pictures of this article are too large together"
            return report
          }
          guard try library.savePicture(body, from: url, of: id) != nil else {
            report.problem = report.problem ?? "\(url) is not a picture"
            continue
          }
          report.stored += 1
        }
      }
    }
    return report
  }

  /// What the servers send, in the order of the addresses.
  private func answers(of urls: [String]) async -> [(String, Result<[UInt8], FetchProblem>)] {
    await withTaskGroup(of: (Int, Result<[UInt8], FetchProblem>).self) { group in
      for (index, url) in urls.enumerated() {
        group.addTask {
          let request = PageRequest(url: url, extraHeaders: [("Accept", Self.accepted)])
          do throws(FetchProblem) {
            guard case .page(let page) = try await fetcher.fetch(request) else {
              return (index, .success([]))
            }
            return (index, .success(page.body))
          } catch { return (index, .failure(error)) }
        }
      }
      var found: [Int: Result<[UInt8], FetchProblem>] = [:]
      for await (index, result) in group { found[index] = result }
      return urls.enumerated().map { ($1, found[$0] ?? .success([])) }
    }
  }
}
