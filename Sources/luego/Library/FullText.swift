import Library
import Platform
import ReadingList
import ReadingServices

/// Full-text search for commands: updates the index, for no longer than a person would wait.
///
/// Without a usable index, commands search the list table alone and say so.
struct FullText {
  private let indexer: LibraryIndexer
  let index: SearchIndex
  private let isReadOnly: Bool
  private let clock: Clock

  /// Words indexed before the command answers.
  private static let maxRead = 3_000_000

  init(_ library: Library, cache: String, clock: Clock) {
    index = SearchIndex(of: library, in: cache)
    indexer = LibraryIndexer(library: library, index: index)
    isReadOnly = library.isReadOnly
    self.clock = clock
  }

  /// Searches the texts until `enough` articles are ranked; empty if the index is unusable.
  func answer(
    to query: Query, in view: SavedView, of list: LibrarySnapshot, enough: Int
  ) -> SearchAnswer {
    var limit = enough == .max ? Int.max : SearchAnswer.firstRead
    var isUpdated = update(to: list)
    var isRebuilt = false
    while true {
      do throws(SearchError) {
        let answer = try SearchAnswer(
          of: index, to: query, in: view, of: list, now: clock.now(), reading: limit)
        guard answer.isPartial, answer.ranking.count < enough else { return answer }
        limit += SearchAnswer.nextRead
      } catch {
        if isReadOnly, error == .missing {
          Output.tell("Texts were not searched: they are not indexed yet")
          return SearchAnswer()
        }
        // A damaged index file is noticed only when read.
        if error.asksForRebuild, isUpdated, !isReadOnly, !isRebuilt, (try? index.reset()) != nil {
          isRebuilt = true
          isUpdated = update(to: list)
          continue
        }
        if isUpdated { complain(error) }
        return SearchAnswer()
      }
    }
  }

  /// Returns whether the index is up to date now.
  private func update(to list: LibrarySnapshot) -> Bool {
    guard !isReadOnly else { return true }
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
