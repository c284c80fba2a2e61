package import ArticleStore
package import ReadingList
package import ReadingServices

/// The pictures of the open article: which are stored, and what was drawn of them.
package struct PicturesModel: Sendable {
  /// What the library has, by the keys of their addresses; nil when they were never fetched.
  var stored: [String: StoredPicture]?
  /// Those that the text shows, by their addresses.
  package internal(set) var shown: [String: StoredPicture] = [:]
  /// What was drawn, as the decoder wrote it; nil while it is awaited, empty once the screen took it.
  package internal(set) var drawings: [PictureDrawing: [UInt8]?] = [:]
  /// Those that cannot be drawn.
  var broken: Set<StoredPicture> = []
  /// Those that cannot be drawn in pixels, and are in cells.
  package internal(set) var pixelless: Set<StoredPicture> = []
  /// Articles whose text has changed since their pictures began to be fetched.
  var again: Set<ArticleID> = []
  /// Articles whose pictures are being fetched.
  package internal(set) var fetching: Set<ArticleID> = []
  /// Articles of which the person asked for pictures, and hears what came.
  var announced: Set<ArticleID> = []

  /// Nothing open.
  package init() {}

  /// Whether drawings are on their way.
  var isDrawing: Bool { drawings.values.contains { $0 == nil } }

  /// The sides, in pixels, of the pictures that the text shows, by their addresses.
  package var sizes: [String: PictureSize] { shown.compactMapValues(\.name.size) }

  /// Another article is open, or the same with another text or other pictures.
  mutating func open(_ body: ArticleBody?, stored: [String: StoredPicture]?, shows: Bool) {
    self.stored = stored
    var next: [String: StoredPicture] = [:]
    for image in shows ? body?.pictures ?? [] : [] {
      guard let picture = stored?[PictureName.key(of: image.url)], !broken.contains(picture),
        picture.name.canBeSeen
      else { continue }
      next[image.url] = picture
    }
    shown = next
    let kept = Set(next.values)
    drawings = drawings.filter { kept.contains($0.key.picture) || $0.value?.isEmpty != false }
  }
}
