/// The target of a sync.
package enum SyncTarget: Equatable, Sendable {
  /// A library in a directory, or an empty place for one.
  case directory(String)
  /// The library of a machine that ssh reaches; the usual one where there is no path.
  case host(String, path: String?)
  /// A repository that the git program reaches.
  case git(String)

  /// Takes the words that name one: `HOST`, `USER@HOST:PATH`, `DIR` with a slash in it, or `git URL`.
  ///
  /// - Throws: `SyncProblem` where they name none.
  package init(_ words: [String]) throws(SyncProblem) {
    guard let first = words.first, !first.isEmpty, !(words.last ?? "").hasPrefix("-") else {
      throw SyncProblem(
        .failed, "“\(words.joined(separator: " "))” is no host, directory or repository")
    }
    if first == "git", words.count == 2 {
      self = .git(words[1])
      return
    }
    guard words.count == 1 else {
      throw SyncProblem(
        .failed,
        "“\(words.joined(separator: " "))” is no host, directory or repository; git needs one URL")
    }
    // Colons within brackets are part of an address.
    let bracket = first.contains("[") ? first.firstIndex(of: "]") : nil
    let colon = (bracket.map { first[$0...] } ?? first[...]).firstIndex(of: ":")
    let host = first[..<(colon ?? first.endIndex)]
    if host.contains("/") || first.hasPrefix("~") || first == "." || first == ".." {
      self = .directory(first)
    } else {
      let path = first.dropFirst(host.count + 1)
      // ssh takes an address without brackets.
      let name = host.filter { bracket == nil || $0 != "[" && $0 != "]" }
      self = .host(String(name), path: path.isEmpty ? nil : String(path))
    }
  }
}
