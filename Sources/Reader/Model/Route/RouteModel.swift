import Library
package import ReadingList
import ReadingServices

package final class RouteModel: ModelPart {
  var jumps = Jumps()
  /// To return to after a search in all articles.
  private var viewBeforeWidening: SavedView?

  // MARK: Lists

  package func show(_ view: SavedView) {
    guard view != navigation.view else { return }
    move(to: view)
    guard isDiscovering else { return reader.openRemembered() }
    if discovery.current == nil { discovery.pick() } else { discovery.restore() }
    focusOnPicked()
  }

  func move(to view: SavedView) {
    list.leave()
    reader.savePosition()
    if isDiscovering {
      if navigation.mainFocus == .reader { navigation.focus = .list }
    } else if view == .list(.discovery) {
      discovery.listBefore = navigation.view
    }
    navigation.view = view
    library.isListStale = true
  }

  /// Shows a list by its name or its number in the sidebar; `#` asks for a tag.
  func go(to argument: String) -> CommandOutcome {
    if argument == Self.tagsOnly { return .needsArgument }
    if let number = Int(argument) {
      guard let view = Self.list(number, of: ViewsModel.numbered + settings.views.views) else {
        return .invalid("There is no list \(number)")
      }
      show(view)
    } else if let view = Self.view(named: argument) ?? settings.views.view(named: argument) {
      show(view)
    } else {
      return .invalid("There is no list “\(argument)”")
    }
    if navigation.mainFocus == .reader, !isDiscovering { navigation.focus = .list }
    return .done
  }

  package static func listName(_ argument: String) -> String? {
    if argument == tagsOnly { return "tags" }
    if let number = Int(argument) { return list(number, of: ViewsModel.numbered)?.name }
    return view(named: argument)?.name
  }

  private static func list(_ number: Int, of views: [SavedView]) -> SavedView? {
    (1...max(1, views.count)).contains(number) ? views[number - 1] : nil
  }

  /// The argument of `go` that lists the tags.
  package static let tagsOnly = "#"

  private static func view(named name: String) -> SavedView? {
    switch name {
    case "all": .list(.readingList)
    case "progress": .inProgress
    default: SavedView(key: name) ?? (name.hasPrefix("#") ? .tag(String(name.dropFirst())) : nil)
    }
  }

  /// Applies the filter to all articles; a second time, returns to the list before.
  func widen() -> CommandOutcome {
    let filter = navigation.place.filter
    guard !filter.isEmpty else { return .refused("Nothing to widen: the list has no filter") }
    if navigation.view == .everything {
      guard let before = viewBeforeWidening else { return .refused("All articles are searched") }
      show(before)
    } else {
      let before = navigation.view
      let order = navigation.order
      show(.everything)
      viewBeforeWidening = before
      navigation.place.order = order
    }
    navigation.place.filter = filter
    search.landsOnBest = true
    library.isListStale = true
    return .done("Searching \(navigation.view.name)")
  }

  /// Clears the filter, and returns from a search in all articles to the list before.
  package func clearFilter() {
    guard list.clearFilter(), navigation.view == .everything, let before = viewBeforeWidening else {
      return
    }
    viewBeforeWidening = nil
    show(before)
  }

  // MARK: Articles

  package func closeReader() {
    guard !isDiscovering else { return discovery.restore() }
    reader.savePosition()
    navigation.place.open = nil
    reader.empty()
    if navigation.mainFocus == .reader { navigation.focus = .list }
  }

  func closeReaderIfGone() {
    guard !isDiscovering, let id = reader.id else { return }
    guard let article = library.summary(of: id) else { return closeReader() }
    if article.membership.isDeleted, navigation.view != .trash { closeReader() }
  }

  /// Opens a random unread article of the list, within the given reading time if there is one.
  func openRandom(within time: String) -> CommandOutcome {
    let minutes = time.isEmpty ? Int.max : ReadingTime.minutes(parsing: time)
    guard let minutes else { return .invalid("“\(time)” is not a time; write 15m or 1h") }
    if isDiscovering { show(discovery.listBefore) }
    library.isListStale = true
    list.bringUpToDate()
    let listed = list.contents
    let fitting = listed.rows.indices.filter { index in
      guard let article = listed.summary(at: index), article.fetch == .ready else { return false }
      let isShort = time.isEmpty || (1...minutes).contains(article.readingMinutes ?? 0)
      return isShort && !article.progress.isFinished
    }
    guard !fitting.isEmpty else {
      let limit = time.isEmpty ? "" : " of \(ReadingTime.words(minutes: minutes)) or less"
      return .refused("No unread article\(limit) here")
    }
    list.moveCursor(to: fitting[Int(model.random.next() % UInt64(fitting.count))])
    reader.openCurrent()
    return .done
  }

  package var articleToContinue: ArticleSummary? {
    guard snapshot.count(of: .inProgress) > 0 else { return nil }
    return snapshot.first(in: .inProgress, order: .recentlyRead).map { snapshot[$0] }
  }

  /// Offers to continue the article in progress, if there is one.
  package var offerToContinue: Status? {
    articleToContinue.map { article in
      Status(
        text: "continue “\(article.title)”, \(article.progress.percent)% read", kind: .info,
        shorter: ["continue “\(article.title)”"], offer: .continueReading)
    }
  }

  func continueReading() { if let article = articleToContinue { openInItsList(article) } }

  /// Opens an article in the list on screen if that contains it, else in its own list.
  package func openInItsList(_ article: ArticleSummary) {
    if list.index(of: article.id) == nil, let home = article.membership.home {
      clearFilter()
      show(.list(home))
    }
    list.placeCursor(on: article.id)
    reader.show(article.id)
    navigation.focus = .reader
  }

  func reveal(_ article: Article) {
    if let home = article.membership.home { show(.list(home)) } else { show(.trash) }
    list.placeCursor(on: article.id)
    if navigation.mainFocus == .sidebar { navigation.focus = .list }
  }

  // MARK: Links

  func savedArticle(at url: String) -> ArticleSummary? {
    guard let address = try? WebAddress(url), let id = snapshot.id(for: address),
      let article = library.summary(of: id), !article.membership.isDeleted
    else { return nil }
    return article
  }

  // MARK: Shuffling

  func discover() {
    if !isDiscovering { move(to: .list(.discovery)) }
    discovery.pick()
    focusOnPicked()
  }

  private func focusOnPicked() {
    if navigation.mainFocus != .sidebar { navigation.focus = .reader }
  }

  package func stopLooking() {
    guard discovery.isLooking else { return }
    defer { status = .info("Stopped") }
    discovery.giveUpPicks()
    if discovery.history.indices.contains(discovery.index) {
      discovery.state = .shown
      discovery.restore()
    } else {
      discovery.state = .idle
    }
  }

  func goInHistory(_ step: Int) -> CommandOutcome {
    // After a failed pick, going back shows the article that was on screen last.
    let target = discovery.current == nil && step < 0 ? discovery.index : discovery.index + step
    guard discovery.state == .shown || !discovery.history.isEmpty,
      discovery.history.indices.contains(target)
    else { return .refused(step < 0 ? "This is the first pick" : "This is the last pick") }
    discovery.savePlace()
    if discovery.isLooking { stopLooking() }
    discovery.go(to: target)
    return .done
  }
}
