import Platform

/// The file system as the store uses it, with a place where tests put faults and counters.
///
/// Every operation first asks `fault`; what it answers, unless 0, is reported as if the system had
/// said so.
package struct FileLayer: Sendable {
  /// The operation that comes next.
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

  /// The library's directory, below which no symbolic link is followed.
  var root: String?

  /// Makes a layer with faults.
  package init(fault: (@Sendable (Operation, String) -> Int32)?) { self.fault = fault }

  /// The system's clock.
  package static func realTime() -> Int64 { SystemClock.nanoseconds() }

  /// The file system as it is.
  package static let real = FileLayer(fault: nil)
}

/// A call of the system that failed: on what, how.
struct SystemFailure: Error {
  var operation: FileLayer.Operation
  var path: String
  var cause: SystemError
  /// Whether what was to be written is in place all the same.
  var isInPlace = false

  var isMissing: Bool { cause == .notFound || cause == .notDirectory }

  /// The same failure of something that is in place all the same.
  var inPlace: SystemFailure {
    var failure = self
    failure.isInPlace = true
    return failure
  }
}

extension FileStatus {
  /// The same, unless it is of a symbolic link, which is not followed.
  fileprivate var unlessLink: FileStatus {
    get throws(SystemError) {
      if kind == .symbolicLink { throw .linkLoop }
      return self
    }
  }
}

extension FileLayer {
  /// Throws what `fault` answers.
  func check(_ operation: Operation, _ path: @autoclosure () -> String) throws(SystemFailure) {
    guard let fault, case let code = fault(operation, path()), code != 0 else { return }
    throw SystemFailure(operation: operation, path: path(), cause: SystemError(code: code))
  }

  private func failed(_ operation: Operation, _ path: String) -> SystemFailure {
    SystemFailure(operation: operation, path: path, cause: .last)
  }

  /// Does what the system may refuse, and says on what it did.
  private func attempt<Value>(
    _ operation: Operation, _ path: String, _ body: () throws(SystemError) -> Value
  ) throws(SystemFailure) -> Value {
    do throws(SystemError) { return try body() } catch {
      throw SystemFailure(operation: operation, path: path, cause: error)
    }
  }

  /// Opens a descriptor; the caller closes it.
  func open(_ path: String, _ options: Descriptor.Options = []) throws(SystemFailure) -> Int32 {
    try check(.open, path)
    return try attempt(options.contains(.create) ? .write : .open, path) { () throws(SystemError) in
      try opened(path, options)
    }
  }

  /// The path from the library's directory; nil for one that is not below it.
  private func pathBelowRoot(_ path: String) -> String? {
    guard let root, path.utf8.count > root.utf8.count + 1, path.hasPrefix(root),
      path.utf8.dropFirst(root.utf8.count).first == UInt8(ascii: "/")
    else { return nil }
    return String(path.dropFirst(root.count + 1))
  }

  private func opened(_ path: String, _ options: Descriptor.Options) throws(SystemError) -> Int32 {
    guard let root, let name = pathBelowRoot(path) else {
      return try Descriptor.open(path, options)
    }
    return try Descriptor.open(name, below: root, options)
  }

  /// Returns the status of a path; fails with `linkLoop` for a symbolic link below the library's directory.
  private func found(_ path: String) throws(SystemError) -> FileStatus {
    guard pathBelowRoot(path) != nil else { return try FileStatus(path) }
    return try FileStatus(notFollowing: path).unlessLink
  }

  /// The bytes of a regular file, or the first of them, or nil when there is none.
  ///
  /// A file longer than `limit` fails as too large, and what is not a regular file as invalid, so that
  /// a pipe or a device in the library cannot make a reader wait or swell.
  func read(
    _ path: String, limit: Int = 1 << 30, first: Int = .max
  ) throws(SystemFailure) -> [UInt8]? {
    try readWithStatus(path, limit: limit, first: first)?.bytes
  }

