import Platform
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
    guard let descriptor = try? open(path, [.write, .notFollowing, .nonBlocking]) else {
      return nil
    }
    do throws(SystemError) {
      let status = try FileStatus(of: descriptor)
      if status.isRegular, status.links == 1, Descriptor.isPrivate(descriptor) {
        try Descriptor.setPermissions(0o600, of: descriptor)
        try Descriptor.truncate(descriptor, to: size)
        return descriptor
      }
    } catch {}
    Descriptor.close(descriptor)
    return nil
  }
}
