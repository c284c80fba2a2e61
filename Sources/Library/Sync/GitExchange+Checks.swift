import Platform
import ReadingList

// Checks of single files, so that no damaged file replaces a good one, here or elsewhere.
extension GitExchange {
  /// A new version of a file in a diff.
  private struct Change {
    var mode: ArraySlice<UInt8>
    var object: ArraySlice<UInt8>
    /// Relative to the library.
    var path: [UInt8]
    /// Whether there was a version before.
    var isKnown: Bool

    var isLink: Bool { mode.elementsEqual("120000".utf8) }
  }

  private typealias Fault = (change: Change, reason: String)

  /// The result of checking the new versions in a diff.
  private struct Findings {
    /// The versions that cannot be right.
    var faults: [Fault] = []
    /// The articles that records say are gone.
    var purged: Set<ArticleID> = []
  }

  /// Stages the library's changes, but no file that cannot be right.
  ///
  /// A damaged record is moved aside if it is in the last commit, from which it comes back, or in
  /// `theirs`, from where it will come. A text that does not match its name is left alone, because
  /// somebody may have edited it.
  mutating func stage(merging theirs: String?) throws(StoreError) {
    try git.output(["add", "-A", "--", "."])
    let faults = try findings(in: ["diff", "--cached"]).faults
    guard !faults.isEmpty else { return }
    try reset(faults, to: nil, by: git)
    var moved: [UInt8] = []
    // Symbolic links lead to elsewhere and stay as they are.
    for (change, reason) in faults where !change.isLink {
      let path = String(fileName: change.path)
      report.note(path, reason)
      guard case .record = Self.kind(of: change.path), !options.isDry else { continue }
      let isTheirs = try theirs.map { theirs throws(StoreError) in
        try git.run(["cat-file", "-e", "\(theirs):\(path)"], hidesErrors: true).status == 0
      }
      guard change.isKnown || isTheirs == true else { continue }
      let place = "\(library.directory)/\(path)"
      // Another program may have written it again.
      let bytes = try library.files.read(place, limit: RecordReader.maxSize) ?? []
      guard Self.fault(in: bytes[...], at: change.path) != nil else { continue }
      _ = try library.files.moveAside(place, in: library.paths)
      if change.isKnown { moved += change.path + [0] }
    }
    try bringBack(moved, from: nil)
  }

  /// Replaces each file of a commit that cannot be right by our version, or leaves it out.
  ///
  /// - Parameters:
  ///   - theirs: a commit of others.
  ///   - base: the common ancestor or, without one, the empty tree.
  /// - Returns: the commit, or one on top of it.
  /// - Throws: a problem with git, or more than a tenth of the articles would be purged.
  mutating func checked(_ theirs: String, from base: String) throws(StoreError) -> String {
    let findings = try findings(in: ["diff-tree", "-r", base, theirs])
    let list = library.snapshot()
    if !options.mayShrink {
      try SyncSession.checkLosses(
        findings.purged.count { list.row(of: $0) != nil }, of: list.counts.total,
        in: library.directory)
    }
    let faults = findings.faults
    guard !faults.isEmpty else { return theirs }
    for (change, reason) in faults { report.note(String(fileName: change.path), reason) }
    let index = git.directory + "/checked-index"
    unlink(index)
    let git = git.setting("GIT_INDEX_FILE", to: index)
    try git.output(["read-tree", theirs])
    try reset(faults, to: Self.ours, by: git)
    guard let tree = try git.word(["write-tree"]),
      let commit = try git.word(["commit-tree", tree, "-p", theirs, "-m", "Without damaged files"])
    else { throw StoreError(.io, "git cannot write in \(git.directory)") }
    return commit
  }

  /// Returns the paths of files that a merge removed, except of those that cannot be right.
  func removedFiles(from old: String, to new: String) throws(StoreError) -> [UInt8] {
    let removed = try git.output([
      "diff", "--no-renames", "--diff-filter=D", "--name-only", "-z", old, new, "--", "articles",
      "texts",
    ])
    guard !removed.isEmpty else { return [] }
    let damaged = Set(try findings(in: ["diff-tree", "-r", new, old]).faults.map(\.change.path))
    return removed.split(separator: 0).filter { !damaged.contains(Array($0)) }.flatMap { $0 + [0] }
  }

  /// Sets files of the index to a commit's, the last one by default.
  private func reset(
    _ faults: [Fault], to commit: String?, by git: GitProgram
  ) throws(StoreError) {
    try git.output(
      ["--literal-pathspecs", "reset", "-q"] + [commit].compactMap(\.self)
        + ["--pathspec-from-file=-", "--pathspec-file-nul"],
      input: faults.flatMap { $0.change.path + [0] })
  }

  /// The maximum number of objects that are named to git before its output is read.
  private static let maxObjects = 500

