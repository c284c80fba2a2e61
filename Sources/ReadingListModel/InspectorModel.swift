import ArticleStore
package import ReadingList
import ReadingServices

/// What the inspector shows: an article's record and the links of its text.
///
/// It is read in the background, one article at a time, so that a cursor that runs through a long list
/// has read what it passes as far as there is time, and what it stops at.
package final class InspectorModel: ModelPart {
  private let list: ListModel
  private let reader: ReaderModel
  /// The article that it is about, as known so far; nil while it is being read.
  package private(set) var article: Article?
  /// The links of its text.
  package private(set) var links: [ArticleBody.Link] = []
  /// What the list said of it when it was last asked for.
  private var basis: ArticleSummary?
  /// The text of the reader that `links` are of.
  private var source: Source?

  private struct Source: Equatable {
    var id: ArticleID
    var generation: Int
  }

  init(list: ListModel, reader: ReaderModel) {
    self.list = list
    self.reader = reader
    super.init(list.session, list.library)
  }

  /// What the inspector is about: the open article where the reader has the focus, or would have it, else
  /// the one under the list's cursor; nil when there is none.
  package var subject: ArticleID? { isReaderMeant ? reader.id : list.current?.id }

  private var isReaderMeant: Bool { isDiscovering || navigation.mainFocus == .reader }

  /// Sees to it that the inspector has what it is about; called while it is on screen.
  package func inspect() {
    if isReaderMeant, let open = reader.article {
      article = open
      article?.progress = reader.progress
      let source = Source(id: open.id, generation: reader.generation)
      guard self.source != source else { return }
      self.source = source
      links = reader.body?.links ?? []
      basis = nil
      return
    }
    guard let summary = isReaderMeant ? nil : list.current else {
      article = nil
      return
    }
    if article?.id != summary.id { article = nil }
    guard !tasks.isAwaited(.inspector), basis != summary else { return }
    let answer = tasks.answer(.inspector) {
      [unowned self] (result: Result<LoadedArticle, StoreError>) in
      basis = summary
      source = nil
      let loaded = try? result.get()
      article = loaded?.article
      links = loaded?.body?.links ?? []
    }
    service.load(summary.id, answer: answer)
  }
}
