import Platform
package import ReadingList

extension Library {
  /// Checks every file of the library and, if asked, repairs problems without loss.
  ///
  /// Unreadable records stay as they are. A repair moves damaged files to `damaged/` and deletes
  /// texts that no record names, if they are 30 days old and every record of their shard is readable.
  /// - Parameters:
  ///   - repair: whether to repair.
  ///   - moment: the time of the changes that a repair makes.
  /// - Returns: the findings.
  /// - Throws: system errors; `readOnly` if a repair is needed and the library cannot be written.
  package func doctor(repair: Bool, at moment: Timestamp) throws(StoreError) -> DoctorReport {
    var doctor = Doctor(library: self, repairs: repair, moment: moment)
    try doctor.examine()
    return doctor.report
  }

  /// Merges the records of a machine that is gone into this machine's, and deletes them.
  ///
  /// - Returns: the number of merged files, and of articles whose files stay, because a text of the
  ///   reader would be lost with them.
  /// - Throws: `notFound` if the machine has none; an error if they cannot be merged.
  package func retire(
    _ name: String, at moment: Timestamp
  ) throws(StoreError) -> (merged: Int, kept: Int) {
    var count = 0
    var kept: Set<ArticleID> = []
    guard MachineName.isValid(name) else {
      throw StoreError(.notFound, "No machine is called “\(name.bounded(.words))”")
    }
    guard name != machine.known else {
      throw StoreError(.notFound, "\(name) is this machine; only others can be retired")
    }
    for shard in UInt8.min...UInt8.max {
      let names = try files.list(paths.shard(shard)) ?? []
      let ids = names.filter { LibraryPaths.machine(ofRecord: $0) == name }.compactMap {
        LibraryPaths.article(ofRecord: $0, inShard: shard)
      }
      guard !ids.isEmpty else { continue }
      let (_, written) = try write(Array(Set(ids)), at: moment) { transaction throws(StoreError) in
        for id in Set(ids) where try !transaction.fold(name, of: id) { kept.insert(id) }
      }
      if let failure = written.failures.first { throw failure.error }
      count += ids.count { !kept.contains($0) }
    }
    guard count > 0 || !kept.isEmpty else {
      throw StoreError(.notFound, "No machine called \(name) wrote here")
    }
    guard kept.isEmpty else { return (count, kept.count) }
    try files.remove(paths.machine(name))
    return (count, 0)
  }
}

struct Doctor {
  let library: Library
  var repairs: Bool
  let moment: Timestamp
  var report = DoctorReport()

  /// The texts that no record names.
  var unused: [(id: ArticleID, path: String, hash: String)] = []
  private var paths: LibraryPaths { library.paths }
  private var files: FileLayer { library.files }

  mutating func examine() throws(StoreError) {
    try examineIdentity()
    // The library has no readable id, so nothing else can be repaired until it is reopened.
    if library.isIdentityDamaged { repairs = false }
    for path in [paths.articles, paths.texts] {
      // Without a link to another disk, all that was saved would seem to be gone.
      if (try? FileStatus(notFollowing: path))?.kind == .symbolicLink {
        let advice = "put the directory that it leads to in its place"
        return note(.unreadable, path, "it is a symbolic link; \(advice)")
      }
      guard try isDirectory(path) || repairs else { return }
    }
    for name in ((try? files.list(paths.articles)).flatMap(\.self) ?? []).sorted()
    where !name.hasPrefix(".") && UInt8(name, radix: 16).map(LibraryPaths.name(ofShard:)) != name {
      let problem = "it is not one of the library's directories; no record in it is read"
      note(.unreadable, paths.articles + "/" + name, problem)
    }
    if repairs, !library.isReadOnly { files.removeLeftovers(paths) }
    for shard in UInt8.min...UInt8.max { try examine(shard) }
    try removeUnusedTexts()
    _ = try isDirectory(paths.pictures)
    library.rebuildIndex()
  }

  private mutating func note(
    _ kind: DoctorReport.Finding.Kind, _ path: String, _ problem: String, _ remedy: String? = nil
  ) { report.findings.append(.init(kind: kind, path: path, problem: problem, remedy: remedy)) }

  /// Runs a repair under the library's lock; returns nil if repairs are off.
  private func mend(_ remedy: () throws(StoreError) -> String) throws(StoreError) -> String? {
    try repairs ? library.holdingLock(remedy) : nil
  }

