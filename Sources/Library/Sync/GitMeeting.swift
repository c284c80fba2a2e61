import Platform
import ReadingList

/// Syncs a library through a git repository that others sync with as well.
///
/// git only carries files: the repository is checked out in the state directory, where it is a
/// library like any other. A run fetches what others pushed, merges the two libraries, and pushes
/// what changed in the checked-out one; if another machine pushed first, it starts over.
package enum GitMeeting {
  /// Syncs the library, or makes it if the place is vacant.
  ///
  /// - Parameters:
  ///   - place: opens the library, or says where to make it; called for each attempt.
  ///   - url: an address that git accepts.
  ///   - environment: this program's environment.
  ///   - scratch: the directory for checked-out repositories.
  ///   - report: called with each line of git's standard error; if nil, git is quiet and never
  ///     prompts.
  ///   - options: what is asked for.
  ///   - progress: called with the number of differing articles that are done.
  /// - Returns: the report.
  /// - Throws: the problem that ended it.
  package static func run(
    _ place: () throws(StoreError) -> SyncSession.Place, with url: String,
    environment: [String: String], scratch: String, report: (@Sendable (String) -> Void)? = nil,
    options: SyncSession.Options,
    progress: @escaping (_ done: Int, _ all: Int) -> Void = { _, _ in }
  ) throws(StoreError) -> SyncReport {
    let directory = "\(scratch)/git-\(SHA256.hex(of: url).prefix(16))"
    let lock: FileLock
    do throws(SystemError) { lock = try FileLock(directory + ".lock") } catch {
      throw StoreError(.io, "\(directory).lock cannot be locked: \(error.reason)")
    }
    let git = try GitProgram(
      directory: directory + "/git", tree: directory + "/tree", environment: environment,
      report: report)
    var checkout = GitCheckout(url: url, directory: directory, git: git)
    let result = try checkout.sync(with: place, options: options, progress: progress)
    lock.release()
    return result
  }
}

/// A repository of others as a library on this machine: what they pushed last, and nothing else.
private struct GitCheckout {
  /// A branch of the repository and its last commit.
  typealias Head = (branch: String, commit: String)

  let url: String
  let directory: String
  let git: GitProgram
  /// The damaged files that others pushed, with the reasons.
  private var damaged: [SyncReport.Failure] = []
  /// The file that is written last when a repository is made.
  private var attributes: String { git.directory + "/info/attributes" }

  private static let ours = "refs/heads/luego", origin = "refs/remotes/origin/"
  /// The last commit without damaged files.
  private static let checked = "refs/luego/checked"
  /// Attempts before giving up when others keep pushing.
  private static let maxTries = 12

  init(url: String, directory: String, git: GitProgram) {
    (self.url, self.directory, self.git) = (url, directory, git)
  }

  mutating func sync(
    with place: () throws(StoreError) -> SyncSession.Place, options: SyncSession.Options,
    progress: @escaping (_ done: Int, _ all: Int) -> Void
  ) throws(StoreError) -> SyncReport {
    var report = SyncReport()
    for _ in 0..<Self.maxTries {
      let theirs = try fetch()
      let there = try SyncSession.Place.at(
        git.tree, cache: directory + "/cache", state: directory + "/state", isDry: options.isDry)
      let before = report
      report = try DirectoryMeeting.run(
        try place(), there, options: options, asksThere: false, progress: progress)
      report.received += before.received
      report.merged += before.merged
      report.isRenamed = report.isRenamed || before.isRenamed
      var isDone = options.isDry
      if !isDone { isDone = try push(report, over: theirs) }
      guard isDone else { continue }
      for failure in damaged { report.note(failure.name, failure.message) }
      return report
    }
    throw StoreError(.io, "\(url): others change it too fast; try again")
  }

  /// Fetches and checks out what others pushed; returns nil if the repository is empty.
  private mutating func fetch() throws(StoreError) -> Head? {
    let isNew = !exists(attributes)
    do throws(StoreError) { return try checkOut() } catch {
      guard error.kind == .io || error.kind == .otherLibrary, !isNew else { throw error }
      // A power cut may have damaged git's own files; all of them can be fetched again.
      try begin()
      return try checkOut()
    }
  }

  private mutating func checkOut() throws(StoreError) -> Head? {
    // The holder of our own lock is the repository's only user, so that these are leftovers.
    for file in DroppedFile.all(in: git.directory, skipping: ["objects"])
    where file.path.hasSuffix(".lock") { unlink(file.path) }
    if !exists(attributes) { try begin() }
    let refs = "+refs/heads/*:\(Self.origin)*"
    let words = ["fetch", "-q", "--no-tags", "--prune", "--no-write-fetch-head", "--", url, refs]
    guard try git.run(words).status == 0 else {
      let check = ["fsck", "--connectivity-only", "--no-dangling"]
      guard try git.run(check, hidesErrors: true).status == 0 else {
        throw StoreError(.io, "\(git.directory) is damaged")
      }
      throw StoreError(.unreachable, "\(url) cannot be reached")
    }
    guard let theirs = try head() else {
      try begin()
      return nil
    }
    try requireLibrary(in: theirs.commit)
    try git.output(["reset", "-q", "--hard", theirs.commit])
    try removeDamaged(in: theirs.commit)
    return theirs
  }

