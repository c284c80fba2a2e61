import ReadingList

/// Records of the first format, read only when such a library is imported.
enum OldRecord {
  /// Converts a record of format 1; nil for another format.
  ///
  /// - Throws: `Problem` if the record is invalid.
  static func registers(_ json: JSON, id: ArticleID) throws(Registers.Problem) -> Registers? {
    guard json["format"]?.int == 1 else { return nil }
    if let purged = json[Registers.Name.purgedAt]?.string.flatMap({ Timestamp(rfc3339: $0) }) {
      return .tombstone(at: purged)
    }
    guard let canonical = json["canonicalURL"], json["savedAt"] != nil else {
      throw Registers.Problem(text: "it has no canonicalURL or savedAt")
    }
    var members: [JSON.Member] = [
      .init("format", .int(Registers.format)), .init("id", .string(id.text)),
      .init("canonicalURL", canonical), .init("saidAt", json["savedAt"] ?? .null),
    ]
    func put(_ name: String, _ value: JSON?) {
      if let value, value != .null { members.append(.init(name, value)) }
    }
    func group(_ parts: [(String, JSON?)]) -> JSON? {
      let parts = parts.compactMap { name, value in
        value.flatMap { $0 == .null ? nil : JSON.Member(name, $0) }
      }
      return parts.isEmpty ? nil : .object(parts)
    }
    put("url", json["url"] ?? canonical)
    put("savedAt", json["savedAt"])
    let isEdited = json["isTitleEdited"]?.bool == true
    if isEdited { put("title", json["title"]) }
    for name in ["tags", "otherURLs", "note", "mergedInto"] { put(name, json[name]) }
    put(
      "list",
      group([
        ("favorite", json["isFavorite"] ?? .bool(false)),
        ("archived", json["isArchived"] ?? .bool(false)),
      ]))
    // The first format moved merged articles to Trash; now they are parts of another.
    put("isDeleted", json["mergedInto"] == nil ? json["isDeleted"] ?? .bool(false) : .bool(false))
    let isRead =
      (json["progress"]?.int ?? 0) > 0 || json["position"] != nil || json["readAt"] != nil
    if isRead {
      put(
        "reading",
        group([
          ("position", json["position"]), ("progress", json["progress"]),
          ("readAt", json["readAt"]),
        ]))
    }
    put(
      "highlights",
      json["highlights"]?.array.map { .array($0.filter { $0["isDeleted"]?.bool != true }) })
    let metadata: [(String, JSON?)] =
      [
        ("title", isEdited ? json["pageTitle"] : json["title"]), ("kind", json["pageKind"]),
        ("text", json["bodyHash"]),
      ]
      + [
        "author", "site", "language", "direction", "excerpt", "image", "publishedAt", "wordCount",
        "finalURL", "pageURL", "via", "fetchedAt", "etag", "lastModified",
      ].map { ($0, json[$0]) }
    let state = json["fetch"]?["state"]?.string
    let tries: [(String, JSON?)] = [
      ("state", state == "ready" || state == "pending" ? nil : json["fetch"]?["state"]),
      ("reason", json["fetch"]?["reason"]), ("attempts", json["attempts"]),
      ("retryAt", json["retryAt"]),
    ]
    switch state {
    case "ready":
      put("page", group(metadata))
      put("fetch", group([("attempts", json["attempts"]), ("retryAt", json["retryAt"])]))
    case "suspect": put("fetch", group(tries + [("page", group(metadata))]))
    default:
      put("given", group(metadata.filter { $0.0 != "text" }))
      put("fetch", group(tries))
    }
    return try Registers(.object(members), id: id)
  }
}
