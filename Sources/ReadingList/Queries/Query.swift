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
    /// Equal to a tag or to one that it is below, folded.
    case tag(String)
    /// Language tag begins with this.
    case language(String)
    case state(State)
    /// Inclusive ranges; a missing bound is the type's own.
    case minutes(ClosedRange<Int>), words(ClosedRange<Int>), progress(ClosedRange<Int>)
    /// Saved within the moments given; resolved against the clock when parsed.
    case saved(ClosedRange<Timestamp>)
    /// In one of the four places.
    case inList(Filter)
    /// In what a view holds.
    case inView(SavedView)
    /// Has a tag, spelled just so, or one below it.
    case exactTag(String)
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
      !$0.isNegated && ($0.test == .inView(.trash) || $0.test == .state(.deleted))
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
