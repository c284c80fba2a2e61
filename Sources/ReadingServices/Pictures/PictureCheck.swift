package import ArticleStore
import PageExtraction
import Platform
package import ReadingList
import Synchronization

/// Compares the stored pictures of a library with what its texts show.
package struct PictureCheck: Sendable {
  /// Files of pictures.
  package private(set) var count = 0
  /// What they take, in bytes.
  package private(set) var bytes = 0
  /// Pictures of texts whose pictures were fetched, that did not come.
  package private(set) var missing = 0
  /// The articles that these belong to.
  package private(set) var incomplete: [ArticleID] = []
  /// Pictures that no text shows any more, by their article; not those that came within a day, whose text may still
  /// be on its way from another machine.
  package private(set) var unused: [(id: ArticleID, picture: StoredPicture)] = []

  /// Looks at all articles whose pictures were fetched.
  ///
  /// An article that cannot be read, or whose record is not there yet, keeps its pictures.
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
      // Of a text that is to be fetched again nothing is said.
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

  /// Removes those that no text shows.
  ///
  /// - Throws: what the library has to say.
  package func removeUnused(from library: Library) throws(StoreError) {
    for (id, some) in Dictionary(grouping: unused, by: \.id) {
      try library.removePictures(some.map(\.picture), of: id, unlessIn: Self.keysShown(by:))
    }
  }
}
