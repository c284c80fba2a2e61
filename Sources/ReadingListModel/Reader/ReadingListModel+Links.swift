import ArticleStore
import Discovery
package import ReadingList
import ReadingServices

extension ReadingListModel {
  /// The article that is saved under an address; nil when none is.
  package func savedArticle(at url: String) -> ArticleID? {
    guard let address = try? WebAddress(url), let id = snapshot.id(for: address),
      let row = snapshot.row(of: id), !snapshot[row].membership.isDeleted
    else { return nil }
    return id
  }

  /// Opens the article that is saved under an address.
  func openSaved(_ url: String) -> CommandOutcome {
    guard let id = savedArticle(at: url), let row = snapshot.row(of: id) else {
      return .refused("No saved article has the address \(url)")
    }
    openInItsList(snapshot[row])
    return .done
  }

  /// Fetches the page at an address and shows it as what was picked is shown, which saves nothing.
  func readHere(_ url: String) -> CommandOutcome {
    if savedArticle(at: url) != nil { return openSaved(url) }
    guard let address = try? WebAddress(url) else {
      return .invalid("“\(url.prefix(60))” is not a web address")
    }
    let origin = reader.article?.title ?? ""
    if isDiscovering { savePickedPlace() } else { move(to: .list(.discovery)) }
    closePickedReader()
    navigation.focus = .reader
    let request = nextRequest()
    discovery.page = (request, origin)
    discovery.state = .looking(summary: "Fetching…", site: address.siteName)
    discoveryService.read(address, request: request)
    return .done
  }

  /// Shows the page that was fetched, where somebody still waits for it.
  func finishPage(_ result: Result<PickedArticle, PickProblem>) {
    let origin = discovery.page?.origin
    discovery.giveUpPage()
    guard isDiscovering else { return }
    switch result {
    case .success(let picked): present(picked, from: origin)
    case .failure(let problem):
      if let jump = jump(by: -1) {
        show(jump)
      } else {
        restorePicked()
      }
      if case .notFound(let reason) = problem { status = .error(reason) }
    }
  }
}
