import ArticleSearch
import ArticleStore
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
  static let mostRead = 5000

  init(_ library: Library, cache: String, clock: Clock) {
    index = SearchIndex(directory: SearchIndex.directory(of: library, in: cache))
    indexer = LibraryIndexer(library: library, index: index)
    isReadOnly = library.isReadOnly
    self.clock = clock
  }

  /// What full text says of a query; nothing where it cannot be asked.
  func answer(to query: Query, in view: SavedView, of list: LibrarySnapshot) -> SearchAnswer {
    update(to: list)
    do throws(SearchError) {
      return try SearchAnswer(of: index, to: query, in: view, of: list, now: clock.now())
    } catch {
      if !error.asksForRebuild {
        complain(error)
      } else if isReadOnly {
        Output.tell("Texts were not searched: they are not indexed yet")
      }
      return SearchAnswer()
    }
  }

  private func update(to list: LibrarySnapshot) {
    guard !isReadOnly, !indexer.isCurrent(for: list) else { return }
    let line = ProgressLine(isWanted: true)
    defer { line.clear() }
    do throws(SearchError) {
      let progress = try indexer.update(
        to: list,
        atMost: Self.mostRead,
        report: { line.show("Indexing texts: \($0.indexed) of \($0.total)") }
      )
      guard !progress.isComplete else { return }
      line.clear()
      Output.tell(
        "Texts are not indexed yet in \(progress.total - progress.indexed) of \(progress.total) articles; the next search goes on"
      )
    } catch {
      line.clear()
      if error == .locked {
        Output.tell("Texts are being indexed by another luego; not all may be found yet")
      } else {
        complain(error)
      }
    }
  }

  private func complain(_ error: SearchError) {
    Output.complain(
      "The full-text index cannot be used: \(error.message); only titles, sites, authors, tags, notes and addresses were searched"
    )
  }
}
