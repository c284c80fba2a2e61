package import ReadingList

/// The effects of a change, for messages and undo.
package struct ChangeReceipt: Equatable, Sendable {
  package struct Failure: Equatable, Sendable {
    package var id: ArticleID
    package var error: StoreError
  }

  /// The changed articles, in order; unchanged ones are left out.
  package private(set) var changed: [ArticleID] = []
  /// The difference of each changed article; empty for a purged one, which cannot be undone.
  private(set) var differences: [Registers.Difference] = []
  /// Requested ids that no article has.
  package var missing: [ArticleID] = []
  /// The failures; everything else is done.
  ///
  /// An article whose error is in place is among the changes as well.
  package var failures: [Failure] = []
  /// Whether it is too much to be undone.
  package var isFinal = false

  package init() {}

  /// Makes the receipt of a change that failed.
  package init(failureOf ids: [ArticleID], _ error: StoreError) {
    failures = ids.map { Failure(id: $0, error: error) }
  }

  /// Makes the receipt of articles that were added.
  package init(added articles: [Article]) {
    for article in articles {
      let saved = JSON.string(article.savedAt.rfc3339)
      note(article.id, [Registers.Name.savedAt: .init(before: .null, after: saved)])
    }
  }

  /// Whether an article was added, and not only changed or restored.
  package var hasAdded: Bool {
    differences.contains { $0[Registers.Name.savedAt] != nil }
  }

  /// Adds an article's change.
  mutating func note(_ id: ArticleID, _ difference: Registers.Difference) {
    changed.append(id)
    differences.append(difference)
  }

  /// The difference of each changed article.
  var differenceOfEach: [ArticleID: Registers.Difference] {
    Dictionary(zip(changed, differences), uniquingKeysWith: { first, _ in first })
  }

  /// Adds another receipt.
  package mutating func add(_ other: ChangeReceipt) {
    changed += other.changed
    differences += other.differences
    missing += other.missing
    failures += other.failures
  }
}

// JSON.
extension ChangeReceipt {
  /// The change as undo stores it: `{"changes": [{"registers": {NAME: [before, after]}, "ids": […]}]}`.
  ///
  /// A change of many articles does the same to most.
  package var json: JSON {
    let places = Dictionary(grouping: changed.indices) { place in
      JSON.object(
        differences[place].sorted { $0.key < $1.key }.map {
          .init($0.key, .array([$0.value.before, $0.value.after]))
        })
    }
    let changes = places.sorted { $0.value[0] < $1.value[0] }.map { registers, places in
      JSON.object([
        .init("registers", registers),
        .init("ids", .array(places.map { .string(changed[$0].text) })),
      ])
    }
    return .object([.init("changes", .array(changes))])
  }

  /// Parses the JSON of `json`; nil if it is invalid.
  package init?(json: JSON) {
    guard let changes = json["changes"]?.array else { return nil }
    for change in changes {
      guard let members = change["registers"]?.members, let ids = change["ids"]?.array else {
        return nil
      }
      var difference: Registers.Difference = [:]
      for member in members {
        guard let values = member.value.array, values.count == 2 else { return nil }
        difference[member.key] = .init(before: values[0], after: values[1])
      }
      for id in ids {
        guard let id = id.string.flatMap({ ArticleID(text: $0) }) else { return nil }
        note(id, difference)
      }
    }
  }

  /// Returns the receipt without some articles; nil if none are left.
  func without(_ ids: Set<ArticleID>) -> ChangeReceipt? {
    var rest = ChangeReceipt()
    for (id, difference) in zip(changed, differences) where !ids.contains(id) {
      rest.note(id, difference)
    }
    return rest.changed.isEmpty ? nil : rest
  }
}
