import Exchange
import Library
import PageExtraction
import ReadingList
import Web

/// Saves the texts of captured pages, without the network.
extension ArticleFetch {
  func extracted(_ page: CapturedPage) -> CapturedPage {
    guard case .page(let html) = page.content else { return page }
    var found = reader.extractor.extract(PageSource(html: html, url: page.link?.address.text))
    if found.metadata.title?.isEmpty ?? true, !page.title.isEmpty {
      found.metadata.title = page.title
    }
    var next = page
    next.content = .article(found)
    return next
  }

  /// Combines a new article with the text of a captured page; nil without a usable text.
  func incoming(
    _ article: Article, with page: CapturedPage, via: String, at moment: Timestamp
  ) -> IncomingArticle? {
    guard case .article(let extraction) = page.content, extraction.verdict.hasText else {
      return nil
    }
    var next = article
    next.take(extraction, from: nil, at: moment)
    (next.fetch, next.via) = (extraction.verdict, via)
    next.bodyHash = SHA256.hex(of: extraction.html)
    return IncomingArticle(next, body: extraction.html)
  }

  /// Completes a new article saved with its text: merges duplicates and highlights the selection.
  func complete(
    _ incoming: IncomingArticle, with page: CapturedPage, at moment: Timestamp,
    changes: inout [ChangeReceipt]
  ) -> Outcome {
    let saved = incoming.article
    do throws(StoreError) {
      // Another article of the same batch may have been merged with it since.
      guard let text = incoming.body, let now = try library.article(saved.id), !now.isDeleted else {
        return .unchanged(saved)
      }
      let outcome = try settle(now, text: text) { changes.append($0) }
      return marked(page.quote, outcome, of: saved.id, at: moment, &changes)
    } catch { return .refused(saved.id, error) }
  }

  /// Saves a captured page's text, unless the saved one is better, and highlights the selection.
  ///
  /// Adds both to `changes`, for undo.
  func store(
    _ page: CapturedPage, via: String, in article: Article, at moment: Timestamp,
    changes: inout [ChangeReceipt]
  ) -> Outcome {
    var outcome = Outcome.unchanged(article)
    if case .article(let extraction) = extracted(page).content {
      outcome = store(extraction, in: article, from: nil, via: via, at: moment) {
        changes.append($0)
      }
    }
    return marked(page.quote, outcome, of: article.id, at: moment, &changes)
  }

  private func marked(
    _ quote: CapturedPage.Quote?, _ outcome: Outcome, of article: ArticleID, at moment: Timestamp,
    _ changes: inout [ChangeReceipt]
  ) -> Outcome {
    guard let quote else { return outcome }
    do throws(StoreError) {
      var id = article
      if case .same(_, let survivor) = outcome { id = survivor.id }
      if let receipt = try mark(quote, in: id, at: moment) { changes.append(receipt) }
      return outcome
    } catch { return .refused(article, error) }
  }

  /// Highlights a passage, unless it already is; saves it as a quotation if it is not found.
  private func mark(
    _ quote: CapturedPage.Quote, in id: ArticleID, at moment: Timestamp
  ) throws(StoreError) -> ChangeReceipt? {
    guard let article = try library.article(id) else { return nil }
    let bare = Highlight(
      id: Highlight.id(quote: quote.exact, prefix: quote.prefix, createdAt: moment),
      quote: quote.exact, prefix: quote.prefix, suffix: quote.suffix, createdAt: moment,
      changedAt: moment)
    let body = try library.body(of: id).map { ArticleBody(fragment: $0) }
    let text = JoinedText(body?.textBlocks ?? [])
    let place = HighlightPlaces.find([bare], in: text).first.flatMap(\.self)
    let highlight = place.flatMap { Highlight($0, in: text, color: .yellow, at: moment) } ?? bare
    let isThere = article.highlights.contains {
      $0.quote == highlight.quote && $0.start == highlight.start
    }
    guard !isThere else { return nil }
    let receipt = try library.apply(.highlights([id: [highlight]]), to: [id], at: moment)
    if let failure = receipt.failures.first { throw failure.error }
    return receipt
  }
}
