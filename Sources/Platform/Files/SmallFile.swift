package import Glibc

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

  /// The last lines of a file that lines are added to, of so many bytes at most; nil when it cannot be read.
  package static func lastLines(_ path: String, limit: Int) -> [UInt8]? {
    try? RegularFile(path).lastLines(limit: limit)
  }

  /// Puts bytes into a file, all of them or nothing; makes the directories above it.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - bytes: what it is to contain.
  ///   - isDurable: waits until the disk has them.
  ///   - old: the file that it replaces, whose mode it gets and, as far as the system allows, owner;
  ///     without it the file is private.
  /// - Throws: the first call that fails; the file is as it was then.
  package static func replace(
    _ path: String,
    with bytes: [UInt8],
    isDurable: Bool,
    like old: stat? = nil
  ) throws(SystemError) {
    makeDirectories(above: path)
    let slash = path.lastIndex(of: "/")
    let directory = slash.map { String(path[...$0]) } ?? "."
    let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    TemporaryFile.removeLeftovers(in: directory, of: name)
    let temporary = TemporaryFile.name(for: path)
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw SystemError(code: errno) }
    var code = writeAll(bytes, to: descriptor)
    if code == 0, let old {
      // The owner first: changing it takes bits away from the mode.
      if fchown(descriptor, old.st_uid, old.st_gid) != 0 {
        _ = fchown(descriptor, uid_t.max, old.st_gid)
      }
      _ = fchmod(descriptor, old.st_mode & 0o7777)
    }
    if code == 0, isDurable, fsync(descriptor) != 0 { code = errno }
    close(descriptor)
    if code == 0, rename(temporary, path) != 0 { code = errno }
    guard code == 0 else {
      unlink(temporary)
      throw SystemError(code: code)
    }
    if isDurable { sync(directory) }
  }

  /// Adds bytes to the end of a file; makes it and the directories above it.
  package static func append(_ bytes: [UInt8], to path: String) throws(SystemError) {
    makeDirectories(above: path)
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    let descriptor = open(path, flags, 0o600)
    guard descriptor >= 0 else { throw SystemError(code: errno) }
    defer { close(descriptor) }
    let code = writeAll(bytes, to: descriptor)
    if code != 0 { throw SystemError(code: code) }
  }

  /// How many bytes a file has; nil when there is none.
  package static func size(of path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  /// When a file was changed last, in Unix seconds; nil when there is none.
  package static func modified(_ path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mtim.tv_sec : nil
  }

  /// What tells one state of a file from another; nil when there is no such file.
  package static func stamp(of path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return "\(status.st_size) \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec) \(status.st_ino)"
  }

  /// Makes the directories that a path runs through, as far as the system allows.
  package static func makeDirectories(above path: String) {
    var index = path.startIndex
    while index < path.endIndex, let slash = path[path.index(after: index)...].firstIndex(of: "/") {
      mkdir(String(path[..<slash]), 0o700)
      index = slash
    }
  }

  /// Waits until the disk has a directory's entries; some file systems have no such call and need none.
  private static func sync(_ directory: String) {
    let opened = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard opened >= 0 else { return }
    fsync(opened)
    close(opened)
  }
}
