import Library
import Platform
package import ReadingList
import ReadingServices

// Values computed in the background and shown as soon as they are there.
extension ReadingListModel {
  package var facets: [Facet] {
    let (view, filter) = (navigation.view, navigation.place.filter)
    return tasks.value(.facets, of: view.key, version: list.computations) { answer in
      let marks = view.listsHighlights ? highlights.collection ?? HighlightCollection() : nil
      service.compute(answer) { [snapshot, texts = search.answer.matches] now in
        marks.map { snapshot.facets(of: $0, in: view, filter: filter, now: now) }
          ?? snapshot.facets(of: view, filter: filter, texts: texts, now: now)
      }
    } ?? []
  }

  /// Of the list on screen, the most frequent first.
  package func names(of field: NamedField) -> [NameCount] {
    let view = navigation.view
    return tasks.value(.names, of: [field.rawValue, view.key], version: library.version) {
      service.compute($0) { [snapshot] now in snapshot.names(of: field, in: view, now: now) }
    } ?? []
  }

  /// Of each period; nil until counted.
  package var statistics: [Statistics]? {
    tasks.value(.statistics, of: "", version: library.version) {
      service.compute($0) { [snapshot, clock] now in
        let articles = snapshot.rows(in: .everything, order: .newest).map { snapshot[$0] }
        return Statistics.shown.map {
          Statistics(of: articles, in: $0, now: now, utcOffset: clock.utcOffset)
        }
      }
    }
  }

  /// With a slash after subdirectories.
  package func entries(of directory: String) -> [String] {
    let path = directory.expandingHome(CurrentProcess.variable("HOME"))
    let entries: [DirectoryEntry]? = tasks.value(.entries, of: directory) {
      service.list(path.isEmpty ? "." : path, answer: $0)
    }
    return (entries ?? []).map { $0.isDirectory ? $0.name + "/" : $0.name }
  }

  /// Forgets box contents that depend on the time or on other programs.
  package func forgetBoxValues() {
    for topic in [Tasks.Topic.facets, .statistics, .entries] { tasks.forgetValue(topic) }
  }

  // MARK: Inspector

  /// The open article if the reader has the focus or will regain it, else the one under the cursor.
  package var inspectedID: ArticleID? { inspectsReader ? reader.id : list.current?.id }

  /// Nil while it is being loaded.
  package var inspected: Article? {
    guard inspectsReader else { return loadedForInspector?.article }
    var article = reader.article
    article?.progress = reader.progress
    return article
  }

  package var inspectedLinks: [ArticleBody.Link] {
    (inspectsReader ? reader.body : loadedForInspector?.body)?.links ?? []
  }

  private var inspectsReader: Bool { isDiscovering || navigation.mainFocus == .reader }

  private var loadedForInspector: LoadedArticle? {
    guard let id = list.current?.id else { return nil }
    let loaded: Result<LoadedArticle, StoreError>? = tasks.value(
      .inspector, of: id, version: library.version
    ) { service.load(id, answer: $0) }
    return try? loaded?.get()
  }
}
