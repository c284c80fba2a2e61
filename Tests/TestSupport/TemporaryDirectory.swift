import Glibc
import Platform

/// A temporary directory for one test, removed with its contents when the value is deinitialized.
package final class TemporaryDirectory: Sendable {
  /// The directory's absolute path.
  package let path: String

  /// The parent of temporary directories: `TMPDIR`; else in memory, to avoid the disk, if programs can
  /// run there and 4 GB are free; else `/tmp`.
  package static let parent: String = {
    if let named = getenv("TMPDIR"), named.pointee != 0 { return String(cString: named) }
    let memory = "/dev/shm"
    var info = statvfs()
    // ST_NOEXEC
    let runsNothing: UInt = 8
    guard access(memory, W_OK) == 0, statvfs(memory, &info) == 0, info.f_flag & runsNothing == 0,
      UInt64(info.f_bavail) * UInt64(info.f_frsize) >= 4 << 30
    else { return "/tmp" }
    return memory
  }()

  /// Uses `TMPDIR` or `/tmp` as parent, for measurements.
  package static func useDisk() { setenv("TMPDIR", "/tmp", 0) }

  /// Creates the directory with mode 0700.
  package init() throws(SystemFailure) {
    var template = Array((Self.parent + "/luego-test-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemFailure("mkdtemp") }
    // As programs name it that go there.
    var whole = [CChar](repeating: 0, count: Int(PATH_MAX))
    guard realpath(template, &whole) != nil else { throw SystemFailure("realpath") }
    path = String(decoding: whole.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { Self.remove(path) }

  /// The path of an entry in the directory.
  package func path(_ name: String) -> String { path + "/" + name }

  /// Writes a file with these bytes and this mode, whatever the umask, and returns its path; creates
  /// parent directories.
  @discardableResult
  package func write(
    _ name: String, _ bytes: some Sequence<UInt8>, mode: UInt32 = 0o600
  ) throws(SystemFailure) -> String {
    let target = path(name)
    try? SmallFile.makeDirectories(above: target)
    try Self.put(bytes, into: target, mode: mode)
    if mode & 0o111 != 0 { waitUntilNobodyWrites(target) }
    return target
  }

  /// Writes a file with these bytes and this mode, whatever the umask.
  static func put(
    _ bytes: some Sequence<UInt8>, into target: String, mode: UInt32
  ) throws(SystemFailure) {
    let file = open(target, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw SystemFailure("open") }
    defer { close(file) }
    let code = writeAll(Array(bytes), to: file)
    guard code == 0 else { throw SystemFailure("write", code: code) }
    guard fchmod(file, mode) == 0 else { throw SystemFailure("fchmod") }
  }

  @discardableResult
  package func write(
    _ name: String, text: String, mode: UInt32 = 0o600
  ) throws(SystemFailure) -> String { try write(name, text.utf8, mode: mode) }

  /// The bytes of a file in the directory; nil if it does not exist.
  package func read(_ name: String) throws -> [UInt8]? {
    do throws(RegularFile.Problem) {
      return try RegularFile(path(name)).bytes(limit: .max)
    } catch {
      if error == .missing { return nil }
      throw error
    }
  }

  /// Removes a file or a directory tree; symbolic links are not followed.
  private static func remove(_ path: String) {
    // A directory cannot be unlinked.
    if unlink(path) == 0 { return }
    // A test may have removed the permissions.
    chmod(path, 0o700)
    for name in fileNames(in: path) ?? [] { remove(path + "/" + name) }
    rmdir(path)
  }
}

/// A failed system call in test support code.
package struct SystemFailure: Error, CustomStringConvertible {
  package let call: String
  package let code: CInt

  package init(_ call: String, code: CInt = errno) {
    self.call = call
    self.code = code
  }

  package var description: String { "\(call): \(String(cString: strerror(code)))" }
}

/// Waits until no process has a file open for writing, because until then it cannot be run.
///
/// A process started while this one writes the file briefly has it open as well.
private func waitUntilNobodyWrites(_ path: String) {
  // F_SETLEASE and F_RDLCK: a read lease is granted only if no process has the file open for writing.
  let (setLease, readLease, noLease): (CInt, CInt, CInt) = (1024, 0, 2)
  let file = open(path, O_RDONLY | O_CLOEXEC)
  guard file >= 0 else { return }
  defer { close(file) }
  while fcntl(file, setLease, readLease) != 0, errno == EAGAIN { sched_yield() }
  _ = fcntl(file, setLease, noLease)
}
