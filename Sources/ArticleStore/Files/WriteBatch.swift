import Platform
import ReadingList

/// Some files to be replaced together, each in one step and durably.
///
/// Each is written to a directory of the library's own, then all are synced, then renamed, then the directories are
/// synced. Whatever happens at whatever moment, a place holds its old file or its new one, whole. Many files are synced
/// with their whole file system at once: that waits for the disk twice instead of twice for each.
struct WriteBatch: ~Copyable {
  /// The most articles that are written together, which is also for how many the library stays locked.
  static let limit = 1024
  /// From how many files on syncing the file system costs less than syncing each.
  static let minCount = 32

  /// New content that waits to be put in place.
  struct Staged: Sendable {
    fileprivate var path: String
    fileprivate var temporary: String
    /// Open until it is synced; -1 where the whole file system is.
    fileprivate var descriptor: Int32

    /// Removes what was staged and is not wanted.
    func discard() {
      if descriptor >= 0 { Descriptor.close(descriptor) }
      unlink(temporary)
    }
  }

  /// Writes new content beside its place, on any thread.
  struct Stager: Sendable {
    fileprivate let files: FileLayer
    fileprivate let staging: String
    fileprivate let isSyncedTogether: Bool
  }

  private let files: FileLayer
  private let group: FileLayer.SyncGroup?
  /// Writes files for this batch.
  let stager: Stager
  /// Files that are put in place one after another; a failure keeps those after it out.
  private var chains: [[Staged]] = []

  /// Begins a batch.
  ///
  /// - Parameters:
  ///   - files: the file system.
  ///   - paths: of the library.
  ///   - count: how many files are to come, at most.
  init(files: FileLayer, paths: LibraryPaths, count: Int = 1) {
    self.files = files
    group = count < Self.minCount ? nil : files.syncGroup(at: paths.directory)
    stager = Stager(files: files, staging: paths.staging, isSyncedTogether: group != nil)
  }

  deinit {
    for file in chains.joined() { file.discard() }
    if let group { Descriptor.close(group.descriptor) }
  }

  /// Takes files that were staged, to be put in place in their order.
  mutating func take(_ chain: [Staged]) { chains.append(chain) }

  /// Makes what was taken durable and puts it in place.
  ///
  /// - Returns: the failure of each chain that has one, by its place; everything else is done.
  consuming func commit() -> [Int: SystemFailure] {
    var failures: [Int: SystemFailure] = [:]
    var isSynced = false
    if let group {
      do throws(SystemFailure) {
        try files.sync(group)
        isSynced = true
      } catch {}
    } else if chains.count > 1 {
      // Starting all writes before waiting for the first lets the file system commit them together.
      for file in chains.joined() { Descriptor.startWriting(file.descriptor) }
    }
    var directories: [String: [Int]] = [:]
    for (index, chain) in chains.enumerated() {
      var rest = chain[...]
      do throws(SystemFailure) {
        while let file = rest.popFirst() {
          do throws(SystemFailure) {
            if !isSynced { try sync(file) }
            try files.rename(file.temporary, to: file.path)
          } catch {
            unlink(file.temporary)
            throw error
          }
          directories[file.path.splitPath.directory, default: []].append(index)
        }
      } catch {
        for file in rest { file.discard() }
        failures[index] = error
      }
    }
    chains = []
    if let group, directories.count > 1 {
      do throws(SystemFailure) {
        try files.sync(group)
        return failures
      } catch {}
    }
    for (directory, places) in directories {
      do throws(SystemFailure) { try files.syncDirectory(directory) } catch {
        for place in places where failures[place] == nil { failures[place] = error.inPlace }
      }
    }
    return failures
  }

  private func sync(_ file: Staged) throws(SystemFailure) {
    let descriptor =
      file.descriptor >= 0 ? file.descriptor : try files.open(file.temporary, .readWrite)
    defer { Descriptor.close(descriptor) }
    try files.sync(descriptor, path: file.path)
  }
}

