import Platform
package import ReadingList

extension Checksum {
  /// Returns a digest that is the same on every machine and almost never equal for different bytes.
  ///
  /// Not secure against an adversary, but records with equal digests merely stay unmerged.
  fileprivate static func digest(of bytes: [UInt8]) -> UInt128 {
    bytes.withUnsafeBytes { UInt128(of($0, seed: 1)) << 64 | UInt128(of($0, seed: 2)) }
  }
}

/// The entries of all record files of a library, to compare it with another library.
package struct RecordCatalog: Sendable {
  package struct Entry: Equatable, Sendable {
    package var id: ArticleID
    package var name: String
    package var digest: UInt128
    /// Bytes.
    package var size: UInt32
    /// Whether there is no article here and the record says that it was purged.
    package var isPurge: Bool
    /// Whether the article has a text, and the record names none that is stored here.
    package var lacksText: Bool
  }

  /// The files of each shard, sorted by name.
  package let shards: [[Entry]]
  /// The digest of each shard's files.
  package let digests: [UInt128]
  /// The number of articles, including those in Trash.
  package let articleCount: Int
  /// Unreadable files and the reasons.
  package let failures: [(name: String, reason: String)]

  /// The catalog of an empty library.
  package static let empty = RecordCatalog(Array(repeating: [], count: 256), articleCount: 0)

  init(_ shards: [[Entry]], articleCount: Int, failures: [(name: String, reason: String)] = []) {
    self.shards = shards
    self.failures = failures
    self.articleCount = articleCount
    digests = shards.map { entries in
      var out = ByteWriter()
      for entry in entries {
        out.append(entry.name)
        out.append(entry.digest)
        out.append(UInt8(entry.lacksText ? 1 : 0))
      }
      return Checksum.digest(of: out.bytes)
    }
  }
}

extension Library {
  /// Max bytes of a record and of a text from another library.
  package static let maxRecordSize = RecordReader.maxSize, maxTextSize = 64 << 20

  /// Lists the files of all records; unreadable ones are left out.
  package func recordCatalog() -> RecordCatalog {
    let list = snapshot()
    let shards = Parallel.map(256) { self.catalog(ofShard: UInt8($0), list) }
    return RecordCatalog(
      shards.map(\.entries), articleCount: list.counts.total, failures: shards.flatMap(\.failures))
  }

  private func catalog(
    ofShard shard: UInt8, _ list: LibrarySnapshot
  ) -> (entries: [RecordCatalog.Entry], failures: [(name: String, reason: String)]) {
    let digits = LibraryPaths.name(ofShard: shard)
    let stored = (try? files.list(paths.texts + "/" + digits)).flatMap(\.self) ?? []
    let texts = Dictionary(grouping: stored.compactMap { LibraryPaths.text(named: $0) }, by: \.id)
    let directory = paths.shard(shard)
    var failures: [(name: String, reason: String)] = []
    let names: [String]
    do throws(StoreError) { names = try files.list(directory) ?? [] } catch {
      return ([], [("articles/" + digits, error.reason)])
    }
    let entries = names.sorted().compactMap { name -> RecordCatalog.Entry? in
      guard let id = LibraryPaths.article(ofRecord: name, inShard: shard),
        LibraryPaths.machine(ofRecord: name) != nil
      else { return nil }
      guard IncomingRecord.isValid(name, of: id) else {
        failures.append((name, "its name is not a record's"))
        return nil
      }
      let bytes: [UInt8]
      do throws(StoreError) {
        guard let read = try files.read(directory + "/" + name, limit: RecordReader.maxSize) else {
          return nil
        }
        bytes = read
      } catch {
        failures.append((name, error.reason))
        return nil
      }
      let row = list.row(of: id)
      // A look for the hash is much faster than parsing all records.
      let namesText = texts[id, default: []].contains { text in
        bytes.withUnsafeBytes { $0.contains(Array(text.hash.utf8)) }
      }
      return RecordCatalog.Entry(
        id: id, name: name, digest: Checksum.digest(of: bytes), size: UInt32(bytes.count),
        isPurge: row == nil && (try? Registers(file: bytes, id: id))?.isPurge == true,
        lacksText: !namesText && row.map { list[$0].fetch.hasText } ?? false)
    }
    return (entries, failures)
  }

  /// Returns whether a record purges an article that exists here, or part of what is said of it.
  ///
  /// - Throws: an error if its records cannot be read.
  package func isPurged(by record: IncomingRecord) throws(StoreError) -> Bool {
    guard let purge = record.registers.purgedAt else { return false }
    let said = try reader.versions(of: record.id).said
    return said.exists
      && said.entries.contains { name, entry in
        name != Registers.Name.purgedAt && entry.stamp <= purge
      }
  }

