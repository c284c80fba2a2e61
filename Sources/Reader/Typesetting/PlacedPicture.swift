package import ReadingList
import Terminal

package struct PlacedPicture: Equatable, Sendable {
  package let url: String
  package let alternative: String
  package let line: Int
  package let column: Int
  /// 0 if its words replace it.
  package let columns: Int
  /// 1 if its words replace it.
  package let rows: Int

  package var lines: Range<Int> { line..<(line + rows) }

  /// The cells of a picture, if a cell is twice as high as wide; at least 1 by 1.
  ///
  /// Keeps the picture's shape, enlarges nothing if a cell is 8 pixels wide, and is no higher than
  /// a page of text of its width is likely to show.
  package static func cells(of size: PictureSize, in columns: Int) -> (columns: Int, rows: Int) {
    let highest = max(4, columns / 3)
    var width = min(max(1, columns), max(1, (size.width + 4) / 8))
    var height = max(1, (width * size.height + size.width) / (2 * size.width))
    if height > highest {
      height = highest
      width = min(width, max(1, height * 2 * size.width / size.height))
    }
    return (width, height)
  }
}

extension Typesetter {
  /// Leaves room for a picture; until it is drawn, its words are shown in the visible part.
  mutating func setPicture(_ image: ArticleBody.Image, _ size: PictureSize) {
    space()
    let room = available
    let cells = PlacedPicture.cells(of: size, in: room)
    let before = (room - cells.columns) / 2
    addPicture(image, indent: before, columns: cells.columns, rows: cells.rows)
    let length = image.alternative.count
    for row in 0..<cells.rows {
      let shown = String(repeating: " ", count: cells.columns)
      append(
        [
          TypesetLine.Run(String(repeating: " ", count: before), Style()),
          TypesetLine.Run(shown, Style(.placeholder, on: .panel)),
        ],
        // A picture's lines get distinct positions after its words, so that each can be found
        // again.
        start: ReadingPosition(block: block, offset: row == 0 ? 0 : length + row))
    }
    finishLeaf(length: length + cells.rows)
    isSpaceDue = false
  }
}
