package import ReadingList

// The rules of queries, lists and orders for single articles, one by one: what the index is compared with.

extension Query {
  /// Whether an article satisfies every term.
  package func matches(_ article: ArticleSummary, _ rules: ListRules = ListRules()) -> Bool {
    terms.allSatisfy { $0.isNegated != $0.test.holds(for: article, rules) }
  }

  /// Whether a word occurs in a text, both folded, by code units and not by grapheme clusters.
  package static func occurs(_ word: String, in text: String) -> Bool {
    let (text, word) = (Array(text.utf8), Array(word.utf8))
    guard word.count <= text.count else { return false }
    return (0...(text.count - word.count)).contains { start in
      text[start..<(start + word.count)].elementsEqual(word)
    }
  }
}

extension Query.Test {
  fileprivate func holds(for article: ArticleSummary, _ rules: ListRules) -> Bool {
    func has(_ part: String, _ text: String?) -> Bool {
      Query.occurs(part, in: Query.folded(text ?? ""))
    }
    switch self {
    case .text(let word):
      let texts = [article.title, article.site ?? "", article.author ?? "", article.url]
      return has(word, (texts + article.tags).joined(separator: "\n"))
    case .title(let part): return has(part, article.title)
    case .site(let part): return has(part, article.site) || has(part, article.url)
    case .author(let part): return has(part, article.author)
    case .url(let part): return has(part, article.url)
    case .tag(let name):
      return tagsWithParents(article.tags).contains { Query.folded($0) == name }
    case .exactTag(let name): return tagsWithParents(article.tags).contains(name)
    case .language(let code):
      return Query.folded(article.language ?? "").utf8.starts(with: code.utf8)
    case .state(let state): return state.holds(for: article)
    case .minutes(let range): return article.readingMinutes.map(range.contains) ?? false
    case .words(let range): return article.wordCount > 0 && range.contains(article.wordCount)
    case .progress(let range): return range.contains(article.progress.percent)
    case .saved(let range): return range.contains(article.savedAt)
    case .inList(let filter): return article.membership.isIn(filter, rules)
    case .inView(let view): return view.query.matches(article, rules)
    case .hasTags: return !article.tags.isEmpty
    case .hasHighlights: return article.hasHighlights
    case .hasNote: return article.hasNote
    }
  }
}

extension Query.State {
  fileprivate func holds(for article: ArticleSummary) -> Bool {
    switch self {
    case .unread: article.progress.percent == 0
    case .read: article.progress.isFinished
    case .started: article.progress.isUnderWay
    case .favorite: article.membership.isFavorite
    case .archived: article.membership.isArchived
    case .deleted: article.membership.isDeleted
    case .pending: article.fetch.isPending
    case .ready: article.fetch == .ready
    case .failed: article.fetch.isFailed
    case .suspect: article.fetch.isSuspect
    }
  }
}

extension ArticleSummary {
  /// Whether a view holds the article.
  package func isIn(_ view: SavedView, _ rules: ListRules = ListRules()) -> Bool {
    view.query.matches(self, rules)
  }
}

extension Order {
  /// Whether `a` stands before `b`.
  ///
  /// Newest, longest, furthest and most recent first; titles and sites by folded text, code unit by code
  /// unit; what lacks the sorted field stands last.
  package func areInOrder(_ a: ArticleSummary, _ b: ArticleSummary) -> Bool {
    switch self {
    case .newest: a.savedAt != b.savedAt ? a.savedAt > b.savedAt : a.id < b.id
    case .oldest: a.savedAt != b.savedAt ? a.savedAt < b.savedAt : a.id < b.id
    case .published: Self.latest(a.publishedAt, b.publishedAt, a.id, b.id)
    case .recentlyRead: Self.latest(a.readAt, b.readAt, a.id, b.id)
    case .title: Self.alphabetic(a.title, b.title, a.id, b.id)
    case .site:
      (a.site ?? "").isEmpty != (b.site ?? "").isEmpty
        ? (b.site ?? "").isEmpty : Self.alphabetic(a.site ?? "", b.site ?? "", a.id, b.id)
    case .length: a.wordCount != b.wordCount ? a.wordCount > b.wordCount : a.id < b.id
    case .progress: a.progress != b.progress ? a.progress > b.progress : a.id < b.id
    }
  }

  private static func latest(
    _ a: Timestamp?,
    _ b: Timestamp?,
    _ idA: ArticleID,
    _ idB: ArticleID
  ) -> Bool {
    let (x, y) = (a ?? Timestamp(milliseconds: .min), b ?? Timestamp(milliseconds: .min))
    return x != y ? x > y : idA < idB
  }

  private static func alphabetic(
    _ a: String,
    _ b: String,
    _ idA: ArticleID,
    _ idB: ArticleID
  ) -> Bool {
    let (x, y) = (Query.folded(a).utf8, Query.folded(b).utf8)
    return x.elementsEqual(y) ? idA < idB : x.lexicographicallyPrecedes(y)
  }
}
