import CFileSystem
import Platform
import Glibc

/// The file system as the store uses it, with a place where tests put faults and counters.
///
/// Every operation first asks `fault`; what it answers, unless 0, is reported as if the system had
/// said so.
package struct FileLayer: Sendable {
  /// What is about to be done.
  package enum Operation: String, Sendable {
    case open, read, write, sync, rename, remove, makeDirectory, list, status, lock

    /// The word for an error message.
    var verb: String {
      switch self {
      case .open, .read, .list, .status: "read"
      case .write, .sync, .rename: "write"
      case .remove: "remove"
      case .makeDirectory: "create"
      case .lock: "lock"
      }
    }
  }

  /// Asked with each operation and its path; answers an errno value, or 0 to go on.
  package var fault: (@Sendable (Operation, String) -> Int32)?

  /// The clock by which files are judged old enough to trust their times, in nanoseconds since the
  /// epoch.
  package var now: @Sendable () -> Int64 = FileLayer.realTime

  /// Told of what is about to be done to files with names of records.
  var ownWrites: OwnWrites?

  /// Where files lie until they are put in place; beside it without one.
  var staging: String?

  /// Keeps what was put in places of records.
  var written: WrittenRecords?

  /// Makes a layer with faults.
  package init(fault: (@Sendable (Operation, String) -> Int32)?) { self.fault = fault }

  /// The system's clock.
  package static func realTime() -> Int64 {
    var clock = timespec()
    clock_gettime(CLOCK_REALTIME, &clock)
    return Int64(clock.tv_sec) &* 1_000_000_000 &+ Int64(clock.tv_nsec)
  }

  /// The file system as it is.
  package static let real = FileLayer(fault: nil)
}

/// A call of the system that failed: on what, how.
struct SystemFailure: Error {
  var operation: FileLayer.Operation
  var path: String
  var code: Int32
  /// Whether what was to be written is in place all the same.
  var isInPlace = false

  var isMissing: Bool { code == ENOENT || code == ENOTDIR }

  /// The same failure of something that is in place all the same.
  var inPlace: SystemFailure {
    var failure = self
    failure.isInPlace = true
    return failure
  }
}

/// What the system says of a file, as far as it tells one version of it from another.
struct FileStatus: Equatable {
  var inode: UInt64
  var size: Int64
  /// Nanoseconds since the epoch; `changed` is the inode's own change time, which nobody can set.
  var modified: Int64, changed: Int64
  var isRegular: Bool, isDirectory: Bool
  /// How many names it has.
  var links: Int

  /// Whether this is the same version of the same file, which renaming changes nothing of.
  func isSameVersion(as other: FileStatus) -> Bool {
    inode == other.inode && size == other.size && modified == other.modified
  }

  init(_ status: stat) {
    inode = UInt64(status.st_ino)
    size = Int64(status.st_size)
    links = Int(status.st_nlink)
    modified = Self.nanoseconds(status.st_mtim)
    changed = Self.nanoseconds(status.st_ctim)
    isRegular = status.st_mode & S_IFMT == S_IFREG
    isDirectory = status.st_mode & S_IFMT == S_IFDIR
  }

  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}

extension FileLayer {
  /// Throws what `fault` answers.
  func check(_ operation: Operation, _ path: @autoclosure () -> String) throws(SystemFailure) {
    guard let fault, case let code = fault(operation, path()), code != 0 else { return }
    throw SystemFailure(operation: operation, path: path(), code: code)
  }

  private func failed(_ operation: Operation, _ path: String) -> SystemFailure {
    SystemFailure(operation: operation, path: path, code: errno)
  }

  /// Opens a descriptor; the caller closes it.
  func open(_ path: String, _ flags: Int32, mode: mode_t = 0o600) throws(SystemFailure) -> Int32 {
    try check(.open, path)
    while true {
      let descriptor = Platform.open(path, flags | O_CLOEXEC, mode)
      if descriptor >= 0 { return descriptor }
      if errno != EINTR { throw failed(flags & O_CREAT != 0 ? .write : .open, path) }
    }
  }

  /// The bytes of a regular file, or the first of them, or nil when there is none.
  ///
  /// A file longer than `limit` fails with EFBIG, and what is not a regular file with EINVAL, so that
  /// a pipe or a device in the library cannot make a reader wait or swell.
  func read(
    _ path: String,
    limit: Int = 1 << 30,
    first: Int = .max
  ) throws(SystemFailure) -> [UInt8]? {
    try readWithStatus(path, limit: limit, first: first)?.bytes
  }

