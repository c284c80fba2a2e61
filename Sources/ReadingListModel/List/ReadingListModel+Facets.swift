import ReadingList
package import ReadingServices

/// What narrows the list on screen, and what widens it.
extension ReadingListModel {
  /// Has counted what narrows the list; `facets` has it when it comes.
  package func askAboutFacets() {
    let request = nextRequest()
    facetRequest = request
    service.countFacets(
      of: navigation.view,
      filter: navigation.place.filter,
      texts: search.answer.matches,
      in: snapshot,
      request: request
    )
  }

  /// Has the names of a kind in the list on screen counted, unless they are; `names(of:)` has them when
  /// they come.
  package func askAboutNames(of field: NamedField) {
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

  func finishFacets(request: Int, _ counted: [Facet]) {
    guard facetRequest == request else { return }
    facetRequest = nil
    facets = counted
  }

  /// Narrows the list to a query; the cursor stays on its article.
  func filter(by text: String) -> CommandOutcome {
    let text = text == Self.everything ? "" : text
    do throws(Query.ParseError) { _ = try Query(parsing: text) } catch {
      return .invalid(error.message)
    }
    typeFilter(text)
    commitFilter()
    search.landsOnBest = false
    return .done
  }

  /// What stands for no filter at all.
  package static let everything = "*"

  /// Looks for what the list is narrowed to among all articles; again, only in the list.
  func widen() -> CommandOutcome {
    let filter = navigation.place.filter
    guard !filter.isEmpty else { return .refused("Nothing to widen; / filters the list") }
    if navigation.view == .everything {
      guard let before = viewBeforeWidening else { return .refused("All articles are searched") }
      show(before)
    } else {
      let before = navigation.view
      let order = navigation.order
      show(.everything)
      viewBeforeWidening = before
      navigation.place.order = order
    }
    navigation.place.filter = filter
    search.landsOnBest = true
    refreshList()
    return .done("Searching \(navigation.view.name)")
  }

  /// Goes back to the list from which all articles were searched.
  func narrow() {
    guard navigation.view == .everything, let before = viewBeforeWidening else { return }
    viewBeforeWidening = nil
    show(before)
  }
}

/// The names of a kind in a list.
struct NamesInList {
  let field: NamedField
  /// The list's key.
  let view: String
  /// What asked for them; nil once they came.
  private(set) var request: Int?
  private(set) var counted: [NameCount] = []

  init(field: NamedField, view: String, request: Int) {
    self.field = field
    self.view = view
    self.request = request
  }

  /// Takes over what was counted, if it is what was asked for.
  mutating func finish(request: Int, _ counted: [NameCount]) {
    guard self.request == request else { return }
    self.request = nil
    self.counted = counted
  }
}
