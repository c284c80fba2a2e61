/// A regular file that others put into a directory, or into one below it.
package struct DroppedFile: Equatable, Sendable {
  package let path: String
  /// The names of the directories between, and its own.
  package let names: [String]
  /// Its status when it was found.
  private let status: FileStatus

  /// In bytes.
  package var size: Int { Int(status.size) }
  /// When it was written, in milliseconds since 1970.
  package var writtenAt: Int64 { status.modified / 1_000_000 }
  /// When its content, name or times changed last by the system's own clock, in milliseconds since 1970.
  package var changedAt: Int64 { status.changed / 1_000_000 }

  /// How deep directories are gone through, and how many files are found at most.
  private static let maxDepth = 8, maxCount = 100_000

  /// A file that a person named.
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

  /// The files below a directory.
  ///
  /// - Parameters:
  ///   - directory: where to look.
  ///   - skipped: names of directories right below it that are not gone through.
  ///   - report: gets each directory that cannot be read, and why.
  /// - Returns: the files, the oldest first; links and hidden names are passed over.
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

  /// Moves it into a directory, which is made, under a name that nothing has there.
  ///
  /// - Returns: its new path; nil where it is no longer the file that was found, and stays.
  package func move(into directory: String) throws(SystemError) -> String? {
    try SmallFile.makeDirectories(above: directory + "/")
    let name = names.last ?? ""
    let place = try Self.move(path, into: directory, named: name)
    // A look before would miss who writes between that and the move.
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
