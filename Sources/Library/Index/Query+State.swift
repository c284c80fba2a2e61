import ReadingList

extension Query.Test {
  /// Returns whether the test holds in a state; nil if it depends on more than the kind.
  func holds(_ state: IndexState, _ rules: ListRules) -> Bool? {
    switch self {
    case .inList(let filter): state.membership.isIn(filter, rules)
    case .inView(let view): view.query.holds(state, rules)
    case .state(let wanted):
      switch wanted {
      case .unread: state.percent == 0
      case .read, .finished: state.percent == 100
      case .started: (1..<100).contains(state.percent)
      case .favorite: state.contains(IndexState.favorite)
      case .archived: state.contains(IndexState.archived)
      case .deleted: state.contains(IndexState.deleted)
      case .pending, .ready, .failed, .suspect: state.fetchName == wanted.rawValue
      case .offline: ["ready", "suspect"].contains(state.fetchName)
      }
    case .text, .kind, .exact, .prefix, .part, .title, .site, .author, .url, .note, .tag, .exactTag,
      .language, .minutes, .words, .progress, .saved, .published, .hasTags, .hasHighlights,
      .hasNote, .color, .hasImage, .hasCode:
      nil
    }
  }
}

extension Query.Condition {
  /// Returns whether the condition holds in a state; nil if it depends on more than the kind.
  func holds(_ state: IndexState, _ rules: ListRules) -> Bool? {
    switch self {
    case .test(let test): return test.holds(state, rules)
    case .not(let part): return part.holds(state, rules).map { !$0 }
    case .all(let parts):
      var holds: Bool? = true
      for part in parts {
        switch part.holds(state, rules) {
        case false: return false
        case nil: holds = nil
        default: break
        }
      }
      return holds
    case .any(let parts):
      var holds: Bool? = false
      for part in parts {
        switch part.holds(state, rules) {
        case true: return true
        case nil: holds = nil
        default: break
        }
      }
      return holds
    }
  }
}

extension Query {
  /// Returns whether the query matches in a state; nil if it depends on more than the kind.
  func holds(_ state: IndexState, _ rules: ListRules) -> Bool? { condition.holds(state, rules) }
}
