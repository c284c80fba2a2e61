import PageExtraction
import ReadingList

/// Assembles an article that its site spreads over several pages.
struct PageSeries {
  let fetcher: any PageFetching
  let extractor: PageExtractor
  let rules: SiteRules

  /// Including the first.
  private static let maxPages = 20
  /// Of all pages, in bytes after decompression.
  private static let maxSize = 32 << 20
  /// After this no further page is requested.
  private static let maxTime = Duration.seconds(120)

  /// Returns the whole article that begins on a page, within the limits.
  ///
  /// If pages are missing, the article becomes suspect. Only a cancellation is thrown.
  func whole(_ first: Extraction, from page: FetchedPage) async throws(FetchProblem) -> Extraction {
    if case .failed = first.verdict { return first }
    var whole = first
    whole.nextPage = nil
    let isNamed = rules.rule(for: page.finalURL)?[.nextPageLink].isEmpty == false
    let deadline = ContinuousClock.now + Self.maxTime
    var visited = Set([Self.key(page.finalURL)])
    var bodies = [first.body]
    var spent = page.body.count
    var next = first.nextPage
    var isSoundSoFar = first.verdict == .ready
    func doubt(_ reason: String) {
      if isSoundSoFar { whole.verdict = .suspect(reason: reason) }
      isSoundSoFar = false
    }
    while let address = next {
      let number = bodies.count + 1
      guard visited.insert(Self.key(address)).inserted,
        isNamed || Self.areOfOneSite(address, page.finalURL)
      else { break }
      guard number <= Self.maxPages, spent < Self.maxSize, ContinuousClock.now < deadline else {
        doubt("Only pages 1 to \(number - 1) were fetched; the article has more")
        break
      }
      guard let (found, source) = try await extraction(of: address, after: page, isNamed) else {
        doubt("Page \(number) of the article could not be fetched")
        break
      }
      // Some sites answer a request past the last page with an earlier one.
      let isNew =
        Self.key(source.finalURL) == Self.key(address)
        || visited.insert(Self.key(source.finalURL)).inserted
      guard isNew, !bodies.contains(found.body) else { break }
      switch found.verdict {
      case .ready, .pending: break
      case .suspect(let reason): doubt("Page \(number) may be wrong: \(reason)")
      case .failed:
        doubt("Page \(number) of the article could not be read")
        return whole
      }
      let more = ArticleBody(blocks: Array(Self.continuation(found.body, of: first)))
      whole.body.blocks += more.renamingAnchors { Self.anchor($0, onPage: number) }.blocks
      bodies.append(found.body)
      spent += source.body.count
      next = found.nextPage
    }
    return whole
  }

  /// Extracts a further page; nil if it cannot be fetched, is not HTML, or is on another site that
  /// no rule names.
  private func extraction(
    of address: String, after page: FetchedPage, _ isNamed: Bool
  ) async throws(FetchProblem) -> (Extraction, FetchedPage)? {
    do throws(FetchProblem) {
      guard let next = try await fetcher.fetch(PageRequest(url: address).with(rules)),
        next.kind == .html, isNamed || Self.areOfOneSite(next.finalURL, page.finalURL)
      else { return nil }
      return (extractor.extract(PageSource(html: next.body, url: next.finalURL)), next)
    } catch {
      if error.kind == .cancelled { throw error }
      return nil
    }
  }

  /// The blocks of a further page, without the title and pictures that each page repeats.
  private static func continuation(
    _ body: ArticleBody, of first: Extraction
  ) -> ArraySlice<ArticleBody.Block> {
    var blocks = body.blocks[...]
    var lead = first.body.blocks[...]
    while let block = blocks.first {
      if case .heading(_, let text, _) = block, isTitle(text.plainText, first.metadata.title ?? "")
      {
        blocks.removeFirst()
      } else if block == lead.first, isLead(block) {
        blocks.removeFirst()
        lead.removeFirst()
      } else {
        break
      }
    }
    return blocks
  }

  /// An anchor's name on a further page; a long name stays as it is, since a longer one would be
  /// dropped when the text is stored.
  private static func anchor(_ name: String, onPage number: Int) -> String {
    name.utf8.count < 150 ? "page\(number)-\(name)" : name
  }

  private static func isLead(_ block: ArticleBody.Block) -> Bool {
    switch block {
    case .heading, .figure, .rule: true
    default: false
    }
  }

  /// Ignores a page number in the heading.
  private static func isTitle(_ heading: String, _ title: String) -> Bool {
    let (heading, title) = (heading.lowercased(), title.lowercased())
    guard !title.isEmpty, heading.hasPrefix(title) else { return false }
    return heading.dropFirst(title.count).split { !$0.isLetter && !$0.isNumber }.allSatisfy {
      $0.allSatisfy(\.isNumber) || ["page", "of", "part"].contains($0)
    }
  }

  /// Identifies a page.
  private static func key(_ address: String) -> String {
    (try? WebAddress(address).text) ?? address
  }

  /// Whether two addresses have the same host and port, but for `www.`.
  private static func areOfOneSite(_ a: String, _ b: String) -> Bool {
    func site(_ address: String) -> Substring? {
      (try? WebAddress(address)).map { $0.deduplicationKey.prefix { $0 != "/" && $0 != "?" } }
    }
    return site(a) == site(b)
  }
}

extension PageRequest {
  func with(_ rules: SiteRules) -> PageRequest {
    let fields = rules.rule(for: url)?.httpHeaders ?? [:]
    guard !fields.isEmpty else { return self }
    return PageRequest(
      url: url, etag: etag, lastModified: lastModified,
      extraHeaders: extraHeaders
        + fields.filter { !Self.reserved.contains($0.key) && !$0.value.isEmpty }.sorted {
          $0.key < $1.key
        }.map { ($0.key, $0.value) })
  }

  /// Fields that control the transfer, which rules may not set.
  private static let reserved: Set<String> = [
    "host", "connection", "content-length", "transfer-encoding", "te", "upgrade", "expect", "range",
    "accept-encoding", "if-none-match", "if-modified-since", "if-match", "if-range",
  ]
}
