import CFileSystem
import Glibc

/// A regular file that others put into a directory, or into one below it.
package struct DroppedFile: Equatable, Sendable {
  package let path: String
  /// The names of the directories between, and its own.
  package let names: [String]
  package let size: Int
  /// When it was written and when it came here, in milliseconds since 1970.
  package let writtenAt: Int64, changedAt: Int64

  /// How deep directories are gone through, and how many files are found at most.
  private static let maxDepth = 8, maxCount = 100_000

  /// A file that a person named.
  package init?(at path: String) {
    var status = Glibc.stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    self.init(path: path, names: [name], status)
  }

  private init(path: String, names: [String], _ status: Glibc.stat) {
    func milliseconds(_ time: timespec) -> Int64 {
      Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
    self.path = path
    self.names = names
    size = Int(status.st_size)
    writtenAt = milliseconds(status.st_mtim)
    changedAt = milliseconds(status.st_ctim)
  }

  /// The files below a directory.
  ///
  /// - Parameters:
  ///   - directory: where to look.
  ///   - skipped: names of directories right below it that are not gone through.
  /// - Returns: the files, the oldest first; links and hidden names are passed over.
  package static func all(in directory: String, skipping skipped: Set<String> = []) -> [DroppedFile]
  {
    var found: [DroppedFile] = []
    var open: [[String]] = [[]]
    while let names = open.popLast(), found.count < maxCount {
      let place = ([directory] + names).joined(separator: "/")
      for name in fileNames(in: place) ?? [] where !name.hasPrefix(".") {
        if names.isEmpty, skipped.contains(name) { continue }
        let path = place + "/" + name
        var status = Glibc.stat()
        guard fstatat(AT_FDCWD, path.fileName, &status, AT_SYMLINK_NOFOLLOW) == 0 else { continue }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: if names.count < maxDepth { open.append(names + [name]) }
        case S_IFREG: found.append(DroppedFile(path: path, names: names + [name], status))
        default: break
        }
      }
    }
    return found.sorted { ($0.writtenAt, $0.path) < ($1.writtenAt, $1.path) }
  }

  /// Moves it into a directory, which is made, under a name that nothing has there.
  ///
  /// - Returns: its new path.
  package func move(into directory: String) throws(SystemError) -> String {
    SmallFile.makeDirectories(above: directory + "/")
    let name = names.last ?? ""
    let dot = name.dropFirst().lastIndex(of: ".") ?? name.endIndex
    for number in 1...1000 {
      let next = number == 1 ? name : "\(name[..<dot])-\(number)\(name[dot...])"
      let place = directory + "/" + next
      let flag: UInt32 = 1  // RENAME_NOREPLACE
      if renameat2(AT_FDCWD, path.fileName, AT_FDCWD, place.fileName, flag) == 0 { return place }
      if errno == EINVAL || errno == ENOSYS, access(place, F_OK) != 0, rename(path, place) == 0 {
        return place
      }
      guard errno == EEXIST || errno == EINVAL || errno == ENOSYS else { break }
    }
    throw SystemError(code: errno)
  }
}