  private func findings(in diff: [String]) throws(StoreError) -> Findings {
    // Each change is `:MODE MODE OBJECT OBJECT STATUS` and its path.
    let fields = try git.output(
      diff + ["--raw", "--no-abbrev", "--no-renames", "--diff-filter=AMT", "-z"]
    ).split(separator: 0)
    var findings = Findings()
    var unread: [Change] = []
    for place in stride(from: 1, to: fields.count, by: 2) {
      let words = fields[place - 1].split(separator: 0x20)
      guard words.count == 5 else { continue }
      let change = Change(
        mode: words[1], object: words[3], path: Array(fields[place]),
        isKnown: words[4].first != UInt8(ascii: "A"))
      if let reason = Self.fault(in: change) {
        findings.faults.append((change, reason))
      } else if Self.kind(of: change.path) != nil {
        unread.append(change)
      }
    }
    for start in stride(from: 0, to: unread.count, by: Self.maxObjects) {
      try read(unread[start...].prefix(Self.maxObjects), &findings)
    }
    return findings
  }

  private func read(
    _ changes: ArraySlice<Change>, _ findings: inout Findings
  ) throws(StoreError) {
    guard let blobs = try blobs(changes.map(\.object)) else {
      // Together they are too large.
      guard changes.count > 1 else {
        findings.faults += changes.map { ($0, "it is too large") }
        return
      }
      let half = changes.count / 2
      try read(changes.prefix(half), &findings)
      return try read(changes.dropFirst(half), &findings)
    }
    for (change, bytes) in zip(changes, blobs) {
      if let reason = Self.fault(in: bytes, at: change.path) {
        findings.faults.append((change, reason))
      } else if case .record(let id) = Self.kind(of: change.path),
        let record = try? Registers(file: Array(bytes), id: id), record.isPurge
      {
        findings.purged.insert(id)
      }
    }
  }

  /// Returns the contents of objects; nil if git does not give all of them.
  private func blobs(
    _ objects: [ArraySlice<UInt8>]
  ) throws(StoreError) -> [ArraySlice<UInt8>]? {
    let names = objects.flatMap { $0 + [0x0a] }
    var rest = try git.run(["cat-file", "--batch"], input: names).output[...]
    var blobs: [ArraySlice<UInt8>] = []
    for _ in objects {
      // `OBJECT blob SIZE`, and the bytes with a line feed.
      guard let end = rest.firstIndex(of: 0x0a),
        let word = rest[..<end].split(separator: 0x20).last,
        let size = Int(String(decoding: word, as: UTF8.self)), size >= 0,
        rest.endIndex - end > size + 1
      else { return nil }
      blobs.append(rest[(end + 1)...].prefix(size))
      rest = rest[(end + size + 2)...]
    }
    return blobs
  }

  /// A file whose content can be checked.
  private enum Kind {
    case record(ArticleID), text(hash: String)
  }

  private static func parts(_ path: [UInt8]) -> [String] {
    path.split(separator: UInt8(ascii: "/")).map { String(fileName: Array($0)) }
  }

  private static func kind(of path: [UInt8]) -> Kind? {
    let parts = parts(path)
    guard parts.count == 3, let name = parts.last else { return nil }
    if parts[0] == "texts" { return LibraryPaths.text(named: name).map { .text(hash: $0.hash) } }
    guard parts[0] == "articles", name.hasSuffix(".json") else { return nil }
    return ArticleID(text: name.prefix(ArticleID.length)).map { .record($0) }
  }

  /// Returns why a file cannot be right by its mode and place; nil also for what is not the library's.
  private static func fault(in change: Change) -> String? {
    let parts = parts(change.path)
    guard ["articles", "texts", "machines", "library.json"].contains(parts.first) else {
      return nil
    }
    if change.isLink { return "it is a symbolic link" }
    if change.mode.elementsEqual("160000".utf8) { return "it is another repository" }
    if change.path.contains(where: { $0 < 0x20 || $0 == 0x7f }) {
      return "its name has control characters"
    }
    let isShard = parts.count == 2 && parts[1].count == 2 && UInt8(parts[1], radix: 16) != nil
    let isDirectory = parts[0] != "library.json" && (parts.count == 1 || isShard)
    return isDirectory ? "it is in the place of a directory" : nil
  }

  /// Returns why a file cannot be right by its content.
  private static func fault(in bytes: ArraySlice<UInt8>, at path: [UInt8]) -> String? {
    switch kind(of: path) {
    case nil: return nil
    case .text(let hash):
      let isRight = SHA256.hex(of: Array(bytes)).hasPrefix(hash)
      return isRight ? nil : "it is not the text that was stored"
    case .record(let id):
      guard bytes.count <= RecordReader.maxSize else { return "it is too large" }
      do throws(Registers.Problem) {
        _ = try Registers(file: Array(bytes), id: id)
        return nil
      } catch { return error.isNewer ? nil : error.text }
    }
  }
}
