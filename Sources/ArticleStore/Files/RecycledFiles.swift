import CFileSystem
import Platform
import Glibc
import Synchronization

/// Files whose places a bulk change has given to others, to be written again instead of removed.
///
/// Where the file system tells the disk of each block that becomes free, or looks long for a free inode,
/// removing a file and making another costs many times what writing into one does. They lie among the
/// records under the names of temporary files: what a killed process leaves is removed like those.
final class RecycledFiles: Sendable {
  private let paths = Mutex<[String]>([])

  deinit { clear() }

  /// Removes them.
  func clear() {
    let rest = paths.withLock { paths in
      defer { paths = [] }
      return paths
    }
    _ = Parallel.map(rest.count, threads: WriteBatch.minCount) { unlink(rest[$0]) }
  }

  func put(_ path: String) { paths.withLock { $0.append(path) } }

  func take() -> String? { paths.withLock { $0.popLast() } }
}

extension FileLayer {
  /// Opens a file to be written again; nil when somebody might notice.
  ///
  /// Nobody else has it open or has it by another name, nor has it anything attached but its content: so
  /// the system says, which gives a lease for writing to the only one that has a file open.
  /// - Parameters:
  ///   - path: a file that was written by `WriteBatch`.
  ///   - size: how many bytes it is to have.
  /// - Returns: a descriptor, which the caller closes.
  func openSpare(_ path: String, size: Int) -> Int32? {
    guard let descriptor = try? open(path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK) else { return nil }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_nlink == 1, luego_is_private(descriptor) != 0, fchmod(descriptor, 0o600) == 0,
      ftruncate(descriptor, size) == 0
    else {
      close(descriptor)
      return nil
    }
    return descriptor
  }
}
