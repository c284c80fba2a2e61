import PageExtraction
import ReadingList

// Choosing what to try, and making an article of it.
extension ArticlePicker {
  func isKnown(_ key: UInt64) -> Bool { notNow.isSeen(key) || isOnTable(key) }

  /// Whether something is reserved, or was shown last.
  private func isOnTable(_ key: UInt64) -> Bool { reserved.contains(key) || last.contains(key) }

  func isWanted(_ address: WebAddress) -> Bool {
    !PickRules.isNoArticle(address) && !sources.isBlocked(address)
  }

  func isSaved(_ address: WebAddress) -> Bool {
    let saved = pick.isSaved ?? savedAddresses()
    pick.isSaved = saved
    return saved(address)
  }

  func pick(from pool: Pool, _ source: Source) throws(Miss) -> FeedEntry {
    // A category that only other sources have does not restrict this one.
    let category = pick.category.flatMap { pool.has($0) ? $0 : nil }
    let places =
      category.map { pick.filed[pool.metadata] ?? pool.indices(in: $0) } ?? Array(pool.keys.indices)
    if category != nil { pick.filed[pool.metadata] = places }
    let keys = places.map { pool.keys[$0] }
    if let entry = pick(keys, source, entry: { pool.entry(at: places[$0]) }) { return entry }
    let what = category.map { " in “\($0)”" } ?? ""
    let areBlocked = places.allSatisfy { place in
      pool.entry(at: place).map { sources.isBlocked($0.address) } ?? false
    }
    if areBlocked, !places.isEmpty {
      throw Miss(
        reason: "all sites of \(source.title)\(what) are blocked", isSourceExhausted: true,
        isUsedUp: true)
    }
    throw Miss(
      reason: "nothing new from \(source.title)\(what)", isSourceExhausted: true, isUsedUp: true)
  }

  /// Picks one of several possible articles, preferably an unseen one.
  private func pick(_ keys: [UInt64], _ source: Source, entry: (Int) -> FeedEntry?) -> FeedEntry? {
    let moment = now()
    if !isRepeatable, notNow.areUsedUp(keys, at: moment) {
      notNow.forgetOlderHalf(of: keys)
      memory.forgetOlderHalf(of: keys, at: moment)
    }
    let places = keys.indices.filter { index in
      let key = keys[index]
      return !notNow.isOut(key, at: moment) && !pick.tried.contains(key) && !isOnTable(key)
    }
    let new = places.filter { !notNow.isSeen(keys[$0]) }
    if let found = firstWanted(new, source, entry) { return found }
    // Nothing else can be shown: the article seen longest ago may come again.
    var seen = places.filter { notNow.isSeen(keys[$0]) }
    while !seen.isEmpty {
      let older = notNow.olderHalf(of: seen.map { keys[$0] })
      if let found = firstWanted(seen.filter { older.contains(keys[$0]) }, source, entry) {
        return found
      }
      seen.removeAll { older.contains(keys[$0]) }
    }
    return nil
  }

  /// The first, in random order, that may be an article and is neither blocked nor saved.
  private func firstWanted(
    _ candidates: [Int], _ source: Source, _ entry: (Int) -> FeedEntry?
  ) -> FeedEntry? {
    var candidates = candidates
    while let place = candidates.indices.randomElement(using: &random) {
      candidates.swapAt(place, candidates.count - 1)
      guard let found = entry(candidates.removeLast()) else { continue }
      if isWanted(found.address), found.kind == .feed || !isSaved(found.address) {
        pick.tried.insert(found.key)
        return found
      }
      notNow.insert([found.key], .useless, at: now())
      health[source.name, default: SourceHealth()].skipped += 1
    }
    return nil
  }

  // MARK: Opening

  /// The deepest nesting of lists that is followed.
  private static let maxDepth = 2

