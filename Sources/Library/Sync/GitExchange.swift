import Platform
import ReadingList

/// Syncs once with a repository: commits local changes and merges those of others, by git itself.
///
/// No file has two writers, so git never merges within a file. If a file has two versions all the
/// same, as after a restored backup, theirs becomes a conflict copy next to ours, which the library
/// reads as well.
struct GitExchange {
  let url: String
  var git: GitProgram
  var library: Library
  let options: SyncSession.Options
  var report = SyncReport()

  static let ours = "refs/heads/luego"

  /// Returns the remote branch to sync with, `main` before `master`; nil if neither exists.
  static func branch(of git: GitProgram) throws(StoreError) -> String? {
    for name in ["main", "master"] {
      let reference = "refs/remotes/origin/\(name)"
      if try git.word(["rev-parse", "-q", "--verify", reference]) != nil { return reference }
    }
    return nil
  }

  mutating func run() throws(StoreError) -> SyncReport {
    try prepare()
    for _ in 0..<GitMeeting.maxTries {
      let before = try git.word(["rev-parse", "-q", "--verify", Self.ours])
      try fetch()
      let branch = try Self.branch(of: git)
      let theirs = try branch.flatMap { name throws(StoreError) in
        try git.word(["rev-parse", name])
      }
      if let theirs { try check(theirs) }
      let mine = try commit(over: before, merging: theirs)
      if options.isDry { return try counted(mine, theirs, since: before) }
      if let theirs {
        guard try merge(theirs) else { continue }
        _ = library.snapshot()
      }
      let head = try git.word(["rev-parse", Self.ours])
      if theirs == head { return try counted(mine, theirs, since: before) }
      let name = branch.map { String($0.dropFirst("refs/remotes/origin/".count)) } ?? "main"
      let (status, output) = try git.run(
        ["push", "-q", "--porcelain", "--no-verify", "--", url, "\(Self.ours):refs/heads/\(name)"],
        hidesErrors: true)
      if status == 0 { return try counted(mine, theirs, since: before) }
      // `!`, the reference and the reason, between tabs.
      guard
        let refusal = output.split(separator: 0x0a).first(where: { $0.first == 0x21 }),
        let reason = refusal.split(separator: 0x09).last
      else { throw StoreError(.unreachable, "\(url) takes no changes: git push failed") }
      // Another machine was first, or is just writing.
      let words = String(decoding: reason, as: UTF8.self)
      let isRace = ["[rejected]", "lock", " ref", "old value"].contains(where: words.contains)
      guard isRace else {
        throw StoreError(.io, "\(url) takes no changes: \(words)")
      }
    }
    throw StoreError(.io, "\(url): others change it too fast; try again")
  }

  /// Creates the repository, or repairs one whose last run was interrupted.
  private func prepare() throws(StoreError) {
    try? SmallFile.makeDirectories(above: git.directory + "/")
    // The holder of our own lock is the repository's only user, so that these are leftovers.
    for name in ["index.lock", "HEAD.lock", "config.lock", "packed-refs.lock", "shallow.lock"] {
      unlink("\(git.directory)/\(name)")
    }
    for file in DroppedFile.all(in: git.directory + "/refs") where file.path.hasSuffix(".lock") {
      unlink(file.path)
    }
    if !exists(git.directory + "/HEAD") || !exists(git.directory + "/objects") {
      try git.output(["init", "-q"])
    }
    try git.output(["symbolic-ref", "HEAD", Self.ours])
    // A power cut may have left an index that cannot be read.
    let isDamaged = try git.run(["ls-files", "library.json"], hidesErrors: true).status != 0
    if isDamaged { unlink(git.directory + "/index") }
    // An interrupted merge is done again; the files stay, since the reader may have changed them.
    if isDamaged || exists(git.directory + "/MERGE_HEAD") { try git.output(["reset", "-q"]) }
    let settings = [
      ("attributes", "* -text -eol -ident -filter -working-tree-encoding merge=binary\n"),
      ("exclude", "/*\n!/articles\n!/texts\n!/machines\n!/library.json\n*.tmp\n"),
    ]
    for (name, text) in settings {
      let path = "\(git.directory)/info/\(name)"
      do throws(SystemError) {
        try SmallFile.replace(path, with: Array(text.utf8), isDurable: false)
      } catch { throw StoreError(.io, "\(path) cannot be written: \(error.reason)") }
    }
  }

