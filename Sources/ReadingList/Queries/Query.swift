/// A question to the library, in the one small language of filter, command line and views:
/// `swift tag:design minutes:..20 -is:read older:1y "slow web"`.
///
/// Terms are joined by AND. A leading `-` negates one. Bare words and quoted phrases are looked for,
/// folded, in title, site, author, tags and address.
package struct Query: Equatable, Sendable {
  /// One condition.
  package struct Term: Equatable, Sendable {
    package var isNegated: Bool
    package var test: Test

    /// Makes a term.
    package init(_ test: Test, isNegated: Bool = false) {
      self.test = test
      self.isNegated = isNegated
    }
  }

  /// What a term asks of an article.
  ///
  /// Texts are folded by `folded(_:)` when parsed.
  package enum Test: Equatable, Sendable {
    /// Occurs in the article's search text.
    case text(String)
    /// Part of the title, site, author, address.
    case title(String), site(String), author(String), url(String)
    /// Equal to a tag, folded.
    case tag(String)
    /// Language tag begins with this.
    case language(String)
    case state(State)
    /// Inclusive ranges; a missing bound is the type's own.
    case minutes(ClosedRange<Int>), words(ClosedRange<Int>), progress(ClosedRange<Int>)
    /// Saved within the moments given; resolved against the clock when parsed.
    case saved(ClosedRange<Timestamp>)
    /// In Trash, in a list, or anywhere but Trash.
    case inScope(ListScope)
    case hasTags, hasHighlights, hasNote
  }

  /// Words after `is:`.
  package enum State: String, CaseIterable, Sendable {
    case unread, read, started, favorite, archived, deleted, pending, ready, failed, suspect
  }

  /// All of these hold.
  package var terms: [Term]

  /// Makes a query of terms.
  package init(terms: [Term] = []) { self.terms = terms }

  /// Whether it asks nothing.
  package var isEmpty: Bool { terms.isEmpty }

  /// Whether it asks for what is in Trash, by list or by state.
  package var isAboutTrash: Bool {
    terms.contains {
      !$0.isNegated && ($0.test == .inScope(.trash) || $0.test == .state(.deleted))
    }
  }

  /// Whether an article satisfies every term; in which lists it is depends on whether favorite is a
  /// mere flag.
  package func matches(_ article: ArticleSummary, favoritesStay: Bool = false) -> Bool {
    guard !terms.isEmpty else { return true }
    var searchText: String?
    return terms.allSatisfy { term in
      term.isNegated != Self.holds(term.test, for: article, favoritesStay, searchText: &searchText)
    }
  }

  private static func holds(
    _ test: Test,
    for article: ArticleSummary,
    _ favoritesStay: Bool,
    searchText: inout String?
  ) -> Bool {
    switch test {
    case .text(let word):
      let text = searchText ?? article.searchText
      searchText = text
      return occurs(word, in: text)
    case .title(let part): return occurs(part, in: folded(article.title))
    case .site(let part):
      return occurs(part, in: folded(article.site ?? "")) || occurs(part, in: folded(article.url))
    case .author(let part): return occurs(part, in: folded(article.author ?? ""))
    case .url(let part): return occurs(part, in: folded(article.url))
    case .tag(let name): return article.tags.contains { folded($0) == name }
    case .language(let code):
      return folded(article.language ?? "").utf8.starts(with: code.utf8)
    case .state(let state): return holds(state, for: article)
    case .minutes(let range): return article.readingMinutes.map(range.contains) ?? false
    case .words(let range): return article.wordCount > 0 && range.contains(article.wordCount)
    case .progress(let range): return range.contains(article.progress.percent)
    case .saved(let range): return range.contains(article.savedAt)
    case .inScope(let scope): return article.isIn(scope, favoritesStay: favoritesStay)
    case .hasTags: return !article.tags.isEmpty
    case .hasHighlights: return article.hasHighlights
    case .hasNote: return article.hasNote
    }
  }

  /// Whether a word occurs in a text, both folded.
  ///
  /// By code units, not by grapheme clusters: a letter is found also where a mark that folding keeps,
  /// a vowel sign or a joiner, follows it; and an index can find the same with a plain byte search.
  package static func occurs(_ word: String, in text: String) -> Bool {
    var (text, word) = (text, word)
    return text.withUTF8 { text in
      word.withUTF8 { word in
        guard let first = word.first else { return true }
        guard word.count <= text.count else { return false }
        for start in 0...(text.count - word.count) where text[start] == first {
          if text[start..<(start + word.count)].elementsEqual(word) { return true }
        }
        return false
      }
    }
  }

  /// Whether an article is in the state that `is:` names.
  package static func holds(_ state: State, for article: ArticleSummary) -> Bool {
    switch state {
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

  /// Text made comparable: lower-cased, and Latin letters without their diacritics.
  package static func folded(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
    var out = String.UnicodeScalarView()
    for scalar in text.lowercased().unicodeScalars {
      if scalar.value < 0xc0 {
        out.append(scalar)
      } else if let base = Self.bases[scalar] {
        out.append(base)
      } else if !(0x300...0x36f).contains(scalar.value) {
        out.append(scalar)
      }
    }
    return String(out)
  }

  /// Accented Latin letters and the letters they fold to.
  private static let bases: [Unicode.Scalar: Unicode.Scalar] = {
    let groups: [(Unicode.Scalar, String)] = [
      ("a", "àáâãäåāăąǎ"), ("c", "çćĉċč"), ("d", "ďđ"), ("e", "èéêëēĕėęě"), ("g", "ĝğġģ"),
      ("h", "ĥħ"), ("i", "ìíîïĩīĭįı"), ("j", "ĵ"), ("k", "ķ"), ("l", "ĺļľŀł"), ("n", "ñńņň"),
      ("o", "òóôõöøōŏő"), ("r", "ŕŗř"), ("s", "śŝşšș"), ("t", "ţťŧț"), ("u", "ùúûüũūŭůűų"),
      ("w", "ŵ"), ("y", "ýÿŷ"), ("z", "źżž"),
    ]
    var table: [Unicode.Scalar: Unicode.Scalar] = [:]
    for (base, accented) in groups {
      for scalar in accented.unicodeScalars { table[scalar] = base }
    }
    return table
  }()
}

extension ArticleSummary {
  /// What bare words of a query are looked for in: title, site, author, tags and address, folded, with
  /// line feeds between.
  package var searchText: String {
    Query.folded(([title, site ?? "", author ?? "", url] + tags).joined(separator: "\n"))
  }
}
