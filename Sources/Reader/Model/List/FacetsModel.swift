import Library
package import ReadingList
import ReadingServices

package final class FacetsModel: ModelPart {
  package private(set) var facets: [Facet] = []
  private var names: NamesInList?

  private struct NamesInList {
    let field: NamedField
    let view: String
    var counted: [NameCount] = []
  }

  package func count() {
    let answer = tasks.answer(.facets) { [unowned self] (counted: [Facet]) in facets = counted }
    if navigation.view.listsHighlights {
      return service.countFacets(
        of: model.highlights.collection ?? HighlightCollection(), in: navigation.view,
        filter: navigation.place.filter, snapshot: snapshot, answer: answer)
    }
    service.countFacets(
      of: navigation.view, filter: navigation.place.filter, texts: search.answer.matches,
      in: snapshot, answer: answer)
  }

  /// Counts the names of a field in the list on screen, unless they are known; `names(of:)` returns
  /// them later.
  package func countNames(of field: NamedField) {
    guard names?.field != field || names?.view != navigation.view.key else { return }
    names = NamesInList(field: field, view: navigation.view.key)
    let answer = tasks.answer(.names) { [unowned self] (counted: [NameCount]) in
      names?.counted = counted
    }
    service.countNames(of: field, in: navigation.view, in: snapshot, answer: answer)
  }

  /// The names of a field in the list on screen, the most frequent first; empty until they are
  /// counted.
  package func names(of field: NamedField) -> [NameCount] {
    guard let names, names.field == field, names.view == navigation.view.key else { return [] }
    return names.counted
  }

  package func forgetNames() {
    names = nil
    tasks.drop(.names)
  }
}
