package import ReadingList

/// An extraction, and how it came about.
package struct ExtractionAnswer {
  package var extraction: Extraction
  /// Whether the site's rule was left out because it takes too long.
  package var isWithoutRule = false
  /// Whether the page ended its worker.
  var isUnread = false
}

extension ExtractionAnswer {
  /// The answer for a page that ended its worker; `reason` continues "The page".
  static func unreadable(_ reason: String) -> ExtractionAnswer {
    ExtractionAnswer(
      extraction: Extraction(
        metadata: PageMetadata(), body: ArticleBody(blocks: []),
        verdict: .failed(reason: "The page \(reason)")), isUnread: true)
  }
}

// As JSON, between processes.
extension ExtractionAnswer {
  private static var texts: [(name: String, path: WritableKeyPath<PageMetadata, String?>)] {
    [
      ("title", \.title), ("author", \.author), ("site", \.site), ("language", \.language),
      ("direction", \.direction), ("excerpt", \.excerpt), ("image", \.image),
      ("canonicalURL", \.canonicalURL),
    ]
  }

  package var json: JSON {
    let metadata = extraction.metadata
    var members = Self.texts.map { name, path in
      JSON.Member(name, .optional(metadata[keyPath: path]))
    }
    if let moment = metadata.publishedAt {
      members.append(.init("at", .int(Int(moment.milliseconds))))
    }
    members += [
      .init("nextPage", .optional(extraction.nextPage)),
      .init("offset", .int(metadata.publishedOffset)),
      .init("state", .string(extraction.verdict.name)),
      .init("reason", .optional(extraction.verdict.reason)),
      .init("kind", .string(extraction.kind.rawValue)),
      .init("isWithoutRule", .bool(isWithoutRule)), .init("html", .string(extraction.html)),
    ]
    return .object(members)
  }

  /// Reads an answer; nil if it is damaged.
  package init?(_ bytes: [UInt8]) {
    guard let json = try? JSON(parsing: bytes), let html = json["html"]?.string,
      let kind = json["kind"]?.string.flatMap(PageKind.init), let state = json["state"]?.string,
      let verdict = FetchState(name: state, reason: json["reason"]?.string)
    else { return nil }
    var metadata = PageMetadata()
    for (name, path) in Self.texts { metadata[keyPath: path] = json[name]?.string }
    metadata.publishedAt = json["at"]?.int.map { Timestamp(milliseconds: Int64($0)) }
    metadata.publishedOffset = json["offset"]?.int ?? 0
    extraction = Extraction(
      metadata: metadata, body: ArticleBody(fragment: html), verdict: verdict)
    extraction.kind = kind
    extraction.nextPage = json["nextPage"]?.string
    isWithoutRule = json["isWithoutRule"]?.bool ?? false
  }
}
