/// The target of a sync.
package enum SyncTarget: Equatable, Sendable {
  /// A library in a directory, or a vacant place for one.
  case directory(String)
  /// A library on a machine that ssh reaches; the default one if `path` is nil.
  case host(String, path: String?)
  /// A repository that git reaches.
  case git(String)

  /// Parses `HOST`, `USER@HOST:PATH`, a `DIR` with a slash, or `git URL`.
  ///
  /// - Throws: `StoreError` if the words are none of these.
  package init(_ words: [String]) throws(StoreError) {
    guard let first = words.first, !words.contains(""), !(words.last ?? "").hasPrefix("-") else {
      throw StoreError(
        .io, "“\(words.joined(separator: " "))” is not a host, directory or repository")
    }
    if first == "git", words.count == 2 {
      self = .git(words[1])
      return
    }
    guard words.count == 1 else {
      throw StoreError(
        .io,
        "“\(words.joined(separator: " "))” is not a host, directory or repository; git needs one URL"
      )
    }
    // Colons within brackets belong to the address.
    let bracket = first.contains("[") ? first.firstIndex(of: "]") : nil
    let colon = (bracket.map { first[$0...] } ?? first[...]).firstIndex(of: ":")
    let host = first[..<(colon ?? first.endIndex)]
    if host.contains("/") || first.hasPrefix("~") || first == "." || first == ".." {
      self = .directory(first)
    } else {
      let path = first.dropFirst(host.count + 1)
      // ssh expects addresses without brackets.
      let name = host.filter { bracket == nil || $0 != "[" && $0 != "]" }
      guard !name.hasPrefix("-") else {
        throw StoreError(.io, "“\(first)” is not a host, directory or repository")
      }
      self = .host(String(name), path: path.isEmpty ? nil : String(path))
    }
  }
}
