import PageExtraction
import PageFetch
import PageReading
import ReadingList

// Choosing what to try, and making an article of what comes.
extension Dealer {
  func isKnown(_ key: UInt64) -> Bool {
    seen.contains(key) || reserved.contains(key) || last.contains(key)
  }

  func isWanted(_ address: WebAddress) -> Bool {
    !DealingRules.isNoArticle(address) && !sources.isBlocked(address)
  }

  func pick(
    from pool: Pool,
    _ source: Source,
    _ deal: inout Deal
  ) throws(Miss) -> PoolEntry {
    let candidates = unseen(pool.keys, deal)
    guard
      let index = firstWanted(
        candidates,
        source,
        { pool.entry(at: $0).map { ($0.kind, $0.address) } }
      ),
      let entry = pool.entry(at: index)
    else {
      throw Miss(reason: "\(source.title) has nothing new", isSourceExhausted: true)
    }
    return entry
  }

  /// The indices of what may be dealt; what was seen comes back when nearly all of it was.
  private func unseen(_ keys: [UInt64], _ deal: Deal) -> [Int] {
    if !isRepeatable, seen.forgetOlderHalf(of: keys, besides: useless) {
      memory.replace(seen: seen)
    }
    return keys.indices.filter {
      !isKnown(keys[$0]) && !deal.tried.contains(keys[$0]) && !useless.contains(keys[$0])
    }
  }

  /// One of several that is an article as far as its address tells, is not blocked and not saved.
  private func firstWanted(
    _ candidates: [Int],
    _ source: Source,
    _ facts: (Int) -> (PoolEntry.Kind, WebAddress)?
  ) -> Int? {
    guard !candidates.isEmpty else { return nil }
    var candidates = candidates
    for _ in 0..<min(Self.mostSkips, candidates.count) {
      let place = Int.random(in: candidates.indices, using: &random)
      let index = candidates[place]
      if let (kind, address) = facts(index), isWanted(address),
        kind == .feed || !shelf.isSaved(address)
      {
        return index
      }
      health[source.name, default: SourceHealth()].skipped += 1
      candidates.swapAt(place, candidates.count - 1)
      candidates.removeLast()
    }
    return nil
  }

  func takeFromShelf(_ source: Source) throws(Miss) -> DealtArticle {
    var ids = shelf.unread().filter { !isKnown(Self.key(of: $0)) }
    while !ids.isEmpty {
      let id = ids.remove(at: Int.random(in: ids.indices, using: &random))
      guard let (article, body) = shelf.load(id) else { continue }
      return DealtArticle(
        article: article,
        body: body,
        source: source.title,
        keys: [Self.key(of: id)]
      )
    }
    throw Miss(
      reason: "everything in your list was opened or saved lately",
      isSourceExhausted: true
    )
  }

  private static func key(of id: ArticleID) -> UInt64 {
    UInt64(id.text.prefix(16), radix: 16) ?? 0
  }

  // MARK: Opening

  /// A list in a list in a list is not followed further.
  private static let deepest = 2

  func open(
    _ entry: PoolEntry,
    of source: Source,
    keys: [UInt64],
    depth: Int,
    _ deal: inout Deal,
    _ tell: @Sendable (DealingStage) -> Void
  ) async throws(Miss) -> DealtArticle {
    tell(.picked(entry.address.siteName))
    let reader = source.kind == .samples ? samplePages ?? pages : pages
    let outcome: PageReader.Outcome
    do throws(FetchProblem) {
      outcome = try await reader.read(PageRequest(url: entry.address.text))
    } catch {
      throw Miss(reason: error.message, isUnreached: error.isUnreached)
    }
    switch outcome {
    case .notModified: throw Miss(reason: "\(entry.address.siteName) gave nothing")
    case .unreadable(let reason, _): throw Miss(reason: reason)
    case .feed(let page):
      guard depth < Self.deepest else { throw Miss(reason: "lists of lists of feeds") }
      let next = try choosePost(in: page, source, &deal)
      deal.tried.insert(next.key)
      return try await open(
        next,
        of: source,
        keys: keys + [next.key],
        depth: depth + 1,
        &deal,
        tell
      )
    case .article(let extraction, let page):
      if entry.kind == .feed {
        throw Miss(reason: "\(entry.address.siteName) is a page where a feed was expected")
      }
      guard page.kind != .image else {
        throw Miss(reason: "\(entry.address.siteName) gave a picture")
      }
      return try article(from: extraction, page, entry, source, keys)
    }
  }

  private func choosePost(
    in page: FetchedPage,
    _ source: Source,
    _ deal: inout Deal
  ) throws(Miss) -> PoolEntry {
    let entries: [PoolEntry]
    do throws(FeedProblem) {
      switch try FeedReader.read(page.body, at: page.finalURL) {
      case .feed(let feed): entries = feed.items.map { PoolEntry($0) }
      case .outlines(let outlines, _): entries = outlines.map { PoolEntry($0) }
      }
    } catch { throw Miss(reason: "what should be a feed is \(error.message)") }
    let candidates = unseen(entries.map(\.key), deal)
    guard let index = firstWanted(candidates, source, { (entries[$0].kind, entries[$0].address) })
    else { throw Miss(reason: "a feed with nothing new in it") }
    return entries[index]
  }

  private func article(
    from extraction: Extraction,
    _ page: FetchedPage,
    _ entry: PoolEntry,
    _ source: Source,
    _ keys: [UInt64]
  ) throws(Miss) -> DealtArticle {
    switch extraction.verdict {
    case .ready: break
    case .suspect(let reason), .failed(let reason):
      health[source.name, default: SourceHealth()].skipped += 1
      throw Miss(reason: reason)
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
    var keys = keys
    // Redirects and canonical addresses may lead to what is known.
    for address in article.addresses + [article.namedAddress].compactMap({ $0 })
    where address != entry.address {
      guard isWanted(address), !shelf.isSaved(address), !isKnown(address.itemKey) else {
        health[source.name, default: SourceHealth()].skipped += 1
        throw Miss(reason: "\(address.siteName) led to what you know already")
      }
      keys.append(address.itemKey)
    }
    return DealtArticle(article: article, body: extraction.body, source: source.title, keys: keys)
  }
}

extension FetchProblem {
  /// Whether nobody answered at all.
  fileprivate var isUnreached: Bool {
    switch kind {
    case .unknownHost, .refused, .timedOut, .network: true
    default: false
    }
  }
}