  private mutating func examineIdentity() throws(StoreError) {
    guard library.isIdentityDamaged else { return }
    // A syncer may have brought it since the library was opened.
    let found = try LibraryIdentity.read(paths, access: .readWrite, files: files)
    if let found, !found.isDamaged { return }
    let isMissing = files.isMissing(paths.identity)
    let problem = isMissing ? "it is missing" : "it is damaged"
    guard repairs else { return note(.identity, paths.identity, problem) }
    // Without the lock: nobody can write while the file is unreadable.
    if !isMissing { _ = try files.moveAside(paths.identity, in: paths) }
    let now = Timestamp(milliseconds: SystemClock.milliseconds() / 1000 * 1000)
    let bytes = LibraryIdentity.bytes(id: LibraryIdentity.randomID(), createdAt: now)
    _ = try files.create(bytes, at: paths.identity, in: paths, yields: true)
    note(
      .identity, paths.identity, problem,
      isMissing ? "created again" : "moved to \(paths.damaged) and created again")
  }

  /// Returns whether a path is a directory or missing.
  private mutating func isDirectory(_ path: String) throws(StoreError) -> Bool {
    try isSound(path, "it is not a directory", \.isDirectory)
  }

  private mutating func isFile(_ path: String) throws(StoreError) -> Bool {
    try isSound(path, "it is not a file", \.isRegular)
  }

  /// Returns whether a path is missing or passes a test; reports anything else and, in a repair,
  /// moves it aside.
  private mutating func isSound(
    _ path: String, _ problem: String, _ test: (FileStatus) -> Bool
  ) throws(StoreError) -> Bool {
    var problem = problem
    do throws(StoreError) {
      guard let status = try files.status(path), !test(status) else { return true }
    } catch {
      guard error.cause == .linkLoop else { throw error }
      problem = "it is a symbolic link"
    }
    try setAside(.unreadable, path, problem)
    return false
  }

  /// Reports a file, and moves it aside in a repair.
  private mutating func setAside(
    _ kind: DoctorReport.Finding.Kind, _ path: String, _ problem: String, _ next: String = ""
  ) throws(StoreError) {
    let remedy = try mend { () throws(StoreError) in
      "moved to \(try files.moveAside(path, in: paths))\(next)"
    }
    note(kind, path, problem, remedy)
  }

  /// Returns the sorted names in a directory; nil if it is missing or, which is reported, cannot be
  /// listed.
  private mutating func names(in directory: String) -> [String]? {
    do throws(StoreError) { return try files.list(directory)?.sorted() } catch {
      note(.unreadable, directory, error.reason)
      return nil
    }
  }
}

// Records and texts.
extension Doctor {
  private mutating func examine(_ shard: UInt8) throws(StoreError) {
    let digits = LibraryPaths.name(ofShard: shard)
    let directory = paths.articles + "/" + digits
    var records: [ArticleID: [String]] = [:]
    let listed = try isDirectory(directory) ? names(in: directory) : nil
    // Whether each record was read, so that a text without one has none.
    var isWhole = listed != nil
    for name in listed ?? [] where name.hasSuffix(".json") && !name.hasPrefix(".") {
      guard try isFile(directory + "/" + name) else {
        isWhole = false
        continue
      }
      if let id = LibraryPaths.article(ofRecord: name, inShard: shard) {
        records[id, default: []].append(name)
      } else {
        try setAside(.unreadable, directory + "/" + name, "its name is not a record's")
        isWhole = false
      }
    }
    var hashes: [ArticleID: Set<String>] = [:]
    for (id, names) in records.sorted(by: { $0.key < $1.key }) {
      let versions: Versions
      do throws(StoreError) { versions = try library.reader.versions(of: id, names: names) } catch {
        note(.unreadable, "\(directory)/\(names[0])", error.reason)
        isWhole = false
        continue
      }
      for (name, problem) in versions.unreadable.sorted(by: { $0.key < $1.key }) {
        note(.unreadable, "\(directory)/\(name)", problem.problem ?? problem.reason)
        isWhole = false
      }
      for file in versions.files {
        for value in file.registers.illFormed {
          let problem = "its \(value.key) cannot be understood and counts as not said"
          note(.badValue, "\(directory)/\(file.name)", problem)
        }
      }
      hashes[id] = versions.textHashes
      try examineCopies(of: versions, in: directory)
      if let article = versions.article() {
        report.articles += 1
        examineText(of: article)
      } else if versions.isPurged {
        report.tombstones += 1
        if repairs { library.settlePurged([id]) }
      }
    }
    try examineTexts(in: digits, named: hashes, removesUnused: isWhole)
  }

