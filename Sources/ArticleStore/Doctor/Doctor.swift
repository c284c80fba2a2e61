import Platform
package import ReadingList
import Synchronization

extension Library {
  /// Looks at every file of the library and, when asked to, mends what can be mended without loss.
  ///
  /// Derived data is always brought in order. Nothing is ever deleted but what a write that was cut off
  /// left; what cannot be read is moved to `damaged/`, and texts that no record names out of the library. While a
  /// file syncer is at work nothing is mended, and what came within a day is left alone: its counterpart may
  /// still be on its way.
  /// - Parameters:
  ///   - repair: whether to mend.
  ///   - moment: when, for the changes this makes.
  /// - Returns: what was found.
  /// - Throws: what the system says; `readOnly` when there is something to mend and it may not be.
  package func doctor(repair: Bool, at moment: Timestamp) throws(StoreError) -> DoctorReport {
    var doctor = Doctor(library: self, repairs: repair, moment: moment)
    try doctor.examine()
    return doctor.report
  }
}

/// One examination of a library.
struct Doctor {
  let library: Library
  private(set) var repairs: Bool
  let moment: Timestamp
  var report = DoctorReport()

  /// Articles that took over others, by the deduplicationKey of what these were saved by.
  var survivors: [String: ArticleID] = [:]
  /// Articles in whose text's place something else was, which was moved away.
  var displaced: Set<ArticleID> = []
  /// Articles in Trash, which may have been taken over.
  var trashed: [Article] = []

  var paths: LibraryPaths { library.paths }
  var files: FileLayer { library.files }

  init(library: Library, repairs: Bool, moment: Timestamp) {
    self.library = library
    self.repairs = repairs
    self.moment = moment
  }

  mutating func examine() throws(StoreError) {
    if repairs, let path = try library.syncersFile() {
      repairs = false
      note(.syncing, path, "a file syncer is at work; nothing was repaired, try again later")
    }
    try examineIdentity()
    // It was opened without an identity, so nothing else can be changed before it is opened again.
    if library.isIdentityDamaged { repairs = false }
    guard try isDirectory(paths.articles), try isDirectory(paths.bodies) else { return }
    let listed = library.currentList()
    // What was cut off is reported: mending something else must not remove it before that.
    library.leftovers.withLock { $0 = Leftovers() }
    for directory in (try? files.list(paths.articles)).flatMap(\.self) ?? []
    where LibraryPaths.isCopyOfShard(directory) {
      try examineCopies(in: directory)
    }
    for shard in UInt8.min...UInt8.max {
      let digits = LibraryPaths.name(ofShard: shard)
      try examineCopies(in: digits)
      let withText = try examineTexts(in: digits)
      try examineRecords(in: digits, withText: withText)
    }
    try examinePictures()
    try examineTrash()
    // Records that were mended above differ with good reason.
    let mended = Set(report.findings.compactMap { $0.remedy == nil ? nil : $0.path })
    let stale = library.rebuildIndex().differences(from: listed).count {
      !mended.contains(paths.record($0))
    }
    if stale > 0, !report.findings.contains(where: { $0.kind == .conflict }) {
      note(
        .index,
        paths.articles,
        "the index was out of date for \(stale) records",
        remedy: "rebuilt"
      )
    }
  }

  /// Whether a directory is one, or missing, which is as good.
  mutating func isDirectory(_ path: String) throws(StoreError) -> Bool {
    var problem = "it is not a directory"
    do throws(SystemFailure) {
      guard try files.status(path)?.isDirectory == false else { return true }
    } catch {
      guard error.cause == .linkLoop else { throw StoreError(error) }
      problem = Self.notDirectory(error)
    }
    let remedy = try mend { () throws(SystemFailure) in try setAside(path) }
    note(.unreadable, path, problem, remedy: remedy)
    return remedy != nil
  }

  /// Says what is in the place of a directory.
  private static func notDirectory(_ error: SystemFailure) -> String {
    error.cause == .linkLoop ? "it is a symbolic link" : "it is not a directory"
  }

