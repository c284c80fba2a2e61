import CFileSystem
import Glibc

/// A file that is written piece by piece, and has its name only when all of it is there.
///
/// What is no regular file, such as a pipe or a device, is written as it comes.
package final class NewFile {
  private let path: String
  /// What is removed again unless the file is kept; nil for what is written as it comes.
  private var leftover: String?
  private let descriptor: Int32
  private var pending: [UInt8] = []

  private static let blockLength = 1 << 16

  /// Begins a file.
  ///
  /// - Throws: what the system says; `EEXIST` where there is one that may not be replaced, `EISDIR` for a
  ///   directory.
  package init(_ path: String, replaces: Bool) throws(SystemError) {
    var status = stat()
    let exists = stat(path, &status) == 0
    let kind = status.st_mode & S_IFMT
    if exists, kind == S_IFDIR { throw SystemError(code: EISDIR) }
    if exists, kind != S_IFREG {
      self.path = path
      leftover = nil
      descriptor = open(path, O_WRONLY | O_CLOEXEC)
    } else {
      if exists, !replaces { throw SystemError(code: EEXIST) }
      // The file that a link leads to is replaced, not the link.
      let resolved = exists ? realpath(path, nil) : nil
      self.path = resolved.map { String(fileName: UnsafePointer($0)) } ?? path
      free(resolved)
      let temporary = TemporaryFile.name(for: self.path)
      leftover = temporary
      descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if exists, descriptor >= 0 { _ = fchmod(descriptor, status.st_mode & 0o7777) }
    }
    if descriptor < 0 { throw SystemError(code: errno) }
  }

  deinit {
    close(descriptor)
    if let leftover { unlink(leftover) }
  }

  /// Adds text to the end.
  package func write(_ text: String) throws(SystemError) { try write(Array(text.utf8)) }

  /// Adds bytes to the end.
  package func write(_ bytes: [UInt8]) throws(SystemError) {
    pending += bytes
    if pending.count >= Self.blockLength { try flush() }
  }

  private func flush() throws(SystemError) {
    let code = writeAll(pending, to: descriptor)
    if code != 0 { throw SystemError(code: code) }
    pending.removeAll(keepingCapacity: true)
  }

  /// Gives the file its name, after the disk has it; nothing can be added then.
  ///
  /// - Parameters:
  ///   - replaces: whether a file that has the name by now gives way.
  ///   - isDurable: whether to wait for the disk.
  /// - Throws: what the system says; `EEXIST` where a file of the name stays. Nothing is left behind then.
  package func keep(replaces: Bool, isDurable: Bool = true) throws(SystemError) {
    try flush()
    guard let temporary = leftover else { return }
    if isDurable, fsync(descriptor) != 0 { throw SystemError(code: errno) }
    if replaces {
      if rename(temporary, path) != 0 { throw SystemError(code: errno) }
    } else if renameat2(AT_FDCWD, temporary, AT_FDCWD, path, 1 /* RENAME_NOREPLACE */) != 0 {
      // Not all file systems know how to rename without replacing; all of them that lack it have links.
      guard errno == EINVAL || errno == ENOSYS else { throw SystemError(code: errno) }
      if link(temporary, path) != 0 { throw SystemError(code: errno) }
      unlink(temporary)
    }
    leftover = nil
  }
}
