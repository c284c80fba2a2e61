import ReadingList

/// Where the files of a library lie, and what the names in it mean.
struct LibraryPaths: Sendable {
  let directory: String

  var identity: String { directory + "/library.json" }
  var articles: String { directory + "/articles" }
  var bodies: String { directory + "/bodies" }
  var pictures: String { directory + "/pictures" }
  /// Where `doctor --repair` moves what it cannot read.
  var damaged: String { directory + "/damaged" }

  func shard(_ number: UInt8) -> String { articles + "/" + Self.name(ofShard: number) }
  func record(_ id: ArticleID) -> String { "\(articles)/\(id.shard)/\(id.text).json" }
  func shard(of id: ArticleID) -> String { articles + "/" + id.shard }
  func body(_ id: ArticleID) -> String { "\(bodies)/\(id.shard)/\(id.text).html" }

  /// Where an article's pictures lie.
  func pictures(_ id: ArticleID) -> String { "\(pictures)/\(id.shard)/\(id.text)" }

  /// The two digits that name a shard.
  static func name(ofShard number: UInt8) -> String {
    let digits = String(number, radix: 16)
    return digits.utf8.count == 1 ? "0" + digits : digits
  }

  /// What a name in a shard of `articles/` or `bodies/` says the file is.
  enum Kind: Equatable {
    case own(ArticleID)
    /// Another version of an article's file, left by a file syncer: `ID.sync-conflict-…`,
    /// `ID (… conflicted copy …)`, and every other name that begins with an id and ends as records do.
    case copy(ArticleID)
    /// Temporary files and what begins with a dot.
    case hidden
    case foreign
  }

  /// The id of a record's file with exactly the name that it has to have.
  static func record(named name: UnsafeBufferPointer<CChar>, inShard shard: UInt8) -> ArticleID? {
    let bytes = UnsafeRawBufferPointer(name)
    guard bytes.count == ArticleID.length + 5,
      // “.json”
      bytes.loadUnaligned(fromByteOffset: ArticleID.length, as: UInt32.self).littleEndian
        == 0x6f73_6a2e,
      bytes[ArticleID.length + 4] == 0x6e,
      let id = ArticleID(digits: UnsafeRawBufferPointer(rebasing: bytes[..<ArticleID.length])),
      id.shardNumber == shard
    else { return nil }
    return id
  }

  /// What a file's name says it is.
  ///
  /// - Parameters:
  ///   - name: the name without its directory.
  ///   - suffix: `.json` or `.html`.
  ///   - shard: the two digits of the directory it lies in.
  /// - Returns: the kind.
  static func kind(of name: String, suffix: String, shard: String) -> Kind {
    if name.hasPrefix(".") { return .hidden }
    guard name.hasSuffix(suffix), name.hasPrefix(shard),
      let id = ArticleID(text: name.utf8.prefix(ArticleID.length).asText)
    else { return .foreign }
    if name.utf8.count == ArticleID.length + suffix.utf8.count { return .own(id) }
    let next = name.utf8.dropFirst(ArticleID.length).first
    let isJoint = next.map { ".~ (-_".utf8.contains($0) } ?? false
    return isJoint ? .copy(id) : .foreign
  }
}

extension Sequence<UInt8> {
  /// The bytes as text.
  var asText: String { String(decoding: Array(self), as: UTF8.self) }
}
