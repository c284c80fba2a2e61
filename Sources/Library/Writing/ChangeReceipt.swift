package import ReadingList

/// The effects of a change, for messages and undo.
package struct ChangeReceipt: Equatable, Sendable {
  package struct Failure: Equatable, Sendable {
    package var id: ArticleID
    package var error: StoreError

    package init(id: ArticleID, error: StoreError) {
      self.id = id
      self.error = error
    }
  }

  /// The changed articles, in order; unchanged ones are left out.
  package private(set) var changed: [ArticleID] = []
  /// The index into `differences` for each changed article.
  private var numbers: [UInt32] = []
  /// The distinct differences: a change of many articles does the same to most.
  private var differences: [Registers.Difference] = []
  private var known: [String: UInt32] = [:]
  /// Requested ids that no article has.
  package var missing: [ArticleID] = []
  /// The failures; everything else is done.
  ///
  /// An article whose error is in place is among the changes as well.
  package var failures: [Failure] = []

  package init() {}

  /// Makes the receipt of articles that were added.
  package init(added articles: [Article]) {
    for article in articles {
      let saved = JSON.string(article.savedAt.rfc3339)
      note(article.id, [Registers.Name.savedAt: .init(before: .null, after: saved)])
    }
  }

  /// Adds an article's change.
  mutating func note(_ id: ArticleID, _ difference: Registers.Difference) {
    let key = JSON.object(Self.members(of: difference)).compact
    if known[key] == nil {
      known[key] = UInt32(differences.count)
      differences.append(difference)
    }
    numbers.append(known[key] ?? 0)
    changed.append(id)
  }

  mutating func note(_ written: Library.Written, of ids: some Sequence<ArticleID>) {
    for (id, difference) in written.changes { note(id, difference) }
    for id in ids {
      if let error = written.failures[id] { failures.append(.init(id: id, error: error)) }
    }
  }

  /// The difference of each changed article.
  var differenceOfEach: [ArticleID: Registers.Difference] {
    Dictionary(
      zip(changed, numbers.map { differences[Int($0)] }), uniquingKeysWith: { first, _ in first })
  }

  /// Adds another receipt.
  package mutating func add(_ other: ChangeReceipt) {
    for (id, number) in zip(other.changed, other.numbers) {
      note(id, other.differences[Int(number)])
    }
    missing += other.missing
    failures += other.failures
  }

  package static func == (a: ChangeReceipt, b: ChangeReceipt) -> Bool {
    a.changed == b.changed && a.differenceOfEach == b.differenceOfEach && a.missing == b.missing
      && a.failures == b.failures
  }
}

// JSON.
extension ChangeReceipt {
  private static func members(of difference: Registers.Difference) -> [JSON.Member] {
    difference.sorted { $0.key < $1.key }.map {
      .init($0.key, .array([$0.value.before, $0.value.after]))
    }
  }

  /// The change as undo stores it: `{"changes": [{"registers": {NAME: [before, after]}, "ids": […]}]}`.
  package var json: JSON {
    var ids = Array(repeating: [JSON](), count: differences.count)
    for (id, number) in zip(changed, numbers) { ids[Int(number)].append(.string(id.text)) }
    let changes = zip(differences, ids).map { difference, ids in
      JSON.object([
        .init("registers", .object(Self.members(of: difference))), .init("ids", .array(ids)),
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
    for (id, number) in zip(changed, numbers) where !ids.contains(id) {
      rest.note(id, differences[Int(number)])
    }
    return rest.changed.isEmpty ? nil : rest
  }
}
