package import Library
import PageExtraction
import Platform
package import ReadingList
package import Web

/// Fetches the pictures of saved articles, for reading offline.
///
/// A picture that cannot be fetched changes nothing; the text still shows its description.
package struct PictureFetch: Sendable {
  private let library: Library
  private let fetcher: any PageFetching

  /// In bytes.
  package static let maxSize = 10 << 20
  /// Of an article's pictures, in bytes.
  package static let maxTotalSize = 50 << 20
  package static let maxCount = 200
  package var timeLimit = Duration.seconds(60)
  private static let atOnce = 4
  /// Formats that the picture decoder surely knows come first.
  private static let accepted =
    "image/webp,image/png,image/jpeg,image/gif,image/svg+xml;q=0.8,*/*;q=0.5"

  /// The size limit of `fetcher` applies as well.
  package init(library: Library, fetcher: any PageFetching) {
    self.library = library
    self.fetcher = fetcher
  }

  /// Fetches an article's missing pictures, and returns whether its text has any.
  ///
  /// - Throws: `StoreError` for the library; pictures that servers do not send are retried another
  ///   time.
  package func fetch(for id: ArticleID) async throws(StoreError) -> Bool {
    guard let html = try library.body(of: id) else { return false }
    let pictures = ArticleBody(fragment: html).pictures
    guard !pictures.isEmpty else { return false }
    let stored = try library.pictures(of: id)
    // Recorded even if no picture comes, so that they are not fetched at each opening.
    if stored == nil { try library.notePictures(of: id) }
    var missing: [String] = []
    var bytes = 0
    for url in pictures.map(\.url) {
      // A picture whose file was emptied or replaced is fetched again.
      if let own = stored?[PictureName.key(of: url)], let known = try library.bytes(of: own),
        own.name.isName(of: known)
      {
        bytes += known.count
      } else {
        missing.append(url)
      }
    }
    let start = MonotonicClock.milliseconds()
    var rest = missing.prefix(Self.maxCount)[...]
    while !rest.isEmpty {
      guard !Task.isCancelled, .milliseconds(MonotonicClock.milliseconds() - start) < timeLimit
      else { break }
      let some = rest.prefix(Self.atOnce)
      rest = rest.dropFirst(Self.atOnce)
      for (url, body) in await answers(of: Array(some)) {
        // A response that is not a picture counts as well.
        bytes += body.count
        guard bytes <= Self.maxTotalSize else { return true }
        _ = try library.savePicture(body, from: url, of: id)
      }
    }
    return true
  }

  /// Fetches concurrently; the answers are in order, and may be empty.
  private func answers(of urls: [String]) async -> [(String, [UInt8])] {
    await withTaskGroup(of: (String, [UInt8]).self) { group in
      for url in urls {
        group.addTask {
          let request = PageRequest(url: url, extraHeaders: [("Accept", Self.accepted)])
          return (url, (try? await fetcher.fetch(request))?.body ?? [])
        }
      }
      var found: [String: [UInt8]] = [:]
      for await (url, body) in group { found[url] = body }
      return urls.map { ($0, found[$0] ?? []) }
    }
  }
}
