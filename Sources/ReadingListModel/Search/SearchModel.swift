import ArticleStore
import ArticleSearch
package import ReadingList
import ReadingServices

/// Full text: what it has said of the list on screen, what is being asked, and how far its index has come.
///
/// The list shows at once what the list index finds; what full text finds joins it when it comes.
package final class SearchModel: ModelPart {
  /// What was asked.
  private struct Question: Equatable {
    var query: Query
    var view: SavedView
  }

  /// Nil where there is none.
  private let texts: SearchService?
  /// The last question; nil while the list asks nothing of full text.
  private var question: Question?
  /// What was answered last, as far as it belongs to the question.
  private(set) var answer = SearchAnswer()
  /// Whether the cursor goes to the best match when it is known: until the person moves it.
  var landsOnBest = false
  /// Whether library or index have changed since it was asked.
  var isStale = false
  /// Pieces of text around what was found, as far as rows were seen.
  package private(set) var snippets: [ArticleID: SearchSnippet] = [:]
  /// The articles whose pieces of text were asked for.
  private var snippetsAsked: Set<ArticleID> = []
  /// How far the index has come; nil when there was nothing to do.
  private var progress: IndexProgress?
  /// Whether another process was writing the index when this one wanted to.
  private var isBehind = false
  /// How often indexing began and did not end.
  private var indexings = 0
  /// Called when the index is whole, so that what views hold is to be counted again.
  var isWhole: () -> Void = {}
  private var indexing: Answer<Result<IndexProgress, SearchError>?> = { _ in }
  /// Whether the index was rebuilt since it answered last; what does not help is not done again.
  private var isRebuilt = false
  /// Why the index cannot be used or written, as it was said last.
  private var problem: SearchError?

  init(_ session: SessionState, _ library: LibraryModel, _ texts: SearchService?) {
    self.texts = texts
    super.init(session, library)
    indexing = tasks.stream { [unowned self] (reached: Result<IndexProgress, SearchError>?) in
      if let reached { noteIndexing(reached) } else { indexings -= 1 }
    }
  }

  /// How much of the texts is indexed, in percent; nil when all is.
  package var indexedPercent: Int? { progress?.percent }

  /// Words that may be meant instead of those that were not found.
  package var corrections: [String: String] { answer.corrections }

  /// Whether texts are being indexed.
  var isIndexing: Bool { indexings > 0 }

  /// Whether the list on screen is narrowed by words.
  package var isActive: Bool { question?.query.searchTerms != nil }

  /// Whether the best matches stand first on the list.
  package var isRanked: Bool {
    isActive && navigation.place.ranksMatches && !answer.ranking.isEmpty
      && question?.query.order == nil
  }

  /// Sorts what was found by how well it matches, or as the list is sorted.
  func toggleRanking() -> CommandOutcome {
    guard isActive else { return .refused("Nothing is searched for; type / first") }
    navigation.place.ranksMatches.toggle()
    library.isListStale = true
    return .done(
      navigation.place.ranksMatches ? "Best matches first" : "Sorted by \(navigation.order.title)")
  }

  /// Asks full text for what a list needs of it.
  func ask(_ list: ListContents, of snapshot: LibrarySnapshot) {
    guard let texts, !list.textConditions.isEmpty else {
      question = nil
      answer = SearchAnswer()
      tasks.drop(.search)
      return
    }
    let next = Question(query: list.articleQuery, view: navigation.view)
    guard next != question || isStale else { return }
    if next != question {
      // What the words before found in the texts is not what these find; their order stays until these have one.
      answer.corrections = [:]
      answer.words = []
      // The process that was writing may be done by now; it is asked no more than once for each search.
      if isBehind {
        isBehind = false
        index()
      }
      snippets = [:]
    }
    snippetsAsked = []
    question = next
    isStale = false
    let reply = tasks.answer(.search) {
      [unowned self] (result: Result<SearchAnswer, SearchError>) in
      finish(result)
    }
    texts.search(list.articleQuery, in: navigation.view, of: snapshot, answer: reply)
  }

  /// The words that articles on the list were found by; none without a search.
  var foundWords: [String] {
    guard let terms = question?.query.searchTerms else { return [] }
    let written = terms.tests.compactMap { test in
      switch test {
      case .text(let text), .exact(let text), .prefix(let text), .part(let text): text
      default: nil
      }
    }
    return Array(Set(answer.words + written)).sorted()
  }

  /// Asks for pieces of text around what was found in the articles on screen.
  package func wantSnippets(of ids: [ArticleID]) {
    guard let texts, !tasks.isAwaited(.search), let question,
      let terms = question.query.searchTerms
    else { return }
    let new = ids.filter { snippetsAsked.insert($0).inserted }
    guard !new.isEmpty else { return }
    let answer = tasks.answer { [unowned self] (found: [ArticleID: SearchSnippet]) in
      if self.question == question { snippets.merge(found) { $1 } }
    }
    texts.findSnippets(of: new, for: terms, answer: answer)
  }

  /// Has the index brought to what the disk is known to hold; what is only on its way there would be
  /// taken for read.
  func index(isDamaged: Bool = false) {
    guard !isReadOnly, !library.confirmed.needsReload,
      texts?.follow(library.confirmed, isDamaged: isDamaged, report: indexing) == true
    else { return }
    indexings += 1
  }

  /// Counts what views hold that ask about texts.
  ///
  /// - Returns: whether it can.
  func count(_ views: [SavedView], answer: @escaping Answer<[String: Int]>) -> Bool {
    guard let texts, views.contains(where: \.asksAboutTexts) else { return false }
    texts.countViews(views, in: snapshot, answer: answer)
    return true
  }

  private func finish(_ result: Result<SearchAnswer, SearchError>) {
    switch result {
    case .success(let found):
      answer = found
      isRebuilt = false
      if landsOnBest, isRanked { navigation.place.cursor = found.ranking.first }
      landsOnBest = false
    case .failure(let error):
      answer.ranking = []
      rebuild(after: error)
    }
    library.isListStale = true
  }

  /// Has an index rebuilt that does not answer, and says why it does not where that does not help.
  private func rebuild(after error: SearchError) {
    // One that is being made says how far it is.
    guard indexings == 0, !isBehind else { return }
    if error.asksForRebuild, !isReadOnly, !isRebuilt {
      isRebuilt = true
      index(isDamaged: error != .missing)
    } else if error != .missing {
      report(error, "Texts were not searched: the full-text index cannot be used")
    }
  }

  /// Says once what is the matter with the index.
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
        isWhole()
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
