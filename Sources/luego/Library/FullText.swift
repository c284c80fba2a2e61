import ArticleSearch
import ArticleStore
import Platform
import ReadingList
import ReadingServices

/// Full text for commands: brings the index up to date as far as a person would wait, and asks it.
///
/// Without an index that can be used, commands find what the list index alone finds, and say so.
struct FullText {
  private let indexer: LibraryIndexer
  let index: SearchIndex
  private let isReadOnly: Bool
  private let clock: Clock

  /// The most articles that a command reads before it answers.
  static let maxRead = 5000

  init(_ library: Library, cache: String, clock: Clock) {
    index = SearchIndex(of: library, in: cache)
    indexer = LibraryIndexer(library: library, index: index)
    isReadOnly = library.isReadOnly
    self.clock = clock
  }

  /// What full text says of a query; nothing where it cannot be asked.
  func answer(to query: Query, in view: SavedView, of list: LibrarySnapshot) -> SearchAnswer {
    var isUpdated = update(to: list)
    var isRebuilt = false
    while true {
      do throws(SearchError) {
        return try SearchAnswer(of: index, to: query, in: view, of: list, now: clock.now())
      } catch {
        if isReadOnly, error == .missing {
          Output.tell("Texts were not searched: they are not indexed yet")
          return SearchAnswer()
        }
        // That a file of it is damaged shows only when it is read.
        if error.asksForRebuild, isUpdated, !isReadOnly, !isRebuilt, (try? index.reset()) != nil {
          isRebuilt = true
          isUpdated = update(to: list)
          continue
        }
        // Where it could not be brought up to date, that was said.
        if isUpdated { complain(error) }
        return SearchAnswer()
      }
    }
  }

  /// Brings the index up to date where it is not; gives whether it could be done.
  private func update(to list: LibrarySnapshot) -> Bool {
    guard !isReadOnly, !indexer.isCurrent(for: list) else { return true }
    let line = ProgressLine(isWanted: true)
    defer { line.clear() }
    do throws(SearchError) {
      let progress = try indexer.update(
        to: list, atMost: Self.maxRead,
        report: { line.show("Indexing texts: \($0.indexed) of \($0.total)") })
      guard !progress.isComplete else { return true }
      line.clear()
      Output.tell(
        "Texts are not indexed yet in \(progress.total - progress.indexed) of \(progress.total) articles; the next search goes on"
      )
      return true
    } catch {
      line.clear()
      if error == .locked {
        Output.tell("Texts are being indexed by another luego; not all may be found yet")
      } else {
        complain(error)
      }
      return false
    }
  }

  private func complain(_ error: SearchError) {
    Output.complain(
      "The full-text index cannot be used: \(error.message); only titles, sites, authors, tags, notes and addresses were searched"
    )
  }
}
