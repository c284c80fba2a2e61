import ReadingList

/// What a path in a repository is of.
enum GitPath: Equatable {
  case record(ArticleID)
  case text(ArticleID)
  case identity
  /// Something else, which is passed on as it is.
  case other

  init(_ path: String) {
    self = .other
    if path == "library.json" { self = .identity }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, let id = ArticleID(text: parts[2].prefix(ArticleID.length)),
      parts[1] == id.shard
    else { return }
    switch (parts[0], parts[2].dropFirst(ArticleID.length)) {
    case ("articles", ".json"): self = .record(id)
    case ("bodies", ".html"): self = .text(id)
    default: return
    }
  }

  static func record(of id: ArticleID) -> String { "articles/\(id.shard)/\(id.text).json" }
  static func text(of id: ArticleID) -> String { "bodies/\(id.shard)/\(id.text).html" }
}

/// A line of `ls-files --stage`, or the newer half of one of `diff-tree`.
struct GitEntry {
  var path: String
  var mode: String
  var object: String
  /// Whether there is nothing any more.
  var isRemoved = false

  /// What `ls-files --stage -z` wrote.
  static func files(_ output: [UInt8]) -> [GitEntry] {
    output.split(separator: 0).compactMap { line in
      guard let tab = line.firstIndex(of: 0x09) else { return nil }
      let words = String(decoding: line[..<tab], as: UTF8.self).split(separator: " ")
      guard words.count == 3,
        let path = String(validating: line[(tab + 1)...], as: UTF8.self)
      else { return nil }
      return GitEntry(path: path, mode: String(words[0]), object: String(words[1]))
    }
  }

  /// What `diff-tree -r -z` wrote.
  static func differences(_ output: [UInt8]) -> [GitEntry] {
    var entries: [GitEntry] = []
    let parts = output.split(separator: 0)
    for (head, path) in zip(parts, parts.dropFirst()) where head.first == 0x3a {
      let words = String(decoding: head.dropFirst(), as: UTF8.self).split(separator: " ")
      guard words.count == 5, let path = String(validating: path, as: UTF8.self) else { continue }
      entries.append(
        GitEntry(
          path: path,
          mode: String(words[1]),
          object: String(words[3]),
          isRemoved: words[4] == "D"
        )
      )
    }
    return entries
  }
}
