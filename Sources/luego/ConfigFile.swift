import Discovery
import FileNames
import Glibc

/// The config file as all who change it do: one after another, each on what the others left.
struct ConfigFile {
  /// Where it is, as the person says; may be a symbolic link.
  let path: String
  /// The file by which processes wait for one another.
  let lock: String

  /// Reads the file, has it changed, and puts the result in its place, durably and in one step.
  ///
  /// A symbolic link stays one, and what it leads to is changed; mode and, as far as the system allows,
  /// owner stay.
  /// - Throws: `Failure` naming the file, or what `edit` throws; the file is as it was then.
  func change<Result>(
    _ edit: (inout ConfigText) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let held: FileLock
    do throws(FileLock.Problem) { held = try FileLock(lock) } catch {
      throw Failure("\(path) cannot be changed: \(lock): \(Output.reason(error.code))")
    }
    defer { held.release() }
    let target = Self.target(of: path)
    var status = stat()
    let exists = stat(target, &status) == 0
    guard !exists || status.st_mode & S_IFMT == S_IFREG else {
      throw Failure("\(path) cannot be changed: it is not a regular file")
    }
    let old = exists ? try Input.bytes(of: target) : []
    var text = ConfigText(old)
    let result = try edit(&text)
    if text.bytes != old || !exists {
      try replaceFile(target, with: text.bytes, like: exists ? status : nil)
    }
    return result
  }

  /// Where a chain of symbolic links ends, whether or not something is there.
  private static func target(of path: String) -> String {
    var path = path
    for _ in 0..<40 {
      guard let next = linkTarget(path) else { break }
      let directory = path.lastIndex(of: "/").map { path[...$0] } ?? ""
      path = next.hasPrefix("/") ? next : directory + next
    }
    return path
  }
}

/// Puts bytes into a small file of the program's own, all of them or nothing, and waits until the disk has
/// them; makes the directory.
///
/// - Parameters:
///   - path: the file.
///   - bytes: what it is to contain.
///   - old: the file that it replaces, whose mode it gets and, as far as the system allows, owner;
///     without it the file is private.
/// - Throws: `Failure` naming the file.
func replaceFile(_ path: String, with bytes: [UInt8], like old: stat? = nil) throws(Failure) {
  func failure() -> Failure { Failure("\(path) cannot be written: \(Output.reason(errno))") }
  makeDirectories(above: path)
  let slash = path.lastIndex(of: "/")
  let directory = slash.map { String(path[...$0]) } ?? "."
  let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
  TemporaryFile.removeLeftovers(in: directory, of: name)
  let temporary = TemporaryFile.name(for: path)
  let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC)
  guard descriptor >= 0 else { throw failure() }
  var sent = 0
  while sent < bytes.count {
    let count = bytes[sent...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { break }
    sent += count
  }
  if let old {
    // The owner first: changing it takes bits away from the mode.
    if fchown(descriptor, old.st_uid, old.st_gid) != 0 {
      _ = fchown(descriptor, uid_t.max, old.st_gid)
    }
    _ = fchmod(descriptor, old.st_mode & 0o7777)
  }
  let isWritten = sent == bytes.count && fsync(descriptor) == 0
  let problem = failure()
  close(descriptor)
  guard isWritten else {
    unlink(temporary)
    throw problem
  }
  guard rename(temporary, path) == 0 else {
    let problem = failure()
    unlink(temporary)
    throw problem
  }
  let opened = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  if opened >= 0 {
    // Some file systems have no such call for directories and need none.
    fsync(opened)
    close(opened)
  }
}

private func makeDirectories(above path: String) {
  var index = path.startIndex
  while index < path.endIndex, let slash = path[path.index(after: index)...].firstIndex(of: "/") {
    mkdir(String(path[..<slash]), 0o700)
    index = slash
  }
}
