package import PageExtraction
package import PageFetch
package import ReadingList

extension Article {
  /// Takes over what a page says about itself, and where and when it was found.
  ///
  /// What the page does not say stays as it was, and so does a title that a person chose.
  package mutating func take(_ extraction: Extraction, from page: FetchedPage?, at now: Timestamp) {
    let metadata = extraction.metadata
    fetchKind = extraction.verdict == .needsLogin ? Self.loginKind : nil
    if let text = metadata.title, !text.isEmpty {
      if isTitleEdited { pageTitle = text } else { title = text }
    }
    author = metadata.author ?? author
    site = metadata.site ?? site
    language = metadata.language ?? language
    direction = metadata.direction ?? direction
    excerpt = metadata.excerpt ?? excerpt
    image = metadata.image.map { WebAddress.withoutCredentials($0) } ?? image
    publishedAt = metadata.publishedAt ?? publishedAt
    // Of an address whose fragment is a page of its own, pages know only the part before.
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
