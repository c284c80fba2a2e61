import CFileSystem
import Glibc

/// The status of a file (`stat`).
package struct FileStatus: Equatable, Sendable {
  package enum Kind: Sendable { case regular, directory, symbolicLink, pipe, socket, device }

  package let inode: UInt64
  package let size: Int64
  /// Nanoseconds since the epoch; `changed` is the inode's ctime, which nobody can set.
  package let modified: Int64, changed: Int64
  package let kind: Kind
  package let permissions: UInt32

  package var isRegular: Bool { kind == .regular }
  package var isDirectory: Bool { kind == .directory }

  /// Follows symbolic links.
  package init(_ path: String) throws(SystemError) { try self.init(path, flags: 0) }

  package init(notFollowing path: String) throws(SystemError) {
    try self.init(path, flags: AT_SYMLINK_NOFOLLOW)
  }

  package init(of descriptor: Int32) throws(SystemError) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .last }
    self.init(status)
  }

  private init(_ path: String, flags: Int32) throws(SystemError) {
    var status = stat()
    guard fstatat(AT_FDCWD, path.fileName, &status, flags) == 0 else { throw .last }
    self.init(status)
  }

  private init(_ status: stat) {
    inode = UInt64(status.st_ino)
    size = Int64(status.st_size)
    modified = Self.nanoseconds(status.st_mtim)
    changed = Self.nanoseconds(status.st_ctim)
    permissions = UInt32(status.st_mode) & 0o7777
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .directory
      case S_IFLNK: .symbolicLink
      case S_IFIFO: .pipe
      case S_IFSOCK: .socket
      default: .device
      }
  }

  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}

package struct DirectoryEntry: Equatable, Sendable {
  package let name: String
  /// Whether it is a directory, or a link to one.
  package let isDirectory: Bool

  /// Lists at most `limit` entries, whichever come first, by name; empty if it cannot be read.
  package static func all(in directory: String, limit: Int) -> [DirectoryEntry] {
    (fileNames(in: directory) ?? []).prefix(limit).map { name in
      let isDirectory = (try? FileStatus(directory + "/" + name))?.isDirectory ?? false
      return DirectoryEntry(name: name, isDirectory: isDirectory)
    }.sorted { $0.name < $1.name }
  }
}

extension String {
  /// The path with a leading `~` replaced by the home directory.
  package func expandingHome(_ home: String?) -> String {
    guard let home, self == "~" || hasPrefix("~/") else { return self }
    return home + dropFirst()
  }
}
