package import ReadingList
import Terminal

/// The open article as lines of a certain width, with a scroll offset.
///
/// The anchor is the position that the user scrolled to. It stays when only the width changes, so
/// that returning to a width shows the very same lines.
package final class ReaderViewport {
  package struct Key: Equatable {
    package var id: ArticleID
    package var body: ArticleBody
    package var width: Int
    package var options: TypesetOptions
    package var header: ArticleHeader
    /// After the text, a blank one and the actions; 0 for none.
    package var endLines: Int
  }

  package let key: Key
  package let text: TypesetText
  package private(set) var top = 0
  package private(set) var anchor: ReadingPosition
  private var linesSinceJump = 0

  package init(key: Key, anchor: ReadingPosition, rows: Int) {
    self.key = key
    self.anchor = anchor
    text = typeset(key.body, header: key.header, width: key.width, options: key.options)
    place(at: anchor, rows: rows)
  }

  package func place(at anchor: ReadingPosition, rows: Int) {
    self.anchor = anchor
    show(anchor == .start ? 0 : text.line(at: anchor), rows: rows)
  }

  /// Scrolls by lines as in reading, negative ones back, and returns the progress made: none
  /// backward, or if lines were skipped.
  ///
  /// After a jump past the known progress, progress counts from a third of a window on.
  package func read(by lines: Int, rows: Int, after known: Progress) -> Progress {
    let (before, shown, joined) = (top, progress(rows: rows), linesSinceJump)
    scroll(to: top + lines, rows: rows)
    guard lines > 0, top <= before + rows else { return .none }
    linesSinceJump = joined + lines
    let isRead = before == 0 || shown <= known || linesSinceJump >= rows / 3
    return isRead ? progress(rows: rows) : .none
  }

  package func finish(rows: Int) -> Progress {
    scroll(to: .max, rows: rows)
    return progress(rows: rows)
  }

  /// The largest `top` that fills a window of rows.
  package func lastTop(rows: Int) -> Int { max(0, text.lines.count + key.endLines - rows) }

  package func showsEnd(rows: Int) -> Bool {
    key.endLines > 0 && top + rows >= text.lines.count + key.endLines
  }

  package func scroll(to line: Int, rows: Int) {
    linesSinceJump = 0
    show(line, rows: rows)
    anchor = top == 0 ? .start : text.position(ofLine: top)
  }

  /// Puts a line at the top, or the last one from which the text fills the window; keeps the anchor.
  package func show(_ line: Int, rows: Int) { top = min(max(0, line), lastTop(rows: rows)) }

  package func progress(rows: Int) -> Progress {
    text.progress(ofViewportEndingAt: min(text.lines.count, top + rows))
  }

  package var headingLines: [Int] { text.headings.map(\.line) }

  package var blockLines: [Int] {
    var lines: [Int] = []
    var last = -1
    for (index, line) in text.lines.enumerated()
    where line.start.block != last && !line.plainText.isEmpty {
      last = line.start.block
      lines.append(index)
    }
    return lines
  }
}
