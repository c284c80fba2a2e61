import ReadingList

extension Query.Test {
  /// Returns whether the test holds in a state; nil if it depends on more than the kind.
  func holds(_ state: IndexState, _ rules: ListRules) -> Bool? {
    switch self {
    case .inList(let filter): state.membership.isIn(filter, rules)
    case .inView(let view): view.query.condition.holds(state, rules)
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
    default: nil
    }
  }
}

extension Query.Condition {
  /// Returns whether the condition holds in a state; nil if it depends on more than the kind.
  func holds(_ state: IndexState, _ rules: ListRules) -> Bool? {
    var isKnown = true
    let holds = holds { test in
      let holds = test.holds(state, rules)
      isKnown = isKnown && holds != nil
      return holds ?? false
    }
    return isKnown ? holds : nil
  }
}
