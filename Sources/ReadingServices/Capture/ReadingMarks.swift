package import Platform
import ReadingList
import Synchronization

/// Marks on the disk for files that are being read, so that a file that ends the program is known at its next start.
///
/// The process that reads a file locks its mark. A mark that nobody locks was left by a process that died.
package struct ReadingMarks: Sendable {
  /// Where marks are.
  private let directory: String

  /// Makes marks in a directory; nothing is made yet.
  package init(directory: String) { self.directory = directory }

  /// The state of a file before it is read.
  package enum Beginning {
    /// It is marked until `end`.
    case begun(Mark)
    /// The program died while it read this version of the file.
    case died
    /// Another process reads it now.
    case isReadElsewhere
  }

  /// The mark of one file.
  package final class Mark: Sendable {
    private let path: String
    private let lock: FileLock?

    fileprivate init(_ path: String, _ lock: consuming FileLock?) {
      self.path = path
      self.lock = lock
      ReadingMarks.open.withLock { _ = $0.insert(path) }
    }

    /// Removes the mark: the file was read.
    package func end() {
      ReadingMarks.open.withLock { _ = $0.remove(path) }
      ReadingMarks.remove(path)
    }
  }

  /// The marks of this process.
  private static let open = Mutex<Set<String>>([])

  /// Removes the marks of this process, which ends in good order.
  package static func removeAll() { for path in open.withLock(\.self) { remove(path) } }

  /// Marks a file; where that cannot be done it is read all the same.
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
