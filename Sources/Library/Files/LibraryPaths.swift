import ReadingList

/// The paths of a library's files, and the meaning of the names in them.
struct LibraryPaths: Sendable {
  let directory: String

  var identity: String { directory + "/library.json" }
  var articles: String { directory + "/articles" }
  var texts: String { directory + "/texts" }
  var pictures: String { directory + "/pictures" }
  var machines: String { directory + "/machines" }
  /// Temporary files before they are moved into place.
  var staging: String { directory + "/.luego" }
  /// Files that `doctor --repair` moved aside.
  var damaged: String { directory + "/damaged" }
  /// Files that the inbox has processed.
  var done: String { directory + "/inbox/done" }

  func shard(_ number: UInt8) -> String { articles + "/" + Self.name(ofShard: number) }
  func machine(_ name: String) -> String { "\(machines)/\(name).json" }
  func record(_ id: ArticleID, of machine: String) -> String {
    "\(articles)/\(id.shard)/\(Self.name(ofRecord: id, of: machine))"
  }
  func text(_ id: ArticleID, hash: String) -> String {
    "\(texts)/\(id.shard)/\(Self.name(ofText: id, hash: hash))"
  }

  func pictures(_ id: ArticleID) -> String { "\(pictures)/\(id.shard)/\(id.text)" }

  static func name(ofRecord id: ArticleID, of machine: String) -> String {
    "\(id.text).\(machine).json"
  }

  /// The number of hexadecimal digits of a text's hash in its name.
  static let hashLength = 16

  static func name(ofText id: ArticleID, hash: String) -> String {
    "\(id.text)-\(hash.prefix(hashLength)).html"
  }

  /// Returns the two hexadecimal digits of a shard.
  static func name(ofShard number: UInt8) -> String {
    let digits = String(number, radix: 16)
    return digits.utf8.count == 1 ? "0" + digits : digits
  }

  /// Returns the article that a file in a shard of `articles/` belongs to.
  ///
  /// The name begins with the id and ends in `.json`. A conflict copy does too; it is another
  /// version.
  static func article(ofRecord name: String, inShard shard: UInt8) -> ArticleID? {
    guard name.hasSuffix(".json"), let id = ArticleID(text: name.prefix(ArticleID.length)),
      id.shardNumber == shard
    else { return nil }
    return id
  }

  /// Returns the article of a file in `damaged/`, whose name begins with the id, or a number and the
  /// id.
  static func article(ofDamaged name: String) -> ArticleID? {
    [name[...], name.drop { $0 != "-" }.dropFirst()].lazy.compactMap {
      ArticleID(text: $0.prefix(ArticleID.length))
    }.first
  }

  /// Returns the machine that wrote a record, or the original of a conflict copy, which syncers
  /// name `ID.MACHINE.sync-conflict-….json` or `ID.MACHINE (conflicted copy …).json`.
  static func machine(ofRecord name: String) -> String? {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count >= 3, name.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    let machine = parts[1].prefix { $0.isLowercase || $0.isNumber || $0 == "-" }
    return MachineName.isValid(String(machine)) ? String(machine) : nil
  }

  /// Parses a text's name into the article and the hash prefix.
  static func text(named name: String) -> (id: ArticleID, hash: String)? {
    guard name.hasSuffix(".html"), name.utf8.count == ArticleID.length + 1 + hashLength + 5,
      let id = ArticleID(text: name.prefix(ArticleID.length)),
      name.dropFirst(ArticleID.length).first == "-"
    else { return nil }
    let hash = String(name.dropFirst(ArticleID.length + 1).prefix(hashLength))
    return SHA256.isHex(hash, count: hashLength) ? (id: id, hash: hash) : nil
  }
}
