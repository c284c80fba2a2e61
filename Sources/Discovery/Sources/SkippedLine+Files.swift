package import Feeds
import PageFetch

extension SkippedLine {
  /// The lines of a source's file that are passed over when it is picked from, in their order.
  ///
  /// - Parameter path: a list of addresses, or of feeds in OPML; of others there are none.
  /// - Returns: the lines; none of a list without any.
  /// - Throws: `FeedProblem` when nothing can be picked from the file.
  package static func all(inFile path: String) throws(FeedProblem) -> [SkippedLine] {
    var lines: [SkippedLine] = []
    let page: FetchedPage?
    do throws(PoolStore.Problem) { page = try PoolStore.file(path, nil) } catch {
      throw FeedProblem(error.summary)
    }
    if let page { _ = try SourceAnswer(page, kind: .web) { lines.append($0) } }
    return lines
  }
}
