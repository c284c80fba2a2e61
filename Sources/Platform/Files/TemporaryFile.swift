import Glibc

/// Files that are written beside their place and then renamed to it.
///
/// Their names contain the process, so that leftovers of a killed process differ from files that a running
/// one will rename.
package enum TemporaryFile {
  /// A name beside a file's that nothing has.
  package static func name(for path: String) -> String {
    "\(path).\(getpid()).\(UInt32.random(in: 0...UInt32.max)).tmp"
  }

  /// Whether nobody will put a temporary file in place any more: its process is gone, and it is old.
  ///
  /// The processes of other machines and of containers only seem to be gone.
  ///
  /// - Parameters:
  ///   - path: the temporary file.
  ///   - file: the name of the file that it was to become; any without it.
  /// - Returns: whether it may be removed.
  package static func isLeftover(_ path: String, of file: String? = nil) -> Bool {
    let parts = path.splitPath.name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count >= 4, parts[parts.count - 1] == "tmp", UInt32(parts[parts.count - 2]) != nil,
      let process = pid_t(parts[parts.count - 3]), process > 0,
      file.map({ $0 == parts.dropLast(3).joined(separator: ".") }) ?? true,
      kill(process, 0) != 0 && errno == ESRCH, let status = try? FileStatus(notFollowing: path)
    else { return false }
    return status.modified < SystemClock.nanoseconds() - timeout
  }

  /// Nanoseconds.
  private static let timeout: Int64 = 3600 * 1_000_000_000

  /// Removes what processes that are gone left in a directory.
  ///
  /// - Parameters:
  ///   - directory: where; may be missing.
  ///   - file: the name of the file that it was to become; any without it.
  package static func removeLeftovers(in directory: String, of file: String? = nil) {
    for path in (fileNames(in: directory) ?? []).map({ directory + "/" + $0 })
    where isLeftover(path, of: file) { unlink(path) }
  }
}
