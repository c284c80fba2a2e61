import ArticleStore
import Platform
import ReadingList
import ReadingListModel
import ReadingServices
import TerminalKit
import TerminalReader
import Typesetting

/// The stored pictures of an article, for printing them in its text.
struct PrintedPictures {
  private let stored: [String: StoredPicture]
  private let renderer: PictureRenderer
  private let colors: PictureDrawing.Colors
  /// Those that were drawn.
  private var cells: [Place: PictureCells] = [:]

  /// The same picture may stand in the text and, smaller, in a quote.
  private struct Place: Hashable {
    var url: String
    var columns: Int
  }

  /// A picture as it was drawn for a place in the text; nil where its words stand.
  func cells(of placed: PlacedPicture) -> PictureCells? {
    cells[Place(url: placed.url, columns: placed.columns)]
  }

  /// Takes the pictures of a text that can be drawn; nil where there are none, or no way to draw them.
  init?(
    of body: ArticleBody,
    _ id: ArticleID,
    in library: Library,
    program: Program
  ) {
    guard program.capabilities.hasColor, program.config.settings.pictures != "off" else {
      return nil
    }
    let renderer = program.pictureRenderer(of: library)
    guard renderer.canDraw, let files = library.listedPictures(of: id) else { return nil }
    var stored: [String: StoredPicture] = [:]
    for image in body.pictures {
      guard let picture = files[PictureName.key(of: image.url)], picture.name.canBeSeen else {
        continue
      }
      stored[image.url] = picture
    }
    guard !stored.isEmpty else { return nil }
    self.stored = stored
    self.renderer = renderer
    colors = Capabilities.colorDepth(program.environment).pictureColors
  }

  /// Milliseconds that drawing all of them may take.
  private static let timeout: Int64 = 15_000

  /// Has a text set with room for them, and draws them; those that cannot be drawn are shown as words.
  ///
  /// - Parameter set: sets the text with room for pictures of the sides that it is given, by their addresses.
  /// - Returns: the text.
  mutating func draw(in set: ([String: PictureSize]) -> TypesetText) async -> TypesetText {
    var sizes = stored.compactMapValues(\.name.size)
    let start = MonotonicClock.milliseconds()
    while true {
      let text = set(sizes)
      var isWhole = true
      for placed in text.pictures where placed.columns > 0 {
        guard MonotonicClock.milliseconds() - start < Self.timeout else {
          // What is not drawn by now is shown as words.
          let drawn = Set(cells.keys.map(\.url))
          let late = Set(text.pictures.filter { cells(of: $0) == nil }.map(\.url))
          sizes = sizes.filter { drawn.contains($0.key) && !late.contains($0.key) }
          isWhole = false
          break
        }
        guard cells(of: placed) == nil else { continue }
        guard let picture = stored[placed.url] else { continue }
        let drawing = PictureDrawing(
          picture,
          columns: placed.columns,
          rows: placed.rows,
          colors: colors
        )
        if let drawn = try? await renderer.draw(drawing),
          let read = PictureCells(drawn, columns: placed.columns, rows: placed.rows)
        {
          cells[Place(url: placed.url, columns: placed.columns)] = read
        } else {
          sizes[placed.url] = nil
          isWhole = false
        }
      }
      if isWhole { return text }
    }
  }
}
