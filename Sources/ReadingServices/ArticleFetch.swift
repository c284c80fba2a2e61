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
  let library: Library
  let reader: PageReader
  private let clock: Clock
  private let pictures: PictureFetch?

  /// What came of one fetch.
  package enum Outcome: Sendable {
    /// The text is stored.
    case saved(Article)
    /// The page has not changed since it was fetched.
    case unchanged(Article)
    /// The text was brought by its reader, and is not replaced without being asked.
    case kept(Article)
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
  package init(library: Library, reader: PageReader, clock: Clock, pictures: PictureFetch? = nil) {
    self.library = library
    self.reader = reader
    self.clock = clock
    self.pictures = pictures
  }

  /// The article whose pictures are to be fetched after its page; nil where none are wanted.
  package func articleForPictures(after outcome: Outcome) -> Article? {
    guard pictures != nil else { return nil }
    switch outcome {
    case .saved(let article), .doubtful(let article, _), .unchanged(let article),
      .kept(let article):
      return article
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
  ///   - replaces: also replaces a text that a browser, a file or a mail brought.
  /// - Returns: what came of it.
  package func fetch(
    _ id: ArticleID, isForced: Bool = false, replaces: Bool = false
  ) async -> Outcome {
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
    if article.via != nil, article.fetch == .ready, !replaces { return .kept(article) }
    // Of another text than the validators are of, the server would say that it has not changed.
    let hasText =
      !isForced && article.fetch == .ready && (article.etag ?? article.lastModified) != nil
      && (try? library.hasText(of: article)) == true
    let request = PageRequest(
      url: address.text, etag: hasText ? article.etag : nil,
      lastModified: hasText ? article.lastModified : nil)
    do throws(FetchProblem) { return store(try await reader.read(request), in: article) } catch {
      return note(error, in: article)
    }
  }

  /// Fetches the newest copy that an archive has of an article's page, and says in the record when it was made.
  ///
  /// - Parameters:
  ///   - id: a saved article.
  ///   - archive: an address with `{url}` in the place of the page's.
  /// - Returns: what came of it.
  package func fetchCopy(of id: ArticleID, from archive: String) async -> Outcome {
    guard let article = try? library.article(id), let address = try? WebAddress(article.url) else {
      return .failed(
        id, "Article \(id) has no web address to ask an archive for", isTransient: false)
    }
    do throws(FetchProblem) {
      let request = PageRequest(url: Self.address(of: address.text, in: archive))
      guard case .page(let page) = try await reader.fetcher.fetch(request) else {
        return .unchanged(article)
      }
      // Its links and its rules are those of the page's own site.
      let copy = FetchedPage(
        finalURL: article.url, kind: page.kind, body: page.body, contentType: page.contentType)
      guard case .article(let extraction, _) = try await reader.read(copy) else {
        return .failed(id, "The archive's copy is no article", isTransient: false)
      }
      let date = Self.date(in: page.finalURL).map { ", " + $0 } ?? ""
      return store(extraction, in: article, from: nil, via: "archive" + date)
    } catch { return .failed(id, "No copy in the archive: \(error.message)", isTransient: false) }
  }

  /// Where an archive has the copies of an address, which is escaped where it stands in a query.
  static func address(of page: String, in archive: String) -> String {
    guard let place = archive.firstRange(of: "{url}") else { return archive + page }
    let isQuery = archive[..<place.lowerBound].contains("?")
    return archive[..<place.lowerBound] + (isQuery ? page.percentEncoded() : page)
      + archive[place.upperBound...]
  }

  /// The day in an address of an archive, where a moment stands in it as 14 digits.
  static func date(in address: String) -> String? {
    let digits = address.split(separator: "/").lazy.map { $0.prefix { $0.isASCII && $0.isNumber } }
      .first { $0.count == 14 }
    guard let digits else { return nil }
    return "\(digits.prefix(4))-\(digits.dropFirst(4).prefix(2))-\(digits.dropFirst(6).prefix(2))"
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

  func store(
    _ extraction: Extraction, in article: Article, from page: FetchedPage?, via: String? = nil,
    at moment: Timestamp? = nil
  ) -> Outcome {
    let hasGoodText = article.fetch == .ready
    switch extraction.verdict {
    case .ready:
      // Which of two texts is the article, nobody asked here can say.
      if hasGoodText, via != nil, extraction.wordCount * 3 < article.wordCount {
        return fail(article, "Kept the saved text, which is three times as long", via)
      }
    case .suspect(let reason):
      // A login wall of today must not take the place of the article of yesterday, whoever brought it.
      let isLess = article.fetch.isSuspect && extraction.wordCount < article.wordCount
      if hasGoodText || isLess && via != nil {
        return fail(article, "Kept the saved text; the new one may be wrong: \(reason)", via)
      }
    case .failed(let reason): return fail(article, reason, via)
    }
    guard let state = Self.state(for: extraction.verdict) else { return .unchanged(article) }
    let now = moment ?? clock.now()
    if via != nil, article.fetch == state, article.bodyHash == SHA256.hex(of: extraction.html) {
      return .unchanged(article)
    }
    do throws(StoreError) {
      let saved = try library.saveFetched(article.id, at: now, body: extraction.html) { record in
        record.take(extraction, from: page, at: now)
        record.fetch = state
        record.via = via
      }
      return try settle(saved.article, duplicate: saved.duplicate)
    } catch { return .refused(article.id, error) }
  }

  /// The state of an article with such a text; nil where it is none.
  static func state(for verdict: Extraction.Verdict) -> FetchState? {
    switch verdict {
    case .ready: .ready
    case .suspect(let reason): .suspect(reason: reason)
    case .failed: nil
    }
  }

  /// What came of a text that was stored, once it is put together with the same article.
  func settle(_ saved: Article, duplicate: Article?) throws(StoreError) -> Outcome {
    if let duplicate, let survivor = try merge(saved, with: duplicate) {
      return .same(saved.id, as: survivor)
    }
    if case .suspect(let reason) = saved.fetch { return .doubtful(saved, reason) }
    return .saved(saved)
  }

  /// When an article turns out to be the same as another, the one saved first takes over the other,
  /// which goes to Trash.
  ///
  /// - Returns: the one saved first, when that is not the one just fetched.
  private func merge(_ new: Article, with duplicate: Article) throws(StoreError) -> Article? {
    let isDuplicateFirst = (duplicate.savedAt, duplicate.id) < (new.savedAt, new.id)
    let (first, second) = isDuplicateFirst ? (duplicate, new) : (new, duplicate)
    let receipt = try library.mergeDuplicates(into: first.id, from: [second.id], at: clock.now())
    if let failure = receipt.failures.first { throw failure.error }
    return isDuplicateFirst ? try library.article(first.id) ?? first : nil
  }

  /// Notes that there will be no text; one that is there stays, and of what is brought instead nothing is noted.
  private func fail(_ article: Article, _ reason: String, _ via: String? = nil) -> Outcome {
    if via != nil, article.fetch == .ready || article.fetch.isSuspect {
      return .failed(article.id, reason, isTransient: false)
    }
    return note(article, reason, isTransient: false, retryAfter: nil)
  }

  private func note(_ problem: FetchProblem, in article: Article) -> Outcome {
    if problem.kind == .cancelled { return .failed(article.id, problem.message, isTransient: true) }
    return note(
      article, problem.message, isTransient: problem.isTransient,
      retryAfter: problem.retryAfterSeconds)
  }

  private func note(
    _ article: Article, _ reason: String, isTransient: Bool, retryAfter: Int?
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
