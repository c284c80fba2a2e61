import Glibc
import Platform

/// A directory of its own for one test, removed with all that is in it when the value goes away.
package final class TemporaryDirectory: Sendable {
  /// The directory's absolute path.
  package let path: String

  /// Where directories of tests are: `TMPDIR`, else in memory, where nobody waits for a disk, if programs can be run
  /// there and 4 GB are free; else `/tmp`.
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

  /// Has directories in `TMPDIR` or `/tmp`, for what measures.
  package static func useDisk() { setenv("TMPDIR", "/tmp", 0) }

  /// Makes the directory, mode 0700.
  package init() throws(SystemFailure) {
    var template = Array((Self.parent + "/luego-test-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemFailure("mkdtemp") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { Self.remove(Array(path.utf8)) }

  /// The path of something in the directory.
  package func path(_ name: String) -> String { path + "/" + name }

  /// Writes a file with these bytes and this mode, whatever the umask, and gives its path; makes the directories above it.
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
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      guard count > 0 else { throw SystemFailure("write") }
      rest = rest.dropFirst(count)
    }
    guard fchmod(file, mode) == 0 else { throw SystemFailure("fchmod") }
  }

  /// Writes a text.
  @discardableResult
  package func write(
    _ name: String, text: String, mode: UInt32 = 0o600
  ) throws(SystemFailure) -> String { try write(name, text.utf8, mode: mode) }

  /// The bytes of a file in the directory; nil when there is none.
  package func read(_ name: String) throws(SystemFailure) -> [UInt8]? {
    let file = open(path(name), O_RDONLY | O_CLOEXEC)
    if file < 0, errno == ENOENT { return nil }
    guard file >= 0 else { throw SystemFailure("open") }
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = Glibc.read(file, &buffer, buffer.count)
      guard count >= 0 else { throw SystemFailure("read") }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
  }

  /// Removes a file or a directory with all that is in it; symbolic links are not followed.
  ///
  /// - Parameter path: bytes, since names of files need not be text.
  private static func remove(_ path: [UInt8]) {
    (path + [0]).withUnsafeBytes { bytes in
      guard let place = bytes.assumingMemoryBound(to: CChar.self).baseAddress else { return }
      var info = stat()
      guard lstat(place, &info) == 0 else { return }
      guard info.st_mode & S_IFMT == S_IFDIR else {
        unlink(place)
        return
      }
      // A test may have taken the rights away.
      chmod(place, 0o700)
      if let listing = opendir(place) {
        while let entry = readdir(listing) {
          let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
          if name != Array(".".utf8), name != Array("..".utf8) {
            remove(path + [UInt8(ascii: "/")] + name)
          }
        }
        closedir(listing)
      }
      rmdir(place)
    }
  }
}

/// A system call that failed in the machinery of a test.
package struct SystemFailure: Error, CustomStringConvertible {
  package let call: String
  package let code: CInt

  package init(_ call: String, code: CInt = errno) {
    self.call = call
    self.code = code
  }

  package var description: String { "\(call): \(String(cString: strerror(code)))" }
}

/// Waits until no process has a file open for writing, since until then it cannot be run.
///
/// A process that is started while this one writes the file has it open as well, for a moment.
package func waitUntilNobodyWrites(_ path: String) {
  // F_SETLEASE and F_RDLCK: a lease for reading is given only where nobody can write.
  let (setLease, readLease, noLease): (CInt, CInt, CInt) = (1024, 0, 2)
  let file = open(path, O_RDONLY | O_CLOEXEC)
  guard file >= 0 else { return }
  defer { close(file) }
  while fcntl(file, setLease, readLease) != 0, errno == EAGAIN { sched_yield() }
  _ = fcntl(file, setLease, noLease)
}
