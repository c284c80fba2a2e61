package import Library
import PageExtraction
import Platform
package import ReadingList
import Synchronization

/// Compares the saved pictures of a library with those that its texts show.
package struct PictureCheck: Sendable {
  /// The number of picture files.
  package private(set) var count = 0
  /// Their total size in bytes.
  package private(set) var bytes = 0
  /// The number of missing pictures in texts whose pictures were fetched.
  package private(set) var missing = 0
  /// The articles with missing pictures.
  package private(set) var incomplete: [ArticleID] = []
  /// The pictures that no text shows, unless newer than a day: their text may still come.
  package private(set) var unused: [(id: ArticleID, picture: StoredPicture)] = []

  /// Checks all articles whose pictures were fetched.
  ///
  /// The pictures of an article that cannot be read, or whose record is missing without a
  /// tombstone, do not count as unused.
  package init(of library: Library) {
    let ids = library.articlesWithPictures().sorted()
    let parts = Parallel.map(ids.count) { Self(of: ids[$0], in: library) }
    for part in parts {
      count += part.count
      bytes += part.bytes
      missing += part.missing
      incomplete += part.incomplete
      unused += part.unused
    }
  }

  private init(of id: ArticleID, in library: Library) {
    do throws(StoreError) {
      let stored = try library.pictures(of: id) ?? [:]
      count = stored.count
      for picture in stored.values { bytes += try library.size(of: picture) ?? 0 }
      let hasArticle = try library.article(id) != nil
      let text = hasArticle ? try library.body(of: id) : nil
      // Without its text, which may be fetched again, no picture is missing or unused.
      let isKnown = text != nil
      guard isKnown ? true : try library.isPurged(id) else { return }
      let shown = text.map(Self.keysShown(by:)) ?? []
      missing = shown.count { stored[$0] == nil }
      if missing > 0 { incomplete = [id] }
      unused = stored.filter { !shown.contains($0.key) }.values.filter {
        !hasArticle || !library.mayBeAwaited($0)
      }.sorted { $0.path < $1.path }.map { (id, $0) }
    } catch {}
  }

  /// The keys of the pictures that a text shows.
  static func keysShown(by html: String) -> Set<String> {
    Set(ArticleBody(fragment: html).pictures.map { PictureName.key(of: $0.url) })
  }

  /// Deletes the unused pictures.
  ///
  /// - Throws: `StoreError` if the library cannot delete them.
  package func removeUnused(from library: Library) throws(StoreError) {
    for (id, some) in Dictionary(grouping: unused, by: \.id) {
      try library.removePictures(some.map(\.picture), of: id, unlessIn: Self.keysShown(by:))
    }
  }
}
