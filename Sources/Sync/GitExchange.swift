import ArticleStore
import Platform
import ReadingList

/// One run of syncing with a repository.
struct GitExchange {
  let url: String
  private(set) var git: GitProgram
  var library: Library
  let options: SyncSession.Options
  let now: Timestamp
  let progress: (_ done: Int, _ all: Int) -> Void
  private var report = SyncReport()
  private var changedHere: Set<ArticleID> = []
  /// Objects of records in git's index that could not be taken into the library, by article.
  ///
  /// What the library has of these articles does not take their place; each run tries to take them again.
  private var untaken: [ArticleID: String] = [:]

  init(
    url: String,
    git: GitProgram,
    library: Library,
    options: SyncSession.Options,
    now: Timestamp,
    progress: @escaping (_ done: Int, _ all: Int) -> Void
  ) {
    self.url = url
    self.git = git
    self.library = library
    self.options = options
    self.now = now
    self.progress = progress
  }

  private static let ours = "refs/heads/luego"

  /// The branch that others sync with; nil where there is none.
  static func branch(of git: GitProgram) throws(SyncProblem) -> String? {
    for name in ["main", "master"] {
      let reference = "refs/remotes/origin/\(name)"
      if try git.word(["rev-parse", "-q", "--verify", reference]) != nil { return reference }
    }
    return nil
  }

  mutating func run() throws(SyncProblem) -> SyncReport {
    try prepare()
    untaken = readUntaken()
    for _ in 0..<GitMeeting.maxTries {
      var head = try commit()
      try fetch()
      let branch = try Self.branch(of: git)
      let theirs = try branch.flatMap { reference throws(SyncProblem) in
        try git.word(["rev-parse", reference])
      }
      if let theirs, theirs != head { head = try merge(theirs, into: head) }
      if theirs == head { return finished(there: []) }
      let there = try changes(from: theirs, to: head)
      if options.isDry { return finished(there: there) }
      let name = branch.map { String($0.dropFirst("refs/remotes/origin/".count)) } ?? "main"
      let (status, output) = try git.run(
        ["push", "-q", "--porcelain", "--no-verify", "--", url, "\(Self.ours):refs/heads/\(name)"],
        hidesErrors: true
      )
      if status == 0 { return finished(there: there) }
      guard
        output.starts(with: "!".utf8)
          || output.split(separator: 0x0a).contains(where: { $0.first == 0x21 })
      else { throw SyncProblem(.unreachable, "\(url) takes no changes: git push failed") }
    }
    throw SyncProblem(.failed, "\(url): others change it too fast; try again")
  }

  private mutating func finished(there: Set<ArticleID>) -> SyncReport {
    let both = there.intersection(changedHere).count
    report.merged = both
    report.received = changedHere.count - both
    report.sent = there.count - both
    return report
  }

  /// Makes the repository, or makes it usable again where a run was cut off.
  private func prepare() throws(SyncProblem) {
    SmallFile.makeDirectories(above: git.directory + "/")
    // Whoever holds the lock beside it is the only one who uses it.
    for name in ["index.lock", "HEAD.lock", "config.lock", "packed-refs.lock", "shallow.lock"] {
      unlink("\(git.directory)/\(name)")
    }
    for file in DroppedFile.all(in: git.directory + "/refs") where file.path.hasSuffix(".lock") {
      unlink(file.path)
    }
    if !exists(git.directory + "/HEAD") || !exists(git.directory + "/objects") {
      try git.output(["init", "-q"])
    }
    let attributes = "* -text -eol -ident -filter -working-tree-encoding\n"
    do throws(SystemError) {
      try SmallFile.replace(
        git.directory + "/info/attributes",
        with: Array(attributes.utf8),
        isDurable: false
      )
    } catch { throw SyncProblem(.failed, "\(git.directory) cannot be written: \(error.reason)") }
  }

  private func fetch() throws(SyncProblem) {
    let refs = "+refs/heads/*:refs/remotes/origin/*"
    let words = ["fetch", "-q", "--no-tags", "--prune", "--no-write-fetch-head", "--", url, refs]
    guard try git.run(words).status == 0 else {
      throw SyncProblem(.unreachable, "\(url) cannot be reached")
    }
  }

  /// Where `untaken` is kept for the next run: lines of an id and an object.
  private var untakenFile: String { git.directory + "/untaken" }

  private func readUntaken() -> [ArticleID: String] {
    let lines = (SmallFile.read(untakenFile) ?? []).split(separator: 0x0a)
    return lines.reduce(into: [:]) { known, line in
      let words = String(decoding: line, as: UTF8.self).split(separator: " ")
      guard words.count == 2, let id = ArticleID(text: words[0]) else { return }
      known[id] = String(words[1])
    }
  }

  private func writeUntaken() throws(SyncProblem) {
    guard untaken != readUntaken() else { return }
    let lines = untaken.sorted { $0.key < $1.key }.map { "\($0.key.text) \($0.value)\n" }
    do throws(SystemError) {
      try SmallFile.replace(untakenFile, with: Array(lines.joined().utf8), isDurable: true)
    } catch { throw SyncProblem(.failed, "\(untakenFile) cannot be written: \(error.reason)") }
  }

