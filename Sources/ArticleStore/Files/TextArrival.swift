import Platform
package import ReadingList
import Synchronization

// Texts and records come one by one where a file syncer brings them, so that one is there without the other
// for a while, and texts are copied where two machines wrote them. Which text belongs to an article its record
// says, by the hash.
extension Library {
  /// How long a file that is there may have been waiting for its counterpart, in nanoseconds: a day.
  private static let arrivalTime: Int64 = 86_400 * 1_000_000_000

  /// How long a text that was given up is kept, likewise: thirty days.
  private static let keepingTime = 30 * arrivalTime

  /// Where texts are kept that were in the library and that no record names.
  package var givenUpTexts: String { state + "/texts" }

  /// Whether a file came to its place, or was changed there, less than a day ago.
  ///
  /// By the time of its inode, which tells when it came to this disk and which no syncer sets, and by this
  /// machine's clock, of which that is a reading too. What has changed in the future is young.
  func isYoung(_ path: String) -> Bool {
    guard let status = (try? files.status(path)).flatMap(\.self) else { return false }
    return files.now() - max(status.changed, 0) < Self.arrivalTime
  }

  /// Whether the text that an article's record names may still be on its way to this machine.
  package func isTextOnItsWay(_ id: ArticleID) -> Bool { isYoung(paths.record(id)) }

  /// Whether the text that shows a picture may still be on its way to this machine.
  package func mayBeAwaited(_ picture: StoredPicture) -> Bool { isYoung(picture.path) }

  /// Puts texts in their places that came beside them, and removes those of purged articles.
  ///
  /// - Parameters:
  ///   - shards: where something has changed.
  ///   - list: what there is.
  /// - Returns: what directories looked like in which there was nothing to do.
  func settleTexts(in shards: Set<UInt8>, _ list: LibrarySnapshot) -> [UInt8: ShardStamp] {
    var inOrder: [UInt8: ShardStamp] = [:]
    for shard in shards {
      let digits = LibraryPaths.name(ofShard: shard)
      let directory = paths.texts(shard)
      inOrder[shard] = ShardStamp(of: directory, in: files, now: files.now())
      for name in (try? files.list(directory)).flatMap(\.self) ?? [] {
        switch LibraryPaths.kind(of: name, suffix: ".html", shard: digits) {
        case .own(let id) where list.isPurged(id): _ = try? settleText(of: id)
        case .copy(let id): _ = try? settle(copy: directory + "/" + name, of: id)
        case .hidden: break
        case .own, .foreign: continue
        }
        inOrder[shard] = nil
      }
    }
    for name in (try? files.list(givenUpTexts)).flatMap(\.self) ?? [] {
      guard let id = ArticleID(text: name.utf8.prefix(ArticleID.length).asText),
        shards.contains(id.shardNumber)
      else { continue }
      _ = try? settleText(of: id)
    }
    return inOrder
  }

  /// What was done with a text.
  enum Settlement: Equatable {
    /// It is not known what it is for.
    case none
    case placed, givenUp, removed
  }

  /// Puts the text that an article's record names in place where it was given up here, and removes that of a
  /// purged article.
  func settleText(of id: ArticleID) throws(StoreError) -> Settlement {
    try holdingLock { () throws(StoreError) in
      guard let record = try record(id), !record.isNewer else { return .none }
      do throws(SystemFailure) {
        guard let article = record.article else {
          guard try files.status(paths.body(id)) != nil else { return .none }
          try files.remove(paths.body(id))
          try removePictures(of: id)
          return .removed
        }
        guard article.fetch.hasText, let hash = article.bodyHash,
          try files.read(paths.body(id)).map({ SHA256.hex(of: $0) }) != hash,
          let kept = try files.read(givenUp(id, hash)), SHA256.hex(of: kept) == hash
        else { return .none }
        try place(kept, as: id)
        return .placed
      } catch { throw StoreError(error) }
    }
  }

  /// Puts another version of a text in place where the record names it, or names none and none is there;
  /// others leave the library.
  func settle(copy path: String, of id: ArticleID) throws(StoreError) -> Settlement {
    try holdingLock { () throws(StoreError) in
      guard let record = try record(id), !record.isNewer else { return .none }
      do throws(SystemFailure) {
        guard let text = try files.read(path) else { return .none }
        guard let article = record.article else {
          try files.remove(path)
          return .removed
        }
        let own = try files.read(paths.body(id))
        let isNamed = article.bodyHash.map { $0 == SHA256.hex(of: text) } ?? (own == nil)
        if own == text || !isNamed {
          if own != text { try keep(text, of: id) }
          try files.remove(path)
          return .givenUp
        }
        try place(text, as: id)
        try files.remove(path)
        return .placed
      } catch { throw StoreError(error) }
    }
  }

  /// Takes a text that no record names out of the library; the caller holds the lock.
  func giveUp(textAt path: String, of id: ArticleID) throws(SystemFailure) {
    guard let text = try files.read(path) else { return }
    try keep(text, of: id)
    try files.remove(path)
  }

  /// Puts a text in place; the one that is there is kept outside the library.
  private func place(_ text: [UInt8], as id: ArticleID) throws(SystemFailure) {
    if let own = try files.read(paths.body(id)), own != text { try keep(own, of: id) }
    try write(text, at: paths.body(id))
  }

  /// Keeps a text outside the library, and forgets those that were kept long enough.
  private func keep(_ text: [UInt8], of id: ArticleID) throws(SystemFailure) {
    // Once for each opening: of thousands of texts each would look at all others.
    let isSwept = hasSweptTexts.exchange(true, ordering: .relaxed)
    for name in isSwept ? [] : try files.list(givenUpTexts) ?? [] {
      let path = givenUpTexts + "/" + name
      guard let status = try files.status(path), status.isRegular,
        files.now() - status.modified > Self.keepingTime
      else { continue }
      try files.remove(path)
    }
    try files.makeDirectory(givenUpTexts)
    try write(text, at: givenUp(id, SHA256.hex(of: text)))
  }

  private func givenUp(_ id: ArticleID, _ hash: String) -> String {
    "\(givenUpTexts)/\(id.text)-\(hash.prefix(16)).html"
  }

  private func write(_ text: [UInt8], at path: String) throws(SystemFailure) {
    var batch = WriteBatch(files: files)
    try batch.stage(text, at: path)
    if let failure = batch.commit().values.first { throw failure }
  }
}

// What file syncers leave in a library while they are at work.
extension Library {
  /// A file that a syncer has not put in place yet; nil when none was written to within a day.
  func syncersFile() throws(StoreError) -> String? {
    var directories = [paths.directory, paths.articles, paths.bodies, paths.pictures]
    for shard in UInt8.min...UInt8.max {
      let digits = LibraryPaths.name(ofShard: shard)
      directories += [paths.articles, paths.bodies].map { $0 + "/" + digits }
    }
    let found = Parallel.map(directories.count) { [files, directories] index in
      var found: [String] = []
      try? files.forEachEntry(in: directories[index]) { entry in
        let path = entry.path
        if LibraryPaths.isSyncersTemporary(path.splitPath.name) { found.append(path) }
      }
      return found
    }
    return found.joined().first(where: isYoung)
  }
}