  /// Fetches an entry and makes an article of it, by way of a feed if it is one.
  ///
  /// - Throws: `Miss` if it is no article.
  func open(
    _ entry: FeedEntry, of source: Source, through feeds: [UInt64] = []
  ) async throws(Miss) -> PickedArticle {
    let site = entry.address.siteName
    pick.tell(.picked(site))
    pick.reading += 1
    defer { pick.reading -= 1 }
    let reader = source.kind == .samples ? samplePages ?? pages : pages
    let outcome: PageReader.Outcome
    do throws(FetchProblem) {
      outcome = try await reader.read(PageRequest(url: entry.address.text))
    } catch {
      // At once: another candidate may win before this one is reported.
      if error.isDead { pick.dead.insert(entry.key) }
      throw Miss(reason: error.message, key: entry.key, isUnreached: error.isUnreached)
    }
    switch outcome {
    case .notModified: throw Miss(reason: "\(site) gave nothing", key: entry.key)
    case .feed(let page): return try await openPost(of: page, entry, source, feeds)
    case .article(_, let page) where entry.kind == .feed,
      .unreadable(_, let page) where entry.kind == .feed:
      return try await openPost(of: page, entry, source, feeds)
    case .unreadable(let reason, _): throw Miss(reason: reason, key: entry.key)
    case .article(let extraction, let page):
      guard page.kind != .image else {
        throw Miss(reason: "\(site) gave a picture", key: entry.key)
      }
      return try article(from: extraction, page, entry, source, feeds)
    }
  }

  private func openPost(
    of page: FetchedPage, _ entry: FeedEntry, _ source: Source, _ feeds: [UInt64]
  ) async throws(Miss) -> PickedArticle {
    guard feeds.count < Self.maxDepth else {
      throw Miss(reason: "lists of lists of feeds", key: entry.key)
    }
    let entries: [FeedEntry]
    do throws(FeedProblem) {
      switch try SourceAnswer(page, kind: .web) {
      case .entries(let all, _): entries = all
      case .elsewhere(let feed): entries = [FeedEntry(kind: .feed, address: feed)]
      }
    } catch { throw Miss(reason: error.message, key: entry.key) }
    guard let next = pick(entries.map(\.key), source, entry: { entries[$0] }) else {
      throw Miss(reason: "a feed with nothing new in it", key: entry.key)
    }
    return try await open(next, of: source, through: feeds + [entry.key])
  }

  private func article(
    from extraction: Extraction, _ page: FetchedPage, _ entry: FeedEntry, _ source: Source,
    _ feeds: [UInt64]
  ) throws(Miss) -> PickedArticle {
    guard extraction.verdict == .ready else {
      health[source.name, default: SourceHealth()].skipped += 1
      throw Miss(reason: extraction.verdict.reason ?? "", key: entry.key)
    }
    let moment = now()
    var article = Article(address: entry.address, savedAt: moment)
    article.title = entry.title.isEmpty ? article.title : entry.title
    article.author = entry.author
    // The clocks of some sites run ahead.
    article.publishedAt = entry.publishedAt.flatMap {
      $0 <= moment.advanced(bySeconds: 86_400) ? $0 : nil
    }
    article.take(extraction, from: page, at: moment)
    article.fetch = .ready
    var keys = [entry.key]
    // Redirects and canonical addresses may lead to a known article.
    for address in article.addresses + [article.namedAddress].compactMap({ $0 })
    where address != entry.address {
      let key = address.itemKey
      guard !keys.contains(key) else { continue }
      let isNew = !isKnown(key) || notNow.areOfOneItem(entry.key, key)
      guard isWanted(address), !isSaved(address), isNew else {
        health[source.name, default: SourceHealth()].skipped += 1
        throw Miss(reason: "\(address.siteName) is already seen", key: entry.key)
      }
      keys.append(key)
    }
    return PickedArticle(
      article: article, body: extraction.body, source: source.title, keys: keys, feeds: feeds)
  }
}

extension FetchProblem {
  var isUnreached: Bool { kind == .network || kind == .timedOut }

  /// Whether the link is not worth another try for some days.
  fileprivate var isDead: Bool { ![.cancelled, .tryLater, .secrets].contains(kind) }
}
