package import Platform
import ReadingList
import Synchronization

/// Marks on disk for files being read, to recognize a file that crashed the program.
///
/// The process that reads a file locks its mark. An unlocked mark was left by a process that died.
package struct ReadingMarks: Sendable {
  private let directory: String

  /// Makes marks for a directory, which is created by the first one.
  package init(directory: String) { self.directory = directory }

  package enum Beginning {
    /// The file is marked until `end`.
    case begun(Mark)
    /// A process died while it read this version of the file.
    case died
    /// Another process reads the file.
    case isReadElsewhere
  }

  package final class Mark: Sendable {
    private let path: String
    private let lock: FileLock?

    fileprivate init(_ path: String, _ lock: consuming FileLock?) {
      self.path = path
      self.lock = lock
      ReadingMarks.open.withLock { _ = $0.insert(path) }
    }

    /// Removes the mark after the file was read.
    package func end() {
      ReadingMarks.open.withLock { _ = $0.remove(path) }
      ReadingMarks.remove(path)
    }
  }

  /// The paths of this process's marks.
  private static let open = Mutex<Set<String>>([])

  /// Removes the marks of this process at an orderly end.
  package static func removeAll() { for path in open.withLock(\.self) { remove(path) } }

  /// Marks a file; a file that cannot be marked is read all the same.
  package func begin(_ file: DroppedFile) -> Beginning {
    let path = "\(directory)/\(SHA256.hex(of: file.path).prefix(24))"
    let stamp = Array("\(file.size) \(file.writtenAt)".utf8)
    try? SmallFile.makeDirectories(above: path)
    guard let descriptor = try? Descriptor.open(path, [.readWrite, .create]) else {
      return .begun(Mark(path, nil))
    }
    let lock: FileLock
    do throws(SystemError) { lock = try FileLock(descriptor: descriptor, timeout: 0) } catch {
      return .isReadElsewhere
    }
    if SmallFile.read(path, limit: 1 << 10) == stamp {
      Self.remove(path)
      lock.release()
      return .died
    }
    if let file = try? Descriptor.open(path, [.write, .truncate]) {
      writeAll(stamp, to: file)
      Descriptor.close(file)
    }
    return .begun(Mark(path, lock))
  }

  /// Removes a mark; a process that opened it before finds it empty.
  private static func remove(_ path: String) {
    if let file = try? Descriptor.open(path, [.write, .truncate]) { Descriptor.close(file) }
    unlink(path)
  }
}
