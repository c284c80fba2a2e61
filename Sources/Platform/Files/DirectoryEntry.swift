/// Something in a directory, by its name.
package struct DirectoryEntry: Equatable, Sendable {
  package let name: String
  /// Whether it is a directory, or a link to one.
  package let isDirectory: Bool

  /// What is in a directory, by name; nothing when that cannot be read.
  ///
  /// - Parameters:
  ///   - directory: its path.
  ///   - limit: how many are read at most, whichever come first.
  /// - Returns: them without `.` and `..`.
  package static func all(in directory: String, limit: Int) -> [DirectoryEntry] {
    (fileNames(in: directory) ?? []).prefix(limit).map { name in
      let isDirectory = (try? FileStatus(directory + "/" + name))?.isDirectory ?? false
      return DirectoryEntry(name: name, isDirectory: isDirectory)
    }
    .sorted { $0.name < $1.name }
  }
}

extension String {
  /// The path with the home directory in place of a `~` at its beginning.
  package func expandingHome(_ home: String?) -> String {
    guard let home, self == "~" || hasPrefix("~/") else { return self }
    return home + dropFirst()
  }
}
