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

  /// Whether a name is one that a process which is gone gave; one of another machine counts as gone.
  ///
  /// - Parameters:
  ///   - name: the name, without its directory.
  ///   - file: the name of the file that it was to become; any without it.
  /// - Returns: whether nobody will put it in place any more.
  package static func isLeftover(_ name: String, of file: String? = nil) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count >= 4, parts[parts.count - 1] == "tmp", UInt32(parts[parts.count - 2]) != nil,
      let process = pid_t(parts[parts.count - 3]), process > 0,
      file.map({ $0 == parts.dropLast(3).joined(separator: ".") }) ?? true
    else { return false }
    return kill(process, 0) != 0 && errno == ESRCH
  }

  /// Removes what processes that are gone left in a directory.
  ///
  /// - Parameters:
  ///   - directory: where; may be missing.
  ///   - file: the name of the file that it was to become; any without it.
  package static func removeLeftovers(in directory: String, of file: String? = nil) {
    for name in fileNames(in: directory) ?? [] where isLeftover(name, of: file) {
      unlink(directory + "/" + name)
    }
  }
}
