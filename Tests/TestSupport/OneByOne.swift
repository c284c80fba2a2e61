package import ReadingList

// The rules of queries, lists and orders for a single article: the reference for the index.

extension Query {
  /// Whether an article satisfies the query.
  package func matches(
    _ article: ArticleSummary, _ rules: ListRules = ListRules(), texts: TextMatches = TextMatches(),
    now: Timestamp? = nil
  ) -> Bool {
    let one = OneArticle(article: article, rules: rules, texts: texts, now: now)
    return condition.holds { $0.holds(one) }
  }

  /// Whether a word occurs in a text, both folded, compared by scalars and not by grapheme clusters.
  ///
  /// Optionally only where a word starts or ends.
  fileprivate static func occurs(
    _ word: String, in text: String, begins: Bool = false, ends: Bool = false
  ) -> Bool {
    let (text, word) = (Array(text.unicodeScalars), Array(word.unicodeScalars))
    guard word.count <= text.count else { return false }
    // Whether both sides of a position belong to one word.
    func isWithin(_ place: Int) -> Bool {
      guard place > 0, place < text.count else { return false }
      return [text[place - 1], text[place]].allSatisfy { scalar in
        let isMark = [.nonspacingMark, .spacingMark].contains(scalar.properties.generalCategory)
        return (isMark || scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
          && !scalar.properties.isIdeographic
      }
    }
    return (0...(text.count - word.count)).contains { start in
      text[start..<(start + word.count)].elementsEqual(word) && !(begins && isWithin(start))
        && !(ends && isWithin(start + word.count))
    }
  }

  /// Whether words occur, the last as a prefix; after a star, as part of a word.
  fileprivate static func has(_ words: String, in text: String) -> Bool {
    words.count > 1 && words.first == "*"
      ? occurs(String(words.dropFirst()), in: text) : occurs(words, in: text, begins: true)
  }
}

/// An article and the context of a query.
private struct OneArticle {
  var article: ArticleSummary
  var rules: ListRules
  var texts: TextMatches
  var now: Timestamp?

  /// The text that each kind of condition searches: single fields, and all of them with the tags.
  var title: String { Query.folded(article.title) }
  var site: String { Query.folded(article.site ?? "") }
  var author: String { Query.folded(article.author ?? "") }
  var url: String { Query.folded(article.url) }
  var note: String {
    Query.folded(article.note).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
  var everything: String {
    ([title, site, author, url, note] + article.tags.map(Query.folded)).joined(separator: "\n")
  }

  func isIn(_ period: Query.Period, _ moment: Timestamp?) -> Bool {
    guard let moment, let span = period.milliseconds(at: now, utcOffset: { _ in 0 }) else {
      return false
    }
    return span.contains(moment.milliseconds)
  }
}

extension Query.Test {
  fileprivate func holds(_ one: OneArticle) -> Bool {
    let article = one.article
    let isMatch = one.texts[self]?.contains(article.id) ?? false
    return switch self {
    case .text(let word), .prefix(let word):
      isMatch || Query.occurs(word, in: one.everything, begins: true)
    case .exact(let word):
      isMatch || Query.occurs(word, in: one.everything, begins: true, ends: true)
    case .part(let part): isMatch || Query.occurs(part, in: one.everything)
    case .hasImage, .hasCode: isMatch
    case .title(let words): Query.has(words, in: one.title)
    case .site(let part): Query.occurs(part, in: one.site) || Query.occurs(part, in: one.url)
    case .author(let words): Query.has(words, in: one.author)
    case .url(let part): Query.occurs(part, in: one.url)
    case .note(let words): Query.has(words, in: one.note)
    case .tag(let name): tagsWithParents(article.tags).contains { Query.folded($0) == name }
    case .exactTag(let name): tagsWithParents(article.tags).contains(name)
    case .language(let code): Query.folded(article.language ?? "").utf8.starts(with: code.utf8)
    case .state(let state): state.holds(for: article)
    case .kind(let kind): article.pageKind == kind
    case .minutes(let range): article.readingMinutes.map(range.contains) ?? false
    case .words(let range): article.wordCount > 0 && range.contains(article.wordCount)
    case .progress(let range): range.contains(article.progress.percent)
    case .saved(let period): one.isIn(period, article.savedAt)
    case .published(let period): one.isIn(period, article.publishedAt)
    case .inList(let filter): article.membership.isIn(filter, one.rules)
    case .inView(let view): view.query.condition.holds { $0.holds(one) }
    case .hasTags: !article.tags.isEmpty
    case .hasHighlights: article.hasHighlights
    case .color(let color): article.highlightCounts[color] != nil
    case .hasNote: !article.note.isEmpty
    }
  }
}

extension Query.State {
  fileprivate func holds(for article: ArticleSummary) -> Bool {
    switch self {
    case .unread: article.progress.percent == 0
    case .read, .finished: article.progress.isFinished
    case .started: article.progress.isUnderWay
    case .favorite: article.membership.isFavorite
    case .archived: article.membership.isArchived
    case .deleted: article.membership.isDeleted
    case .pending: article.fetch.isPending
    case .ready: article.fetch == .ready
    case .failed: article.fetch.isFailed
    case .suspect: article.fetch.isSuspect
    case .offline: article.fetch == .ready || article.fetch.isSuspect
    }
  }
}

extension ArticleSummary {
  /// Whether a view contains the article.
  package func isIn(
    _ view: SavedView, _ rules: ListRules = ListRules(), texts: TextMatches = TextMatches(),
    now: Timestamp? = nil
  ) -> Bool { view.query.matches(self, rules, texts: texts, now: now) }
}

extension Order {
  /// Whether `a` comes before `b`.
  ///
  /// Newest, longest, furthest and most recent first; titles and sites by folded text, code unit by code
  /// unit; articles without the sorted field last.
  package func areInOrder(_ a: ArticleSummary, _ b: ArticleSummary) -> Bool {
    let lack = lacks(a)
    guard lack == lacks(b) else { return !lack }
    if self != base, !lack { return base.areInOrder(b, a) }
    /// Whether `a` comes before `b` by descending value, then by id.
    func descending<Value: Comparable>(_ value: (ArticleSummary) -> Value) -> Bool {
      let (x, y) = (value(a), value(b))
      return x != y ? x > y : a.id < b.id
    }
    func alphabetic(_ text: (ArticleSummary) -> String) -> Bool {
      let (x, y) = (Query.folded(text(a)).utf8, Query.folded(text(b)).utf8)
      return x.elementsEqual(y) ? a.id < b.id : x.lexicographicallyPrecedes(y)
    }
    return switch base {
    case .oldest: descending { -$0.savedAt.milliseconds }
    case .published: descending { $0.publishedAt ?? Timestamp(milliseconds: .min) }
    case .recentlyRead: descending { $0.readAt ?? Timestamp(milliseconds: .min) }
    case .title: alphabetic { $0.title }
    case .site: alphabetic { $0.site ?? "" }
    case .length: descending { $0.wordCount }
    case .progress: descending { $0.progress }
    default: descending { $0.savedAt }
    }
  }

  /// Whether an article lacks the sorted field.
  private func lacks(_ article: ArticleSummary) -> Bool {
    switch base {
    case .published: article.publishedAt == nil
    case .recentlyRead: article.readAt == nil
    case .length: article.wordCount == 0
    case .site: (article.site ?? "").isEmpty
    default: false
    }
  }
}