  /// Commits the library as it is, and gives the commit.
  ///
  /// - Parameter parents: of the commit; those of the last one where they are not given, and then only where
  ///   something changed.
  /// - Returns: its id.
  /// - Throws: where git fails.
  private mutating func commit(parents: [String]? = nil) throws(SyncProblem) -> String {
    let catalog = try stage(retries: parents == nil)
    let tree = try word(["write-tree"])
    let last = try git.word(["rev-parse", "-q", "--verify", Self.ours])
    if parents == nil, let last, try git.word(["rev-parse", last + "^{tree}"]) == tree {
      return last
    }
    if let parents, parents.count == 2,
      try git.word(["merge-base", parents[0], parents[1]]) == parents[0],
      try git.word(["rev-parse", parents[1] + "^{tree}"]) == tree
    {
      try git.output(["update-ref", Self.ours, parents[1]])
      return parents[1]
    }
    let all = parents ?? [last].compactMap(\.self)
    let message = "Library of \(catalog.articleCount) articles"
    let commit = try word(["commit-tree", tree, "-m", message] + all.flatMap { ["-p", $0] })
    try git.output(["update-ref", Self.ours, commit])
    return commit
  }

  private func word(_ words: [String]) throws(SyncProblem) -> String {
    guard let word = try git.word(words) else {
      throw SyncProblem(.failed, "git \(words[0]) failed in \(git.directory)")
    }
    return word
  }

  /// Brings git's index up to the library: what is there, without texts that no record has any more.
  ///
  /// What the index has and the library lacks comes back from there.
  /// - Parameter retries: whether what could not be taken is taken again.
  /// - Returns: what the library has then.
  /// - Throws: where git fails, or nothing may be written.
  private mutating func stage(retries: Bool) throws(SyncProblem) -> RecordCatalog {
    var catalog = library.recordCatalog()
    for failure in catalog.failures { report.note(failure.id.text, "not read: \(failure.reason)") }
    let known = GitEntry.files(try git.output(["ls-files", "--stage", "-z"]))
    // Of what the index has another version of, or none, nothing is left to wait for.
    let objects = Dictionary(known.map { ($0.path, $0.object) }) { $1 }
    untaken = untaken.filter { objects[GitPath.record(of: $0.key)] == $0.value }
    var gone: [UInt8] = []
    var lost: [ArticleID: String] = [:]
    for entry in known {
      switch GitPath(entry.path) {
      case .record(let id) where catalog[id] == nil || retries && untaken[id] != nil:
        lost[id] = entry.object
      case .text(let id):
        guard let own = catalog[id], !own.hasText, !own.lacksText, untaken[id] == nil else {
          continue
        }
        gone += entry.path.utf8 + [0]
      default: continue
      }
    }
    let texts = Set(
      known.compactMap { entry in
        if case .text(let id) = GitPath(entry.path), catalog[id]?.lacksText == true {
          id
        } else {
          nil
        }
      }
    )
    if !options.isDry, !lost.isEmpty || !texts.isEmpty {
      try take(lost, texts: texts, of: "")
      catalog = library.recordCatalog()
    }
    if !gone.isEmpty {
      try git.output(["update-index", "-z", "--force-remove", "--stdin"], input: gone)
    }
    var paths: [UInt8] = Array("library.json".utf8) + [0]
    for entry in catalog.shards.joined() where untaken[entry.id] == nil {
      paths += GitPath.record(of: entry.id).utf8 + [0]
      if entry.hasText, !entry.isPurged { paths += GitPath.text(of: entry.id).utf8 + [0] }
    }
    try git.output(["update-index", "-z", "--add", "--remove", "--stdin"], input: paths)
    return catalog
  }

  /// The articles whose records differ between two commits.
  private func changes(from old: String?, to new: String) throws(SyncProblem) -> Set<ArticleID> {
    Set(
      try differences(from: old, to: new).compactMap { entry in
        if case .record(let id) = GitPath(entry.path) { id } else { nil }
      }
    )
  }

  private func differences(from old: String?, to new: String) throws(SyncProblem) -> [GitEntry] {
    let before: String
    if let old { before = old } else { before = try word(["mktree"]) }
    return GitEntry.differences(
      try git.output(["diff-tree", "-r", "-z", "--no-renames", before, new])
    )
  }
}

// What others changed.
extension GitExchange {
  /// Merges a commit of others into the library, and gives the commit of both.
  private mutating func merge(_ theirs: String, into head: String) throws(SyncProblem) -> String {
    let base = try git.word(["merge-base", head, theirs])
    if base == theirs { return head }
    try checkName(theirs)
    let changed = try differences(from: base, to: theirs)
    var records: [ArticleID: String] = [:]
    var texts: Set<ArticleID> = []
    var info: [UInt8] = []
    for entry in changed {
      let path = GitPath(entry.path)
      if entry.isRemoved {
        // Nothing of a library goes because it is missing; a text goes with what its record says.
        if path == .other { info += Array("0 \(entry.object)\t\(entry.path)".utf8) + [0] }
        continue
      }
      switch path {
      case .record(let id): records[id] = entry.object
      case .text(let id): texts.insert(id)
      case .identity: continue
      case .other: break
      }
      info += Array("\(entry.mode) \(entry.object)\t\(entry.path)".utf8) + [0]
    }
    try take(records, texts: texts, of: theirs)
    if options.isDry { return head }
    // What stays out of the library, such as an ill-formed record, stays in the repository; what is in the library
    // takes the place of theirs.
    try git.output(["update-index", "-z", "--index-info"], input: info)
    return try commit(parents: [head, theirs])
  }

