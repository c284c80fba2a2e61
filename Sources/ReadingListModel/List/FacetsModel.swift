import ArticleStore
package import ReadingList
import ReadingServices

/// What narrows the list on screen: its facets, and the names that a filter being typed can go on with.
package final class FacetsModel: ModelPart {
  private let search: SearchModel
  private let highlights: HighlightsModel
  /// What narrows the list, as it was counted last.
  package private(set) var facets: [Facet] = []
  private var names: NamesInList?

  /// The names of a kind in a list.
  private struct NamesInList {
    let field: NamedField
    /// The list's key.
    let view: String
    var counted: [NameCount] = []
  }

  init(
    _ session: SessionState, _ library: LibraryModel, _ search: SearchModel,
    _ highlights: HighlightsModel
  ) {
    self.search = search
    self.highlights = highlights
    super.init(session, library)
  }

  /// Has counted what narrows the list; `facets` has it when it comes.
  package func count() {
    let answer = tasks.answer(.facets) { [unowned self] (counted: [Facet]) in facets = counted }
    if navigation.view.listsHighlights {
      return service.countFacets(
        of: highlights.collection ?? HighlightCollection(), in: navigation.view,
        filter: navigation.place.filter, snapshot: snapshot, answer: answer)
    }
    service.countFacets(
      of: navigation.view, filter: navigation.place.filter, texts: search.answer.matches,
      in: snapshot, answer: answer)
  }

  /// Has the names of a kind in the list on screen counted, unless they are; `names(of:)` has them when
  /// they come.
  package func countNames(of field: NamedField) {
    guard names?.field != field || names?.view != navigation.view.key else { return }
    names = NamesInList(field: field, view: navigation.view.key)
    let answer = tasks.answer(.names) { [unowned self] (counted: [NameCount]) in
      names?.counted = counted
    }
    service.countNames(of: field, in: navigation.view, in: snapshot, answer: answer)
  }

  /// The names of a kind in the list on screen, as far as they were counted, the most frequent first.
  package func names(of field: NamedField) -> [NameCount] {
    guard let names, names.field == field, names.view == navigation.view.key else { return [] }
    return names.counted
  }

  /// Has names counted again when they are asked about again.
  package func forgetNames() {
    names = nil
    tasks.drop(.names)
  }
}
