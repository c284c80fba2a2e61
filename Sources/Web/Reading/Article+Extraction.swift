package import PageExtraction
package import ReadingList

extension Article {
  /// Updates the record with a page's metadata and with where and when it was fetched.
  ///
  /// Fields that the page leaves out keep their values, and so does an edited title.
  package mutating func take(_ extraction: Extraction, from page: FetchedPage?, at now: Timestamp) {
    let metadata = extraction.metadata
    if fetchKind == Self.movedKind {
      // These came from the page at the old address.
      (author, language, direction, excerpt, image, publishedAt) = (nil, nil, nil, nil, nil, nil)
    }
    fetchKind = extraction.verdict == Extraction.needsLogin ? Self.loginKind : nil
    if let text = metadata.title, !text.isEmpty {
      if isTitleEdited { pageTitle = text } else { title = text }
    }
    author = metadata.author ?? author
    site = metadata.site ?? site
    language = metadata.language ?? language
    direction = metadata.direction ?? direction
    let opening = extraction.verdict == .ready ? extraction.body.opening : nil
    // An earlier text's beginning says nothing about this one.
    excerpt = metadata.excerpt ?? (bodyHash == nil ? excerpt : nil) ?? opening ?? excerpt
    image = metadata.image.map { WebAddress.withoutCredentials($0) } ?? image
    publishedAt = metadata.publishedAt ?? publishedAt
    // If the fragment names a page of its own, ignore a canonical address without it.
    let fragment = (try? WebAddress(url))?.fragment ?? ""
    if let text = metadata.canonicalURL,
      fragment.isEmpty || (try? WebAddress(text))?.fragment == fragment
    {
      pageURL = WebAddress.withoutCredentials(text)
    }
    wordCount = extraction.wordCount
    pageKind = extraction.kind
    fetchedAt = now
    attempts = 0
    retryAt = nil
    if let page {
      finalURL = page.finalURL + fragment
      etag = page.etag
      lastModified = page.lastModified
    }
    if site == nil, let address = try? WebAddress(page?.finalURL ?? url) { site = address.siteName }
  }
}

extension ArticleBody {
  /// The beginning of the first paragraph, cut at a word.
  fileprivate var opening: String? {
    for case .paragraph(let inlines) in blocks {
      let text = inlines.plainText.onOneLine
      guard !text.isEmpty else { continue }
      let start = text.prefix(maxOpening)
      guard start.endIndex < text.endIndex else { return text }
      let end = text[start.endIndex] == " " ? nil : start.lastIndex(of: " ")
      return start[..<(end ?? start.endIndex)] + "…"
    }
    return nil
  }
}

/// In characters.
private let maxOpening = 300
