import Platform
import ReadingList

/// A set of files to be replaced together, each atomically and durably.
///
/// Each file is written to the staging directory; then all are synced, then renamed, then their
/// directories synced. After a crash at any point, each path has its old file or its new one,
/// whole. Many files are synced with their whole file system: two waits for the disk instead of two
/// per file.
struct WriteBatch: ~Copyable {
  /// Max articles to write together; this bounds how long the library stays locked.
  static let limit = 1024
  /// The number of files from which syncing the file system is cheaper than syncing each.
  static let minCount = 32

  /// New content of a file, not yet in place.
  struct Staged: Sendable {
    fileprivate var path: String
    fileprivate var temporary: String
    /// Open until it is synced; -1 if the whole file system is synced instead.
    fileprivate var descriptor: Int32

    /// Deletes the temporary file.
    func discard() {
      if descriptor >= 0 { Descriptor.close(descriptor) }
      unlink(temporary)
    }
  }

  /// Writes new content to the staging directory, on any thread.
  struct Stager: Sendable {
    fileprivate let files: FileLayer
    fileprivate let staging: String
    fileprivate let isSyncedTogether: Bool
  }

  private let files: FileLayer
  private let directory: String
  /// Open if the whole file system is to be synced.
  private let fileSystem: Int32?
  /// The stager of this batch.
  let stager: Stager
  /// Files to move into place in order; a failure stops the rest of its chain.
  private var chains: [[Staged]] = []

  /// Begins a batch.
  ///
  /// - Parameters:
  ///   - files: the file system.
  ///   - paths: the library's paths.
  ///   - count: max files to come.
  init(files: FileLayer, paths: LibraryPaths, count: Int = 1) {
    self.files = files
    directory = paths.directory
    fileSystem = count < Self.minCount ? nil : files.openFileSystem(of: paths.directory)
    stager = Stager(files: files, staging: paths.staging, isSyncedTogether: fileSystem != nil)
  }

  deinit {
    for file in chains.joined() { file.discard() }
    if let fileSystem { Descriptor.close(fileSystem) }
  }

  /// Adds staged files, to be moved into place in this order.
  mutating func take(_ chain: [Staged]) { chains.append(chain) }

  /// Makes the files durable and moves them into place.
  ///
  /// - Returns: the failures by the index of their chain; all other chains are complete.
  consuming func commit() -> [Int: StoreError] {
    var failures: [Int: StoreError] = [:]
    var isSynced = false
    if let fileSystem {
      do throws(StoreError) {
        try files.sync(fileSystem: fileSystem, path: directory)
        isSynced = true
      } catch {}
    }
    var directories: [String: [Int]] = [:]
    for (index, chain) in chains.enumerated() {
      var rest = chain[...]
      do throws(StoreError) {
        while let file = rest.popFirst() {
          do throws(StoreError) {
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
    if let fileSystem, directories.count > 1 {
      do throws(StoreError) {
        try files.sync(fileSystem: fileSystem, path: directory)
        return failures
      } catch {}
    }
    for (directory, places) in directories {
      do throws(StoreError) { try files.syncDirectory(directory) } catch {
        let failure = StoreError(.sync, directory, error.cause, isInPlace: true)
        for place in places where failures[place] == nil { failures[place] = failure }
      }
    }
    return failures
  }

  private func sync(_ file: Staged) throws(StoreError) {
    let descriptor =
      file.descriptor >= 0 ? file.descriptor : try files.open(file.temporary, .readWrite)
    defer { Descriptor.close(descriptor) }
    try files.sync(descriptor, path: file.path)
  }
}

extension WriteBatch.Stager {
  /// Writes a file's new content to the staging directory.
  ///
  /// Its modification time is later than that of the file it replaces, so that it wins even after a
  /// clock was set back.
  func stage(_ bytes: [UInt8], at path: String) throws(StoreError) -> WriteBatch.Staged {
    let temporary = "\(staging)/\(TemporaryFile.name(for: path.splitPath.name))"
    let options: Descriptor.Options = [.write, .create, .truncate, .notFollowing]
    let descriptor: Int32
    do throws(StoreError) { descriptor = try files.open(temporary, options) } catch {
      guard error.cause == .notFound else { throw error }
      try files.makeStaging(staging)
      descriptor = try files.open(temporary, options)
    }
    do throws(StoreError) {
      try files.checkDirectory(of: path)
      try files.write(bytes, to: descriptor, path: path)
      if let old = (try files.status(path))?.modified, old > files.now() - Self.step {
        Descriptor.setTimes(
          Int(old / 1_000_000_000 + Self.step / 1_000_000_000) + 1, of: descriptor)
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

  /// Nanoseconds by which a file must be newer than the one it replaces; more than any file system
  /// rounds times by.
  private static let step: Int64 = 2_000_000_000
}

extension FileLayer {
  /// Replaces a file in a batch of its own.
  func replace(_ path: String, with bytes: [UInt8], in paths: LibraryPaths) throws(StoreError) {
    var batch = WriteBatch(files: self, paths: paths)
    batch.take([try batch.stager.stage(bytes, at: path)])
    if let failure = batch.commit().values.first { throw failure }
  }

  /// Creates a file unless one exists; returns whether it did.
  ///
  /// A yielding file has so old a date that syncers prefer any other.
  func create(
    _ bytes: [UInt8], at path: String, in paths: LibraryPaths, yields: Bool = false
  ) throws(StoreError) -> Bool {
    let batch = WriteBatch(files: self, paths: paths)
    let staged = try batch.stager.stage(bytes, at: path)
    defer { staged.discard() }
    if yields { Descriptor.setTimes(Self.oldTime, of: staged.descriptor) }
    try sync(staged.descriptor, path: path)
    try check(.rename, path)
    if let error = try renaming(to: path, { renameWithoutReplacing(staged.temporary, path) }) {
      if error == .exists { return false }
      throw StoreError(.rename, path, error)
    }
    try syncDirectory(path.splitPath.directory)
    return true
  }

  /// Throws if a symbolic link is among a file's directories.
  fileprivate func checkDirectory(of path: String) throws(StoreError) {
    do throws(StoreError) {
      Descriptor.close(try open(path.splitPath.directory, .directory))
    } catch { guard error.isMissing else { throw error } }
  }

  /// Deletes temporary files of processes that are gone.
  func removeLeftovers(_ paths: LibraryPaths) {
    for path in ((try? list(paths.staging)).flatMap(\.self) ?? []).map({ paths.staging + "/" + $0 })
    where TemporaryFile.isLeftover(path) { try? remove(path) }
  }

  /// Creates the staging directory and the ignore files that keep syncers away from it.
  ///
  /// The ignore files are equal on every machine, even in time, so that no syncer sees a conflict.
  fileprivate func makeStaging(_ staging: String) throws(StoreError) {
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

  /// Seconds since the epoch; a fixed time, so that files have the same on every machine.
  private static let oldTime = 1_700_000_000

  /// Calls `rename`; if the target's directory is missing, creates it and tries again.
  ///
  /// - Returns: the system's error; nil on success.
  func renaming(to path: String, _ rename: () -> Int32) throws(StoreError) -> SystemError? {
    if rename() == 0 { return nil }
    let error = SystemError.last
    guard error == .notFound else { return error }
    let directory = path.splitPath.directory
    if try makeDirectory(directory) { try syncDirectory(directory.splitPath.directory) }
    return rename() == 0 ? nil : .last
  }
}
