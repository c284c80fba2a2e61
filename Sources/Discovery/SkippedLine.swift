import PageFetch
import ReadingList

/// A line of a list of feeds or addresses that names nothing to deal from.
package struct SkippedLine: Equatable, Sendable {
  /// From 1.
  package let number: Int
  /// What stands there, without line breaks, its beginning where it is long.
  package let text: String

  init(number: Int, text: String) {
    self.number = number
    self.text = text.bounded(.line)
  }

  /// The lines of a source's file that are passed over when it is dealt from, in their order.
  ///
  /// - Parameter path: a list of addresses, or of feeds in OPML; of others there are none.
  /// - Returns: the lines; none of a list without any.
  /// - Throws: `FeedProblem` when nothing can be dealt from the file.
  package static func all(inFile path: String) throws(FeedProblem) -> [SkippedLine] {
    var lines: [SkippedLine] = []
    let page: FetchedPage?
    do throws(PoolKeeper.Problem) { page = try PoolKeeper.file(path, nil) } catch {
      throw FeedProblem(error.words)
    }
    if let page { _ = try SourceAnswer(page, kind: .web) { lines.append($0) } }
    return lines
  }
}
