import ArticleStore
package import ReadingList
import ReadingServices

/// What narrows the list on screen: its facets, and the names that a filter being typed can go on with.
package final class FacetsModel: ModelPart {
  private let search: SearchModel
  private let highlights: HighlightsModel
  /// What narrows the list, as it was counted last.
  package private(set) var facets: [Facet] = []
  private var request: Int?
  private var names: NamesInList?

  /// The names of a kind in a list.
  private struct NamesInList {
    let field: NamedField
    /// The list's key.
    let view: String
    /// What asked for them; nil once they came.
    var request: Int?
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

  /// Whether nothing is being counted.
  var isSettled: Bool { request == nil && names?.request == nil }

  /// Has counted what narrows the list; `facets` has it when it comes.
  package func count() {
    let request = nextRequest()
    self.request = request
    if navigation.view.listsHighlights {
      return service.countFacets(
        of: highlights.collection ?? HighlightCollection(), in: navigation.view,
        filter: navigation.place.filter, snapshot: snapshot, request: request)
    }
    service.countFacets(
      of: navigation.view, filter: navigation.place.filter, texts: search.answer.matches,
      in: snapshot, request: request)
  }

  /// Has the names of a kind in the list on screen counted, unless they are; `names(of:)` has them when
  /// they come.
  package func countNames(of field: NamedField) {
    guard names?.field != field || names?.view != navigation.view.key else { return }
    let request = nextRequest()
    names = NamesInList(field: field, view: navigation.view.key, request: request)
    service.countNames(of: field, in: navigation.view, in: snapshot, request: request)
  }

  /// The names of a kind in the list on screen, as far as they were counted, the most frequent first.
  package func names(of field: NamedField) -> [NameCount] {
    guard let names, names.field == field, names.view == navigation.view.key else { return [] }
    return names.counted
  }

  /// Has names counted again when they are asked about again.
  package func forgetNames() { names = nil }

  func receive(_ counted: [Facet], request: Int) {
    guard self.request == request else { return }
    self.request = nil
    facets = counted
  }

  func receive(_ counted: [NameCount], request: Int) {
    guard names?.request == request else { return }
    names?.request = nil
    names?.counted = counted
  }
}
