import ReadingList

extension ArticleSummary {
  /// Encodes everything but the id.
  func encode(to out: inout ByteWriter) {
    out.append(IndexState(self).bits)
    out.append(count: wordCount)
    for moment in [savedAt, publishedAt, readAt, retryAt] { out.append(moment) }
    out.append(url)
    out.append(savedURL)
    out.append(title)
    out.append(author)
    out.append(site)
    out.append(excerpt)
    out.append(language)
    out.append(fetch.reason)
    out.append(tags)
    out.append(note)
    out.append(textStamp)
    out.append(highlightStamp)
    for color in Highlight.Color.allCases { out.append(count: highlightCounts[color] ?? 0) }
  }

  /// Decodes the bytes of `encode`; nil if they are invalid.
  init?(from reader: inout ByteReader, id: ArticleID) {
    self.init(id: id)
    let state = IndexState(bits: reader.integer())
    wordCount = reader.count()
    let moments = (0..<4).map { _ in reader.moment() }
    url = reader.text()
    savedURL = reader.optionalText()
    title = reader.text()
    author = reader.optionalText()
    site = reader.optionalText()
    excerpt = reader.optionalText()
    language = reader.optionalText()
    let reason = reader.optionalText()
    tags = reader.texts()
    note = reader.text()
    textStamp = reader.integer()
    highlightStamp = reader.integer()
    for color in Highlight.Color.allCases {
      let count = reader.count()
      if count > 0 { highlightCounts[color] = count }
    }
    guard !reader.failed, let saved = moments[0],
      let fetch = FetchState(name: state.fetchName, reason: reason)
    else { return nil }
    (savedAt, publishedAt, readAt, retryAt) = (saved, moments[1], moments[2], moments[3])
    (membership, self.fetch, pageKind) = (state.membership, fetch, state.pageKind)
    progress = Progress(percent: state.percent)
  }
}