  /// Merges conflict copies of this machine's own file into it.
  private mutating func examineCopies(
    of versions: Versions, in directory: String
  ) throws(StoreError) {
    guard let name = library.machine.known else { return }
    let copies = versions.said(by: name).copies
    guard !copies.isEmpty else { return }
    if repairs {
      try library.write([versions.id], at: moment) { transaction throws(StoreError) in
        try transaction.fold(name, of: versions.id)
      }
    }
    for copy in copies {
      note(
        .conflict, "\(directory)/\(copy)", "another version of a record",
        repairs ? "merged into its record" : nil)
    }
  }

  /// Reports a missing text; its record stays, as the text may come back.
  private mutating func examineText(of article: Article) {
    guard article.fetch.hasText, let hash = article.bodyHash else { return }
    let path = paths.text(article.id, hash: hash)
    guard files.isMissing(path) else { return }
    if library.isTextOnItsWay(article.id) {
      return note(.onItsWay, path, "its text has not come yet")
    }
    let advice = (try? WebAddress(article.url)) == nil ? "" : Self.advice(for: article.id)
    note(.missingText, path, "its text is missing" + advice)
  }

  private static func advice(for id: ArticleID) -> String {
    "; luego fetch \(id.text.prefix(8)) gets it again"
  }

  /// Nanoseconds to keep a text that no record names; its record may still be syncing.
  private static let keepingTime = 30 * Library.day

  private mutating func examineTexts(
    in shard: String, named hashes: [ArticleID: Set<String>], removesUnused: Bool
  ) throws(StoreError) {
    let directory = paths.texts + "/" + shard
    guard try isDirectory(directory) else { return }
    for name in names(in: directory) ?? [] where !name.hasPrefix(".") {
      let path = directory + "/" + name
      guard try isFile(path) else { continue }
      guard let (id, hash) = LibraryPaths.text(named: name), id.shard == shard else { continue }
      let bytes: [UInt8]?
      do throws(StoreError) { bytes = try files.read(path) } catch {
        note(.unreadable, path, error.reason)
        continue
      }
      if let bytes, !SHA256.hex(of: bytes).hasPrefix(hash) {
        do throws(StoreError) {
          let problem = "it is not the text that was stored"
          let isUsed = hashes[id]?.contains(hash) == true
          try setAside(.damagedText, path, problem, isUsed ? Self.advice(for: id) : "")
        } catch { note(.unreadable, path, error.reason) }
        continue
      }
      guard removesUnused, hashes[id]?.contains(hash) != true,
        let status = try? files.status(path), files.now() - status.changed > Self.keepingTime
      else { continue }
      unused.append((id, path, hash))
    }
  }

  /// Removes the texts that no record names, except those that undo may want back.
  private mutating func removeUnusedTexts() throws(StoreError) {
    guard !unused.isEmpty else { return }
    let journal = UndoJournal(of: library)
    let kept = repairs ? try journal.textHashes() : (try? journal.textHashes()) ?? []
    // A record that was moved aside may be put back.
    let aside = Set(
      (try files.list(paths.damaged) ?? []).compactMap(LibraryPaths.article(ofDamaged:)))
    for (id, path, hash) in unused where !kept.contains(hash) && !aside.contains(id) {
      let remedy = try mend { () throws(StoreError) in
        // It may have been saved again meanwhile.
        let versions = try library.reader.versions(of: id)
        guard versions.unreadable.isEmpty, !versions.textHashes.contains(hash) else {
          return "left, as its article has changed"
        }
        try files.remove(path)
        return "removed"
      }
      note(.unusedText, path, "no article has this text", remedy)
    }
  }
}

extension Versions {
  /// The hash prefixes of all texts that the files name.
  var textHashes: Set<String> {
    var hashes: Set<String> = []
    for file in files {
      let registers = file.registers
      for group in [registers[Registers.Name.page], registers[Registers.Name.fetch]["page"]] {
        if let hash = group?["text"]?.string, SHA256.isHex(hash) {
          hashes.insert(String(hash.prefix(LibraryPaths.hashLength)))
        }
      }
    }
    return hashes
  }
}

extension FileLayer {
  /// Moves a file to `damaged/` under an unused name, and returns its new path.
  func moveAside(_ path: String, in paths: LibraryPaths) throws(StoreError) -> String {
    try makeDirectory(paths.damaged)
    let name = path.splitPath.name
    var target = "\(paths.damaged)/\(name)"
    var number = 1
    while (try? FileStatus(notFollowing: target)) != nil {
      number += 1
      target = "\(paths.damaged)/\(number)-\(name)"
    }
    try rename(path, to: target)
    try syncDirectory(paths.damaged)
    return target
  }
}
