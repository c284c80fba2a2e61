import Platform
import ReadingList

/// Syncs a library through a git repository that others sync with as well.
///
/// This machine's repository is in its state directory and has the library as its working tree. A
/// run commits local changes, merges the commits of others and pushes; if another machine pushed
/// first, it starts over.
package enum GitMeeting {
  /// Attempts before giving up when others keep pushing.
  static let maxTries = 12

  static func directory(of library: Library, url: String) -> String {
    "\(library.state)/git-\(SHA256.hex(of: url).prefix(16))"
  }

  /// Syncs the library, or makes it if the place is vacant.
  ///
  /// - Parameters:
  ///   - place: the library, or where to make it.
  ///   - url: an address that git accepts.
  ///   - environment: this program's environment.
  ///   - scratch: the directory to fetch into while there is no library.
  ///   - report: called with each line of git's standard error; if nil, git is quiet and never
  ///     prompts.
  ///   - options: what is asked for.
  /// - Returns: the report.
  /// - Throws: the problem that ended it.
  package static func run(
    _ place: SyncSession.Place, with url: String, environment: [String: String], scratch: String,
    report: (@Sendable (String) -> Void)? = nil, options: SyncSession.Options
  ) throws(StoreError) -> SyncReport {
    func git(in directory: String) throws(StoreError) -> GitProgram {
      try GitProgram(directory: directory, environment: environment, report: report)
    }
    let library: Library
    switch place {
    case .library(let found): library = found
    case .vacant(let make):
      guard !options.isDry else {
        throw StoreError(.notFound, "There is no library here to try it with")
      }
      let directory = "\(scratch)/git-\(CurrentProcess.id)"
      try? SmallFile.makeDirectories(above: directory + "/")
      defer { removeTree(directory) }
      library = try make(try name(at: url, by: try git(in: directory)))
    }
    if let refusal = library.readOnly, !options.isDry { throw refusal }
    let directory = directory(of: library, url: url)
    let lock: FileLock
    do throws(SystemError) { lock = try FileLock(directory + ".lock") } catch {
      throw StoreError(.io, "\(directory).lock cannot be locked: \(error.reason)")
    }
    var exchange = GitExchange(
      url: url, git: try git(in: directory).setting("GIT_WORK_TREE", to: library.directory),
      library: library, options: options)
    let report = try exchange.run()
    lock.release()
    return report
  }

  /// Fetches the name of the repository's library, to make one here.
  private static func name(
    at url: String, by git: GitProgram
  ) throws(StoreError) -> LibraryName {
    try git.output(["init", "-q", "--bare"])
    let refs = "+refs/heads/*:refs/remotes/origin/*"
    guard try git.run(["fetch", "-q", "--no-tags", "--depth=1", "--", url, refs]).status == 0 else {
      throw StoreError(.unreachable, "\(url) cannot be reached")
    }
    guard let branch = try GitExchange.branch(of: git),
      case let (0, bytes) = try git.run(
        ["cat-file", "blob", branch + ":library.json"], hidesErrors: true)
    else { throw StoreError(.notFound, "\(url) has no library, and there is none here") }
    return try LibraryName(bytes)
  }
}
