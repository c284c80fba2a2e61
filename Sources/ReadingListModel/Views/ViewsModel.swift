import ArticleStore
import ReadingList
import ReadingServices

/// Views of the reader's own: made, changed and taken away, here and in the config file.
///
/// Also what the sidebar shows: lists, views and tags, with how many articles each holds.
package final class ViewsModel: ModelPart {
  private let route: RouteModel
  private let list: ListModel
  private let search: SearchModel
  /// How many articles views hold, by their keys, as far as it was counted.
  private var counts: [String: Int] = [:]
  /// Whether views may hold others than were counted.
  var areCountsStale = true
  /// Whether views are counted: from the first frame on.
  var areCounted = false
  /// The sidebar as it was asked for last, what was folded, and of which library it is; with ten thousand tags
  /// it takes a while.
  private var arranged: (folded: Set<String>, version: Int, sidebar: SidebarModel)?

  init(route: RouteModel) {
    self.route = route
    list = route.list
    search = route.search
    super.init(route.session, route.library)
  }

  /// The sidebar's rows.
  package var sidebar: SidebarModel {
    let snapshot = snapshot
    // What the list on screen is below is shown whatever is folded.
    let folded = navigation.foldedTags.filter { tag in
      !(navigation.view.tag.map { $0 != tag && isTag($0, within: tag) } ?? false)
    }
    if let arranged, arranged.folded == folded, arranged.version == library.version {
      return arranged.sidebar
    }
    let sidebar = SidebarModel(snapshot, folded: folded, views: settings.views, counts: counts)
    arranged = (folded, library.version, sidebar)
    return sidebar
  }

  /// Carries out a `view` line: goes to the view where it has a name alone, else makes, changes or, with an empty
  /// query, removes it.
  func useView(_ text: String) -> CommandOutcome {
    let parsed: ViewList.Line?
    do throws(Query.ParseError) { parsed = try ViewList.Line(parsing: text) } catch {
      return .invalid(error.message)
    }
    guard let line = parsed else {
      return .invalid("Name the view and its query: view \"Long reads\" minutes:20..")
    }
    if Query.parts(of: text).count == 1 { return route.go(to: line.name) }
    let before = settings.views.view(named: line.name)
    if line.query.isEmpty, before == nil { return .refused("There is no view “\(line.name)”") }
    let verb = line.query.isEmpty ? "Removed" : before == nil ? "Made" : "Changed"
    return take([line], "\(verb) the view", line.name)
  }

  /// Keeps the list as it is narrowed and sorted now as a view of a name.
  func saveView(_ name: String) -> CommandOutcome {
    guard navigation.view != .list(.discovery) else { return .refused("Discovery is no view") }
    list.commitFilter()
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
      route.show(view)
    }
    return outcome
  }

  /// Does what lines say, has them kept, and lets that be undone; does nothing where something is wrong.
  private func take(_ lines: [ViewList.Line], _ done: String, _ name: String) -> CommandOutcome {
    let before = settings.views
    var views = before
    do throws(Query.ParseError) { for line in lines { try views.apply(line) } } catch {
      return .invalid(error.message)
    }
    let said = "\(done) “\(name)”"
    guard views != before else { return .done(said) }
    settings.views = views
    session.effects.append(.keepViews(lines))
    if !isReadOnly {
      session.steps.append(nil)
      let undo = before.lines(from: views)
      service.record(
        done.lowercased(), view: name, undo: undo, redo: lines,
        answer: library.begin(PendingChange()))
    }
    return .done(.undoable(said))
  }

  /// Does what the lines of a step say, and has them kept.
  func use(_ lines: [ViewList.Line]) {
    guard !lines.isEmpty else { return }
    let before = settings.views
    var views = before
    for line in lines { try? views.apply(line) }
    settings.views = views
    session.effects.append(.keepViews(lines))
    let back = views.views.first { view in !before.views.contains { $0.key == view.key } }
    if let back { route.show(back) }
  }

  /// Updates the list on screen after its view changed; a view that is gone gives way to All Articles.
  func followSettings() {
    areCountsStale = true
    arranged = nil
    let shown = navigation.view
    guard shown.isChangeable else { return }
    if let view = settings.views.view(named: shown.key) {
      navigation.view = view
      if view.order != shown.order { navigation.place.order = nil }
      library.isListStale = true
    } else {
      route.show(.list(.readingList))
    }
  }

  // MARK: Counts

  /// Counts what views hold in the background, when that may have changed.
  func countIfStale() {
    guard areCountsStale, areCounted, !tasks.isAwaited(.views), !library.isBeingRead else { return }
    areCountsStale = false
    let views = settings.views.views.filter { snapshot.knownCount(of: $0) == nil }
    guard !views.isEmpty else { return }
    let answer = tasks.answer(.views) { [unowned self] (counted: [String: Int]) in
      counts = counted
      arranged = nil
    }
    // Only views that ask about texts have the full-text index opened.
    if !search.count(views, answer: answer) {
      service.countViews(views, in: snapshot, answer: answer)
    }
  }

  // MARK: Tags

  /// Hides or shows the tags below the one whose list is shown; from one of them goes to the one above.
  func toggleFold() -> CommandOutcome {
    guard let tag = navigation.view.tag else { return .refused("Only tags have tags below them") }
    let place = sidebar.tags[navigation.view]
    if place?.isOpen != nil {
      if navigation.foldedTags.remove(tag) == nil { navigation.foldedTags.insert(tag) }
      return .done
    }
    guard let parent = TagTree.parent(of: tag, among: Set(snapshot.counts.tags.map(\.name))) else {
      return .refused("There are no tags below #\(tag)")
    }
    navigation.foldedTags.insert(parent)
    route.show(.tag(parent))
    return .done
  }
}
