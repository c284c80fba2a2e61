import ReadingList

extension Query.Test {
  /// Whether it holds for an article in a state; nil when that takes more than its kind.
  func holds(_ state: IndexState, _ rules: ListRules) -> Bool? {
    switch self {
    case .inList(let filter): state.membership.isIn(filter, rules)
    case .inView(let view): view.query.holds(state, rules)
    case .state(let wanted):
      switch wanted {
      case .unread: state.percent == 0
      case .read: state.percent == 100
      case .started: (1..<100).contains(state.percent)
      case .favorite: state.contains(IndexState.favorite)
      case .archived: state.contains(IndexState.archived)
      case .deleted: state.contains(IndexState.deleted)
      case .pending, .ready, .failed, .suspect: state.fetchName == wanted.rawValue
      }
    case .text, .title, .site, .author, .url, .tag, .exactTag, .language, .minutes, .words,
      .progress,
      .saved, .hasTags, .hasHighlights, .hasNote:
      nil
    }
  }
}

extension Query {
  /// Whether an article in a state satisfies the query; nil when that takes more than its kind.
  func holds(_ state: IndexState, _ rules: ListRules) -> Bool? {
    var holds = true
    for term in terms {
      guard let isTrue = term.test.holds(state, rules) else { return nil }
      if isTrue == term.isNegated { holds = false }
    }
    return holds
  }
}
