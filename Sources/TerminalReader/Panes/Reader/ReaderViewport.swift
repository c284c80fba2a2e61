package import ReadingList
import TerminalKit
package import Typesetting

/// The open article as lines of a certain width, and which of them is first on screen.
///
/// The anchor is what the person scrolled to; it stays when only the width changes, so that going back
/// to a width shows the very same lines.
package struct ReaderViewport {
  /// What a typesetting depends on.
  package struct Key: Equatable {
    package var id: ArticleID
    package var generation: Int
    package var width: Int
    package var options: TypesetOptions
    package var header: ArticleHeader
    /// Lines after the text: a blank one and what can be done at its end; 0 for none.
    package var endLines: Int
  }

  /// What the lines were made of.
  package let key: Key
  /// The lines; while not all is set, those that a window shows here and some around them.
  package private(set) var text: TypesetText
  /// The first line on screen; 0 only where the text begins.
  package private(set) var top = 0
  /// The first visible character that the person scrolled to.
  package private(set) var anchor: ReadingPosition

  /// The line that everything above was read, without a gap.
  private var readLine = 0
  /// What is left to be set; nil when all is.
  private var rest: Rest?

  /// What is needed for setting the rest.
  private struct Rest {
    var typesetting: StepwiseTypesetting
    /// Rows of a window that the lines so far are enough for.
    var rows: Int
    var progress: Progress
    var isJoined: Bool?
    /// Where the window began at first.
    var start: ReadingPosition
    /// The lines that it was scrolled by since, step after step, and the rows it had then.
    var steps: [(lines: Int, rows: Int)] = []
  }

  /// How much the place of another width may differ from where its progress says, in percent.
  private static let tolerance = 5

  /// Typesets an article and finds the place in it.
  ///
  /// - Parameters:
  ///   - key: what the lines depend on.
  ///   - body: the text.
  ///   - anchor: the first character that is wanted on screen.
  ///   - rows: rows of text on screen.
  ///   - progress: how much was read before.
  ///   - isJoined: whether all above the anchor was read; nil where only progress says.
  ///   - isWhole: whether all of a long text is set at once.
  package init(
    key: Key, body: ArticleBody, anchor: ReadingPosition, rows: Int, progress: Progress = .none,
    isJoined: Bool? = nil, isWhole: Bool = true
  ) {
    self.key = key
    self.anchor = anchor
    var typesetting = StepwiseTypesetting(
      body, header: key.header, width: key.width, options: key.options)
    typesetting.set(lines: isWhole ? .max : StepwiseTypesetting.step)
    if typesetting.isWhole {
      text = typesetting.text
    } else {
      text = typesetting.excerpt(around: anchor, rows: rows)
      rest = Rest(
        typesetting: typesetting, rows: rows, progress: progress, isJoined: isJoined, start: anchor)
    }
    place(at: anchor, rows: rows, progress: progress, isJoined: isJoined)
  }

  /// Whether all is set; until then nothing but drawing and scrolling looks at the lines.
  package var isWhole: Bool { rest == nil }

  /// Whether there are lines enough for a window.
  func fills(rows: Int) -> Bool { rest.map { rows <= $0.rows } ?? true }

  /// Sets some more of the text, or all of it.
  ///
  /// - Returns: how much was read by the scrolling until then, once all is set.
  package mutating func setMore(toEnd: Bool = false, rows: Int) -> Progress {
    rest?.typesetting.set(lines: toEnd ? .max : StepwiseTypesetting.step)
    guard let rest, rest.typesetting.isWhole else { return .none }
    self.rest = nil
    text = rest.typesetting.text
    place(at: rest.start, rows: rows, progress: rest.progress, isJoined: rest.isJoined)
    return rest.steps.reduce(.none) { max($0, read(by: $1.lines, rows: $1.rows)) }
  }

  /// Scrolls by lines in a text of which not all is set.
  private mutating func scrollExcerpt(by lines: Int, rows: Int) {
    guard var rest = self.rest else { return }
    rest.steps.append((lines, rows))
    // Several lines may begin at the anchor.
    let offset = top - text.line(at: anchor)
    text = rest.typesetting.excerpt(
      around: anchor, rows: rows + max(0, offset + lines),
      // A line before the new first one, which would else seem to be the first of the text.
      above: 1 - offset - lines)
    rest.rows = rows
    self.rest = rest
    scroll(to: text.line(at: anchor) + offset + lines, rows: rows)
  }

  /// Finds a place in the text without having gone there.
  ///
  /// - Parameters:
  ///   - anchor: the first character that is wanted on screen.
  ///   - rows: rows of text on screen.
  ///   - progress: how much was read before.
  ///   - isJoined: whether all above the anchor was read; nil where only progress says.
  package mutating func place(
    at anchor: ReadingPosition, rows: Int, progress: Progress, isJoined: Bool? = nil
  ) {
    self.anchor = anchor
    top = anchor == .start ? 0 : text.line(at: anchor)
    clamp(rows: rows)
    readLine = text.lines.count * progress.percent / 100
    let share = text.progress(ofViewportEndingAt: top).percent
    if isJoined ?? (share <= progress.percent + Self.tolerance) { readLine = max(readLine, top) }
  }

  /// Whether all above the first line on screen was read, so that reading goes on from there; nil where only
  /// progress says.
  package var isJoined: Bool? {
    guard let rest else { return top <= readLine }
    return rest.steps.contains { $0.lines > $0.rows } ? false : rest.isJoined
  }

  /// Scrolls by lines as a person does who reads.
  ///
  /// - Returns: how much was read by it: nothing where lines were skipped, now or before.
  package mutating func read(by lines: Int, rows: Int) -> Progress {
    // Where a block is huge, or many lines are skipped, an excerpt is no less work than all of it.
    if !isWhole, max(text.lines.count, abs(lines)) <= StepwiseTypesetting.step {
      scrollExcerpt(by: lines, rows: rows)
      return .none
    }
    let known = setMore(toEnd: true, rows: rows)
    let (before, wasJoined) = (top, top <= readLine)
    scroll(to: top.saturatedAdding(lines), rows: rows)
    guard wasJoined, top <= before + rows else { return known }
    readLine = max(readLine, top + rows)
    return max(known, progress(rows: rows))
  }

  /// Goes to the end, which says that the article is done with.
  package mutating func finish(rows: Int) -> Progress {
    scroll(to: .max, rows: rows)
    readLine = text.lines.count
    return progress(rows: rows)
  }

  /// The largest `top` that fills a window of rows.
  package func lastTop(rows: Int) -> Int { max(0, text.lines.count + key.endLines - rows) }

  /// Whether what stands after the text is on screen.
  package func showsEnd(rows: Int) -> Bool {
    key.endLines > 0 && top + rows >= text.lines.count + key.endLines
  }

  /// Keeps the last line at the bottom when the window grew.
  package mutating func clamp(rows: Int) { top = min(max(0, top), lastTop(rows: rows)) }

  /// Scrolls to a line, as far as the text goes.
  package mutating func scroll(to line: Int, rows: Int) {
    top = min(max(0, line), lastTop(rows: rows))
    anchor = top == 0 ? .start : text.position(ofLine: top)
  }

  /// Shows a line without having gone there: the anchor stays.
  package mutating func preview(_ line: Int, rows: Int) {
    top = min(max(0, line), lastTop(rows: rows))
  }

  /// How much was seen when `rows` lines are on screen.
  package func progress(rows: Int) -> Progress {
    text.progress(ofViewportEndingAt: min(text.lines.count, top + rows))
  }

  /// Lines at which headings stand.
  package var headingLines: [Int] { text.headings.map(\.line) }

  /// Lines at which blocks of text begin.
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

extension Int {
  /// The sum, or the number that is nearest to it.
  func saturatedAdding(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other > 0 ? .max : .min) : sum
  }
}
