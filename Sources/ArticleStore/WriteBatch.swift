import Glibc
import ReadingList
import Synchronization

/// Some files to be replaced together, each in one step and durably.
///
/// Each file is written beside its place under another name, then all are synced, then renamed, then
/// each directory is synced once. Whatever happens at whatever moment, a place holds its old file or
/// its new one, whole.
struct WriteBatch: ~Copyable {
  /// Files kept open at a time.
  static let limit = 128

  private struct Staged {
    var path: String
    var temporary: String
    var descriptor: Int32
  }

  private let files: FileLayer
  private var staged: [Staged] = []

  init(files: FileLayer) { self.files = files }

  /// Removes what was staged and not committed.
  deinit {
    for file in staged {
      close(file.descriptor)
      unlink(file.temporary)
    }
  }

  /// Writes the new content of a file beside its place.
  ///
  /// Only one writer does so at a time, under the library's lock: a temporary file of this name that is
  /// there already was left by a process of the same number that was cut off.
  mutating func stage(_ bytes: [UInt8], at path: String) throws(SystemFailure) {
    let directory = Self.split(path).directory
    let temporary = Self.temporary(for: path)
    let descriptor: Int32
    do throws(SystemFailure) {
      descriptor = try files.open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW)
    } catch {
      guard error.code == ENOENT else { throw error }
      if try files.makeDirectory(directory) {
        try files.syncDirectory(Self.split(directory).directory)
      }
      descriptor = try files.open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW)
    }
    do throws(SystemFailure) {
      try files.write(bytes, to: descriptor, path: path)
    } catch {
      close(descriptor)
      unlink(temporary)
      throw error
    }
    staged.append(Staged(path: path, temporary: temporary, descriptor: descriptor))
  }

  /// Makes what was staged durable and puts it in place.
  ///
  /// - Returns: what failed, by path; everything else is done.
  consuming func commit() -> [String: SystemFailure] {
    var failures: [String: SystemFailure] = [:]
    // Starting all writes before waiting for the first lets the file system commit them together; on
    // Linux this advice does that.
    if staged.count > 1 {
      for file in staged { _ = posix_fadvise(file.descriptor, 0, 0, POSIX_FADV_DONTNEED) }
    }
    var directories: [String: [String]] = [:]
    for file in staged {
      do throws(SystemFailure) {
        defer { close(file.descriptor) }
        try files.sync(file.descriptor, path: file.path)
        try files.rename(file.temporary, to: file.path)
        directories[Self.split(file.path).directory, default: []].append(file.path)
      } catch {
        unlink(file.temporary)
        failures[file.path] = error
      }
    }
    staged = []
    for (directory, paths) in directories {
      do throws(SystemFailure) { try files.syncDirectory(directory) } catch {
        for path in paths { failures[path] = error.inPlace }
      }
    }
    return failures
  }

  /// Like `commit`, but all or nothing: when one fails, those before it are taken back.
  ///
  /// Only a process that is killed between two files leaves the first new and the second old.
  consuming func commitTogether() throws(SystemFailure) {
    for file in staged { try files.sync(file.descriptor, path: file.path) }
    // A second name keeps the old file of each but the last, after which nothing can fail.
    var kept: [(path: String, old: String, code: Int32)] = []
    defer { for file in kept { unlink(file.old) } }
    do throws(SystemFailure) {
      for (index, file) in staged.enumerated() {
        let old = Self.temporary(for: file.path)
        let isLast = index == staged.count - 1
        let code = isLast || link(file.path, old) == 0 ? 0 : errno
        if !isLast { kept.append((file.path, old, code)) }
        try files.rename(file.temporary, to: file.path)
      }
    } catch {
      for file in kept {
        // Where the file system knows no second names, the new file stays.
        if file.code == 0 { rename(file.old, file.path) }
        if file.code == ENOENT { unlink(file.path) }
      }
      throw error
    }
    for directory in Set(staged.map { Self.split($0.path).directory }) {
      do throws(SystemFailure) { try files.syncDirectory(directory) } catch { throw error.inPlace }
    }
  }

  /// Whether a name is one that `stage` gives to what it has not put in place yet.
  static func isTemporary(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 6 && parts[0].isEmpty && parts[5] == "tmp"
      && ArticleID(text: parts[1]) != nil && (parts[2] == "json" || parts[2] == "html")
      && UInt64(parts[3]) != nil && UInt64(parts[4]) != nil
  }

  /// A name beside a file's that nothing has.
  private static func temporary(for path: String) -> String {
    let (directory, name) = split(path)
    return "\(directory)/.\(name).\(getpid()).\(TemporaryName.next()).tmp"
  }

  private static func split(_ path: String) -> (directory: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    return (String(path[..<slash]), String(path[path.index(after: slash)...]))
  }
}

/// Numbers that make the names of temporary files different within a process.
private enum TemporaryName {
  private static let counter = Atomic<UInt64>(0)

  static func next() -> UInt64 {
    counter.wrappingAdd(1, ordering: .relaxed).newValue
  }
}
