/// A question to the library, in the one small language of filter, command line and views:
/// `swift tag:design (minutes:..20 or is:started) -is:read older:1y "slow web"`.
///
/// A value in normal form: no conditions of one kind directly within another of that kind, none doubly
/// negated. What it means by `older:30d` or `today` is decided when it is asked, not when it is parsed.
package struct Query: Hashable, Sendable {
  /// The condition to satisfy.
  package let condition: Condition
  /// How it asks to have what it finds sorted; nil when it does not say.
  package var order: Order?

  /// A test, or tests combined.
  package indirect enum Condition: Hashable, Sendable {
    case test(Test)
    case not(Condition)
    /// Every one holds; of none, always.
    case all([Condition])
    /// At least one holds; of none, never.
    case any([Condition])
  }

  /// A test of an article.
  ///
  /// Texts are folded by `folded(_:)` when parsed.
  package enum Test: Hashable, Sendable {
    /// A word in the article's title, site, author, address, note, tags or text: any of its forms, or its beginning.
    case text(String)
    /// A word or phrase just so; one whose last word may go on; a part of words: there, too.
    case exact(String), prefix(String), part(String)
    /// Words in the title, author or note, of which the last may go on; behind a star, a part of words.
    case title(String), author(String), note(String)
    /// Part of the site's name or address, and of the address.
    case site(String), url(String)
    /// Equal to a tag or to one that it is below, folded.
    case tag(String)
    /// Has a tag, spelled just so, or one below it.
    case exactTag(String)
    /// Language tag begins with this.
    case language(String)
    case state(State)
    /// Inclusive ranges; a missing bound is the type's own.
    case minutes(ClosedRange<Int>), words(ClosedRange<Int>), progress(ClosedRange<Int>)
    /// When it was saved, and when the page says that it was published.
    case saved(Period), published(Period)
    /// Found in a page of a kind.
    case kind(PageKind)
    /// In one of the four places.
    case inList(Filter)
    /// In what a view holds.
    case inView(SavedView)
    case hasTags, hasHighlights, hasNote
    /// Highlighted in a color; in the list of highlights, one of that color.
    case color(Highlight.Color)
    /// Contents of the text, which only full text knows.
    case hasImage, hasCode
  }

  /// Words after `is:`.
  package enum State: String, CaseIterable, Sendable {
    case unread, read, started, finished, favorite, archived, deleted, pending, ready, failed,
      suspect, offline
  }

  /// Makes a query of a condition, which is brought into normal form.
  ///
  /// - Parameters:
  ///   - condition: nested as deep as the stack allows; what is parsed has a limit.
  ///   - order: how what is found is to be sorted.
  package init(_ condition: Condition = .all([]), order: Order? = nil) {
    self.condition = condition.normal
    self.order = order
  }

  /// Makes a query for what passes some tests and fails others.
  package init(all tests: [Test], none others: [Test] = []) {
    self.init(.all(tests.map { .test($0) } + others.map { .not(.test($0)) }))
  }

  /// Whether it asks nothing; it may ask for an order.
  package var isEmpty: Bool { condition == .all([]) }

  /// Whether it asks for what is in Trash, by list or by state, on one side of an “or” at least.
  package var looksIntoTrash: Bool { condition.looksIntoTrash }

  /// The same of what is not in Trash, but for the sides that look into it.
  package var outsideTrash: Query { Query(condition.outsideTrash, order: order) }

  /// The query that asks both this and another; that one's order counts first.
  package func and(_ other: Query) -> Query {
    Query(.all([condition, other.condition]), order: other.order ?? order)
  }

  /// The tests in it that only full text can fully answer, those of views it names included.
  package var textConditions: Set<Test> {
    var found: Set<Test> = []
    condition.forEachTest { test in
      switch test {
      case .text, .exact, .prefix, .part, .hasImage, .hasCode: found.insert(test)
      case .inView(let view): found.formUnion(view.query.textConditions)
      default: break
      }
    }
    return found
  }
}

extension Query.Condition {
  /// The same in normal form.
  fileprivate var normal: Query.Condition {
    switch self {
    case .test: return self
    case .not(let part):
      let part = part.normal
      if case .not(let inner) = part { return inner }
      return .not(part)
    case .all(let parts):
      let parts = parts.map(\.normal).flatMap { part -> [Query.Condition] in
        if case .all(let inner) = part { inner } else { [part] }
      }
      return parts.count == 1 ? parts[0] : .all(parts)
    case .any(let parts):
      let parts = parts.map(\.normal).flatMap { part -> [Query.Condition] in
        if case .any(let inner) = part { inner } else { [part] }
      }
      return parts.count == 1 ? parts[0] : .any(parts)
    }
  }

  fileprivate var looksIntoTrash: Bool {
    switch self {
    case .test(let test): test == .inView(.trash) || test == .state(.deleted)
    case .not: false
    case .all(let parts), .any(let parts): parts.contains(where: \.looksIntoTrash)
    }
  }

  fileprivate var outsideTrash: Query.Condition {
    guard looksIntoTrash else {
      let parts: [Query.Condition] = if case .all(let parts) = self { parts } else { [self] }
      let notDeleted = Query.Condition.not(.test(.state(.deleted)))
      return parts.contains(notDeleted) ? self : .all(parts + [notDeleted])
    }
    switch self {
    case .test, .not: return self
    case .all(let parts): return .all(parts.map { $0.looksIntoTrash ? $0.outsideTrash : $0 })
    case .any(let parts): return .any(parts.map(\.outsideTrash))
    }
  }

  /// Whether it holds where it is known which tests hold.
  package func holds(_ isTrue: (Query.Test) -> Bool) -> Bool {
    switch self {
    case .test(let test): isTrue(test)
    case .not(let part): !part.holds(isTrue)
    case .all(let parts): parts.allSatisfy { $0.holds(isTrue) }
    case .any(let parts): parts.contains { $0.holds(isTrue) }
    }
  }

  /// Visits every test in it.
  package func forEachTest(_ visit: (Query.Test) -> Void) {
    switch self {
    case .test(let test): visit(test)
    case .not(let part): part.forEachTest(visit)
    case .all(let parts), .any(let parts): for part in parts { part.forEachTest(visit) }
    }
  }
}
