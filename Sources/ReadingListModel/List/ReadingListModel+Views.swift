import ArticleStore
import ReadingList
import ReadingServices

/// Views of the reader's own: made, changed and taken away, here and in the config file.
extension ReadingListModel {
  /// Does what a `view` line says, and has it kept in the config file.
  func defineView(_ text: String) -> CommandOutcome {
    let parsed: ViewList.Line?
    do throws(Query.ParseError) { parsed = try ViewList.Line(parsing: text) } catch {
      return .invalid(error.message)
    }
    guard let line = parsed else {
      return .invalid("Name the view and its query: view \"Long reads\" minutes:20..")
    }
    let before = settings.views.view(named: line.name)
    if line.query.isEmpty, before == nil { return .refused("There is no view “\(line.name)”") }
    let verb = line.query.isEmpty ? "Removed" : before == nil ? "Made" : "Changed"
    return take([line], "\(verb) the view", line.name)
  }

  /// Keeps the list as it is narrowed and sorted now as a view of a name.
  func saveView(_ name: String) -> CommandOutcome {
    guard navigation.view != .list(.discovery) else { return .refused("Discovery is no view") }
    commitFilter()
    if let problem = list.filterProblem { return .invalid(problem.message) }
    // As it is understood on screen: there the last word may go on.
    let query = navigation.view.written(narrowedBy: list.query, order: list.order)
    guard let line = ViewList.Line(name: name, query: query.isEmpty ? "in:all" : query) else {
      return .needsArgument
    }
    guard settings.views.view(named: line.name) == nil else {
      return .refused("There is a view “\(line.name)”; :view \(line.text) changes it")
    }
    let outcome = take([line], "Saved the view", line.name)
    if let view = settings.views.view(named: line.name) {
      navigation.place.filter = ""
      show(view)
    }
    return outcome
  }

  /// Gives the view on screen another name; its place in the sidebar is then the last.
  func renameView(_ name: String) -> CommandOutcome {
    let old = navigation.view
    guard let line = ViewList.Line(name: name, query: queryOfView),
      let gone = ViewList.Line(name: old.name, query: "")
    else { return .needsArgument }
    if !line.isAbout(old.name), settings.views.view(named: line.name) != nil {
      return .refused("There is a view “\(line.name)” already")
    }
    let lines = line.isAbout(old.name) ? [line] : [line, gone]
    let outcome = take(lines, "Renamed the view", old.name, note: " to “\(line.name)”")
    if let view = settings.views.view(named: line.name) { show(view) }
    return outcome
  }

  /// The query of the view on screen, as it is written.
  package var queryOfView: String {
    navigation.view.written(narrowedBy: Query(), order: navigation.view.order)
  }

  /// Gives the view on screen another query.
  func editView(_ query: String) -> CommandOutcome {
    let old = navigation.view
    guard let line = ViewList.Line(name: old.name, query: query), !line.query.isEmpty else {
      return .needsArgument
    }
    let before = queryOfView
    return take([line], "Changed the view", old.name, note: "; it was \(before)")
  }

  /// Takes the view on screen away.
  func removeView() -> CommandOutcome {
    let old = navigation.view
    guard let line = ViewList.Line(name: old.name, query: "") else { return .done }
    return take([line], "Removed the view", old.name)
  }

  /// Does what lines say, has them kept, and lets that be undone; does nothing where something is wrong.
  private func take(
    _ lines: [ViewList.Line],
    _ done: String,
    _ name: String,
    note: String = ""
  ) -> CommandOutcome {
    let before = settings.views
    var views = before
    do throws(Query.ParseError) { for line in lines { try views.apply(line) } } catch {
      return .invalid(error.message)
    }
    let said = "\(done) “\(name)”"
    guard views != before else { return .done(said) }
    settings.views = views
    pendingEffects.append(.keepViews(lines))
    if !isReadOnly {
      let request = nextRequest()
      pending[request] = PendingChange()
      let undo = before.lines(from: views)
      service.record(done.lowercased(), view: name, undo: undo, redo: lines, request: request)
    }
    return .done(said + note)
  }

  /// Does what the lines of a step say, and has them kept.
  func useViews(_ lines: [ViewList.Line]) {
    guard !lines.isEmpty else { return }
    let before = settings.views
    var views = before
    for line in lines { try? views.apply(line) }
    settings.views = views
    pendingEffects.append(.keepViews(lines))
    let back = views.views.first { view in !before.views.contains { $0.key == view.key } }
    if let back { show(back) }
  }

  /// Has the list on screen follow its view's definition; one that is gone gives way to All Articles.
  func followViews() {
    areViewCountsStale = true
    arranged = nil
    let shown = navigation.view
    guard shown.isChangeable else { return }
    if let view = settings.views.view(named: shown.key) {
      navigation.view = view
      if view.order != shown.order { navigation.place.order = nil }
      refreshList()
    } else {
      show(.list(.readingList))
    }
  }

  // MARK: Counts

  /// Has what views hold counted in the background, when that may have changed.
  func countViewsIfStale() {
    guard areViewCountsStale, countsViews, viewCountRequest == nil, !isReadingList else { return }
    areViewCountsStale = false
    let views = settings.views.views.filter { snapshot.knownCount(of: $0) == nil }
    guard !views.isEmpty else { return }
    let request = nextRequest()
    viewCountRequest = request
    // Only views that ask about texts have the full-text index opened.
    if let searchService, views.contains(where: \.asksAboutTexts) {
      searchService.countViews(views, in: snapshot, request: request)
    } else {
      service.countViews(views, in: snapshot, request: request)
    }
  }

  func finishViewCounts(request: Int, _ counts: [String: Int]) {
    guard viewCountRequest == request else { return }
    viewCountRequest = nil
    viewCounts = counts
    arranged = nil
  }
}