  private func fetch() throws(StoreError) {
    let refs = "+refs/heads/*:refs/remotes/origin/*"
    let words = ["fetch", "-q", "--no-tags", "--prune", "--no-write-fetch-head", "--", url, refs]
    guard try git.run(words).status == 0 else {
      throw StoreError(.unreachable, "\(url) cannot be reached")
    }
  }

  /// Commits the library's changes, if any, and returns the head commit; in a dry run, the tree.
  private mutating func commit(
    over before: String?, merging theirs: String?
  ) throws(StoreError) -> String {
    // A missing file is not a deletion: restore it first.
    let missing = try git.output(["ls-files", "-d", "-z", "--", "articles", "texts"])
    try bringBack(missing, from: nil)
    try stage(merging: theirs)
    if before != nil, try git.run(["diff", "--cached", "--quiet"], hidesErrors: true).status == 0 {
      return before ?? ""
    }
    if before != nil { try checkLosses(from: "HEAD", "--cached") }
    if options.isDry { return try git.word(["write-tree"]) ?? "" }
    let message = "Library of \(library.snapshot().counts.total) articles"
    try git.output(["commit", "-q", "--no-verify", "--allow-empty", "-m", message])
    guard let head = try git.word(["rev-parse", Self.ours]) else {
      throw StoreError(.io, "git commit failed in \(git.directory)")
    }
    return head
  }

  /// Merges a commit of others; returns false to retry if the library changed meanwhile.
  private mutating func merge(_ theirs: String) throws(StoreError) -> Bool {
    let base = try git.word(["merge-base", Self.ours, theirs])
    if let base {
      if base == theirs { return true }
      try checkLosses(from: base, theirs)
    }
    let words = [
      "merge", "-q", "--no-edit", "--no-verify", "-X", "find-renames=100%",
      "--allow-unrelated-histories", try checked(theirs, from: start(base)),
    ]
    if try git.run(words, hidesErrors: true).status == 0 {
      try bringBack(try removedFiles(from: "ORIG_HEAD", to: "HEAD"), from: "ORIG_HEAD")
      return true
    }
    let unmerged = try git.output(["ls-files", "-u", "-z"]).split(separator: 0)
    guard !unmerged.isEmpty else { return false }
    var stages: [String: [String: String]] = [:]
    for line in unmerged {
      // mode SP object SP stage TAB path
      let text = String(decoding: line, as: UTF8.self)
      let parts = text.split(separator: "\t", maxSplits: 1)
      let words = (parts.first ?? "").split(separator: " ")
      guard parts.count == 2, words.count == 3 else { continue }
      stages[String(parts[1]), default: [:]][String(words[2])] = String(words[1])
    }
    // git leaves our version in its place.
    for (path, objects) in stages {
      guard objects["2"] != nil, let object = objects["3"], path.hasPrefix("articles/"),
        path.hasSuffix(".json")
      else { continue }
      let bytes = try git.output(["cat-file", "blob", object])
      let copy = "\(library.directory)/\(path.dropLast(5)).git-\(object.prefix(8)).json"
      do throws(SystemError) { try SmallFile.replace(copy, with: bytes, isDurable: true) } catch {
        throw StoreError(.io, "\(copy) cannot be written: \(error.reason)")
      }
    }
    try stage(merging: nil)
    try git.output(["commit", "-q", "--no-verify", "--no-edit"])
    return true
  }

  /// Restores missing files from the index, or from a commit, except those of purged articles.
  func bringBack(_ output: [UInt8], from commit: String?) throws(StoreError) {
    let paths = output.split(separator: 0).filter { path in
      let name = path.split(separator: UInt8(ascii: "/")).last ?? []
      let text = String(decoding: name.prefix(ArticleID.length), as: UTF8.self)
      guard let id = ArticleID(text: text) else { return false }
      return (try? library.purgedAt(id)) == nil
    }
    guard !paths.isEmpty, !options.isDry else { return }
    let input = paths.flatMap { $0 + [0] }
    try git.output(
      ["checkout", "-q"] + (commit.map { [$0] } ?? []) + [
        "--pathspec-from-file=-", "--pathspec-file-nul",
      ], input: input)
    if commit != nil {
      try git.output([
        "commit", "-q", "--no-verify", "--allow-empty", "-m", "Files that were missing",
      ])
    }
  }

