import Library
import Reader
import ReadingList

extension Program {
  func tags(_ line: Arguments) throws {
    let names = line.others
    switch (names.first, names.count) {
    case (nil, _), ("list", 1): try listTags()
    case ("rename", 3): try retag(try tag(names[1]), to: try tag(names[2]))
    case ("remove", 2): try retag(try tag(names[1]), to: nil)
    default: throw Failure.usage("tags takes list, rename TAG NAME or remove TAG", of: .tags)
    }
  }

  /// In the sidebar's order.
  func views() throws {
    for view in config.settings.views.views {
      let query = view.query.text
      try printLine(
        "\(view.name)  \(query)",
        [.init("view", .string(view.name)), .init("query", .string(query))])
    }
  }

  /// Parses the tags in words after `+`, `-` or an option; after a sign they may begin with any
  /// character.
  func tags(
    in texts: [some StringProtocol], of command: Subcommand, isNew: Bool
  ) throws -> [String] {
    do { return try texts.flatMap { text in try parsedTags(text, isNew: isNew) } } catch {
      throw Failure.usage(Failure(error).message, of: command)
    }
  }

  private func tag(_ text: String) throws -> String {
    guard let tag = normalizedTag(text, maxLength: .max) else {
      throw Failure.usage("“\(text)” is not a tag", of: .tags)
    }
    return tag
  }

  private func listTags() throws {
    for tag in try openLibrary().freshList().counts.tags {
      try printLine(
        "\(tag.count)  \(tag.name)",
        [.init("tag", .string(tag.name)), .init("count", .int(tag.count))])
    }
  }

  private func retag(_ old: String, to new: String?) throws {
    let library = try openWritableLibrary()
    var finder = targets(in: library)
    // Includes Trash, or restoring an article would restore the old name.
    let tagged = SavedView(key: "", name: "", query: Query(all: [.exactTag(old)]))
    let rows = finder.rows(in: tagged)
    let tags = rows.flatMap { finder.snapshot[$0].tags }
    if let new, let problem = problem(renaming: old, to: new, among: tags) {
      throw Failure.usage(problem, of: .tags)
    }
    guard !rows.isEmpty else { throw Failure("No article is tagged “\(old)”", .notFound) }
    var problem: Failure?
    try apply(
      .renameTag(old, to: new), to: rows.map { finder.snapshot.id(of: $0) }, in: library, finder,
      &problem)
    if let problem { throw Failure("", problem.code) }
  }
}
