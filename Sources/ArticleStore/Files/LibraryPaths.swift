import ReadingList

/// Where the files of a library lie, and what the names in it mean.
struct LibraryPaths: Sendable {
  let directory: String

  var identity: String { directory + "/library.json" }
  var articles: String { directory + "/articles" }
  var bodies: String { directory + "/bodies" }
  var pictures: String { directory + "/pictures" }
  /// Where files lie until they are put in place.
  var staging: String { directory + "/.luego" }
  /// Where `doctor --repair` moves what it cannot read.
  var damaged: String { directory + "/damaged" }

  func shard(_ number: UInt8) -> String { articles + "/" + Self.name(ofShard: number) }
  func texts(_ number: UInt8) -> String { bodies + "/" + Self.name(ofShard: number) }
  func record(_ id: ArticleID) -> String { "\(articles)/\(id.shard)/\(id.text).json" }
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
    /// Another version of an article's file, left by a file syncer: its name with any mark before it, within it or
    /// after it, such as `ID.sync-conflict-….json`, `ID.json..path1`, `Copy of ID.json`, or the name itself in
    /// another directory than its own.
    case copy(ArticleID)
    /// Temporary files and what begins with a dot.
    case hidden
    case foreign
  }

  /// What a file's name says it is.
  ///
  /// - Parameters:
  ///   - name: the name without its directory.
  ///   - suffix: `.json` or `.html`.
  ///   - shard: the two digits of the directory it lies in.
  /// - Returns: the kind.
  static func kind(of name: String, suffix: String, shard: String) -> Kind {
    if let id = id(in: name, suffix: suffix), id.shard == shard { return .own(id) }
    if name.hasPrefix(".") || isSyncersTemporary(name) { return .hidden }
    let bytes = Array(name.utf8)
    guard let place = placeOfID(in: bytes),
      let id = ArticleID(text: bytes[place].asText.lowercased()),
      hasEnding(bytes[place.upperBound...], Array(suffix.utf8))
    else { return .foreign }
    return .copy(id)
  }

  /// The id in a name that is one and a suffix.
  private static func id(in name: String, suffix: String) -> ArticleID? {
    guard name.utf8.count == ArticleID.length + suffix.utf8.count, name.hasSuffix(suffix) else {
      return nil
    }
    var name = name
    return name.withUTF8 {
      ArticleID(
        digits: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer($0)[..<ArticleID.length])
      )
    }
  }

  /// Where a name has the digits of an id, with neither letter nor digit beside them.
  private static func placeOfID(in name: [UInt8]) -> Range<Int>? {
    var start = 0
    while start < name.count {
      let end = name[start...].firstIndex { !isWordByte($0) } ?? name.count
      if end - start == ArticleID.length,
        ArticleID(text: name[start..<end].asText.lowercased()) != nil
      {
        return start..<end
      }
      start = end + 1
    }
    return nil
  }

  /// Whether the rest of a name has an ending that no letter or digit follows.
  private static func hasEnding(_ rest: ArraySlice<UInt8>, _ ending: [UInt8]) -> Bool {
    var rest = rest
    while rest.count >= ending.count {
      if rest.starts(with: ending) {
        return rest.dropFirst(ending.count).first.map { !isWordByte($0) } ?? true
      }
      rest = rest.dropFirst()
    }
    return false
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
  }

  /// Whether a name is one that a file syncer gives to what is to become a file: `.syncthing.NAME.tmp`,
  /// `~syncthing~NAME.tmp`, `NAME.partial` of rclone, `.unison.…`, and of rsync its directories and a hidden name
  /// that six letters or digits follow.
  static func isSyncersTemporary(_ name: String) -> Bool {
    if name.hasPrefix(".syncthing.") || name.hasPrefix("~syncthing~")
      || name.hasPrefix(".unison.")
      || [".partial", ".part", ".filepart"].contains(where: name.hasSuffix)
      || name.hasSuffix(".tmp") && !name.hasPrefix(".")
      || name == ".~tmp~" || name == ".rsync-partial"
    {
      return true
    }
    guard name.hasPrefix(".") else { return false }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4, parts[3].utf8.count == 6,
      parts[3].utf8.allSatisfy(isWordByte)
    else { return false }
    return (ArticleID(text: parts[1]) != nil && (parts[2] == "json" || parts[2] == "html"))
      || parts[1] == "library" && parts[2] == "json"
  }

  /// Whether a directory among the shards is another version of one, left by a file syncer: `3F`, `3f 2`,
  /// `3f (…)`.
  static func isCopyOfShard(_ name: String) -> Bool {
    guard UInt8(name.prefix(2), radix: 16) != nil, name.utf8.count >= 2, !name.hasPrefix("+") else {
      return false
    }
    if name.utf8.count == 2 { return name != name.lowercased() }
    return name.utf8.dropFirst(2).first.map { !isWordByte($0) } ?? false
  }
}

extension Sequence<UInt8> {
  /// The bytes as text.
  var asText: String { String(decoding: Array(self), as: UTF8.self) }
}
