import PageExtraction
package import ReadingList

extension ImportedArticle {
  /// Of one article.
  private static let maxTags = 500
  private static let maxMarks = 10_000
  /// Of the note and all highlights together, in bytes.
  private static let maxTextsLength = 8 << 20

  /// Converts it to an article of a library.
  ///
  /// `number` is its position among the articles without a date, from the newest. The body is a
  /// clean fragment, nil if still to be fetched; remarks on omitted parts are worded to follow a
  /// colon.
  ///
  /// - Throws: `ExchangeProblem` if there is nothing to save.
  package func converted(
    at now: Timestamp, number: Int
  ) throws(ExchangeProblem) -> (article: Article, body: String?, remarks: [String]) {
    guard
      note.utf8.count + marks.reduce(0, { $0 + $1.quote.utf8.count + $1.note.utf8.count })
        <= Self.maxTextsLength
    else { throw ExchangeProblem("its notes and highlights are longer than 8 MiB") }
    let text = html.map {
      PageExtractor().article(
        fromContent: Array($0.utf8), url: isTextAlone ? nil : url, title: title)
    }
    let body = text.flatMap { $0.body.isEmpty ? nil : $0.html }
    let moment = min(savedAt ?? now.advanced(byMilliseconds: Int64(-number)), now)
    var article = try address(body: body, savedAt: moment)
    take(into: &article)
    var remarks = remarks
    addTags(to: &article, &remarks)
    addMarks(to: &article, at: now, &remarks)
    if let text, let body {
      article.language = article.language ?? text.metadata.language
      article.direction = text.metadata.direction
      article.excerpt = article.excerpt ?? text.metadata.excerpt
      article.wordCount = text.wordCount
      article.fetch = .ready
      article.bodyHash = SHA256.hex(of: body)
      if article.site == nil { article.site = (try? WebAddress(article.url))?.siteName }
    }
    return (article, body, remarks)
  }

  /// Creates an article by its address or, without one, by its text; an address that Luego made
  /// from a text may come without the text.
  private func address(body: String?, savedAt: Timestamp) throws(ExchangeProblem) -> Article {
    let given = url.trimmed
    let digits = given.hasPrefix("urn:luego:") ? given.dropFirst(10) : ""
    if ArticleID(text: digits) != nil {
      return Article(canonicalURL: given, url: given, title: "Untitled", savedAt: savedAt)
    }
    guard isTextAlone || given.isEmpty else {
      do throws(WebAddress.Problem) {
        return Article(address: try WebAddress(given), given: given, savedAt: savedAt)
      } catch { throw ExchangeProblem(error.message(for: given)) }
    }
    guard let body else {
      throw ExchangeProblem(given.isEmpty ? "it has no address and no text" : "it has no text")
    }
    let urn = ArticleID.urn(forContent: title + "\n" + body)
    return Article(canonicalURL: urn, url: urn, title: "Untitled", savedAt: savedAt)
  }

  /// Copies the values that need no conversion.
  private func take(into article: inout Article) {
    let title = PageText.line(title)
    // A title equal to the address is none.
    if !title.isEmpty, title != url.trimmed, title != article.canonicalURL {
      article.title = title
    }
    func line(_ text: String) -> String? {
      let line = PageText.line(text)
      return line.isEmpty ? nil : line
    }
    article.author = line(author)
    article.site = line(site)
    article.excerpt = line(excerpt)
    article.language = Self.isLanguage(language) ? language : nil
    article.publishedAt = publishedAt
    article.isFavorite = isFavorite
    article.isArchived = isArchived
    article.progress = progress
    article.readAt = readAt ?? (progress > .none ? article.savedAt : nil)
    article.note = Fields.block(note)
    if image.hasPrefix("http") { article.image = try? WebAddress(image).text }
  }

  private static func isLanguage(_ text: String) -> Bool {
    (2...35).contains(text.utf8.count)
      && text.utf8.allSatisfy { $0 == 45 || (48...57).contains($0) || (97...122).contains($0 | 32) }
  }

  private func addTags(to article: inout Article, _ remarks: inout [String]) {
    var known: Set<String> = []
    var all: [String] = []
    for tag in tags where all.count < Self.maxTags {
      if let tag = normalizedTag(tag), known.insert(tag).inserted { all.append(tag) }
    }
    article.tags = all
    if tags.count > Self.maxTags {
      remarks.append("imported with the first \(all.count) of its \(tags.count) tags")
    }
  }

  private func addMarks(to article: inout Article, at now: Timestamp, _ remarks: inout [String]) {
    var known: Set<String> = []
    for (number, mark) in marks.prefix(Self.maxMarks).enumerated() {
      let quote = mark.quote.trimmed
      guard !quote.isEmpty else { continue }
      // Highlights without a date keep their order.
      let createdAt =
        mark.createdAt ?? article.savedAt.advanced(byMilliseconds: Int64(number))
      // A passage has the same id in every import, at any time.
      let named = mark.createdAt ?? savedAt ?? Timestamp(milliseconds: 0)
      let id = Highlight.id(quote: quote, createdAt: named)
      // Another note on the same passage is a separate highlight.
      let note = Fields.block(mark.note)
      let noted = Highlight.id(quote: quote, prefix: note, createdAt: named)
      let isFirst = known.insert(id).inserted
      guard known.insert(noted).inserted || isFirst else { continue }
      article.highlights.append(
        Highlight(
          id: isFirst ? id : noted, quote: quote, note: note, createdAt: createdAt,
          changedAt: createdAt))
    }
    if marks.count > Self.maxMarks {
      remarks.append("imported with the first \(Self.maxMarks) of its \(marks.count) highlights")
    }
  }
}

extension StoredArticle {
  /// With a clean text: unchanged if Luego wrote it, or else parsed and rewritten.
  package var cleaned: StoredArticle {
    guard let body else { return self }
    let clean = ArticleBody(fragment: body).fragmentHTML
    return clean == body ? self : StoredArticle(record: record, body: clean)
  }
}
