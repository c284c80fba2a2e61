import ArticleSearch
import ArticleStore
package import ReadingList
import ReadingServices

/// Full text: asking it, and what it says.
///
/// The list shows at once what the list index finds; what full text finds joins it when it comes.
extension ReadingListModel {
  /// Sorts what was found by how well it matches, or as the list is sorted.
  func toggleRanking() -> CommandOutcome {
    guard search.isActive else { return .refused("Nothing is searched for; type / first") }
    navigation.place.ranksMatches.toggle()
    refreshList()
    return .done(
      navigation.place.ranksMatches
        ? "Best matches first" : "Sorted by \(navigation.order.title)"
    )
  }

  /// Whether the best matches stand first on the list.
  package var isRanked: Bool {
    search.isActive && navigation.place.ranksMatches && !search.answer.ranking.isEmpty
      && search.question?.query.order == nil
  }

  /// Asks full text for what a list needs of it.
  func askFullText(_ list: ListModel, of snapshot: LibrarySnapshot) {
    guard let service = searchService, !list.textConditions.isEmpty else {
      search.question = nil
      search.answer = SearchAnswer()
      search.request = nil
      return
    }
    let question = SearchModel.Question(query: list.query, view: navigation.view)
    guard question != search.question || search.isStale else { return }
    if question != search.question {
      // What the words before found in the texts is not what these find; their order stays until these have one.
      search.answer.corrections = [:]
      search.answer.words = []
      // The process that was writing may be done by now; it is asked no more than once for each search.
      if search.isBehind {
        search.isBehind = false
        indexTexts()
      }
      search.snippets = [:]
    }
    search.snippetsAsked = []
    search.question = question
    search.isStale = false
    let request = nextRequest()
    search.request = request
    search.lastRequest = request
    service.search(list.query, in: navigation.view, of: snapshot, request: request)
  }

  /// The words that articles on the list were found by; none without a search.
  var foundWords: [String] {
    guard let terms = search.question?.query.searchTerms else { return [] }
    let written = terms.tests.compactMap { test in
      switch test {
      case .text(let text), .prefix(let text): text
      default: nil
      }
    }
    return Array(Set(search.answer.words + written)).sorted()
  }

  /// Asks for pieces of text around what was found in the articles on screen.
  package func wantSnippets(of ids: [ArticleID]) {
    guard let service = searchService, search.request == nil, let request = search.lastRequest,
      let terms = search.question?.query.searchTerms
    else { return }
    let new = ids.filter { search.snippetsAsked.insert($0).inserted }
    guard !new.isEmpty else { return }
    search.snippetsUnderWay += 1
    service.findSnippets(of: new, for: terms, request: request)
  }

  func finishSearch(request: Int, _ result: Result<SearchAnswer, SearchError>) {
    guard search.request == request else { return }
    search.request = nil
    switch result {
    case .success(let answer):
      search.answer = answer
      search.isMadeAnew = false
      if search.landsOnBest, isRanked { navigation.place.cursor = answer.ranking.first }
      search.landsOnBest = false
    case .failure(let error):
      search.answer.ranking = []
      mend(error)
    }
    refreshList()
  }

  /// Has an index made again that does not answer, and says why it does not where that does not help.
  private func mend(_ error: SearchError) {
    // One that is being made says how far it is.
    guard search.indexings == 0, !search.isBehind else { return }
    if error.asksForRebuild, !isReadOnly, !search.isMadeAnew {
      search.isMadeAnew = true
      indexTexts(isDamaged: error != .missing)
    } else if error != .missing {
      tell(error, "Texts were not searched: the full-text index cannot be used")
    }
  }

  /// Says once what is the matter with the index.
  private func tell(_ error: SearchError, _ what: String) {
    if error != search.problem { status = .error("\(what): \(error.message)") }
    search.problem = error
  }

  func finishSnippets(request: Int, _ found: [ArticleID: SearchSnippet]) {
    search.snippetsUnderWay -= 1
    guard search.lastRequest == request, search.question != nil else { return }
    search.snippets.merge(found) { $1 }
  }

  func noteIndexing(_ result: Result<IndexProgress, SearchError>) {
    switch result {
    case .success(let progress):
      search.progress = progress.isComplete ? nil : progress
      guard progress.isComplete else { break }
      search.problem = nil
      if settings.views.views.contains(where: \.asksAboutTexts) {
        areViewCountsStale = true
      }
    case .failure(.locked):
      search.isBehind = true
      return
    case .failure(let error):
      tell(error, "The full-text index cannot be written")
      search.progress = nil
    }
    guard search.question != nil else { return }
    search.isStale = true
    refreshList()
  }
}
