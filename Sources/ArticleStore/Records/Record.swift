import Platform
import ReadingList

/// What one file of `articles/` says: an article, or that there was one and it was purged.
struct Record: Sendable {
  enum Content: Sendable {
    case article(Article)
    case tombstone(purgedAt: Timestamp)
  }

  /// Why a file is not a record, in words that follow "is left alone:".
  struct Problem: Error { var text: String }

  /// The largest file taken for a record, in bytes.
  static let maxSize = 32 << 20

  let id: ArticleID
  let content: Content
  /// The version of the format it was written in.
  let format: Int
  /// Of a purged article what was said of it later by machines that did not know, for when it is saved again.
  let later: Article?
  /// The file's own text, whose spelling is kept where nothing changed.
  let raw: JSON
  /// Whether the file has two versions of it between git's conflict markers, here merged.
  let isConflicted: Bool
  /// The file it was read from, as it was then; nil where it was read from none.
  var file: FileStatus?

  var article: Article? { if case .article(let article) = content { article } else { nil } }

  /// Whether a newer version wrote it, so that this one may read but not change it.
  var isNewer: Bool { format > RecordKey.format }

  /// Reads a record.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - id: the id its name says.
  /// - Throws: `Problem` saying what is wrong with it.
  init(_ bytes: [UInt8], id: ArticleID) throws(Problem) {
    let parsed: JSON
    do throws(JSON.ParseError) { parsed = try JSON(parsing: bytes) } catch {
      guard let sides = MergeConflict.sides(of: bytes) else {
        throw Problem(text: "it is not JSON (\(error.problem), byte \(error.offset))")
      }
      let (ours, theirs): (Record, Record)
      do throws(Problem) {
        (ours, theirs) = (try Record(sides.ours, id: id), try Record(sides.theirs, id: id))
      } catch {
        throw Problem(text: "it has conflict markers, and in one version \(error.text)")
      }
      try self.init(ours.merged(with: theirs), id: id, isConflicted: true)
      return
    }
    try self.init(parsed, id: id, isConflicted: false)
  }

  private init(_ raw: JSON, id: ArticleID, isConflicted: Bool) throws(Problem) {
    self.raw = raw
    self.id = id
    self.isConflicted = isConflicted
    guard let members = raw.members else { throw Problem(text: "it is not a JSON object") }
    guard let format = raw["format"]?.int, format >= 1 else {
      throw Problem(text: "it has no format number")
    }
    self.format = format
    guard raw["id"]?.string == id.text else {
      throw Problem(text: "its id differs from its file name")
    }
    if let purged = raw[RecordKey.purgedAt.name] {
      guard let moment = RecordKey.moment(purged) else {
        throw Problem(text: "\(RecordKey.purgedAt.name) is not a time")
      }
      content = .tombstone(purgedAt: moment)
      let value = raw[RecordKey.later.name]
      later = try? value?.members.map { try Self.article($0, raw: value ?? .null, id: id) }
      return
    }
    content = .article(try Self.article(members, raw: raw, id: id))
    later = nil
  }

  private static func article(
    _ members: [JSON.Member],
    raw: JSON,
    id: ArticleID
  ) throws(Problem) -> Article {
    guard let canonical = raw["canonicalURL"]?.string else {
      throw Problem(text: "it has no canonicalURL")
    }
    guard raw["savedAt"] != nil else { throw Problem(text: "it has no savedAt") }
    var article = Article(
      canonicalURL: canonical,
      url: canonical,
      title: canonical,
      savedAt: Timestamp(milliseconds: 0)
    )
    guard article.id == id else { throw Problem(text: "its id does not match its canonicalURL") }
    article.fetch = .pending(reason: nil)
    for member in members where member.key != "format" && member.key != "id" {
      guard let key = keysByName[member.key] else {
        article.unknown.append(member)
        continue
      }
      if member.value == .null { continue }
      guard key.read(&article, member.value) else {
        throw Problem(text: "\(member.key) must be \(key.typeWithArticle)")
      }
    }
    return article
  }

  static let keysByName = Dictionary(
    RecordKey.all.map { ($0.name, $0) },
    uniquingKeysWith: { first, _ in first }
  )
}

extension Record {
  /// The bytes of a new article's record.
  static func bytes(of article: Article) -> [UInt8] { bytes(of: article, over: nil) }

  /// The bytes of a purged article's record.
  static func bytes(ofTombstone id: ArticleID, purgedAt: Timestamp) -> [UInt8] {
    Array(JSON.object(members(ofTombstone: id, purgedAt: purgedAt)).pretty.utf8)
  }

  static func members(
    ofTombstone id: ArticleID,
    purgedAt: Timestamp,
    format: Int = RecordKey.format
  ) -> [JSON.Member] {
    [
      .init("format", .int(format)), .init("id", .string(id.text)),
      .init(RecordKey.purgedAt.name, .string(purgedAt.rfc3339)),
    ]
  }

  /// The bytes of an article's record, keeping what another version or a person wrote into the one it
  /// replaces wherever the article did not change.
  static func bytes(of article: Article, over old: Record?) -> [UInt8] {
    Array(json(of: article, over: old).pretty.utf8)
  }

  /// The record of an article as a value; see `bytes(of:over:)`.
  static func json(of article: Article, over old: Record?) -> JSON {
    let before = old?.article
    var members: [JSON.Member] = [
      .init("format", .int(RecordKey.format)), .init("id", .string(article.id.text)),
    ]
    for key in RecordKey.all {
      let value = key.write(article)
      if let old, let before, let raw = old.raw[key.name], key.write(before) == value {
        members.append(.init(key.name, raw))
      } else if let value {
        let raw = haveParts.contains(key.name) ? old?.raw[key.name] : nil
        members.append(.init(key.name, raw.map { value.taking(unknownOf: $0) } ?? value))
      }
    }
    return .object(members + article.unknown)
  }

  /// Keys whose values may have members that this version does not know, which are carried over.
  static let haveParts: Set<String> = ["fetch", "position", "highlights"]

  /// Keys known within those values.
  static let nested: Set<String> = [
    "state", "reason", "block", "offset", "id", "quote", "prefix", "suffix", "start", "end",
    "color", "note", "createdAt", "changedAt", "isDeleted",
  ]
}
