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
  package static let maxCount = 200
  package var timeLimit = Duration.seconds(60)
  private static let atOnce = 4
  /// The accepted formats, those that the decoder of pictures surely knows first.
  private static let accepted =
    "image/webp,image/png,image/jpeg,image/gif,image/svg+xml;q=0.8,*/*;q=0.5"

  /// Makes a service; the size limit of `fetcher` applies as well.
  package init(library: Library, fetcher: any PageFetching) {
    self.library = library
    self.fetcher = fetcher
  }

  /// Fetches an article's missing pictures, and deletes those that its text no longer shows.
  ///
  /// - Returns: whether the text has pictures.
  /// - Throws: `StoreError` for the library; what servers do not send is asked for another time.
  package func fetch(for id: ArticleID) async throws(StoreError) -> Bool {
    guard let html = try library.body(of: id) else { return false }
    let pictures = ArticleBody(fragment: html).pictures
    guard !pictures.isEmpty else { return false }
    let stored = try library.pictures(of: id)
    // A picture whose file was emptied or replaced is fetched again.
    let intact = try stored.map { stored throws(StoreError) in
      var intact: [String: StoredPicture] = [:]
      for (key, picture) in stored where try library.isIntact(picture) { intact[key] = picture }
      return intact
    }
    let missing = pictures.filter { intact?[PictureName.key(of: $0.url)] == nil }
    // Recorded even if no picture comes, so that they are not fetched at each opening.
    if stored == nil { try library.notePictures(of: id) }
    let shown = Self.keysShown(by: html)
    let gone = (stored ?? [:]).filter { !shown.contains($0.key) }.map(\.value)
    if !gone.isEmpty {
      try library.removePictures(gone, of: id, unlessIn: Self.keysShown(by:))
    }
    var bytes = 0
    for picture in (intact ?? [:]).values { bytes += try library.size(of: picture) ?? 0 }
    let start = MonotonicClock.milliseconds()
    var rest = missing.prefix(Self.maxCount)[...]
    while !rest.isEmpty {
      guard !Task.isCancelled, .milliseconds(MonotonicClock.milliseconds() - start) < timeLimit
      else { break }
      let some = rest.prefix(Self.atOnce)
      rest = rest.dropFirst(Self.atOnce)
      for (url, body) in await answers(of: some.map(\.url)) {
        // A response that is not a picture counts as well.
        bytes += body.count
        guard bytes <= Self.maxTotalSize else { return true }
        _ = try library.savePicture(body, from: url, of: id)
      }
    }
    return true
  }

  /// The keys of the pictures that a text shows.
  private static func keysShown(by html: String) -> Set<String> {
    Set(ArticleBody(fragment: html).pictures.map { PictureName.key(of: $0.url) })
  }

  /// Requests the addresses concurrently; the answers, empty ones too, are in their order.
  private func answers(of urls: [String]) async -> [(String, [UInt8])] {
    await withTaskGroup(of: (Int, [UInt8]).self) { group in
      for (index, url) in urls.enumerated() {
        group.addTask {
          let request = PageRequest(url: url, extraHeaders: [("Accept", Self.accepted)])
          guard case .page(let page)? = try? await fetcher.fetch(request) else {
            return (index, [])
          }
          return (index, page.body)
        }
      }
      var found: [Int: [UInt8]] = [:]
      for await (index, body) in group { found[index] = body }
      return urls.enumerated().map { ($1, found[$0] ?? []) }
    }
  }
}
