import Library
package import ReadingList

/// The origin of a jump: an article, a position in it, and the list it was opened from.
package struct Jump: Sendable {
  package let article: ArticleID
  package let position: ReadingPosition
  let view: SavedView
  let place: Navigation.Place
  /// Whether the article was under the list's cursor, not open.
  var isRow = false

  fileprivate func isSame(as other: Jump?) -> Bool {
    article == other?.article && position == other?.position && isRow == other?.isRow
  }
}

struct Jumps: Sendable {
  private var behind: [Jump] = []
  private var ahead: [Jump] = []

  static let maxCount = 100

  mutating func leave(_ place: Jump) {
    behind.removeAll { $0.isSame(as: place) }
    behind.append(place)
    if behind.count > Self.maxCount { behind.removeFirst() }
    ahead = []
  }

  /// Goes forward or back from a place (nil if nothing is open), to which the other way returns.
  mutating func step(forward: Bool, from place: Jump?) -> Jump? {
    let (from, to) = forward ? (\Self.ahead, \Self.behind) : (\Self.behind, \Self.ahead)
    while let last = self[keyPath: from].popLast() {
      guard !last.isSame(as: place) else { continue }
      if let place { self[keyPath: to].append(place) }
      return last
    }
    return nil
  }
}

extension RouteModel {
  private var here: Jump? {
    reader.id.map { id in
      Jump(article: id, position: reader.position, view: navigation.view, place: navigation.place)
    }
  }

  private var row: Jump? {
    list.current.map {
      Jump(
        article: $0.id, position: .start, view: navigation.view, place: navigation.place,
        isRow: true)
    }
  }

  package func leavePlace() { if let here { jumps.leave(here) } }

  /// Performs a command; if it opens another text, adds the place before to the jump list.
  func noting(_ command: Command, _ work: () -> CommandOutcome) -> CommandOutcome {
    if [.jumpBack, .jumpForward].contains(command) { return work() }
    let before = command == .random && navigation.mainFocus != .reader ? row : here
    let outcome = work()
    // The shuffle screen has its own history.
    let isShuffle = before?.view == .list(.discovery) && isDiscovering
    if let before, before.isRow || reader.id != before.article, !isShuffle,
      navigation.mainFocus == .reader
    {
      jumps.leave(before)
    }
    return outcome
  }

  /// Goes forward by a number of jumps, or back if it is negative; nil if there is no such place.
  package func jump(by steps: Int) -> Jump? {
    var (goal, place) = (Jump?.none, here)
    var left = min(abs(steps), Jumps.maxCount)
    while left > 0 {
      guard let next = jumps.step(forward: steps > 0, from: place) else { break }
      // Skip places that no longer exist.
      guard isThere(next) else { continue }
      (goal, place) = (next, next)
      left -= 1
    }
    return goal
  }

  private func isThere(_ jump: Jump) -> Bool {
    if jump.view == .list(.discovery) { return discovery.index(of: jump.article) != nil }
    guard let article = library.summary(of: jump.article) else { return false }
    return jump.view == .trash || !article.membership.isDeleted
  }

  /// Shows the list and article of a place; an article already open does not scroll.
  package func show(_ jump: Jump) {
    if navigation.view == jump.view { reader.savePosition() } else { move(to: jump.view) }
    if isDiscovering {
      if let index = discovery.index(of: jump.article), jump.article != reader.id {
        discovery.go(to: index, at: jump.position)
      }
    } else {
      navigation.place.filter = jump.place.filter
      navigation.place.order = jump.place.order
      navigation.place.cursor = jump.place.cursor
      library.isListStale = true
      list.bringUpToDate()
      if jump.isRow {
        navigation.place.open = jump.place.open
        reader.openRemembered()
        list.placeCursor(on: jump.article)
        navigation.focus = .list
        return
      }
      if reader.id != jump.article {
        reader.show(jump.article)
        reader.open.opensAt = jump.position
        reader.open.opensAtMatch = false
      }
    }
    navigation.focus = .reader
  }
}
