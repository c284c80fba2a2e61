import Platform
import ReadingList

/// Some files to be replaced together, each in one step and durably.
///
/// Each file is written beside its place under another name, then all are synced, then renamed, then
/// the directories are synced. Whatever happens at whatever moment, a place holds its old file or its
/// new one, whole. Many files are synced with their whole file system at once, where it is known that
/// this makes them durable: it waits for the disk twice instead of twice for each.
struct WriteBatch: ~Copyable {
  /// The most files that are written together, which is also for how many the library stays locked.
  static let limit = 1024
  /// From how many files on syncing the file system costs less than syncing each.
  static let minCount = 32

  /// New content that lies beside its place.
  struct Staged: Sendable {
    fileprivate var path: String
    fileprivate var temporary: String
    /// Open until it is synced; -1 where the whole file system is.
    fileprivate var descriptor: Int32
    /// What the file was like right after it was written.
    fileprivate var status: FileStatus?
    /// Files that have to be in place before this one is.
    fileprivate var before: [Staged] = []
    /// Of a record, so that nothing that others write into its place is lost.
    fileprivate var record: RecordReplacement?

    /// The same, to be put in place only after another file, which is a part of it then.
    func following(_ other: Staged) -> Staged {
      var file = self
      file.before.append(other)
      return file
    }

    /// Removes what was staged and is not wanted.
    func discard() {
      for file in before { file.discard() }
      if descriptor >= 0 { Descriptor.close(descriptor) }
      unlink(temporary)
    }
  }

  /// Writes new content beside its place, on any thread; what it gives is to be handed to `take`.
  struct Stager: Sendable {
    fileprivate let files: FileLayer
    fileprivate let isSyncedTogether: Bool
    fileprivate let spares: RecycledFiles?
  }

  /// What can be seen in the file system of a batch that was put in place.
  struct Traces {
    /// Of each file of a large batch that is sure to be what was written, by path.
    var stamps: [String: UInt64] = [:]
    /// In which something changed.
    var directories: Set<String> = []
  }

  private let files: FileLayer
  private let group: FileLayer.SyncGroup?
  private let spares: RecycledFiles?
  private var staged: [Staged] = []

  /// Begins a batch.
  ///
  /// - Parameters:
  ///   - files: the file system.
  ///   - root: a directory on the same file system as all places.
  ///   - count: how many files are to come, at most.
  ///   - spares: of the bulk change that it is a part of.
  init(files: FileLayer, root: String = "", count: Int = 1, spares: RecycledFiles? = nil) {
    self.files = files
    self.spares = spares
    group = count < Self.minCount ? nil : files.syncGroup(at: root)
  }

  /// Removes what was staged and not committed.
  deinit {
    for file in staged { file.discard() }
    if let group { Descriptor.close(group.descriptor) }
  }

  /// Writes the new content of a file beside its place.
  mutating func stage(_ bytes: [UInt8], at path: String) throws(SystemFailure) {
    take(try stager.stage(bytes, at: path))
  }

  /// Writes the new content of a record beside its place; see `Stager.stage(_:of:at:over:)`.
  mutating func stage(
    _ bytes: [UInt8],
    of id: ArticleID,
    at path: String,
    over read: FileStatus?
  ) throws(SystemFailure) {
    take(try stager.stage(bytes, of: id, at: path, over: read))
  }

  /// What stages files of this batch.
  var stager: Stager { Stager(files: files, isSyncedTogether: group != nil, spares: spares) }

  /// Takes a file that the batch's stager staged.
  mutating func take(_ file: Staged) { staged.append(file) }

  /// Makes what was staged durable and puts it in place.
  ///
  /// - Returns: what failed, by path; everything else is done.
  consuming func commit() -> [String: SystemFailure] {
    var traces = Traces()
    return commit(leaving: &traces)
  }

