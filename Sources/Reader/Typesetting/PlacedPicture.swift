package import ReadingList
import Terminal

package struct PlacedPicture: Equatable, Sendable {
  package let url: String
  package let alternative: String
  package let line: Int
  package let column: Int
  /// 0 where its words stand for it.
  package let columns: Int
  /// Lines; 1 where its words stand for it.
  package let rows: Int

  package var lines: Range<Int> { line..<(line + rows) }

  /// The cells that a picture takes; a cell is taken for twice as high as wide.
  ///
  /// It keeps its shape, grows no larger than it is where a cell has 8 pixels across, and is no higher than a page of
  /// text of its width is likely to show; columns and rows are at least 1.
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
  /// Leaves room for a picture; its words stand on what is to be seen of it for as long as it is not there.
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
        // Lines of a picture get distinct positions behind its words, so that each can be found again.
        start: ReadingPosition(block: block, offset: row == 0 ? 0 : length + row))
    }
    finishLeaf(length: length + cells.rows)
    isSpaceDue = false
  }
}