  mutating func note(
    _ kind: DoctorReport.Finding.Kind,
    _ path: String,
    _ problem: String,
    remedy: String? = nil
  ) {
    report.findings.append(.init(kind: kind, path: path, problem: problem, remedy: remedy))
  }

  private mutating func examineIdentity() throws(StoreError) {
    guard library.isIdentityDamaged else { return }
    let isMissing = files.isMissing(paths.identity)
    let problem = isMissing ? "it is missing" : "it is damaged"
    guard repairs else { return note(.identity, paths.identity, problem) }
    do throws(SystemFailure) {
      if isMissing {
        let id = LibraryIdentity.randomID()
        _ = try LibraryIdentity.create(id: id, at: paths, files: files, yields: true)
        return note(.identity, paths.identity, problem, remedy: "created again")
      }
      // No lock: while the file cannot be understood, nobody may write. A syncer may have brought its end.
      let found = try? FileStatus(notFollowing: paths.identity)
      guard try LibraryIdentity.read(paths, access: .readOnly, files: files)?.isDamaged == true
      else { return }
      let moved = try moveAside(paths.identity)
      // It may even have brought it since.
      if let found, (try? FileStatus(notFollowing: moved))?.isSameVersion(as: found) != true,
        try files.place(moved, at: paths.identity)
      {
        return
      }
      let id = LibraryIdentity.randomID()
      _ = try LibraryIdentity.create(id: id, at: paths, files: files, yields: true)
    } catch {
      throw StoreError(error)
    }
    note(
      .identity,
      paths.identity,
      "it is damaged",
      remedy: "moved to \(paths.damaged) and created again"
    )
  }

  /// Does something that mends, under the lock; nil when nothing is to be mended.
  func mend(
    _ remedy: () throws(SystemFailure) -> String?
  ) throws(StoreError) -> String? {
    guard repairs else { return nil }
    return try library.holdingLock { () throws(StoreError) in
      do throws(SystemFailure) { return try remedy() } catch { throw StoreError(error) }
    }
  }

  /// Moves a file to `damaged/`, and says so.
  func setAside(_ path: String) throws(SystemFailure) -> String {
    "moved to \(try moveAside(path))"
  }

  /// Moves a file to `damaged/`, under a name that nothing there has, and gives its new path.
  private func moveAside(_ path: String) throws(SystemFailure) -> String {
    try files.makeDirectory(paths.damaged)
    let name = String(path.split(separator: "/").last ?? "file")
    var target = "\(paths.damaged)/\(name)"
    var number = 1
    while (try? FileStatus(notFollowing: target)) != nil {
      number += 1
      target = "\(paths.damaged)/\(number)-\(name)"
    }
    try files.rename(path, to: target)
    try files.syncDirectory(paths.damaged)
    return target
  }
}

// Records.
extension Doctor {
  /// Merges other versions of records, before it is asked which text belongs to which.
  private mutating func examineCopies(in shard: String) throws(StoreError) {
    // A shard that cannot be listed is told of when its records are looked at.
    for name in ((try? files.list(paths.articles + "/" + shard)) ?? []).sorted() {
      let path = "\(paths.articles)/\(shard)/\(name)"
      guard case .copy = LibraryPaths.kind(of: name, suffix: ".json", shard: shard) else {
        continue
      }
      var remedy: String?
      if repairs, try library.mergeCopy(at: path) { remedy = "merged into its record" }
      note(.conflict, path, "another version of a record", remedy: remedy)
    }
  }

  private mutating func examineRecords(
    in shard: String,
    withText: Set<ArticleID>?
  ) throws(StoreError) {
    for name in try names(in: paths.articles + "/" + shard) ?? [] {
      let path = "\(paths.articles)/\(shard)/\(name)"
      switch LibraryPaths.kind(of: name, suffix: ".json", shard: shard) {
      case .own(let id): try examineRecord(id, at: path, hasText: withText?.contains(id))
      case .copy: continue
      case .hidden: try examineHidden(name, at: path)
      case .foreign:
        guard name.hasSuffix(".json") else { continue }
        let remedy = try mend { () throws(SystemFailure) in try setAside(path) }
        note(.unreadable, path, "its name is not a record's", remedy: remedy)
      }
    }
  }

