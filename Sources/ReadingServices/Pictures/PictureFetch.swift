package import Library
import PageExtraction
import Platform
package import ReadingList
package import Web

/// Fetches the pictures of saved articles, for reading offline.
///
/// The interface and the command line share it. A picture that cannot be fetched changes nothing;
/// the text still shows its description.
package struct PictureFetch: Sendable {
  private let library: Library
  private let fetcher: any PageFetching

  /// The max size of a picture, in bytes.
  package static let maxSize = 10 << 20
  /// The max total size of an article's pictures, in bytes.
  package static let maxTotalSize = 50 << 20
  /// The max number of pictures fetched for an article.
  package static let maxCount = 200
  /// The timeout for the pictures of an article.
  package var timeLimit = Duration.seconds(60)
  /// The number of concurrent requests.
  private static let atOnce = 4
  /// The accepted formats, those that the decoder of pictures surely knows first.
  private static let accepted =
    "image/webp,image/png,image/jpeg,image/gif,image/svg+xml;q=0.8,*/*;q=0.5"

  /// The report of a fetch.
  package struct Report: Equatable, Sendable {
    /// The number of pictures in the text.
    package var count = 0
    /// The number of these that are saved.
    package var stored = 0
    /// The first problem; nil if all pictures are saved.
    package var problem: String?
  }

  /// Makes a service; the size limit of `fetcher` applies as well.
  package init(library: Library, fetcher: any PageFetching) {
    self.library = library
    self.fetcher = fetcher
  }

  /// Fetches an article's missing pictures, and deletes those that its text no longer shows.
  ///
  /// - Throws: `StoreError` for the library; problems of servers are in the report.
  package func fetch(for id: ArticleID) async throws(StoreError) -> Report {
    guard let html = try library.body(of: id) else { return Report() }
    let pictures = ArticleBody(fragment: html).pictures
    var report = Report(count: pictures.count)
    guard !pictures.isEmpty else { return report }
    let stored = try library.pictures(of: id)
    // A picture whose file was emptied or replaced is fetched again.
    let intact = try stored.map { stored throws(StoreError) in
      var intact: [String: StoredPicture] = [:]
      for (key, picture) in stored where try library.isIntact(picture) { intact[key] = picture }
      return intact
    }
    let missing = pictures.filter { intact?[PictureName.key(of: $0.url)] == nil }
    report.stored = pictures.count - missing.count
    // Recorded even if no picture comes, so that they are not fetched at each opening.
    if stored == nil { try library.notePictures(of: id) }
    let shown = Self.keysShown(by: html)
    let gone = (stored ?? [:]).filter { !shown.contains($0.key) }.map(\.value)
    if !gone.isEmpty {
      try library.removePictures(gone, of: id, unlessIn: Self.keysShown(by:))
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
          // A response that is not a picture counts as well.
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

  /// The keys of the pictures that a text shows.
  private static func keysShown(by html: String) -> Set<String> {
    Set(ArticleBody(fragment: html).pictures.map { PictureName.key(of: $0.url) })
  }

  /// Requests the addresses concurrently; the answers are in the order of the addresses.
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