  /// Makes what was staged durable and puts it in place.
  ///
  /// - Parameter traces: receives what can be seen of it.
  /// - Returns: what failed, by path; everything else is done.
  consuming func commit(leaving traces: inout Traces) -> [String: SystemFailure] {
    var failures: [String: SystemFailure] = [:]
    let isSynced = syncTogether()
    let now = files.now()
    var directories: [String: [String]] = [:]
    // A file system may take milliseconds to let go of the old file; it does so for many at a time.
    let moved = Parallel.map(isSynced ? staged.count : 0, threads: Self.minCount) {
      [files, staged, spares] index in
      Result { () throws(SystemFailure) in
        try staged[index].putInPlace(in: files, spares: spares, now: now)
      }
    }
    var written: [RecordReplacement] = []
    // Where the caller does not know what is in the records now.
    var merged: Set<String> = []
    defer {
      files.written?.add(written)
      traces.directories.subtract(merged)
    }
    for (index, file) in staged.enumerated() {
      traces.directories.insert(file.temporary.splitPath.directory)
      traces.directories.insert(file.path.splitPath.directory)
      var rest = (file.before + [file])[...]
      do throws(SystemFailure) {
        var put: Staged.Put = (nil, nil, false)
        if isSynced {
          put = try moved[index].get()
        } else {
          while let part = rest.popFirst() {
            try sync(part)
            put = try part.replace(in: files, spares: nil, now: now)
          }
        }
        traces.stamps[file.path] = put.stamp
        if let record = put.record { written.append(record) }
        if put.isMerged { merged.insert(file.path.splitPath.directory) }
        for part in file.before + [file] {
          directories[part.path.splitPath.directory, default: []].append(file.path)
        }
      } catch {
        for part in file.before + [file] { unlink(part.temporary) }
        if !isSynced {
          for part in rest where part.descriptor >= 0 { Descriptor.close(part.descriptor) }
        }
        failures[file.path] = error
      }
    }
    staged = []
    if directories.count > 1, syncTogether() { return failures }
    for (directory, paths) in directories {
      do throws(SystemFailure) { try files.syncDirectory(directory) } catch {
        for path in paths { failures[path] = error.inPlace }
        // On the disk the old file may still be the one in place.
        spares?.clear()
      }
    }
    return failures
  }

  /// Like `commit`, but all or nothing: when one fails, those before it are taken back.
  ///
  /// Only a process that is killed between two files leaves the first new and the second old.
  consuming func commitTogether() throws(SystemFailure) {
    for index in staged.indices {
      try files.sync(staged[index].descriptor, path: staged[index].path)
      // Closing one that was written, once it is in place, would look like another's change.
      Descriptor.close(staged[index].descriptor)
      staged[index].descriptor = -1
    }
    // A second name keeps the old file of each but the last, after which nothing can fail.
    var kept: [(path: String, old: String, error: SystemError?)] = []
    var written: [RecordReplacement] = []
    defer {
      for file in kept { unlink(file.old) }
      files.written?.add(written)
    }
    do throws(SystemFailure) {
      for (index, file) in staged.enumerated() {
        let old = files.temporaryName(for: file.path)
        let isLast = index == staged.count - 1
        let error: SystemError? = isLast || link(file.path, old) == 0 ? nil : .last
        if !isLast { kept.append((file.path, old, error)) }
        if let record = try file.replace(in: files, spares: nil, now: 0).record {
          written.append(record)
        }
      }
    } catch {
      for file in kept {
        // Where the file system knows no second names, the new file stays.
        if file.error == nil { rename(file.old, file.path) }
        if file.error == .notFound { unlink(file.path) }
      }
      throw error
    }
    for directory in Set(staged.map { $0.path.splitPath.directory }) {
      do throws(SystemFailure) { try files.syncDirectory(directory) } catch { throw error.inPlace }
    }
  }

  /// Whether everything written so far is on the disk by one sync for all; where that fails, syncing
  /// each tells which file is to blame.
  private func syncTogether() -> Bool {
    guard let group else {
      // Starting all writes before waiting for the first lets the file system commit them together; on
      // Linux this advice does that.
      if staged.count > 1 {
        for file in staged.flatMap({ $0.before + [$0] }) {
          Descriptor.startWriting(file.descriptor)
        }
      }
      return false
    }
    do throws(SystemFailure) { try files.sync(group) } catch { return false }
    return true
  }

  private func sync(_ file: Staged) throws(SystemFailure) {
    let descriptor =
      file.descriptor >= 0 ? file.descriptor : try files.open(file.temporary, .readWrite)
    defer { Descriptor.close(descriptor) }
    try files.sync(descriptor, path: file.path)
  }

