import Library
package import ReadingList
import ReadingServices

/// Full-text search in the list on screen, and the state of its index.
///
/// The list index shows its matches at once; those in the full text are added later.
package final class SearchModel: ModelPart {
  private struct Question: Equatable {
    var query: Query
    var view: SavedView
  }

  private var texts: SearchService? { model.texts }
  private var question: Question?
  /// The last answer to the current search, or an older one until it comes.
  private(set) var answer = SearchAnswer()
  /// Whether the answer is final: to the current search, with all phrases checked.
  private var isComplete = false
  /// Whether the cursor will move to the best match; false once the person moves it.
  var landsOnBest = false
  var isStale = false
  package private(set) var snippets: [ArticleID: SearchSnippet] = [:]
  private var snippetsAsked: Set<ArticleID> = []
  private var progress: IndexProgress?
  /// Whether the index was locked by another process writing it.
  private var isBehind = false
  private var indexings = 0
  private lazy var indexing = tasks.stream {
    [unowned self] (reached: Result<IndexProgress, SearchError>?) in
    if let reached { noteIndexing(reached) } else { indexings -= 1 }
  }
  /// It is not rebuilt again before it answers.
  private var isRebuilt = false
  /// Why the index cannot be used or written, as last reported.
  private var problem: SearchError?

  package var indexedPercent: Int? { progress?.percent }

  var isIndexing: Bool { indexings > 0 }

  package var isActive: Bool { question?.query.searchTerms != nil }

  package var isRanked: Bool { isActive && !answer.ranking.isEmpty && question?.query.order == nil }

  func ask(_ list: ListContents, of snapshot: LibrarySnapshot) {
    guard texts != nil, !list.textConditions.isEmpty else {
      question = nil
      answer = SearchAnswer()
      snippets = [:]
      tasks.drop(.search)
      return
    }
    let next = Question(query: list.articleQuery, view: navigation.view)
    guard next != question || isStale else { return }
    if next != question {
      // Drops what belongs to the previous words, except the ranking, which stays until there is a
      // new one.
      answer.words = []
      answer.isPartial = false
      isComplete = false
      // The other process may have finished writing; tried once per search.
      if isBehind {
        isBehind = false
        index()
      }
      snippets = [:]
    }
    snippetsAsked = []
    question = next
    isStale = false
    search(next, reading: SearchAnswer.firstRead)
  }

  /// Asks for an answer, and for better ones until all phrases are checked.
  private func search(_ asked: Question, reading limit: Int) {
    let reply = tasks.answer(.search) {
      [unowned self] (result: Result<SearchAnswer, SearchError>) in
      let isPartial = (try? result.get().isPartial) == true
      // A complete list stays until there is another: rows that vanish briefly would move the
      // cursor.
      if !isPartial || !isComplete { finish(result) }
      if isPartial { search(asked, reading: limit + SearchAnswer.nextRead) }
    }
    texts?.search(asked.query, in: asked.view, of: snapshot, reading: limit, answer: reply)
  }

  var foundWords: [String] {
    guard let terms = question?.query.searchTerms else { return [] }
    let written = terms.compactMap { test in
      switch test {
      case .text(let text), .exact(let text), .prefix(let text), .part(let text): text
      default: nil
      }
    }
    return Array(Set(answer.words + written)).sorted()
  }

  package func wantSnippets(of ids: [ArticleID]) {
    guard let texts, !tasks.isAwaited(.search) || answer.isPartial, let question,
      let terms = question.query.searchTerms
    else { return }
    let new = ids.filter { snippetsAsked.insert($0).inserted }
    guard !new.isEmpty else { return }
    let answer = tasks.answer { [unowned self] (found: [ArticleID: SearchSnippet]) in
      if self.question == question { snippets.merge(found) { $1 } }
    }
    texts.findSnippets(of: new, for: terms, answer: answer)
  }

  /// Indexes the saved state of the library: with changes still being saved, old texts would count
  /// as indexed.
  func index(isDamaged: Bool = false) {
    guard !isReadOnly, !library.confirmed.needsReload,
      texts?.follow(library.confirmed, isDamaged: isDamaged, report: indexing) == true
    else { return }
    indexings += 1
  }

  func count(_ views: [SavedView], answer: @escaping Answer<[String: Int]>) -> Bool {
    guard let texts, views.contains(where: \.asksAboutTexts) else { return false }
    texts.countViews(views, in: snapshot, answer: answer)
    return true
  }

  private func finish(_ result: Result<SearchAnswer, SearchError>) {
    switch result {
    case .success(let found):
      answer = found
      isComplete = !found.isPartial
      isRebuilt = false
      if landsOnBest, isRanked, let best = found.ranking.first {
        navigation.place.cursor = Navigation.Item(best)
      }
      landsOnBest = landsOnBest && found.isPartial && found.ranking.isEmpty
    case .failure(let error):
      answer.ranking = []
      (answer.isPartial, isComplete) = (false, false)
      rebuild(after: error)
    }
    library.isListStale = true
  }

  /// Rebuilds an index that does not answer, or reports the error if that does not help.
  private func rebuild(after error: SearchError) {
    // An index being built already shows its progress.
    guard indexings == 0, !isBehind else { return }
    if error.asksForRebuild, !isReadOnly, !isRebuilt {
      isRebuilt = true
      index(isDamaged: error != .missing)
    } else if error != .missing {
      report(error, "Texts were not searched: the full-text index cannot be used")
    }
  }

  private func report(_ error: SearchError, _ what: String) {
    if error != problem { status = .error("\(what): \(error.message)") }
    problem = error
  }

  private func noteIndexing(_ result: Result<IndexProgress, SearchError>) {
    switch result {
    case .success(let reached):
      progress = reached.isComplete ? nil : reached
      if reached.isComplete {
        problem = nil
        if settings.views.views.contains(where: \.asksAboutTexts) { views.areCountsStale = true }
      }
    case .failure(.locked):
      isBehind = true
      return
    case .failure(let error):
      report(error, "The full-text index cannot be written")
      progress = nil
    }
    if question != nil {
      isStale = true
      library.isListStale = true
    }
  }
}
