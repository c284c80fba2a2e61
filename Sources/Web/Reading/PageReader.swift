package import PageExtraction
import Platform
import ReadingList

/// Reads an address: fetches the page and extracts the article, whole if it spreads over several
/// pages.
///
/// Used both for saving articles and for discovery. Site rules apply to the request and to the
/// page.
package struct PageReader: Sendable {
  package let fetcher: any PageFetching
  package let extractor: PageExtractor
  private let rules: SiteRules
  private let pdf: PDFConverter
  /// For a page that requires a login, as the end of a sentence.
  private let loginAdvice: String?

  package enum Outcome: Sendable {
    /// An article, possibly doubtful (see `Extraction.verdict`), and its first page.
    case article(Extraction, FetchedPage)
    case feed(FetchedPage)
    /// The reason, and what to do about it.
    case unreadable(String, FetchedPage)
    /// The copy named in the request is current.
    case notModified
  }

  /// `workers` extract pages, if given.
  package init(
    fetcher: any PageFetching, rules: SiteRules = .none, pdf: PDFConverter = PDFConverter(),
    workers: PageWorkers? = nil, loginAdvice: String? = nil
  ) {
    self.loginAdvice = loginAdvice
    self.fetcher = fetcher
    self.rules = rules
    self.pdf = pdf
    extractor = PageExtractor(rules: rules, workers: workers)
  }

  /// Fetches and reads a page, together with the further pages of its article.
  ///
  /// - Throws: `FetchProblem` if it could not be fetched or the task was cancelled.
  package func read(_ request: PageRequest) async throws(FetchProblem) -> Outcome {
    guard let page = try await fetcher.fetch(request.with(rules)) else { return .notModified }
    let outcome = try await read(page)
    guard case .article(let first, _) = outcome, page.kind == .html else { return outcome }
    let series = PageSeries(fetcher: fetcher, extractor: extractor, rules: rules)
    return .article(try await series.whole(first, from: page), page)
  }

  /// Reads a fetched page, without fetching more; only a cancellation is thrown.
  package func read(_ page: FetchedPage) async throws(FetchProblem) -> Outcome {
    switch page.kind {
    case .html:
      var article = extractor.extract(PageSource(html: page.body, url: page.finalURL))
      if let loginAdvice, article.verdict == Extraction.needsLogin,
        case .suspect(let reason) = article.verdict
      {
        article.verdict = .suspect(reason: "\(reason); \(loginAdvice)")
      }
      return .article(article, page)
    case .text: return .article(extractor.article(fromText: page.body, url: page.finalURL), page)
    case .markdown:
      return .article(extractor.extract(PageSource(markdown: page.body, url: page.finalURL)), page)
    case .image:
      let body = ArticleBody(blocks: [.figure([.init(url: page.finalURL)], caption: [])])
      return .article(Extraction(metadata: PageMetadata(), body: body, verdict: .ready), page)
    case .pdf:
      do throws(PDFConverter.Problem) {
        return .article(try await article(fromPDF: page.body, url: page.finalURL), page)
      } catch {
        if error == .program(.cancelled) { throw .cancelled }
        let way = error == .notInstalled ? ", then fetch it again" : "; open it in a browser"
        return .unreadable("It is a PDF\(error.summary)\(way)", page)
      }
    case .feed: return .feed(page)
    case .json, .other:
      var kind = page.contentType.isEmpty ? "of an unknown kind" : page.contentType
      // The server calls it text, which it is not.
      if kind.hasPrefix("text/"), let what = ContentSniffer.notText(page.body) {
        kind = "\(what), sent as \(kind)"
      }
      return .unreadable("It is \(kind), not a page; open it in a browser", page)
    }
  }

  /// - Throws: `PDFConverter.Problem`, also if the PDF has no text.
  package func article(
    fromPDF bytes: [UInt8], url: String?
  ) async throws(PDFConverter.Problem) -> Extraction {
    let text = PDFText(try await pdf.text(of: bytes))
    guard !text.paragraphs.isEmpty else { throw .noText }
    return text.article(url: url, extractor: extractor)
  }
}
