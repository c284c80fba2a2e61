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

  /// Stages the library's changes, but no file that cannot be right.
  ///
  /// A damaged record is moved aside, and its last committed version comes back. A text that does
  /// not match its name is left alone, because somebody may have edited it.
  mutating func stage() throws(SyncProblem) {
    try git.output(["add", "-A", "--", "."])
    let faults = try faults(["diff", "--cached"])
    guard !faults.isEmpty else { return }
    try git.output(
      ["--literal-pathspecs", "reset", "-q", "--pathspec-from-file=-", "--pathspec-file-nul"],
      input: faults.flatMap { $0.change.path + [0] })
    var moved: [UInt8] = []
    // Symbolic links lead to elsewhere and stay as they are.
    for (change, reason) in faults where !change.isLink {
      let path = String(fileName: change.path)
      guard change.isKnown, path.hasPrefix("articles/"), !options.isDry else {
        report.note(path, reason)
        continue
      }
      report.note(path, "\(reason); its last synced version is back")
      do throws(SystemFailure) {
        _ = try library.files.moveAside("\(library.directory)/\(path)", in: library.paths)
      } catch { throw SyncProblem(StoreError(error)) }
      moved += change.path + [0]
    }
    try bringBack(moved, from: nil)
  }

  /// Replaces each file of a commit that cannot be right by our version, or leaves it out.
  ///
  /// - Parameters:
  ///   - theirs: a commit of others.
  ///   - base: the common ancestor or, without one, the empty tree.
  /// - Returns: the commit, or one on top of it.
  /// - Throws: a problem with git.
  mutating func checked(_ theirs: String, from base: String) throws(SyncProblem) -> String {
    let faults = try faults(["diff-tree", "-r", base, theirs])
    guard !faults.isEmpty else { return theirs }
    // Each line is `MODE TYPE OBJECT`, a tab and the path.
    var own: [[UInt8]: [UInt8]] = [:]
    for line in try git.output(["ls-tree", "-r", "-z", Self.ours]).split(separator: 0) {
      guard let tab = line.firstIndex(of: 0x09) else { continue }
      own[Array(line[(tab + 1)...])] = Array(line)
    }
    var lines: [UInt8] = []
    for (change, reason) in faults {
      report.note(String(fileName: change.path), reason)
      let removal = Array("0 \(String(repeating: "0", count: 40))\t".utf8) + change.path
      lines += (own[change.path] ?? removal) + [0]
    }
    let index = git.directory + "/checked-index"
    unlink(index)
    let git = git.indexing(in: index)
    try git.output(["read-tree", theirs])
    try git.output(["update-index", "-z", "--index-info"], input: lines)
    guard let tree = try git.word(["write-tree"]),
      let commit = try git.word(["commit-tree", tree, "-p", theirs, "-m", "Without damaged files"])
    else { throw SyncProblem(.failed, "git cannot write in \(git.directory)") }
    return commit
  }

  /// The maximum number of objects that are named to git before its output is read.
  private static let maxObjects = 500

  /// Returns the new versions in a diff that cannot be right.
  private func faults(_ diff: [String]) throws(SyncProblem) -> [Fault] {
    // Each change is `:MODE MODE OBJECT OBJECT STATUS` and its path.
    let fields = try git.output(
      diff + ["--raw", "--no-abbrev", "--no-renames", "--diff-filter=AMT", "-z"]
    ).split(separator: 0)
    var faults: [Fault] = []
    var unread: [Change] = []
    for place in stride(from: 1, to: fields.count, by: 2) {
      let words = fields[place - 1].split(separator: 0x20)
      guard words.count == 5 else { continue }
      let change = Change(
        mode: words[1], object: words[3], path: Array(fields[place]),
        isKnown: words[4].first != UInt8(ascii: "A"))
      if let reason = Self.fault(in: change) {
        faults.append((change, reason))
      } else {
        unread.append(change)
      }
    }
    for start in stride(from: 0, to: unread.count, by: Self.maxObjects) {
      let some = unread[start...].prefix(Self.maxObjects)
      for (change, bytes) in zip(some, try blobs(some.map(\.object))) {
        if let reason = Self.fault(in: bytes, at: change.path) { faults.append((change, reason)) }
      }
    }
    return faults
  }

  private func blobs(_ objects: [ArraySlice<UInt8>]) throws(SyncProblem) -> [ArraySlice<UInt8>] {
    var rest = try git.output(["cat-file", "--batch"], input: objects.flatMap { $0 + [0x0a] })[...]
    var blobs: [ArraySlice<UInt8>] = []
    for _ in objects {
      // `OBJECT blob SIZE`, and the bytes with a line feed.
      guard let end = rest.firstIndex(of: 0x0a),
        let word = rest[..<end].split(separator: 0x20).last,
        let size = Int(String(decoding: word, as: UTF8.self)), size >= 0,
        rest.endIndex - end > size + 1
      else { throw SyncProblem(.failed, "git cannot read its objects in \(git.directory)") }
      blobs.append(rest[(end + 1)...].prefix(size))
      rest = rest[(end + size + 2)...]
    }
    return blobs
  }

  private static func parts(_ path: [UInt8]) -> [String] {
    path.split(separator: UInt8(ascii: "/")).map { String(fileName: Array($0)) }
  }

  /// Returns why a file cannot be right by its kind and place; nil also for what is not the library's.
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
    let parts = parts(path)
    guard parts.count == 3, let name = parts.last else { return nil }
    if parts[0] == "texts", let (_, hash) = LibraryPaths.text(named: name) {
      return SHA256.hex(of: Array(bytes)).hasPrefix(hash) ? nil : "it is not the text that was stored"
    }
    guard parts[0] == "articles", name.hasSuffix(".json"),
      let id = ArticleID(text: name.prefix(ArticleID.length))
    else { return nil }
    guard bytes.count <= RecordReader.maxSize else { return "it is too large" }
    do throws(Registers.Problem) {
      _ = try Registers(file: Array(bytes), id: id)
      return nil
    } catch { return error.isNewer ? nil : error.text }
  }
}