  /// Reads a record file to send it to another library; nil if it is missing or not a valid record.
  ///
  /// - Throws: system errors.
  package func recordBytes(_ id: ArticleID, named name: String) throws(StoreError) -> [UInt8]? {
    guard LibraryPaths.article(ofRecord: name, inShard: id.shardNumber) == id else { return nil }
    let path = "\(paths.articles)/\(id.shard)/\(name)"
    guard let bytes = try files.read(path, limit: RecordReader.maxSize),
      (try? Registers(file: bytes, id: id)) != nil
    else { return nil }
    return bytes
  }

  /// Reads a text; nil if it is missing or does not match the hash.
  ///
  /// - Throws: system errors.
  package func textBytes(_ id: ArticleID, hash: String) throws(StoreError) -> [UInt8]? {
    guard let bytes = try files.read(paths.text(id, hash: hash), limit: Self.maxTextSize),
      SHA256.hex(of: bytes).hasPrefix(hash)
    else { return nil }
    return bytes
  }

  /// Returns the missing texts that the records of some articles name, incoming records included.
  package func lackingTexts(
    of ids: [ArticleID], after arriving: [IncomingRecord]
  ) -> [(id: ArticleID, hash: String)] {
    var named: [ArticleID: Set<String>] = [:]
    for (id, found) in reader.versions(of: ids) {
      guard let versions = try? found.get() else { continue }
      let new = arriving.filter { $0.id == id }
      var all = versions
      all.files += new.map { .init(name: $0.name, registers: $0.registers) }
      all.join()
      if all.said.exists { named[id] = all.textHashes }
    }
    return named.sorted { $0.key < $1.key }.flatMap { id, hashes in
      hashes.sorted().filter { files.isMissing(paths.text(id, hash: $0)) }.map { (id, $0) }
    }
  }
}

/// A record's file from another library, validated without this library.
package struct IncomingRecord: Sendable {
  package let id: ArticleID
  package let name: String
  let registers: Registers
  let bytes: [UInt8]

  /// Parses a record file.
  ///
  /// - Throws: `damaged` or `newerFormat`, with the problem.
  package init(_ bytes: [UInt8], named name: String, id: ArticleID) throws(StoreError) {
    guard Self.isValid(name, of: id) else {
      throw .damagedRecord("The record", "its name is not a record's")
    }
    guard bytes.count <= RecordReader.maxSize else {
      throw .damagedRecord("The record \(name)", "it is too large")
    }
    do throws(Registers.Problem) { registers = try Registers(file: bytes, id: id) } catch {
      throw error.isNewer
        ? .newer("The record \(name)") : .damagedRecord("The record \(name)", error.text)
    }
    (self.id, self.name, self.bytes) = (id, name, bytes)
  }

  /// Returns whether a name is valid for a record file of an article.
  package static func isValid(_ name: String, of id: ArticleID) -> Bool {
    name.utf8.count <= 200 && LibraryPaths.machine(ofRecord: name) != nil
      && LibraryPaths.article(ofRecord: name, inShard: id.shardNumber) == id
      && name.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7f && $0 != 0x2f }
  }
}

/// The result for an article that another library sent.
package struct Taken: Sendable {
  package var id: ArticleID
  /// Whether the article changed here.
  package var isChanged = false
  /// The error that prevented the change; nothing was changed then, unless the error is in place.
  package var failure: StoreError?
}

extension Library {
  /// Merges records and texts from another library; texts are written before records.
  ///
  /// A new file is saved as it came; an existing one is merged with the other version.
  /// - Parameters:
  ///   - records: records of any articles.
  ///   - texts: texts whose hashes the caller has checked.
  ///   - isDry: whether nothing is written.
  /// - Returns: the result for each article.
  /// - Throws: `readOnly`, or an error of the lock.
  package func take(
    _ records: [IncomingRecord], texts: [(id: ArticleID, hash: String, bytes: [UInt8])] = [],
    isDry: Bool = false
  ) throws(StoreError) -> [Taken] {
    if isDry {
      let known = reader.versions(of: records.map(\.id))
      return Dictionary(grouping: records, by: \.id).sorted { $0.key < $1.key }.map { id, some in
        let isChanged = some.contains { (try? joined($0, among: known))?.isEmpty == false }
        return Taken(id: id, isChanged: isChanged)
      }
    }
    let taken = try holdingLock { () throws(StoreError) in takeLocked(records, texts) }
    let gone = records.filter { $0.registers.purgedAt != nil }.map(\.id)
    settlePurged(Array(Set(gone)))
    return taken
  }

