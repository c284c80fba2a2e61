import Library
package import ReadingList
import ReadingServices

/// A list in the sidebar, with its number of articles if known.
package struct SidebarRow: Equatable, Sendable {
  package let view: SavedView
  package let count: Int?
  /// Its heading; empty for the first rows.
  var section = ""
}

/// Creates, changes and removes views, also in the config file, and arranges the sidebar: lists,
/// views and tags.
package final class ViewsModel: ModelPart {
  /// The lists numbered from 1, in the sidebar's order; views follow.
  static let numbered: [SavedView] = Filter.allCases.map { .list($0) } + [.trash, .inProgress]

  /// Of views that are slow to count, by key.
  private var counts: [String: Int] = [:]
  var areCountsStale = true
  /// True from the first frame on.
  var areCounted = false
  /// The sidebar and its library version, cached: with ten thousand tags it is slow to make.
  private var arranged: (version: Int, sidebar: [SidebarRow])?

  package var sidebar: [SidebarRow] {
    let snapshot = snapshot
    if let arranged, arranged.version == library.version { return arranged.sidebar }
    var rows = Filter.allCases.map { filter in
      let view = SavedView.list(filter)
      return SidebarRow(view: view, count: filter != .discovery ? snapshot.count(of: view) : nil)
    }
    rows.append(SidebarRow(view: .trash, count: snapshot.count(of: .trash)))
    let inProgress = snapshot.count(of: .inProgress)
    rows.append(SidebarRow(view: .inProgress, count: inProgress, section: "Views"))
    rows += settings.views.views.map { view in
      let count = snapshot.knownCount(of: view) ?? counts[view.key]
      return SidebarRow(view: view, count: count, section: "Views")
    }
    rows += snapshot.counts.tags.map {
      SidebarRow(view: .tag($0.name), count: $0.count, section: "Tags")
    }
    arranged = (library.version, rows)
    return rows
  }

  /// Performs a `view` line: shows a view named alone, else creates or changes it and shows it; an
  /// empty query removes it.
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
    let outcome = take(line, "\(verb) the view")
    if before == nil { goToView(named: line.name) }
    return outcome
  }

  private func goToView(named name: String) {
    guard let view = settings.views.view(named: name) else { return }
    route.show(view)
    if navigation.mainFocus == .reader { navigation.focus = .list }
  }

  func saveView(_ name: String) -> CommandOutcome {
    guard navigation.view != .list(.discovery) else {
      return .refused("Discovery cannot be saved as a view")
    }
    list.commitFilter()
    if let problem = list.filterProblem { return .invalid(problem.message) }
    // As parsed for the screen, where the last word matches as a prefix.
    let query = navigation.view.written(narrowedBy: list.query, order: list.order)
    guard let line = ViewList.Line(name: name, query: query.isEmpty ? "in:all" : query) else {
      return .needsArgument
    }
    guard settings.views.view(named: line.name) == nil else {
      return .refused("There is a view “\(line.name)”; :view \(line.text) changes it")
    }
    let outcome = take(line, "Saved the view")
    if settings.views.view(named: line.name) != nil { navigation.place.filter = "" }
    goToView(named: line.name)
    return outcome
  }

  private func take(_ line: ViewList.Line, _ done: String) -> CommandOutcome {
    let before = settings.views
    var views = before
    do throws(Query.ParseError) { try views.apply(line) } catch { return .invalid(error.message) }
    let name = "“\(line.name)”"
    guard views != before else { return .done("\(done) \(name)") }
    settings.views = views
    let (back, new) = (before.lines(from: views).map { "view " + $0.text }, ["view " + line.text])
    session.effects.append(.keep(new))
    library.record("\(done.lowercased()) \(name)", undo: back, redo: new)
    return .done(.undoable("\(done) \(name)"))
  }

  /// Updates the list on screen after its view has changed; shows All Articles if the view was
  /// removed.
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

  func countIfStale() {
    guard areCountsStale, areCounted, !tasks.isAwaited(.views), !library.isBeingRead else { return }
    areCountsStale = false
    let views = settings.views.views.filter { snapshot.knownCount(of: $0) == nil }
    guard !views.isEmpty else { return }
    let answer = tasks.answer(.views) { [unowned self] (counted: [String: Int]) in
      counts = counted
      arranged = nil
    }
    // The full-text index is opened only for views that search it.
    if !search.count(views, answer: answer) {
      service.compute(answer) { [snapshot] now in
        let counts = views.map { view in
          view.listsHighlights
            ? snapshot.highlightCount(in: view, now: now) : snapshot.count(of: view, now: now)
        }
        return Dictionary(zip(views.map(\.key), counts)) { first, _ in first }
      }
    }
  }
}