  private mutating func checkName(_ theirs: String) throws(SyncProblem) {
    guard let bytes = try git.makeObjectReader().blob("\(theirs):library.json", limit: 1 << 20)
    else {
      throw SyncProblem(.otherLibrary, "\(url) has something else than a library")
    }
    let name: LibraryName
    do throws(StoreError) { name = try LibraryName(bytes) } catch {
      throw SyncProblem(
        error.kind == .newerFormat ? .otherLibrary : .failed,
        "\(url): \(error.message)"
      )
    }
    guard let mine = library.name else {
      throw SyncProblem(
        .failed,
        "\(library.directory)/library.json cannot be read; run luego doctor"
      )
    }
    guard name.id != mine.id else { return }
    guard options.joins else {
      throw SyncProblem(
        .otherLibrary,
        "\(url) has another library, \(name.id) instead of \(mine.id); --join makes one of the two"
      )
    }
    guard name.precedes(mine), !options.isDry else { return }
    report.isRenamed = true
    do throws(StoreError) { library = try library.renamed(to: name) } catch {
      throw SyncProblem(error)
    }
    // The repository is where the library's state is from now on.
    git.move(to: GitMeeting.directory(of: library, url: url))
  }

  /// Takes records and texts out of the repository into the library, some at a time.
  ///
  /// - Parameters:
  ///   - records: objects, by article.
  ///   - texts: articles whose texts may be needed.
  ///   - commit: where texts are; empty for the index.
  /// - Throws: where git fails, or nothing may be written.
  private mutating func take(
    _ records: [ArticleID: String],
    texts: Set<ArticleID>,
    of commit: String
  ) throws(SyncProblem) {
    let reader = try git.makeObjectReader()
    let catalog = library.recordCatalog()
    let ids = Set(records.keys).union(texts).sorted()
    try checkLosses(ids, records, catalog, reader)
    var batch: [Arrival] = []
    var size = 0
    for (done, id) in ids.enumerated() {
      var arrival = Arrival(id: id)
      if let object = records[id] {
        untaken[id] = nil
        report.retract(id.text)
        guard let bytes = try reader.blob(object, limit: IncomingRecord.maxSize) else {
          report.note(id.text, "not taken: it is no file, or too large")
          continue
        }
        do throws(StoreError) {
          arrival.record = try IncomingRecord(bytes, id: id, now: now)
        } catch {
          report.note(id.text, "not taken: \(error.reason)")
          // The library's own heals what is damaged, but not what a newer version wrote.
          if error.kind == .newerFormat { untaken[id] = object }
          continue
        }
        size += bytes.count
      }
      if library.wantedText(id, after: arrival.record) != nil,
        let bytes = try reader.blob(
          "\(commit):\(GitPath.text(of: id))",
          limit: IncomingText.maxSize
        )
      {
        arrival.text = IncomingText(bytes)
        size += bytes.count
      }
      guard arrival.record != nil || arrival.text != nil else { continue }
      batch.append(arrival)
      if batch.count == SyncSession.maxBatch || size > SyncSession.maxBatchSize {
        progress(done, ids.count)
        try write(batch, records)
        (batch, size) = ([], 0)
      }
    }
    try write(batch, records)
    if !options.isDry { try writeUntaken() }
  }

  private mutating func write(
    _ batch: [Arrival],
    _ records: [ArticleID: String]
  ) throws(SyncProblem) {
    guard !batch.isEmpty else { return }
    do throws(StoreError) {
      for taken in try library.take(batch, isDry: options.isDry) {
        if taken.isChanged { changedHere.insert(taken.id) }
        if let failure = taken.failure {
          report.note(taken.id.text, failure.reason)
          if let object = records[taken.id] { untaken[taken.id] = object }
        }
      }
    } catch { throw SyncProblem(error) }
  }

  private func checkLosses(
    _ ids: [ArticleID],
    _ records: [ArticleID: String],
    _ catalog: RecordCatalog,
    _ reader: GitObjectReader
  ) throws(SyncProblem) {
    let count = catalog.articleCount
    guard !options.mayShrink, !options.isDry, ids.count > SyncSession.fewLosses,
      ids.count * 10 > count
    else { return }
    var losses = 0
    for id in ids where catalog[id]?.isPurged == false {
      guard let object = records[id],
        let bytes = try reader.blob(object, limit: IncomingRecord.maxSize),
        (try? IncomingRecord(bytes, id: id, now: now))?.isPurged == true
      else { continue }
      losses += 1
    }
    try SyncSession.checkLosses(losses, of: count, in: library.directory)
  }
}
