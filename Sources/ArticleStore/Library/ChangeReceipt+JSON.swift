package import ReadingList

extension ChangeReceipt {
  /// The receipt of adding articles: taking it back puts them in Trash.
  package init(added ids: [ArticleID]) {
    self.init()
    for id in ids { note(id, ArticleDifference([.deleted(true)])) }
    close()
  }

  /// What taking the change back needs, for a later process: an array with an object for each kind of
  /// difference, which has the articles' ids and the fields as they were.
  package var json: JSON {
    var groups: [(difference: ArticleDifference, ids: [JSON])] = []
    var places: [ArticleDifference: Int] = [:]
    let differences = differenceOfEach
    for id in changed {
      guard let difference = differences[id] else { continue }
      if let place = places[difference] {
        groups[place].ids.append(.string(id.text))
      } else {
        places[difference] = groups.count
        groups.append((difference, [.string(id.text)]))
      }
    }
    return .array(
      groups.map { .object([.init("ids", .array($0.ids))] + $0.difference.members) }
    )
  }

  /// The receipt that an earlier process wrote; nil when it cannot be understood.
  package init?(json: JSON) {
    guard let groups = json.array else { return nil }
    self.init()
    for group in groups {
      guard let ids = group["ids"]?.array, let difference = ArticleDifference(group) else {
        return nil
      }
      for id in ids {
        guard let id = id.string.flatMap({ ArticleID(text: $0) }) else { return nil }
        note(id, difference)
      }
    }
    close()
  }
}

extension ArticleDifference {
  fileprivate var members: [JSON.Member] {
    edits.map { edit in
      switch edit {
      case .title(let title, let isEdited, let pageTitle):
        .init(
          "title",
          .object([
            .init("text", .string(title)), .init("isEdited", .bool(isEdited)),
            .init("page", pageTitle.map { .string($0) } ?? .null),
          ])
        )
      case .favorite(let on): .init("isFavorite", .bool(on))
      case .archived(let on): .init("isArchived", .bool(on))
      case .deleted(let on): .init("isDeleted", .bool(on))
      case .reading(let position, let progress, let readAt):
        .init(
          "reading",
          .object([
            .init("position", RecordKey.json(position)),
            .init("progress", .int(progress.percent)),
            .init("readAt", readAt.map { .string($0.rfc3339) } ?? .null),
          ])
        )
      case .mergedInto(let id): .init("mergedInto", Self.text(id?.text))
      case .savedAt(let moment): .init("savedAt", .string(moment.rfc3339))
      case .otherURLs(let urls): .init("otherURLs", .array(urls.map { .string($0) }))
      case .note(let note): .init("note", .string(note))
      case .tags(let before, let after):
        .init("tags", Self.pair(before.map { .string($0) }, after.map { .string($0) }))
      case .highlights(let before, let after):
        .init("highlights", Self.pair(before.map(RecordKey.json), after.map(RecordKey.json)))
      case .text(let before, let given):
        .init(
          "text",
          .object([
            .init("state", .string(before.fetch.name)),
            .init("reason", Self.text(before.fetch.reason)),
            .init("attempts", .int(before.attempts)),
            .init("retryAt", Self.text(before.retryAt?.rfc3339)),
            .init("words", .int(before.wordCount)),
            .init("language", Self.text(before.language)),
            .init("kind", Self.text(before.pageKind?.rawValue)),
            .init("direction", Self.text(before.direction)),
            .init("hash", Self.text(before.bodyHash)), .init("given", .string(given)),
          ])
        )
      }
    }
  }

  private static func text(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }

  private static func pair(_ before: [JSON], _ after: [JSON]) -> JSON {
    .object([.init("before", .array(before)), .init("after", .array(after))])
  }

  /// Reads the members of a group; what is unknown or wrong would be taken back by halves, so that it
  /// makes the whole unreadable.
  fileprivate init?(_ group: JSON) {
    var edits: [Edit] = []
    for member in group.members ?? [] where member.key != "ids" {
      guard let edit = Edit(member.key, member.value) else { return nil }
      edits.append(edit)
    }
    self.init(edits)
  }
}

extension ArticleDifference.Edit {
  fileprivate init?(_ key: String, _ value: JSON) {
    func texts(_ value: JSON?) -> [String]? { value.flatMap(RecordKey.strings) }
    func highlights(_ value: JSON?) -> [Highlight]? {
      guard let items = value?.array else { return nil }
      let found = items.compactMap(RecordKey.highlight)
      return found.count == items.count ? found : nil
    }
    switch key {
    case "title":
      guard let text = value["text"]?.string, let isEdited = value["isEdited"]?.bool else {
        return nil
      }
      self = .title(text, isEdited: isEdited, pageTitle: value["page"]?.string)
    case "isFavorite", "isArchived", "isDeleted":
      guard let on = value.bool else { return nil }
      self =
        key == "isFavorite" ? .favorite(on) : key == "isArchived" ? .archived(on) : .deleted(on)
    case "reading":
      guard let position = value["position"].flatMap(RecordKey.position),
        let percent = value["progress"]?.int
      else { return nil }
      let readAt = value["readAt"].flatMap(RecordKey.moment)
      self = .reading(position, Progress(percent: percent), readAt)
    case "mergedInto": self = .mergedInto(value.string.flatMap { ArticleID(text: $0) })
    case "savedAt":
      guard let moment = RecordKey.moment(value) else { return nil }
      self = .savedAt(moment)
    case "otherURLs":
      guard let urls = texts(value) else { return nil }
      self = .otherURLs(urls)
    case "note":
      guard let note = value.string else { return nil }
      self = .note(note)
    case "tags":
      guard let before = texts(value["before"]), let after = texts(value["after"]) else {
        return nil
      }
      self = .tags(before: before, after: after)
    case "highlights":
      guard let before = highlights(value["before"]), let after = highlights(value["after"]) else {
        return nil
      }
      self = .highlights(before: before, after: after)
    case "text":
      guard let name = value["state"]?.string,
        let fetch = FetchState(name: name, reason: value["reason"]?.string), !fetch.hasText,
        let given = value["given"]?.string
      else { return nil }
      let before = ArticleDifference.Textless(
        fetch: fetch,
        attempts: max(0, value["attempts"]?.int ?? 0),
        retryAt: value["retryAt"].flatMap(RecordKey.moment),
        wordCount: max(0, value["words"]?.int ?? 0),
        language: value["language"]?.string,
        pageKind: value["kind"]?.string.flatMap(PageKind.init),
        direction: value["direction"]?.string,
        bodyHash: value["hash"]?.string
      )
      self = .text(before: before, given: given)
    default: return nil
    }
  }
}
