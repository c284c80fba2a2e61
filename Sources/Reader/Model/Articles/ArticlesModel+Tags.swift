import Library
import ReadingList

extension ArticlesModel {
  /// Renames a tag and the tags below it; merges it with an existing tag of the new name.
  ///
  /// The argument is the old name, optional on the tag's own list, and the new one. Names with
  /// spaces are quoted.
  func renameTag(_ argument: String) -> CommandOutcome {
    let names = Query.parts(of: argument).map { normalizedTag(Query.unquoted($0), maxLength: .max) }
    guard let last = names.last, let new = last, names.count <= 2 else {
      return .invalid("Name the tag and its new name; quote names with spaces")
    }
    guard let old = names.count == 2 ? names[0] : navigation.view.tag else {
      return .invalid("Name the tag and its new name, or go to its list first")
    }
    let merges = snapshot.counts.tags.contains { $0.name == new }
    return change(
      old, to: new, "Renamed #\(old) to #\(new)\(merges ? ", merging both," : "") on")
  }

  func removeTag(_ argument: String) -> CommandOutcome {
    guard
      let tag = argument.isEmpty
        ? navigation.view.tag
        : normalizedTag(Query.parts(of: argument).count == 1 ? Query.unquoted(argument) : argument)
    else { return .invalid("Name a tag, or go to its list first") }
    return change(tag, to: nil, "Untagged #\(tag):")
  }

  private func change(_ old: String, to new: String?, _ done: String) -> CommandOutcome {
    // Includes Trash, or restoring an article would bring the old name back.
    let tagged = SavedView(key: "", name: "", query: Query(all: [.exactTag(old)]))
    let articles = snapshot.rows(in: tagged, order: .newest).map { snapshot[$0] }
    if let new, let problem = problem(renaming: old, to: new, among: articles.flatMap(\.tags)) {
      return .invalid(problem)
    }
    guard !articles.isEmpty else { return .refused("No article is tagged #\(old)") }
    if let shown = navigation.view.tag, isTag(shown, within: old) {
      route.show(new.map { .tag($0 + shown.dropFirst(old.count)) } ?? .list(.readingList))
    }
    return act(.renameTag(old, to: new), on: articles.map(\.id), done)
  }

  func changeTags(_ argument: String, adding: Bool) -> CommandOutcome {
    let tags: [String]
    do throws(TagProblem) { tags = try parsedTags(argument, isNew: adding) } catch {
      let meant = argument.hasPrefix("-") ? normalizedTag(argument.dropFirst()) : nil
      return .invalid(error.message + (meant.map { "; :untag \($0) removes it" } ?? ""))
    }
    return adding
      ? act(.tag(add: tags, remove: []), on: targetIDs, Self.words(tagging: tags)) : untag(tags)
  }

  private func untag(_ tags: [String]) -> CommandOutcome {
    let all = targets
    let articles = all.filter { !Set($0.tags).isDisjoint(with: tags) }
    guard !articles.isEmpty else {
      let names = tags.map { "“\($0)”" }.joined(separator: ", ")
      return .refused(
        all.count == 1
          ? "\(library.words(for: all.map(\.id))) has no tag \(names)" : "None has the tag \(names)"
      )
    }
    let removed = tags.filter { tag in articles.contains { $0.tags.contains(tag) } }
    return act(
      .tag(add: [], remove: removed), on: articles.map(\.id),
      Self.words(tagging: removed, adding: false))
  }

  static func words(tagging tags: [String], adding: Bool = true) -> String {
    (adding ? "Tagged " : "Untagged ") + tags.map { "#" + $0 }.joined(separator: " ") + ":"
  }
}
