/// Small files of the program's own, read and replaced as a whole.
package enum SmallFile {
  /// The content of a regular file; nil if missing, unreadable or larger than `limit` bytes.
  package static func read(_ path: String, limit: Int = 64 << 20) -> [UInt8]? {
    try? RegularFile(path).bytes(limit: limit)
  }

  /// Replaces a private file as a whole, creating the directories above it.
  ///
  /// Waits for the disk if `isDurable`. The file is unchanged if this throws.
  package static func replace(
    _ path: String, with bytes: [UInt8], isDurable: Bool
  ) throws(SystemError) {
    try makeDirectories(above: path)
    let (directory, name) = path.splitPath
    TemporaryFile.removeLeftovers(in: directory, of: name)
    let temporary = TemporaryFile.name(for: path)
    let descriptor = try Descriptor.open(temporary, [.write, .create, .exclusive])
    do throws(SystemError) {
      defer { Descriptor.close(descriptor) }
      try SystemError.check(writeAll(bytes, to: descriptor))
      if isDurable { try Descriptor.sync(descriptor) }
      if rename(temporary, path) != 0 { throw .last }
    } catch {
      unlink(temporary)
      throw error
    }
    if isDurable { sync(directory) }
  }

  /// Creates the file and the directories above it if need be.
  package static func append(_ bytes: [UInt8], to path: String) throws(SystemError) {
    try makeDirectories(above: path)
    // Does not wait for a reader, if it is a pipe.
    let descriptor = try Descriptor.open(
      path, [.write, .create, .append, .nonBlocking, .notControlling])
    defer { Descriptor.close(descriptor) }
    try SystemError.check(writeAll(bytes, to: descriptor))
  }

  /// In bytes; nil if there is none.
  package static func size(of path: String) -> Int? { (try? FileStatus(path)).map { Int($0.size) } }

  /// A string that differs between states of a file; nil if there is none.
  package static func stamp(of path: String) -> String? {
    (try? FileStatus(path)).map { "\($0.size) \($0.modified) \($0.inode)" }
  }

  package static func makeDirectories(above path: String) throws(SystemError) {
    var index = path.startIndex
    while index < path.endIndex, let slash = path[path.index(after: index)...].firstIndex(of: "/") {
      let directory = String(path[..<slash])
      if mkdir(directory, 0o700) != 0 {
        let error = SystemError.last
        guard error == .exists || exists(directory) else { throw error }
      }
      index = slash
    }
  }

  /// Waits until a directory's entries are on disk, where the file system supports that.
  private static func sync(_ directory: String) {
    guard let opened = try? Descriptor.open(directory, .directory) else { return }
    try? Descriptor.sync(opened)
    Descriptor.close(opened)
  }
}
