import ArticleStore
import ReadingList

/// What is done to a tag wherever it is.
extension ReadingListModel {
  /// Gives a tag and those below it another name; one that is there already takes its articles in.
  ///
  /// The argument is the new name, before it the old one unless it is the tag whose list is shown; names with
  /// spaces in quotes.
  func renameTag(_ argument: String) -> CommandOutcome {
    let names = Query.parts(of: argument).map { normalizedTag(Query.unquoted($0)) }
    guard let last = names.last, let new = last, names.count <= 2 else {
      return .invalid("Name the tag and its new name; quote names with spaces")
    }
    guard let old = names.count == 2 ? names[0] : navigation.view.tag else {
      return .invalid("Name the tag and its new name, or go to its list first")
    }
    let merges = snapshot.counts.tags.contains { $0.name == new }
    return change(
      old,
      to: new,
      merges ? "Merged #\(old) into #\(new):" : "Renamed #\(old) to #\(new):"
    )
  }

  /// Hides or shows the tags below the one whose list is shown; from one of them goes to the one above.
  func toggleFold() -> CommandOutcome {
    guard let tag = navigation.view.tag else { return .refused("Only tags have tags below them") }
    let place = sidebar.tags[navigation.view]
    if place?.isOpen != nil {
      if navigation.foldedTags.remove(tag) == nil { navigation.foldedTags.insert(tag) }
      return .done
    }
    guard let parent = TagTree.parent(of: tag, among: Set(counts.tags.map(\.name))) else {
      return .refused("There are no tags below #\(tag)")
    }
    navigation.foldedTags.insert(parent)
    show(.tag(parent))
    return .done
  }

  /// Takes a tag and those below it away from all articles.
  func removeTag(_ argument: String) -> CommandOutcome {
    guard
      let tag = argument.isEmpty
        ? navigation.view.tag
        : normalizedTag(Query.parts(of: argument).count == 1 ? Query.unquoted(argument) : argument)
    else { return .invalid("Name a tag, or go to its list first") }
    return change(tag, to: nil, "Removed #\(tag) from")
  }

  private func change(_ old: String, to new: String?, _ done: String) -> CommandOutcome {
    // Those in Trash as well, or restoring one would bring the name back.
    let tagged = SavedView(
      key: "",
      name: "",
      query: Query(all: [.exactTag(old)])
    )
    let articles = snapshot.rows(in: tagged, order: .newest).map { snapshot[$0] }
    if let new, let problem = problem(renaming: old, to: new, among: articles.flatMap(\.tags)) {
      return .invalid(problem)
    }
    guard !articles.isEmpty else { return .refused("No article is tagged #\(old)") }
    if let shown = navigation.view.tag, isTag(shown, within: old) {
      show(new.map { .tag($0 + shown.dropFirst(old.count)) } ?? .list(.readingList))
    }
    return act(.renameTag(old, to: new), on: articles, done)
  }
}
