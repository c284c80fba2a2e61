import Library
package import ReadingList
import ReadingServices

/// The content of the inspector: an article's record and the links of its text.
///
/// Articles are loaded in the background, one at a time: while the cursor runs through a long list,
/// some of the articles it passes may be skipped, but not the one where it stops.
package final class InspectorModel: ModelPart {
  /// The article shown; nil while it is being loaded.
  package private(set) var article: Article?
  package private(set) var links: [ArticleBody.Link] = []
  private var basis: ArticleSummary?
  private var source: Source?

  private struct Source: Equatable {
    var id: ArticleID
    var generation: Int
  }

  /// The article to show: the open one if the reader has the focus or is about to get it back, else
  /// the one under the cursor; nil if there is none.
  package var subject: ArticleID? { isReaderMeant ? reader.id : list.current?.id }

  private var isReaderMeant: Bool { isDiscovering || navigation.mainFocus == .reader }

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
