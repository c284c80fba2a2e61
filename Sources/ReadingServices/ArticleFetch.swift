package import ArticleStore
import PageExtraction
import PageFetch
package import PageReading
package import ReadingList

/// Gets the text of saved articles: fetches the page, extracts it, stores it.
///
/// The same path for the interface and the command line. A failed fetch changes nothing but the
/// article's fetch state; an error page never becomes an article.
package struct ArticleFetch: Sendable {
  private let library: Library
  private let reader: PageReader
  private let clock: Clock
  private let pictures: PictureFetch?

  /// What came of one fetch.
  package enum Outcome: Sendable {
    /// The text is stored.
    case saved(Article)
    /// The page has not changed since it was fetched.
    case unchanged(Article)
    /// The page shows that it is an article saved before, which it was merged with.
    case same(ArticleID, as: Article)
    /// Text was stored but is doubtful; says why.
    case doubtful(Article, String)
    /// It did not work; says why, and whether it will be tried again.
    case failed(ArticleID, String, isTransient: Bool)
    /// What came could not be read from the library or written into it.
    case refused(ArticleID, StoreError)
  }

  /// Puts the services together.
  package init(
    library: Library,
    reader: PageReader,
    clock: Clock,
    pictures: PictureFetch? = nil
  ) {
    self.library = library
    self.reader = reader
    self.clock = clock
    self.pictures = pictures
  }

  /// The article whose pictures are to be fetched after its page; nil where none are wanted.
  package func articleForPictures(after outcome: Outcome) -> Article? {
    guard pictures != nil else { return nil }
    switch outcome {
    case .saved(let article), .doubtful(let article, _), .unchanged(let article): return article
    case .same, .failed, .refused: return nil
    }
  }

  /// Fetches the pictures of an article; of servers that do not send them nothing is told.
  ///
  /// - Returns: why they could not be stored, if so.
  package func fetchPictures(of id: ArticleID) async -> StoreError? {
    do throws(StoreError) {
      _ = try await pictures?.fetch(for: id)
      return nil
    } catch { return error }
  }

  /// Fetches an article's page and stores what comes.
  ///
  /// - Parameters:
  ///   - id: a saved article.
  ///   - isForced: asks for the page even when the server could say that it has not changed.
  /// - Returns: what came of it.
  package func fetch(_ id: ArticleID, isForced: Bool = false) async -> Outcome {
    let article: Article
    do throws(StoreError) {
      guard let found = try library.article(id) else {
        return .failed(id, "Article \(id) no longer exists", isTransient: false)
      }
      article = found
    } catch { return .refused(id, error) }
    guard let address = try? WebAddress(article.url) else {
      return .failed(id, "“\(article.title)” has no web address to fetch", isTransient: false)
    }
    // Of another text than the validators are of, the server would say that it has not changed.
    let hasText =
      !isForced && article.fetch == .ready && (article.etag ?? article.lastModified) != nil
      && (try? library.hasText(of: article)) == true
    let request = PageRequest(
      url: address.text,
      etag: hasText ? article.etag : nil,
      lastModified: hasText ? article.lastModified : nil
    )
    do throws(FetchProblem) {
      return store(try await reader.read(request), in: article)
    } catch { return note(error, in: article) }
  }

  /// Stores a page in UTF-8 that the person brought, without any network.
  package func store(html: [UInt8], of article: Article) -> Outcome {
    let source = PageSource(html: html, url: article.finalURL ?? article.url)
    return store(reader.extractor.extract(source), in: article, from: nil)
  }

  private func store(_ outcome: PageReader.Outcome, in article: Article) -> Outcome {
    switch outcome {
    case .notModified: unchanged(article)
    case .article(let extraction, let page): store(extraction, in: article, from: page)
    case .feed:
      fail(article, "This is a feed, not an article; to add it to discovery: luego sources add URL")
    case .unreadable(let reason, _): fail(article, reason)
    }
  }

  /// Notes that the copy at hand is the newest, and that nothing is to be tried again.
  private func unchanged(_ article: Article) -> Outcome {
    guard article.attempts > 0 || article.retryAt != nil else { return .unchanged(article) }
    do throws(StoreError) {
      let saved = try library.saveFetched(article.id, at: clock.now(), body: nil) { record in
        record.attempts = 0
        record.retryAt = nil
      }
      return .unchanged(saved.article)
    } catch { return .refused(article.id, error) }
  }

  private func store(
    _ extraction: Extraction,
    in article: Article,
    from page: FetchedPage?
  ) -> Outcome {
    let state: FetchState
    switch extraction.verdict {
    case .ready: state = .ready
    case .suspect(let reason):
      // A login wall of today must not take the place of the article of yesterday, whoever brought it.
      if article.fetch == .ready {
        return fail(article, "Kept the saved text; the new one may be wrong: \(reason)")
      }
      state = .suspect(reason: reason)
    case .failed(let reason): return fail(article, reason)
    }
    let now = clock.now()
    do throws(StoreError) {
      let saved = try library.saveFetched(article.id, at: now, body: extraction.html) { record in
        record.take(extraction, from: page, at: now)
        record.fetch = state
      }
      if let survivor = try merge(saved) { return .same(article.id, as: survivor) }
      if case .suspect(let reason) = state { return .doubtful(saved.article, reason) }
      return .saved(saved.article)
    } catch { return .refused(article.id, error) }
  }

  /// When an article turns out to be the same as another, the one saved first takes over the other,
  /// which goes to Trash.
  ///
  /// - Returns: the one saved first, when that is not the one just fetched.
  private func merge(_ fetched: FetchedText) throws(StoreError) -> Article? {
    let new = fetched.article
    guard let duplicate = fetched.duplicate else { return nil }
    let isDuplicateFirst = (duplicate.savedAt, duplicate.id) < (new.savedAt, new.id)
    let (first, second) = isDuplicateFirst ? (duplicate, new) : (new, duplicate)
    let receipt = try library.mergeDuplicates(into: first.id, from: [second.id], at: clock.now())
    if let failure = receipt.failures.first { throw failure.error }
    return isDuplicateFirst ? try library.article(first.id) ?? first : nil
  }

  /// Notes that there will be no text; one that was fetched earlier stays.
  private func fail(_ article: Article, _ reason: String) -> Outcome {
    note(article, reason, isTransient: false, retryAfter: nil)
  }

  private func note(_ problem: FetchProblem, in article: Article) -> Outcome {
    if problem.kind == .cancelled {
      return .failed(article.id, problem.message, isTransient: true)
    }
    return note(
      article,
      problem.message,
      isTransient: problem.isTransient,
      retryAfter: problem.retryAfterSeconds
    )
  }

  private func note(
    _ article: Article,
    _ reason: String,
    isTransient: Bool,
    retryAfter: Int?
  ) -> Outcome {
    let now = clock.now()
    do throws(StoreError) {
      _ = try library.saveFetched(article.id, at: now, body: nil) { record in
        record.attempts = min(record.attempts + 1, 1_000_000)
        let wait = max(Self.backOff(attempts: record.attempts), Int64(retryAfter ?? 0))
        record.retryAt = isTransient ? now.advanced(bySeconds: wait) : nil
        if record.fetch != .ready, !record.fetch.isSuspect {
          record.fetch = isTransient ? .pending(reason: reason) : .failed(reason: reason)
        }
      }
    } catch { return .refused(article.id, error) }
    return .failed(article.id, reason, isTransient: isTransient)
  }

  /// Seconds before the next try: half a minute, four times as long each time, a day at most.
  package static func backOff(attempts: Int) -> Int64 {
    var wait: Int64 = 30
    for _ in 1..<max(1, min(attempts, 7)) { wait = min(wait * 4, 86_400) }
    return wait
  }
}
