import ArticleStore
package import ReadingList
import ReadingServices

/// What the inspector shows: an article's record and the links of its text.
///
/// It is read in the background, one article at a time, so that a cursor that runs through a long list
/// has read what it passes as far as there is time, and what it stops at.
package struct InspectorModel: Sendable {
  /// The article that it is about, as known so far; nil while it is being read.
  package internal(set) var article: Article?
  /// The links of its text.
  package internal(set) var links: [ArticleBody.Link] = []
  /// What the list said of it when it was last asked for.
  var basis: ArticleSummary?
  /// The text of the reader that `links` are of.
  var source: Source?
  /// The request whose answer is awaited, and for what.
  var request: (number: Int, basis: ArticleSummary)?

  struct Source: Equatable {
    var id: ArticleID
    var generation: Int
  }

  /// Nothing read yet.
  package init() {}
}

extension ReadingListModel {
  /// What the inspector is about: the open article where the reader has the focus, or would have it, else
  /// the one under the list's cursor; nil when there is none.
  package var inspectedID: ArticleID? { isReaderInspected ? reader.id : list.current?.id }

  private var isReaderInspected: Bool { isDiscovering || navigation.focus == .reader }

  /// Shows the inspector, or not.
  package func setInspector(shown: Bool) { navigation.panes.showsInspector = shown }

  /// Opens a panel, or closes it.
  package func setPanel(_ panel: PaneState.Panel?) {
    navigation.panes.panel = panel
    if panel == nil, navigation.panes.focus == .panel { navigation.panes.focus = nil }
  }

  /// Wishes for so many rows of the panel.
  package func setPanelRows(_ rows: Int) { navigation.panes.panelRows = rows }

  /// Wishes for widths of panes.
  package func setWidths(_ widths: PaneState.Widths) { navigation.panes.widths = widths }

  /// Gives the focus back from inspector or panel to the pane that had it before.
  package func returnFocus() { navigation.panes.focus = nil }

  /// Sees to it that the inspector has what it is about; called while it is on screen.
  package func inspect() {
    if isReaderInspected, let article = reader.article {
      inspector.article = article
      inspector.article?.progress = reader.progress
      let source = InspectorModel.Source(id: article.id, generation: reader.generation)
      guard inspector.source != source else { return }
      inspector.source = source
      inspector.links = reader.body?.links ?? []
      inspector.basis = nil
      return
    }
    guard let summary = isReaderInspected ? nil : list.current else {
      inspector.article = nil
      return
    }
    if inspector.article?.id != summary.id { inspector.article = nil }
    guard inspector.request == nil, inspector.basis != summary else { return }
    let request = nextRequest()
    inspector.request = (request, summary)
    pendingLoads.insert(request)
    service.load(summary.id, request: request)
  }

  /// Takes an article that was read for the inspector.
  ///
  /// - Returns: whether it was.
  func finishInspecting(request: Int, _ result: Result<LoadedArticle, StoreError>) -> Bool {
    guard let awaited = inspector.request, awaited.number == request else { return false }
    inspector.request = nil
    inspector.basis = awaited.basis
    inspector.source = nil
    let loaded = try? result.get()
    inspector.article = loaded?.article
    inspector.links = loaded?.body?.links ?? []
    return true
  }
}