  private mutating func examineRecord(
    _ id: ArticleID,
    at path: String,
    hasText: Bool?
  ) throws(StoreError) {
    let record: Record?
    do throws(StoreError) { record = try library.record(id) } catch {
      guard error.kind == .damaged else { return note(.unreadable, path, error.reason) }
      if isCutOff(path), library.isYoung(path) {
        return note(.onItsWay, path, "its end has not come yet")
      }
      let remedy = try mend { () throws(SystemFailure) in
        guard isDamaged(id) else { return nil }
        let moved = try setAside(path)
        if hasText == true, !library.isYoung(paths.body(id)) {
          try library.giveUp(textAt: paths.body(id), of: id)
        }
        return moved
      }
      return note(.unreadable, path, error.problem ?? error.message, remedy: remedy)
    }
    guard let record else { return }
    if record.isConflicted, !record.isNewer {
      var remedy: String?
      if repairs, try library.settle(id) { remedy = "both versions merged" }
      note(.conflict, path, "it has git conflict markers", remedy: remedy)
    }
    guard let article = record.article else {
      report.tombstones += 1
      guard hasText == true else { return }
      // A purge that was cut off between the record and the text.
      let remedy = try mend { () throws(SystemFailure) in
        guard let now = try? library.record(id), now.article == nil else { return nil }
        try files.remove(paths.body(id))
        return "removed with its article"
      }
      return note(.leftover, paths.body(id), "its article was purged", remedy: remedy)
    }
    report.articles += 1
    if article.isDeleted {
      trashed.append(article)
    } else {
      for address in article.otherURLs.isEmpty ? [] : article.ownAddresses.dropFirst() {
        survivors[address.deduplicationKey] = id
      }
    }
    if hasText == true, !record.isNewer, article.bodyHash != nil { try examineText(of: article) }
    let shouldHaveText = article.fetch == .ready || article.fetch.isSuspect
    guard shouldHaveText, hasText == false, !record.isNewer, try !hasPlacedText(of: article)
    else { return }
    if library.isTextOnItsWay(id), !displaced.contains(id) {
      return note(.onItsWay, path, "its text has not come yet")
    }
    var remedy: String?
    if repairs {
      try library.changeText(id, at: moment) { article in
        guard files.isMissing(paths.body(id)), article.fetch.hasText else { return nil }
        remedy = "to be fetched again"
        article.fetch = .pending(reason: "its text was missing")
        article.retryAt = nil
        article.etag = nil
        article.lastModified = nil
        return nil
      }
    }
    note(.missingText, path, "its text is missing", remedy: remedy)
  }

  /// Whether a record cannot be understood.
  private func isDamaged(_ id: ArticleID) -> Bool {
    do throws(StoreError) { _ = try library.record(id) } catch { return error.kind == .damaged }
    return false
  }

  /// Whether a record stops before its end.
  private func isCutOff(_ path: String) -> Bool {
    guard let bytes = (try? files.read(path, limit: Record.maxSize)).flatMap(\.self) else {
      return false
    }
    do throws(JSON.ParseError) {
      _ = try JSON(parsing: bytes)
      return false
    } catch { return error.offset >= bytes.count }
  }

  /// The names in a shard; nil when it cannot be listed.
  mutating func names(in directory: String) throws(StoreError) -> [String]? {
    do throws(SystemFailure) { return try (files.list(directory) ?? []).sorted() } catch {
      var remedy: String?
      if error.isMissing || error.cause == .linkLoop {
        remedy = try mend { () throws(SystemFailure) in try setAside(directory) }
        note(.unreadable, directory, Self.notDirectory(error), remedy: remedy)
        return remedy == nil ? nil : []
      }
      note(.unreadable, directory, StoreError(error).reason)
      return nil
    }
  }

  /// A temporary file of ours is in use only while its writer holds the lock.
  mutating func examineHidden(_ name: String, at path: String) throws(StoreError) {
    guard WriteBatch.isTemporary(name) else { return }
    let remedy = try mend { () throws(SystemFailure) in
      try files.remove(path)
      return "removed"
    }
    note(.leftover, path, "an interrupted write", remedy: remedy)
  }
}