  /// The same with what the system says of the file that was read.
  func readWithStatus(
    _ path: String,
    limit: Int = 1 << 30,
    first: Int = .max
  ) throws(SystemFailure) -> (bytes: [UInt8], status: FileStatus)? {
    guard let (descriptor, status) = try openRegular(path) else { return nil }
    defer { close(descriptor) }
    let size = min(Int(status.size), first)
    guard size <= limit else { throw SystemFailure(operation: .read, path: path, code: EFBIG) }
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      (count, code) = readAll(descriptor, into: UnsafeMutableRawBufferPointer(buffer))
    }
    if code != 0 { throw SystemFailure(operation: .read, path: path, code: code) }
    return (bytes, status)
  }

  /// Whether a regular file that can be read is there.
  ///
  /// - Throws: as `read` does.
  func canRead(_ path: String) throws(SystemFailure) -> Bool {
    guard let (descriptor, _) = try openRegular(path) else { return false }
    close(descriptor)
    return true
  }

  /// Opens a regular file and says what the system does of it, without waiting for the other end of a pipe; nil
  /// when there is none.
  private func openRegular(
    _ path: String
  ) throws(SystemFailure) -> (descriptor: Int32, status: FileStatus)? {
    let descriptor: Int32
    do throws(SystemFailure) {
      descriptor = try open(path, O_RDONLY | O_NONBLOCK)
    } catch {
      if error.isMissing { return nil }
      throw error
    }
    do throws(SystemFailure) {
      try check(.read, path)
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { throw failed(.read, path) }
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw SystemFailure(operation: .read, path: path, code: EINVAL)
      }
      return (descriptor, FileStatus(status))
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// Writes all bytes to a descriptor.
  func write(_ bytes: [UInt8], to descriptor: Int32, path: String) throws(SystemFailure) {
    try check(.write, path)
    let code = writeAll(bytes, to: descriptor)
    if code != 0 { throw SystemFailure(operation: .write, path: path, code: code) }
  }

  /// Waits until what was written to a descriptor is on the disk.
  func sync(_ descriptor: Int32, path: String) throws(SystemFailure) {
    try check(.sync, path)
    while fsync(descriptor) != 0 { if errno != EINTR { throw failed(.sync, path) } }
  }

  /// Waits until a directory's entries are on the disk.
  func syncDirectory(_ path: String) throws(SystemFailure) {
    let descriptor = try open(path, O_RDONLY | O_DIRECTORY)
    defer { close(descriptor) }
    do throws(SystemFailure) { try sync(descriptor, path: path) } catch {
      // Some file systems have no such call for directories and need none.
      if error.code != EINVAL { throw error }
    }
  }

  /// A file system, open for syncing what is written to it from now on.
  struct SyncGroup {
    /// The caller closes it.
    var descriptor: Int32
    var path: String
  }

  /// The file system that a directory is on; nil where syncing it whole may leave files behind, as on
  /// those of the network or of programs.
  func syncGroup(at directory: String) -> SyncGroup? {
    guard let descriptor = try? open(directory, O_RDONLY | O_DIRECTORY) else { return nil }
    if Self.syncable.contains(luego_file_system_kind(descriptor)) {
      return SyncGroup(descriptor: descriptor, path: directory)
    }
    close(descriptor)
    return nil
  }

  /// What tells a directory from all others, however its path is written; the path where there is none.
  func identity(of directory: String) -> String {
    guard let status = try? status(directory) else { return directory }
    return "\(luego_file_system(directory.fileName)) \(status.inode)"
  }

  /// By the numbers in Linux's `magic.h`: ext4 and its elders, XFS, Btrfs, F2FS, bcachefs, ZFS, tmpfs,
  /// overlays.
  private static let syncable: Set<UInt32> = [
    0xef53, 0x5846_5342, 0x9123_683e, 0xf2f5_2010, 0xca45_1a4e, 0x2fc1_2fc1, 0x0102_1994,
    0x794c_7630,
  ]

  /// Waits until everything written to a file system is on the disk, names included.
  ///
  /// A failed write of any file since the group was opened fails it.
  func sync(_ group: SyncGroup) throws(SystemFailure) {
    try check(.sync, group.path)
    while syncfs(group.descriptor) != 0 { if errno != EINTR { throw failed(.sync, group.path) } }
  }

  /// Puts a file in another's place in one step.
  func rename(_ from: String, to path: String) throws(SystemFailure) {
    try check(.rename, path)
    ownWrites?.willPut(from, at: path)
    let code = try renaming(to: path) { Platform.rename(from, path) }
    if code != 0 { throw SystemFailure(operation: .rename, path: path, code: code) }
  }

  /// Gives each of two files the other's place in one step; false where that cannot be done.
  func exchange(_ path: String, with other: String) throws(SystemFailure) -> Bool {
    try check(.rename, other)
    ownWrites?.willPut(path, at: other)
    return luego_exchange(path.fileName, other.fileName) == 0
  }

  /// Gives a file a place that nothing has, in one step; false where something has it.
  func place(_ from: String, at path: String) throws(SystemFailure) -> Bool {
    try check(.rename, path)
    ownWrites?.willPut(from, at: path)
    let code = try renaming(to: path) { luego_place(from.fileName, path.fileName) }
    if code == 0 || code == EEXIST { return code == 0 }
    // Not every file system can say no to a renaming; there the look before has to do.
    guard [EINVAL, ENOSYS].contains(code) else {
      throw SystemFailure(operation: .rename, path: path, code: code)
    }
    guard try status(path) == nil else { return false }
    try rename(from, to: path)
    return true
  }

  /// Removes a file; that it is gone already is fine.
  func remove(_ path: String) throws(SystemFailure) {
    try check(.remove, path)
    ownWrites?.willRemove(path)
    if unlink(path) != 0, errno != ENOENT { throw failed(.remove, path) }
  }

  /// Removes an empty directory; that it is gone already is fine.
  func removeDirectory(_ path: String) throws(SystemFailure) {
    try check(.remove, path)
    if rmdir(path.fileName) != 0, errno != ENOENT { throw failed(.remove, path) }
  }

  /// Makes a private directory and those above it that are missing; says whether it is new.
  @discardableResult
  func makeDirectory(_ path: String) throws(SystemFailure) -> Bool {
    try check(.makeDirectory, path)
    if mkdir(path, 0o700) == 0 { return true }
    let code = errno
    if code == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex {
      try makeDirectory(String(path[..<slash]))
      if mkdir(path, 0o700) == 0 { return true }
    }
    var found = stat()
    if stat(path, &found) == 0, FileStatus(found).isDirectory { return false }
    throw SystemFailure(
      operation: .makeDirectory,
      path: path,
      code: code == EEXIST ? ENOTDIR : code
    )
  }

  /// The names in a directory, in no order, without `.` and `..`; nil when there is none.
  func list(_ path: String) throws(SystemFailure) -> [String]? {
    try check(.list, path)
    if let names = fileNames(in: path) { return names }
    if errno == ENOENT { return nil }
    throw failed(.list, path)
  }

  /// Something in a directory that is being read.
  struct Entry {
    fileprivate let files: FileLayer
    fileprivate let directory: String
    fileprivate let descriptor: Int32
    /// Its name, after which a zero stands.
    let name: UnsafeBufferPointer<CChar>

    var isHidden: Bool { name.first == 0x2e }

    var path: String {
      name.baseAddress.map { directory + "/" + String(fileName: $0) } ?? directory
    }

    /// What the system says of it, or nil when it is gone.
    func status() throws(SystemFailure) -> FileStatus? {
      try files.check(.status, path)
      var found = stat()
      if let name = name.baseAddress, fstatat(descriptor, name, &found, 0) == 0 {
        return FileStatus(found)
      }
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw files.failed(.status, path)
    }
  }

  /// Goes through what is in a directory, in no order; that there is none is fine.
  func forEachEntry(in directory: String, _ body: (Entry) -> Void) throws(SystemFailure) {
    try check(.list, directory)
    let isRead = forEachFileName(in: directory) { name, descriptor in
      body(Entry(files: self, directory: directory, descriptor: descriptor, name: name))
    }
    if !isRead, errno != ENOENT { throw failed(.list, directory) }
  }

  /// What the system says of a file, or nil when there is none.
  func status(_ path: String) throws(SystemFailure) -> FileStatus? {
    try check(.status, path)
    var found = stat()
    if stat(path, &found) == 0 { return FileStatus(found) }
    if errno == ENOENT || errno == ENOTDIR { return nil }
    throw failed(.status, path)
  }
}
