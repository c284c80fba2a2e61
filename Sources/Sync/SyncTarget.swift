/// What a library is brought together with.
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
        .failed,
        "“\(words.joined(separator: " "))” is no host, directory or repository"
      )
    }
    if first == "git", words.count == 2 {
      self = .git(words[1])
      return
    }
    guard words.count == 1 else {
      throw SyncProblem(
        .failed,
        "“\(words.joined(separator: " "))” is no host, directory or repository; git needs one URL"
      )
    }
    let host = first.prefix { $0 != ":" }
    if host.contains("/") || first.hasPrefix("~") || first == "." || first == ".." {
      self = .directory(first)
    } else {
      let path = first.dropFirst(host.count + 1)
      self = .host(String(host), path: path.isEmpty ? nil : String(path))
    }
  }
}