  /// Creates an empty repository in place of what is there.
  private func begin() throws(StoreError) {
    removeTree(directory)
    try? SmallFile.makeDirectories(above: git.tree + "/")
    try git.output(["init", "-q"])
    try git.output(["symbolic-ref", "HEAD", Self.ours])
    let text = "* -text -eol -ident -filter -working-tree-encoding\n"
    do throws(SystemError) {
      try SmallFile.replace(attributes, with: Array(text.utf8), isDurable: false)
    } catch { throw StoreError(.io, "\(attributes) cannot be written: \(error.reason)") }
  }

  /// The branch to sync with, `main` before `master`; nil if neither exists.
  private func head() throws(StoreError) -> Head? {
    for branch in ["main", "master"] {
      if let commit = try git.word(["rev-parse", "-q", "--verify", Self.origin + branch]) {
        return (branch, commit)
      }
    }
    return nil
  }

  /// Throws unless a commit is of a library in the format of this program.
  private func requireLibrary(in commit: String) throws(StoreError) {
    let (status, bytes) = try git.run(
      ["cat-file", "blob", commit + ":library.json"], hidesErrors: true)
    guard status == 0 else {
      throw StoreError(.otherLibrary, "\(url) has something other than a library")
    }
    do throws(StoreError) { _ = try LibraryName(bytes) } catch {
      throw StoreError(error.kind, "\(url): \(error.message)")
    }
  }

  /// Deletes damaged texts that others pushed, and moves damaged records aside, so that they count
  /// as missing and good ones replace them.
  private mutating func removeDamaged(in commit: String) throws(StoreError) {
    damaged = []
    let before = try git.word(["rev-parse", "-q", "--verify", Self.checked])
    let empty = try git.word(["hash-object", "-t", "tree", "/dev/null"])
    let changed = try git.output([
      "diff-tree", "-r", "--no-renames", "--name-only", "--diff-filter=AMT", "-z",
      before ?? empty ?? "", commit, "--", "articles", "texts",
    ])
    for path in changed.split(separator: 0).map({ String(fileName: Array($0)) }) {
      let place = git.tree + "/" + path
      guard let bytes = SmallFile.read(place),
        let reason = Self.fault(in: bytes, named: path.splitPath.name)
      else { continue }
      if path.hasSuffix(".json") { rename(place, aside(damaged.count)) } else { unlink(place) }
      damaged.append(SyncReport.Failure(name: path, message: reason))
    }
    // A reset brings damaged files back until they are gone from the repository.
    if damaged.isEmpty { try git.output(["update-ref", Self.checked, commit]) }
  }

  /// A damaged record's path during the meeting.
  private func aside(_ number: Int) -> String { "\(directory)/damaged-\(number)" }

  /// Returns why a file cannot be right; nil also for one that is not the library's.
  private static func fault(in bytes: [UInt8], named name: String) -> String? {
    if let text = LibraryPaths.text(named: name) {
      let isRight = SHA256.hex(of: bytes).hasPrefix(text.hash)
      return isRight ? nil : "it is not the text that was stored"
    }
    guard name.hasSuffix(".json"), let id = ArticleID(text: name.prefix(ArticleID.length)) else {
      return nil
    }
    do throws(Registers.Problem) {
      _ = try Registers(file: bytes, id: id)
      return nil
    } catch { return error.isNewer ? nil : error.text }
  }

  /// Commits and pushes what changed; returns false if another machine pushed first.
  private func push(_ report: SyncReport, over theirs: Head?) throws(StoreError) -> Bool {
    // A damaged record that no good one replaced stays; it may be all that is left of a machine.
    for (number, failure) in damaged.enumerated() where failure.name.hasSuffix(".json") {
      _ = renameWithoutReplacing(aside(number), git.tree + "/" + failure.name)
    }
    // Files to ignore by the repository's own lists would be missing on other machines.
    try git.output(["add", "-A", "-f", "--", ":/", ":(top,exclude).*"])
    if theirs != nil, try git.run(["diff", "--cached", "--quiet"], hidesErrors: true).status == 0 {
      return true
    }
    let message = "\((report.sent + report.merged).counted("article")) changed"
    try git.output(["commit", "-q", "--no-verify", "-m", message])
    let branch = theirs?.branch ?? "main"
    let (status, output) = try git.run(
      ["push", "-q", "--porcelain", "--no-verify", "--", url, "\(Self.ours):refs/heads/\(branch)"],
      hidesErrors: true)
    if status == 0 { return true }
    // `!`, the reference and the reason, between tabs.
    guard let refusal = output.split(separator: 0x0a).first(where: { $0.first == 0x21 }),
      let reason = refusal.split(separator: 0x09).last
    else { throw StoreError(.unreachable, "\(url) takes no changes: git push failed") }
    // Another machine was first, or is just writing.
    let words = String(decoding: reason, as: UTF8.self)
    guard ["[rejected]", "lock", " ref", "old value"].contains(where: words.contains) else {
      throw StoreError(.io, "\(url) takes no changes: \(words)")
    }
    return false
  }
}