extension WriteBatch.Stager {
  /// Writes the new content of a file.
  ///
  /// Its time is later than that of the file it replaces, so that the newest wins after a clock was set back.
  func stage(_ bytes: [UInt8], at path: String) throws(SystemFailure) -> WriteBatch.Staged {
    let temporary = "\(staging)/\(TemporaryFile.name(for: path.splitPath.name))"
    let options: Descriptor.Options = [.write, .create, .truncate, .notFollowing]
    let descriptor: Int32
    do throws(SystemFailure) { descriptor = try files.open(temporary, options) } catch {
      guard error.cause == .notFound else { throw error }
      try files.makeStaging(staging)
      descriptor = try files.open(temporary, options)
    }
    do throws(SystemFailure) {
      try files.checkDirectory(of: path)
      try files.write(bytes, to: descriptor, path: path)
      if let old = (try files.status(path))?.modified, old + Self.step > files.now() {
        Descriptor.setTimes(Int((old + Self.step) / 1_000_000_000) + 1, of: descriptor)
      }
    } catch {
      Descriptor.close(descriptor)
      unlink(temporary)
      throw error
    }
    if isSyncedTogether { Descriptor.close(descriptor) }
    return WriteBatch.Staged(
      path: path, temporary: temporary, descriptor: isSyncedTogether ? -1 : descriptor)
  }

  /// Nanoseconds by which a file is later than the one it replaces: more than any file system rounds times by.
  private static let step: Int64 = 2_000_000_000
}

extension FileLayer {
  /// Replaces a file as a batch of its own.
  func replace(_ path: String, with bytes: [UInt8], in paths: LibraryPaths) throws(SystemFailure) {
    var batch = WriteBatch(files: self, paths: paths)
    batch.take([try batch.stager.stage(bytes, at: path)])
    if let failure = batch.commit().values.first { throw failure }
  }

  /// Writes a file where there is none; false where one is, which stays.
  ///
  /// A yielding file has so old a date that syncers prefer any other.
  func create(
    _ bytes: [UInt8], at path: String, in paths: LibraryPaths, yields: Bool = false
  ) throws(SystemFailure) -> Bool {
    let batch = WriteBatch(files: self, paths: paths)
    let staged = try batch.stager.stage(bytes, at: path)
    defer { staged.discard() }
    if yields { Descriptor.setTimes(Self.oldTime, of: staged.descriptor) }
    try sync(staged.descriptor, path: path)
    try check(.rename, path)
    if let error = try renaming(to: path, { renameWithoutReplacing(staged.temporary, path) }) {
      if error == .exists { return false }
      // Not every file system can say no to a renaming; there the look before has to do.
      guard error == .invalid || error == .unsupported else {
        throw SystemFailure(operation: .rename, path: path, cause: error)
      }
      guard try status(path) == nil else { return false }
      try rename(staged.temporary, to: path)
    }
    try syncDirectory(path.splitPath.directory)
    return true
  }

  /// Throws where a symbolic link stands in the way to a file.
  fileprivate func checkDirectory(of path: String) throws(SystemFailure) {
    do throws(SystemFailure) {
      Descriptor.close(try open(path.splitPath.directory, .directory))
    } catch { guard error.isMissing else { throw error } }
  }

  /// Removes what writers left in a library that are gone.
  func removeLeftovers(_ paths: LibraryPaths) {
    for name in (try? list(paths.staging)).flatMap(\.self) ?? []
    where TemporaryFile.isLeftover(name) { try? remove(paths.staging + "/" + name) }
  }

  /// Makes the directory for files that are to be put in place, and tells syncers to leave it alone.
  ///
  /// The files that tell them have the same bytes and time on each machine, so that they are the same to any syncer.
  fileprivate func makeStaging(_ staging: String) throws(SystemFailure) {
    guard try makeDirectory(staging) else { return }
    let library = staging.splitPath.directory
    try syncDirectory(library)
    for (name, comment) in [(".stignore", "//"), (".gitignore", "#")] {
      let path = library + "/" + name
      guard isMissing(path) else { continue }
      let text = "\(comment) What belongs to one machine alone.\n/.luego\n"
      guard let descriptor = try? open(path, [.write, .create, .exclusive]) else { continue }
      try? write(Array(text.utf8), to: descriptor, path: path)
      Descriptor.setTimes(Self.oldTime, of: descriptor)
      Descriptor.close(descriptor)
    }
  }

  /// A time of files, in seconds since the epoch, that is the same on each machine.
  private static let oldTime = 1_700_000_000

  /// Does a renaming, and where its place has no directory yet, makes that and does it again.
  ///
  /// - Returns: what the system says; nil where it is done.
  func renaming(to path: String, _ rename: () -> Int32) throws(SystemFailure) -> SystemError? {
    if rename() == 0 { return nil }
    let error = SystemError.last
    guard error == .notFound else { return error }
    let directory = path.splitPath.directory
    if try makeDirectory(directory) { try syncDirectory(directory.splitPath.directory) }
    return rename() == 0 ? nil : .last
  }
}