  /// The same with what the system says of the file that was read.
  func readWithStatus(
    _ path: String, limit: Int = 1 << 30, first: Int = .max
  ) throws(SystemFailure) -> (bytes: [UInt8], status: FileStatus)? {
    guard let (descriptor, status) = try openRegular(path) else { return nil }
    defer { Descriptor.close(descriptor) }
    let size = min(Int(status.size), first)
    guard size <= limit else { throw SystemFailure(operation: .read, path: path, cause: .tooLarge) }
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      (count, code) = readAll(descriptor, into: UnsafeMutableRawBufferPointer(buffer))
    }
    try attempt(.read, path) { () throws(SystemError) in try SystemError.check(code) }
    return (bytes, status)
  }

  /// Opens a regular file and says what the system does of it, without waiting for the other end of a pipe; nil
  /// when there is none.
  private func openRegular(
    _ path: String
  ) throws(SystemFailure) -> (descriptor: Int32, status: FileStatus)? {
    let descriptor: Int32
    do throws(SystemFailure) { descriptor = try open(path, .nonBlocking) } catch {
      if error.isMissing { return nil }
      throw error
    }
    do throws(SystemFailure) {
      try check(.read, path)
      let status = try attempt(.read, path) { () throws(SystemError) in
        try FileStatus(of: descriptor)
      }
      guard status.isRegular else {
        throw SystemFailure(operation: .read, path: path, cause: .invalid)
      }
      return (descriptor, status)
    } catch {
      Descriptor.close(descriptor)
      throw error
    }
  }

  /// Writes all bytes to a descriptor.
  func write(_ bytes: [UInt8], to descriptor: Int32, path: String) throws(SystemFailure) {
    try check(.write, path)
    try attempt(.write, path) { () throws(SystemError) in
      try SystemError.check(writeAll(bytes, to: descriptor))
    }
  }

  /// Waits until what was written to a descriptor is on the disk.
  func sync(_ descriptor: Int32, path: String) throws(SystemFailure) {
    try check(.sync, path)
    try attempt(.sync, path) { () throws(SystemError) in try Descriptor.sync(descriptor) }
  }

  /// Waits until a directory's entries are on the disk.
  func syncDirectory(_ path: String) throws(SystemFailure) {
    let descriptor = try open(path, .directory)
    defer { Descriptor.close(descriptor) }
    do throws(SystemFailure) { try sync(descriptor, path: path) } catch {
      // Some file systems have no such call for directories and need none.
      if error.cause != .invalid { throw error }
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
    guard let descriptor = try? open(directory, .directory) else { return nil }
    if Descriptor.isOnLocalFileSystem(descriptor) {
      return SyncGroup(descriptor: descriptor, path: directory)
    }
    Descriptor.close(descriptor)
    return nil
  }

  /// Whether a file is known to be missing; one that cannot be examined may exist.
  func isMissing(_ path: String) -> Bool {
    do throws(SystemFailure) { return try status(path) == nil } catch { return false }
  }

  /// Waits until everything written to a file system is on the disk, names included.
  ///
  /// A failed write of any file since the group was opened fails it.
  func sync(_ group: SyncGroup) throws(SystemFailure) {
    try check(.sync, group.path)
    try attempt(.sync, group.path) { () throws(SystemError) in
      try Descriptor.syncFileSystem(of: group.descriptor)
    }
  }

  /// Puts a file in another's place in one step.
  func rename(_ from: String, to path: String) throws(SystemFailure) {
    try check(.rename, path)
    if let error = try renaming(to: path, { Platform.rename(from, path) }) {
      throw SystemFailure(operation: .rename, path: path, cause: error)
    }
  }

  /// Removes a file; that it is gone already is fine.
  func remove(_ path: String) throws(SystemFailure) {
    try check(.remove, path)
    if unlink(path) != 0, SystemError.last != .notFound { throw failed(.remove, path) }
  }

  /// Removes an empty directory; that it is gone already is fine.
  func removeDirectory(_ path: String) throws(SystemFailure) {
    try check(.remove, path)
    if rmdir(path) != 0, SystemError.last != .notFound { throw failed(.remove, path) }
  }

  /// Makes a private directory and those above it that are missing; says whether it is new.
  @discardableResult func makeDirectory(_ path: String) throws(SystemFailure) -> Bool {
    try check(.makeDirectory, path)
    if mkdir(path, 0o700) == 0 { return true }
    let error = SystemError.last
    if error == .notFound {
      try makeDirectory(path.splitPath.directory)
      if mkdir(path, 0o700) == 0 { return true }
    }
    if (try? found(path))?.isDirectory == true { return false }
    throw SystemFailure(
      operation: .makeDirectory, path: path, cause: error == .exists ? .notDirectory : error)
  }

  /// The names in a directory, in no order, without `.` and `..`; nil when there is none.
  func list(_ path: String) throws(SystemFailure) -> [String]? {
    try check(.list, path)
    var names: [String] = []
    let isRead = try forEachName(in: path) { name, _ in
      if let name = name.baseAddress { names.append(String(fileName: name)) }
    }
    return isRead ? names : nil
  }

  /// Goes through the names in a directory; false when there is none.
  private func forEachName(
    in path: String, _ body: (UnsafeBufferPointer<CChar>, Int32) -> Void
  ) throws(SystemFailure) -> Bool {
    let descriptor: Int32
    do throws(SystemError) { descriptor = try opened(path, .directory) } catch {
      if error == .notFound { return false }
      throw SystemFailure(operation: .list, path: path, cause: error)
    }
    guard forEachFileName(inDirectory: descriptor, body) else { throw failed(.list, path) }
    return true
  }

  /// A directory that is being read: an object, since each entry would otherwise count the references of a layer that
  /// all threads share.
  fileprivate final class OpenDirectory {
    let (files, path, descriptor): (FileLayer, String, Int32)

    init(_ path: String, _ descriptor: Int32, of files: FileLayer) {
      (self.files, self.path, self.descriptor) = (files, path, descriptor)
    }
  }

  /// Something in a directory that is being read.
  struct Entry {
    fileprivate let directory: OpenDirectory
    /// Its name, after which a zero stands.
    let name: UnsafeBufferPointer<CChar>

    var isHidden: Bool { name.first == 0x2e }

    var fileName: String { name.baseAddress.map { String(fileName: $0) } ?? "" }

    var path: String { directory.path + "/" + fileName }

    /// The status of the file, or nil if it is gone.
    func status() throws(SystemFailure) -> FileStatus? {
      try directory.files.check(.status, path)
      guard let name = name.baseAddress else { return nil }
      do throws(SystemError) {
        let follows = directory.files.root == nil
        let status = try FileStatus(named: name, in: directory.descriptor, followsLinks: follows)
        return try status.unlessLink
      } catch { return try directory.files.absent(error, path) }
    }
  }

  /// Goes through what is in a directory, in no order; that there is none is fine.
  func forEachEntry(in directory: String, _ body: (Entry) -> Void) throws(SystemFailure) {
    try check(.list, directory)
    var open: OpenDirectory?
    _ = try forEachName(in: directory) { name, descriptor in
      let directory = open ?? OpenDirectory(directory, descriptor, of: self)
      open = directory
      body(Entry(directory: directory, name: name))
    }
  }

  /// The status of a file, or nil if there is none.
  func status(_ path: String) throws(SystemFailure) -> FileStatus? {
    try check(.status, path)
    do throws(SystemError) { return try found(path) } catch { return try absent(error, path) }
  }

  /// The status of each name in a directory, nil for those that are missing.
  ///
  /// Each is looked up from the directory, which takes a fraction of what whole paths take.
  func statuses(of names: [String], in directory: String) -> [Result<FileStatus?, SystemFailure>] {
    // Where it cannot be opened, the whole paths say why.
    let descriptor = try? opened(directory, .directory)
    defer { descriptor.map(Descriptor.close) }
    return names.map { name in
      let path = { directory + "/" + name }
      return Result { () throws(SystemFailure) in
        guard let descriptor else { return try status(path()) }
        try check(.status, path())
        let found = name.withCString { name in
          Result { () throws(SystemError) in
            try FileStatus(named: name, in: descriptor, followsLinks: root == nil).unlessLink
          }
        }
        do throws(SystemError) { return try found.get() } catch { return try absent(error, path()) }
      }
    }
  }

  /// Nothing, where that is why there is no status.
  private func absent(_ error: SystemError, _ path: String) throws(SystemFailure) -> FileStatus? {
    if error == .notFound || error == .notDirectory { return nil }
    throw SystemFailure(operation: .status, path: path, cause: error)
  }
}
