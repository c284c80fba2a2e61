import Platform

/// Files in `source` lines that a person types.
extension SourceList {
  /// The line with the files it names as absolute paths.
  ///
  /// Not for config files, which may name a file that is missing for now.
  ///
  /// - Throws: `Problem` if a file to be added does not exist.
  package func namingFiles(_ line: String, home: String?) throws(Problem) -> String {
    var words = line.split(whereSeparator: \.isWhitespace).map(String.init)
    guard words.count >= 2 else { return line }
    switch words[0] {
    case "add": if let path = try Self.file(words[1], home: home) { words[1] = path }
    case "remove", "on", "off":
      for index in words.indices.dropFirst() where self[words[index]] == nil {
        let path = Self.absolute(words[index].expandingHome(home))
        if let path, let source = self[path] { words[index] = source.name }
      }
    default: break
    }
    return words.joined(separator: " ")
  }

  /// The path of the file that a word names; nil if it names none.
  private static func file(_ word: String, home: String?) throws(Problem) -> String? {
    let path = word.expandingHome(home)
    guard let found = absolute(path), isRegular(found) else {
      let endings = [".opml", ".xml", ".rss", ".atom", ".json", ".txt"]
      let looksLikeFile =
        ["/", "./", "../", "~"].contains { word.hasPrefix($0) }
        || !word.contains("://") && !word.contains("/") && endings.contains { word.hasSuffix($0) }
      guard looksLikeFile else { return nil }
      let isThere = exists(path)
      throw Problem("\(word) \(isThere ? "is not a file" : "does not exist")")
    }
    guard allows(.reading, found) else { throw Problem("\(word) cannot be read") }
    guard !found.contains(where: \.isWhitespace) else {
      throw Problem("The path of a source file cannot contain spaces: \(found)")
    }
    return found
  }

  /// An absolute path; a symbolic link at its end is not resolved.
  private static func absolute(_ path: String) -> String? {
    let slash = path.lastIndex(of: "/")
    let directory = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    guard let above = resolvedPath(directory) else { return nil }
    let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
    return (above == "/" ? "" : above) + "/" + name
  }

  private static func isRegular(_ path: String) -> Bool {
    (try? FileStatus(path))?.isRegular ?? false
  }
}