  /// Throws if more than a tenth of a commit's record files would be lost.
  private func checkLosses(from old: String, _ new: String) throws(StoreError) {
    guard !options.mayShrink, !options.isDry else { return }
    let gone = try git.output(
      ["diff", "--no-renames", "--diff-filter=D", "--name-only", "-z"]
        + (new == "--cached" ? [new, old] : [old, new]) + ["--", "articles"]
    ).split(separator: 0).count
    guard gone > 0 else { return }
    let all = try git.output(["ls-tree", "-r", "--name-only", "-z", old, "--", "articles"]).split(
      separator: 0
    ).count
    try SyncSession.checkLosses(gone, of: all, in: library.directory)
  }

  /// Throws unless a commit is of this library, or of one to join, without foreign directories.
  private mutating func check(_ theirs: String) throws(StoreError) {
    let (status, bytes) = try git.run(
      ["cat-file", "blob", theirs + ":library.json"], hidesErrors: true)
    guard status == 0 else {
      throw StoreError(.otherLibrary, "\(url) has something other than a library")
    }
    let others = try git.output(["ls-tree", "-r", "--name-only", "-z", theirs]).split(separator: 0)
      .map { String(decoding: $0, as: UTF8.self) }.first { path in
        let first = path.split(separator: "/").first ?? ""
        return !["articles", "texts", "machines", "library.json"].contains(String(first))
          && !first.hasPrefix(".git") && path.contains("/")
      }
    if let others {
      throw StoreError(.otherLibrary, "\(url) has \(others), which is not part of a library")
    }
    let name: LibraryName
    do throws(StoreError) { name = try LibraryName(bytes) } catch {
      throw StoreError(error.kind, "\(url): \(error.message)")
    }
    guard let mine = library.name else {
      throw StoreError(
        .io, "\(library.directory)/library.json cannot be read; run luego doctor")
    }
    guard name.id != mine.id else { return }
    guard options.joins else {
      throw StoreError(
        .otherLibrary,
        "\(url) has another library, \(name.id) instead of \(mine.id); --join makes one of the two")
    }
    guard name.precedes(mine), !options.isDry else { return }
    report.isRenamed = true
    library = try library.renamed(to: name)
    // The repository is in the library's state directory, which the new name moved.
    git.move(to: GitMeeting.directory(of: library, url: url))
  }

  /// Returns the common ancestor or, without one, the empty tree.
  private func start(_ base: String?) throws(StoreError) -> String {
    if let base { return base }
    return try git.word(["hash-object", "-t", "tree", "/dev/null"]) ?? ""
  }

  /// Counts the articles that changed here, there and on both sides since the latest commit that
  /// `before` and their commit have in common.
  private func counted(
    _ mine: String, _ theirs: String?, since before: String?
  ) throws(StoreError) -> SyncReport {
    var report = report
    var base: String?
    if let before, let theirs { base = try git.word(["merge-base", before, theirs]) }
    let start = try start(base)
    var here: Set<ArticleID> = []
    var there = try changes(from: start, to: mine)
    if let theirs {
      // What came to both by another way is no change.
      let differing = try changes(from: mine, to: theirs)
      here = try changes(from: start, to: theirs).intersection(differing)
      there.formIntersection(differing)
    }
    let both = here.intersection(there).count
    (report.merged, report.received, report.sent) = (both, here.count - both, there.count - both)
    return report
  }

  private func changes(from old: String, to new: String) throws(StoreError) -> Set<ArticleID> {
    let output = try git.output([
      "diff-tree", "-r", "--no-renames", "--name-only", "-z", old, new, "--", "articles",
    ])
    return Set(
      output.split(separator: 0).compactMap { path in
        let name = String(decoding: path, as: UTF8.self).split(separator: "/").last ?? ""
        return ArticleID(text: name.prefix(ArticleID.length))
      })
  }
}
