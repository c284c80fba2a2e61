import Glibc

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
    guard let open = opendir(directory) else { return [] }
    defer { closedir(open) }
    var entries: [DirectoryEntry] = []
    while entries.count < limit, let entry = readdir(open) {
      let name = String(nameOf: entry)
      guard name != ".", name != ".." else { continue }
      let kind = Int(entry.pointee.d_type)
      var isDirectory = kind == DT_DIR
      if kind == DT_LNK || kind == DT_UNKNOWN {
        var status = stat()
        isDirectory =
          stat(directory + "/" + name, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      }
      entries.append(DirectoryEntry(name: name, isDirectory: isDirectory))
    }
    return entries.sorted { $0.name < $1.name }
  }
}

extension String {
  /// The path with the home directory in place of a `~` at its beginning.
  package func expandingHome(_ home: String?) -> String {
    guard let home, self == "~" || hasPrefix("~/") else { return self }
    return home + dropFirst()
  }
}
