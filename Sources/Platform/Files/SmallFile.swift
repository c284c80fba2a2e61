/// Small files of the program's own, read and replaced as a whole.
package enum SmallFile {
  /// The content of a regular file.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - limit: the most bytes that it may have.
  /// - Returns: nil when there is no such file, it is larger, or it cannot be read.
  package static func read(_ path: String, limit: Int = 64 << 20) -> [UInt8]? {
    try? RegularFile(path).bytes(limit: limit)
  }

  /// Puts bytes into a private file, all of them or nothing; makes the directories above it.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - bytes: what it is to contain.
  ///   - isDurable: waits until the disk has them.
  /// - Throws: the error of the first call that fails; the file is unchanged then.
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

  /// Adds bytes to the end of a file; makes it and the directories above it.
  package static func append(_ bytes: [UInt8], to path: String) throws(SystemError) {
    try makeDirectories(above: path)
    // Without waiting for one who reads it, where it is a pipe.
    let descriptor = try Descriptor.open(
      path, [.write, .create, .append, .nonBlocking, .notControlling])
    defer { Descriptor.close(descriptor) }
    try SystemError.check(writeAll(bytes, to: descriptor))
  }

  /// How many bytes a file has; nil when there is none.
  package static func size(of path: String) -> Int? { (try? FileStatus(path)).map { Int($0.size) } }

  /// A string that differs between two states of a file; nil if it does not exist.
  package static func stamp(of path: String) -> String? {
    (try? FileStatus(path)).map { "\($0.size) \($0.modified) \($0.inode)" }
  }

  /// Makes the directories that a path runs through.
  ///
  /// - Throws: why one of them could not be made, unless it is there.
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

  /// Waits until the disk has a directory's entries; some file systems have no such call and need none.
  private static func sync(_ directory: String) {
    guard let opened = try? Descriptor.open(directory, .directory) else { return }
    try? Descriptor.sync(opened)
    Descriptor.close(opened)
  }
}
