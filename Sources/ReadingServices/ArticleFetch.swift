package import Library
import PageExtraction
package import ReadingList
package import Web

/// Fetches the pages of saved articles, and extracts and saves their texts.
///
/// A failed fetch changes only the article's fetch state; an error page never becomes an article.
package struct ArticleFetch: Sendable {
  let library: Library
  let reader: PageReader
  private let clock: Clock
  let pictures: PictureFetch?

  package enum Outcome: Sendable {
    case saved(Article)
    /// The page has not changed.
    case unchanged(Article)
    /// The text came from a browser, a file or a mail, and is only replaced on request.
    case kept(Article)
    /// The page is an article saved before, and was merged with it.
    case same(ArticleID, as: Article)
    /// The text was saved but is doubtful, for this reason.
    case doubtful(Article, String)
    /// For this reason; a transient failure is retried.
    case failed(ArticleID, String, isTransient: Bool)
    case refused(ArticleID, StoreError)

    package var hasNewText: Bool {
      switch self {
      case .saved, .same, .doubtful: true
      case .unchanged, .kept, .failed, .refused: false
      }
    }
  }

  package enum Way: Equatable, Sendable {
    case ifChanged
    /// Even if the page has not changed.
    case again
    /// Even if the text came from a browser, a file or a mail.
    case replacing
    /// The newest copy in an archive, whose address has `{url}` in place of the page's.
    case archive(String)
  }

  /// Without `pictures`, no pictures are fetched.
  package init(library: Library, reader: PageReader, clock: Clock, pictures: PictureFetch? = nil) {
    self.library = library
    self.reader = reader
    self.clock = clock
    self.pictures = pictures
  }

  package func fetch(_ id: ArticleID, _ way: Way = .ifChanged) async -> Outcome {
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
    if case .archive(let archive) = way { return await fetchCopy(of: article, address, archive) }
    if article.via != nil, article.fetch == .ready, way != .replacing,
      (try? library.hasText(of: article)) != false
    {
      return .kept(article)
    }
    // Validators belong to a saved text; otherwise the server might call a missing one unchanged.
    let hasText =
      way == .ifChanged && article.fetch == .ready && (article.etag ?? article.lastModified) != nil
      && (try? library.hasText(of: article)) == true
    let request = PageRequest(
      url: address.text, etag: hasText ? article.etag : nil,
      lastModified: hasText ? article.lastModified : nil)
    do throws(FetchProblem) { return store(try await reader.read(request), in: article) } catch {
      if error.kind == .cancelled { return .failed(id, error.message, isTransient: true) }
      return note(
        article, error.message, isTransient: error.isTransient, retryAfter: error.retryAfterSeconds)
    }
  }

  /// Fetches a copy from an archive, and records its date.
  private func fetchCopy(
    of article: Article, _ address: WebAddress, _ archive: String
  ) async -> Outcome {
    let id = article.id
    do throws(FetchProblem) {
      let request = PageRequest(url: Self.address(of: address.text, in: archive))
      guard let page = try await reader.fetcher.fetch(request) else { return .unchanged(article) }
      // Links and site rules go by the page's own address.
      let copy = FetchedPage(
        finalURL: article.url, kind: page.kind, body: page.body, contentType: page.contentType)
      guard case .article(let extraction, _) = try await reader.read(copy) else {
        return .failed(id, "The archive's copy is not an article", isTransient: false)
      }
      let date = Self.date(in: page.finalURL).map { ", " + $0 } ?? ""
      return store(extraction, in: article, from: nil, via: "archive" + date)
    } catch { return .failed(id, "No copy from the archive: \(error.message)", isTransient: false) }
  }

  /// The address of a page's copies in an archive; in a query, the page's is percent-encoded.
  static func address(of page: String, in archive: String) -> String {
    guard let place = archive.firstRange(of: "{url}") else { return archive + page }
    let isQuery = archive[..<place.lowerBound].contains("?")
    return archive[..<place.lowerBound] + (isQuery ? page.percentEncoded() : page)
      + archive[place.upperBound...]
  }

  /// The day in an archive address with a 14-digit timestamp.
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

  /// Records that the saved text is current, so no retry is due.
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
    at moment: Timestamp? = nil, changed: (ChangeReceipt) -> Void = { _ in }
  ) -> Outcome {
    let hasGoodText = article.fetch == .ready
    switch extraction.verdict {
    case .ready:
      // Which of the two texts is the article is unknown, so the much longer one stays.
      if hasGoodText, via != nil, extraction.wordCount * 3 < article.wordCount {
        return fail(article, "Kept the saved text, which is three times as long", via)
      }
    case .suspect(let reason):
      // A login page must not replace an article saved before, whatever its origin.
      let isLess = article.fetch.isSuspect && extraction.wordCount < article.wordCount
      if hasGoodText || isLess && (via != nil || article.fetchKind == Article.movedKind) {
        return fail(article, "Kept the saved text; the new one may be wrong: \(reason)", via)
      }
    case .failed(let reason): return fail(article, reason, via)
    case .pending: return .unchanged(article)
    }
    let now = moment ?? clock.now()
    if via != nil, article.fetch == extraction.verdict,
      article.bodyHash == SHA256.hex(of: extraction.html)
    {
      return .unchanged(article)
    }
    do throws(StoreError) {
      let saved = try library.saveFetched(article.id, at: now, body: extraction.html) { record in
        record.take(extraction, from: page, at: now)
        record.fetch = extraction.verdict
        record.via = via
      }
      changed(saved.receipt)
      return try settle(saved.article, text: extraction.html, changed: changed)
    } catch { return .refused(article.id, error) }
  }

  /// Merges an article whose text was saved with its duplicate.
  func settle(
    _ saved: Article, text: String, changed: (ChangeReceipt) -> Void
  ) throws(StoreError) -> Outcome {
    if let duplicate = try library.duplicate(of: saved, text: text),
      let survivor = try merge(saved, with: duplicate, changed: changed)
    {
      return .same(saved.id, as: survivor)
    }
    if case .suspect(let reason) = saved.fetch { return .doubtful(saved, reason) }
    return .saved(saved)
  }

  /// Merges duplicates: the article saved first takes over the other, which moves to Trash.
  ///
  /// - Returns: the article saved first, unless that is `new`.
  private func merge(
    _ new: Article, with duplicate: Article, changed: (ChangeReceipt) -> Void
  ) throws(StoreError) -> Article? {
    let isDuplicateFirst = (duplicate.savedAt, duplicate.id) < (new.savedAt, new.id)
    let (first, second) = isDuplicateFirst ? (duplicate, new) : (new, duplicate)
    let receipt = try library.mergeDuplicates(into: first.id, from: [second.id], at: clock.now())
    changed(receipt)
    if let failure = receipt.failures.first { throw failure.error }
    return isDuplicateFirst ? try library.article(first.id) ?? first : nil
  }

  /// Records a permanent failure; a failed capture is not recorded if the article has a text.
  private func fail(_ article: Article, _ reason: String, _ via: String? = nil) -> Outcome {
    if via != nil, article.fetch == .ready || article.fetch.isSuspect {
      return .failed(article.id, reason, isTransient: false)
    }
    return note(article, reason, isTransient: false, retryAfter: nil)
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
        } else if !isTransient, record.fetchKind == Article.movedKind,
          case .suspect(let before) = record.fetch, !before.hasSuffix(reason)
        {
          record.fetch = .suspect(reason: "\(before); \(reason)")
        }
      }
    } catch { return .refused(article.id, error) }
    return .failed(article.id, reason, isTransient: isTransient)
  }

  /// Seconds until the next retry: 30, then four times as long each time, at most a day.
  package static func backOff(attempts: Int) -> Int64 {
    var wait: Int64 = 30
    for _ in 1..<max(1, min(attempts, 7)) { wait = min(wait * 4, 86_400) }
    return wait
  }
}
