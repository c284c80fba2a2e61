import CFileSystem
import Glibc

/// Calls on file descriptors.
package enum Descriptor {
  package static let input: Int32 = 0, output: Int32 = 1, error: Int32 = 2

  /// How a file is opened; for reading if empty.
  package struct Options: OptionSet, Sendable {
    package let rawValue: Int32

    package init(rawValue: Int32) { self.rawValue = rawValue }

    package static let write = Options(rawValue: O_WRONLY)
    package static let readWrite = Options(rawValue: O_RDWR)
    package static let create = Options(rawValue: O_CREAT)
    package static let exclusive = Options(rawValue: O_EXCL)
    package static let truncate = Options(rawValue: O_TRUNC)
    package static let append = Options(rawValue: O_APPEND)
    package static let directory = Options(rawValue: O_DIRECTORY)
    package static let notFollowing = Options(rawValue: O_NOFOLLOW)
    /// Neither opening nor reading and writing waits.
    package static let nonBlocking = Options(rawValue: O_NONBLOCK)
    /// A terminal does not become this process's controlling terminal.
    package static let notControlling = Options(rawValue: O_NOCTTY)
  }

  package enum Readiness: Sendable { case reading, writing }

  /// Opens a file, closed on exec, with these permissions if it is new; the caller closes it.
  package static func open(
    _ path: String, _ options: Options = [], permissions: UInt32 = 0o600
  ) throws(SystemError) -> Int32 {
    while true {
      let descriptor = Glibc.open(path.fileName, options.rawValue | O_CLOEXEC, mode_t(permissions))
      if descriptor >= 0 { return descriptor }
      if errno != EINTR { throw .last }
    }
  }

  /// Opens a file by its path below a directory, following no symbolic links.
  ///
  /// - Throws: `linkLoop` for a link.
  package static func open(
    _ path: String, below directory: String, _ options: Options = [], permissions: UInt32 = 0o600
  ) throws(SystemError) -> Int32 {
    while true {
      let descriptor = luego_open_below(
        directory.fileName, path.fileName, options.rawValue | O_CLOEXEC, permissions)
      if descriptor >= 0 { return descriptor }
      if errno != EINTR { throw .last }
    }
  }

  package static func close(_ descriptor: Int32) { _ = Glibc.close(descriptor) }

  /// Reads what is available and fits; 0 at the end.
  package static func read(
    _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer
  ) throws(SystemError) -> Int {
    while true {
      let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      if errno != EINTR { throw .last }
    }
  }

  package static func read(
    _ descriptor: Int32, into buffer: inout [UInt8]
  ) throws(SystemError) -> Int {
    let result = buffer.withUnsafeMutableBytes { bytes in
      Result { () throws(SystemError) in try read(descriptor, into: bytes) }
    }
    return try result.get()
  }

  /// Writes some of the bytes and returns how many.
  package static func writeSome(
    _ bytes: ArraySlice<UInt8>, to descriptor: Int32
  ) throws(SystemError) -> Int {
    while true {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 { return count }
      if errno != EINTR { throw .last }
    }
  }

  /// Waits until the descriptor is ready or its other end closes; false if the time is up (nil: no
  /// limit).
  package static func wait(
    for readiness: Readiness, of descriptor: Int32, milliseconds: Int?
  ) throws(SystemError) -> Bool {
    let events = Int16(readiness == .reading ? POLLIN : POLLOUT)
    while true {
      var entry = pollfd(fd: descriptor, events: events, revents: 0)
      let ready = poll(&entry, 1, milliseconds.map { CInt(clamping: $0) } ?? -1)
      if ready >= 0 { return ready > 0 }
      if errno != EINTR { throw .last }
    }
  }

  /// Makes reading and writing fail with `wouldBlock` instead of waiting.
  package static func setNonBlocking(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  /// Two connected descriptors, closed on exec.
  ///
  /// Sockets: not every system can make pipes like that in one step.
  package static func pair() throws(SystemError) -> (Int32, Int32) {
    var ends: [CInt] = [-1, -1]
    let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw .last }
    return (ends[0], ends[1])
  }

  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  package static func setPermissions(
    _ permissions: UInt32, of descriptor: Int32
  ) throws(SystemError) { guard fchmod(descriptor, mode_t(permissions)) == 0 else { throw .last } }

  /// Sets the access and modification times, in seconds since the epoch.
  package static func setTimes(_ seconds: Int, of descriptor: Int32) {
    let time = timespec(tv_sec: seconds, tv_nsec: 0)
    _ = futimens(descriptor, [time, time])
  }
}

// Waiting for the disk.
extension Descriptor {
  package static func sync(_ descriptor: Int32) throws(SystemError) {
    while fsync(descriptor) != 0 { if errno != EINTR { throw .last } }
  }

  /// Waits until a whole file system is on disk, names included; throws any write error since the
  /// descriptor was opened.
  package static func syncFileSystem(of descriptor: Int32) throws(SystemError) {
    while syncfs(descriptor) != 0 { if errno != EINTR { throw .last } }
  }

  /// Whether the file is on a local file system.
  ///
  /// Syncing one covers all its files, and a directory's times change with its files; network, FUSE
  /// and foreign file systems promise neither.
  package static func isOnLocalFileSystem(_ descriptor: Int32) -> Bool {
    local.contains(luego_file_system_kind(descriptor))
  }

  /// From Linux's `magic.h`: ext2-4, XFS, Btrfs, F2FS, bcachefs, ZFS, tmpfs, overlayfs.
  private static let local: Set<UInt32> = [
    0xef53, 0x5846_5342, 0x9123_683e, 0xf2f5_2010, 0xca45_1a4e, 0x2fc1_2fc1, 0x0102_1994,
    0x794c_7630,
  ]
}
