import ReadingList

extension ArticleSummary {
  /// Encodes everything but the id.
  func encode(to out: inout ByteWriter) {
    out.append(IndexState(self).bits)
    out.append(count: wordCount)
    for moment in [savedAt, publishedAt, readAt, retryAt] {
      out.append(count: moment == nil ? 0 : 1)
      if let moment { out.append(moment) }
    }
    out.append(url)
    out.append(savedURL)
    out.append(title)
    out.append(author)
    out.append(site)
    out.append(excerpt)
    out.append(language)
    out.append(fetch.reason)
    out.append(count: tags.count)
    for tag in tags { out.append(tag) }
    out.append(note)
    out.append(textStamp)
    out.append(highlightStamp)
    for color in Highlight.Color.allCases { out.append(count: highlightCounts[color]) }
  }

  /// Decodes the bytes of `encode`; nil if they are invalid.
  init?(from reader: inout ByteReader, id: ArticleID) {
    let state = IndexState(bits: reader.integer())
    let wordCount = reader.count()
    let moments = (0..<4).map { _ in reader.count() == 0 ? nil : reader.moment() }
    let url = reader.text()
    let savedURL = reader.optionalText()
    let title = reader.text()
    let author = reader.optionalText()
    let site = reader.optionalText()
    let excerpt = reader.optionalText()
    let language = reader.optionalText()
    let reason = reader.optionalText()
    var tags: [String] = []
    for _ in 0..<reader.count(ofAtLeast: 1) { tags.append(reader.text()) }
    let note = reader.text()
    let textStamp: UInt64 = reader.integer()
    let highlightStamp: UInt64 = reader.integer()
    var highlightCounts = HighlightCounts()
    for color in Highlight.Color.allCases { highlightCounts[color] = reader.count() }
    guard !reader.failed, let savedAt = moments[0],
      let fetch = FetchState(name: state.fetchName, reason: reason)
    else { return nil }
    self.init(
      id: id, url: url, savedURL: savedURL, title: title, author: author, site: site,
      excerpt: excerpt, language: language, publishedAt: moments[1], savedAt: savedAt,
      readAt: moments[2], wordCount: wordCount, tags: tags, membership: state.membership,
      fetch: fetch, retryAt: moments[3], progress: Progress(percent: state.percent),
      highlightCounts: highlightCounts, note: note, textStamp: textStamp,
      highlightStamp: highlightStamp)
    pageKind = state.pageKind
  }
}
