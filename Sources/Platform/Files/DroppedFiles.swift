/// A regular file that others put into a directory or one below it.
package struct DroppedFile: Equatable, Sendable {
  package let path: String
  /// The names of the directories below the searched one, and the file's own.
  package let names: [String]
  /// When found.
  private let status: FileStatus

  /// In bytes.
  package var size: Int { Int(status.size) }
  /// In milliseconds since 1970.
  package var writtenAt: Int64 { status.modified / 1_000_000 }
  /// When content, name or times last changed (ctime), in milliseconds since 1970.
  package var changedAt: Int64 { status.changed / 1_000_000 }

  /// Limits of a search: directory levels and files.
  private static let maxDepth = 8, maxCount = 100_000

  /// A file that a person named; nil if it is not a regular file.
  package init?(at path: String) {
    guard let status = try? FileStatus(path), status.isRegular else { return nil }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    self.init(path: path, names: [name], status)
  }

  private init(path: String, names: [String], _ status: FileStatus) {
    self.path = path
    self.names = names
    self.status = status
  }

  /// The files below a directory, oldest first, without links and hidden names.
  ///
  /// Directories right below it with a name in `skipped` are left out. `report` is called for each
  /// that cannot be read, with the reason.
  package static func all(
    in directory: String, skipping skipped: Set<String> = [],
    unreadable report: (String, SystemError) -> Void = { _, _ in }
  ) -> [DroppedFile] {
    var found: [DroppedFile] = []
    var open: [[String]] = [[]]
    while let names = open.popLast(), found.count < maxCount {
      let place = ([directory] + names).joined(separator: "/")
      guard let entries = fileNames(in: place) else {
        if SystemError.last != .notFound { report(place, .last) }
        continue
      }
      for name in entries where !name.hasPrefix(".") {
        if names.isEmpty, skipped.contains(name) { continue }
        let path = place + "/" + name
        guard let status = try? FileStatus(notFollowing: path) else { continue }
        switch status.kind {
        case .directory: if names.count < maxDepth { open.append(names + [name]) }
        case .regular: found.append(DroppedFile(path: path, names: names + [name], status))
        default: break
        }
      }
    }
    return found.sorted { ($0.writtenAt, $0.path) < ($1.writtenAt, $1.path) }
  }

  /// Moves it into a directory, created if need be, under an unused name.
  ///
  /// - Returns: its new path; nil if it has changed since it was found, and stays.
  package func move(into directory: String) throws(SystemError) -> String? {
    try SmallFile.makeDirectories(above: directory + "/")
    let name = names.last ?? ""
    let place = try Self.move(path, into: directory, named: name)
    // Checked after the move: a check before would miss a write in between.
    guard let moved = try? FileStatus(place),
      (moved.size, moved.modified) != (status.size, status.modified)
    else { return place }
    _ = try Self.move(place, into: path.splitPath.directory, named: name)
    return nil
  }

  private static func move(
    _ path: String, into directory: String, named name: String
  ) throws(SystemError) -> String {
    let dot = name.dropFirst().lastIndex(of: ".") ?? name.endIndex
    for number in 1...1000 {
      let next = number == 1 ? name : "\(name[..<dot])-\(number)\(name[dot...])"
      let place = directory + "/" + next
      if renameWithoutReplacing(path, place) == 0 { return place }
      guard SystemError.last == .exists else { throw .last }
    }
    throw .exists
  }
}
