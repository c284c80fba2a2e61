import Glibc

/// Files that are written beside their final place and then renamed.
///
/// Their names contain the process, to tell leftovers of a killed process from files still being
/// written.
package enum TemporaryFile {
  /// An unused name beside the file.
  package static func name(for path: String) -> String {
    "\(path).\(getpid()).\(UInt32.random(in: 0...UInt32.max)).tmp"
  }

  /// Whether a temporary file, of one file or of any, was abandoned: its process is gone, and it is
  /// old.
  ///
  /// Age matters because processes of other machines and of containers only seem to be gone.
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

  /// Removes abandoned temporary files, of one file or of any; the directory may be missing.
  package static func removeLeftovers(in directory: String, of file: String? = nil) {
    for path in (fileNames(in: directory) ?? []).map({ directory + "/" + $0 })
    where isLeftover(path, of: file) { unlink(path) }
  }
}