  private func takeLocked(
    _ records: [IncomingRecord], _ texts: [(id: ArticleID, hash: String, bytes: [UInt8])]
  ) -> [Taken] {
    var taken: [ArticleID: Taken] = [:]
    var batch = WriteBatch(files: files, paths: paths, count: records.count + texts.count)
    let stager = batch.stager
    var staged: [(id: ArticleID, file: WriteBatch.Staged)] = []
    func stage(_ bytes: [UInt8], at path: String, of id: ArticleID) {
      do throws(StoreError) { staged.append((id, try stager.stage(bytes, at: path))) } catch {
        taken[id, default: Taken(id: id)].failure = error
      }
    }
    let known = reader.versions(of: records.map(\.id))
    for text in texts { stage(text.bytes, at: paths.text(text.id, hash: text.hash), of: text.id) }
    for record in records {
      do throws(StoreError) {
        taken[record.id] = taken[record.id] ?? Taken(id: record.id)
        for (name, bytes) in try joined(record, among: known) {
          stage(bytes, at: "\(paths.articles)/\(record.id.shard)/\(name)", of: record.id)
        }
      } catch { taken[record.id, default: Taken(id: record.id)].failure = error }
    }
    for (_, file) in staged { batch.take([file]) }
    let failures = batch.commit()
    for (place, id) in staged.map(\.id).enumerated() {
      if let failure = failures[place] {
        taken[id, default: Taken(id: id)].failure = failure
        guard failure.isInPlace else { continue }
      }
      taken[id, default: Taken(id: id)].isChanged = true
    }
    return taken.values.sorted { $0.id < $1.id }
  }

  /// Merges another version into a file; returns the files to write, none if that changes nothing.
  ///
  /// `known` has the local records of its article. Only this machine writes its own files. If one
  /// comes back with something that is not in it, this home is a copy of another, or was restored
  /// from a backup, and both went on writing: a version with a text that lost is kept as a conflict
  /// copy. So is, wherever they meet, one that says more of an article than the other, which undid
  /// its adding; see `Versions.isKept`.
  ///
  /// - Throws: an error if the local file cannot be read, since it must not be overwritten then.
  private func joined(
    _ record: IncomingRecord, among known: [ArticleID: Result<Versions, StoreError>]
  ) throws(StoreError) -> [(name: String, bytes: [UInt8])] {
    let path = "\(paths.articles)/\(record.id.shard)/\(record.name)"
    guard let mine = try files.read(path, limit: RecordReader.maxSize) else {
      // A purge wins over a record without any later change.
      let said = try known[record.id]?.get().said ?? Registers()
      let isGone = !said.exists && said.purgedAt.map { record.registers.latest <= $0 } ?? false
      return isGone && !record.registers.isTombstone ? [] : [(record.name, record.bytes)]
    }
    guard mine != record.bytes else { return [] }
    let own: Registers
    do throws(Registers.Problem) { own = try Registers(file: mine, id: record.id) } catch {
      throw error.isNewer ? .newer(path) : .damagedRecord(path, error.text)
    }
    var both = own.joined(record.registers).current
    // A later change made without knowing of the purge goes, too; else each sync would bring it back
    // to its machine, whose record is the tombstone by then.
    if let purge = both.purgedAt, both.entries[Registers.Name.savedAt] == nil {
      both = .tombstone(at: purge)
    }
    // Equal registers, spelled differently: both sides choose the same spelling.
    if both == own, both == record.registers {
      return mine.lexicographicallyPrecedes(record.bytes) ? [(record.name, record.bytes)] : []
    }
    if both == own { return [] }
    let bytes = both == record.registers ? record.bytes : both.bytes(of: record.id)
    let lost =
      LibraryPaths.machine(ofRecord: record.name) == machine.known
      ? Registers.overruled(among: [own, record.registers]) : []
    var versions = Versions(id: record.id)
    versions.files = [own, record.registers].map { .init(name: record.name, registers: $0) }
    versions.join()
    let isKept = versions.isKept && both != record.registers
    let losing = [(own, mine), (record.registers, record.bytes)].filter { version, _ in
      isKept && version[Registers.Name.savedAt] != .null
        || lost.contains { version[$0.name] == $0.value }
    }
    let copies = losing.map { _, bytes in
      (
        name: "\(record.name.dropLast(5)).other-\(SHA256.hex(of: bytes).prefix(8)).json",
        bytes: bytes
      )
    }
    return copies + [(record.name, bytes)]
  }
}
