import ArticleStore
package import ReadingList

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
}