  /// Whether a name is one that `stage` gives to what it has not put in place yet.
  ///
  /// - Parameters:
  ///   - name: the name, without its directory.
  ///   - ofOthers: whether those that this process gives are left out.
  /// - Returns: whether it is.
  static func isTemporary(_ name: String, ofOthers: Bool = false) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 6, parts[0].isEmpty, parts[5] == "tmp", UInt64(parts[3]) != nil,
      UInt64(parts[4]) != nil, !ofOthers || Int32(parts[3]) != CurrentProcess.id
    else { return false }
    let isOfArticle = ArticleID(text: parts[1]) != nil && (parts[2] == "json" || parts[2] == "html")
    return isOfArticle || PictureName("\(parts[1]).\(parts[2])") != nil
  }
}

extension WriteBatch.Stager {
  /// Writes the new content of a file beside its place.
  ///
  /// Only one process does so at a time, under the library's lock: a temporary file of this name that is
  /// there already was left by a process of the same number that was cut off.
  func stage(_ bytes: [UInt8], at path: String) throws(SystemFailure) -> WriteBatch.Staged {
    let (temporary, descriptor) = try openTemporary(for: path, size: bytes.count)
    do throws(SystemFailure) {
      try files.write(bytes, to: descriptor, path: path)
    } catch {
      Descriptor.close(descriptor)
      unlink(temporary)
      throw error
    }
    let status = isSyncedTogether ? try? FileStatus(of: descriptor) : nil
    if isSyncedTogether { Descriptor.close(descriptor) }
    return WriteBatch.Staged(
      path: path,
      temporary: temporary,
      descriptor: isSyncedTogether ? -1 : descriptor,
      status: status
    )
  }
}

extension WriteBatch.Stager {
  /// Writes the new content of a record beside its place.
  ///
  /// What others put there from now on is merged with it.
  /// - Parameters:
  ///   - bytes: the new content.
  ///   - id: whose record it is.
  ///   - path: its place.
  ///   - read: the file that it was made of; nil where there was none.
  /// - Returns: what the batch is to take.
  /// - Throws: when it cannot be written.
  func stage(
    _ bytes: [UInt8],
    of id: ArticleID,
    at path: String,
    over read: FileStatus?
  ) throws(SystemFailure) -> WriteBatch.Staged {
    var file = try stage(bytes, at: path)
    file.record = RecordReplacement(id: id, bytes: bytes, read: read)
    return file
  }

  private func openTemporary(
    for path: String,
    size: Int
  ) throws(SystemFailure) -> (path: String, descriptor: Int32) {
    while let spare = spares?.take() {
      if let descriptor = files.openSpare(spare, size: size) { return (spare, descriptor) }
      unlink(spare)
    }
    return try files.openTemporary(for: path)
  }
}

extension WriteBatch.Staged {
  /// What came of giving a file its place: the record as it is there, what `stamp` says of it, and whether another's
  /// part was merged into it.
  fileprivate typealias Put = (record: RecordReplacement?, stamp: UInt64?, isMerged: Bool)

  /// Gives the file and those before it their places.
  fileprivate func putInPlace(
    in files: FileLayer,
    spares: RecycledFiles?,
    now: Int64
  ) throws(SystemFailure) -> Put {
    for file in before { _ = try file.replace(in: files, spares: nil, now: now) }
    return try replace(in: files, spares: spares, now: now)
  }

  /// Gives the file its place; the old one there becomes a spare where that can be.
  fileprivate func replace(
    in files: FileLayer,
    spares: RecycledFiles?,
    now: Int64
  ) throws(SystemFailure) -> Put {
    guard var record else {
      try files.rename(temporary, to: path)
      return (nil, stamp(in: files, now: now), false)
    }
    let isAsStaged = try record.put(temporary, at: path, in: files, spares: spares)
    return (record, isAsStaged ? stamp(in: files, now: now) : nil, !isAsStaged)
  }

  /// The stamp of the file just put in place, unless somebody may have changed it already.
  ///
  /// Its modification time is older than the renaming by more than the clock's tick, so that nobody can
  /// have written into it since without moving that time.
  fileprivate func stamp(in files: FileLayer, now: Int64) -> UInt64? {
    guard let status, ShardStamp.isSettled(status.modified, now: now),
      let found = try? files.status(path), found.inode == status.inode,
      found.size == status.size, found.modified == status.modified
    else { return nil }
    return FileStamp.of(found)
  }
}
