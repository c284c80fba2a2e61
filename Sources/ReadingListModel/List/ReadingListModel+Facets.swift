import ReadingList
import ReadingServices

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
      let order = navigation.place.order
      show(.everything)
      viewBeforeWidening = before
      navigation.place.order = order
    }
    navigation.place.filter = filter
    refreshList()
    return .done("\(list.rows.count) in \(navigation.view.name)")
  }

  /// Goes back to the list from which all articles were searched.
  func narrow() {
    guard navigation.view == .everything, let before = viewBeforeWidening else { return }
    viewBeforeWidening = nil
    show(before)
  }
}
