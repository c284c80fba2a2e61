package import Library
import Platform
package import ReadingList

/// The verb “sync”: makes a library and another one equal.
package struct LibrarySync: Sendable {
  /// The directories of the library, of derived data and of state.
  package var library: String, cache: String, state: String
  /// The program that reaches other machines, with its options.
  package var ssh: String
  package var environment: [String: String]
  package var isReadOnly: Bool
  package var options: SyncSession.Options
  /// Receives what programs report, which may quote text from the other side; nil for none.
  package var report: (@Sendable (String) -> Void)?

  package init(
    library: String, cache: String, state: String, ssh: String, environment: [String: String],
    isReadOnly: Bool, options: SyncSession.Options
  ) {
    (self.library, self.cache, self.state, self.ssh) = (library, cache, state, ssh)
    (self.environment, self.isReadOnly, self.options) = (environment, isReadOnly, options)
  }

  /// Opens a library for syncing.
  package func place(at directory: String) throws(SyncProblem) -> SyncSession.Place {
    if isReadOnly, !options.isDry {
      throw SyncProblem(.readOnly, "Nothing may be changed with --read-only")
    }
    return try .at(directory, cache: cache, state: state, isDry: options.isDry)
  }

  /// Syncs with a target; `progress` receives the number of articles so far and of all.
  package func run(
    with target: SyncTarget, at now: Timestamp, progress: @escaping (Int, Int) -> Void
  ) throws(SyncProblem) -> SyncReport {
    let here = try place(at: library)
    switch target {
    case .directory(let path):
      let path = path.expandingHome(environment["HOME"])
      guard resolvedPath(path).map({ $0 != resolvedPath(library) }) ?? true else {
        throw SyncProblem(.failed, "\(path) is this library itself")
      }
      // The mount point of an unmounted disk must not pass for an empty target.
      let disk = path.splitPath.directory
      guard resolvedPath(path) != nil || resolvedPath(disk) != nil else {
        throw SyncProblem(.unreachable, "There is no \(disk); mount its disk, or create it")
      }
      return try DirectoryMeeting.run(
        here, try place(at: path), options: options, at: now, progress: progress)
    case .host(let host, let path):
      return try HostMeeting(
        host, path: path, ssh: ssh, options: options, environment: environment, report: report
      ).run(here, options: options, at: now, progress: progress)
    case .git(let url):
      return try GitMeeting(url, environment: environment, scratch: state, report: report).run(
        here, options: options, at: now, progress: progress)
    }
  }
}
