import CFileSystem
import Glibc

/// Calls on file descriptors.
package enum Descriptor {
  /// The standard streams.
  package static let input: Int32 = 0, output: Int32 = 1, error: Int32 = 2

  /// How a file is opened; with none of them, for reading.
  package struct Options: OptionSet, Sendable {
    package let rawValue: Int32

    package init(rawValue: Int32) { self.rawValue = rawValue }

    package static let write = Options(rawValue: O_WRONLY)
    package static let readWrite = Options(rawValue: O_RDWR)
    package static let create = Options(rawValue: O_CREAT)
    /// Fails where there is one already.
    package static let exclusive = Options(rawValue: O_EXCL)
    package static let truncate = Options(rawValue: O_TRUNC)
    package static let append = Options(rawValue: O_APPEND)
    package static let directory = Options(rawValue: O_DIRECTORY)
    package static let notFollowing = Options(rawValue: O_NOFOLLOW)
    /// Waits for nobody, neither now nor when it is read or written.
    package static let nonBlocking = Options(rawValue: O_NONBLOCK)
    /// A terminal that is opened does not become that of this process.
    package static let notControlling = Options(rawValue: O_NOCTTY)
  }

  package enum Readiness: Sendable { case reading, writing }

  /// Opens a file, which the programs that this one starts do not have; the caller closes it.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - options: how.
  ///   - permissions: of a file that is made.
  /// - Returns: its number.
  /// - Throws: what the system says.
  package static func open(
    _ path: String, _ options: Options = [], permissions: UInt32 = 0o600
  ) throws(SystemError) -> Int32 {
    while true {
      let descriptor = Glibc.open(path.fileName, options.rawValue | O_CLOEXEC, mode_t(permissions))
      if descriptor >= 0 { return descriptor }
      if errno != EINTR { throw .last }
    }
  }

  /// Opens a file by its path from a directory; symbolic links on the way or in its place are not followed.
  ///
  /// - Throws: what the system says; `linkLoop` for a link.
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

  /// Closes what is open.
  package static func close(_ descriptor: Int32) { _ = Glibc.close(descriptor) }

  /// Reads what there is, up to as much as fits; 0 at the end.
  package static func read(
    _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer
  ) throws(SystemError) -> Int {
    while true {
      let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      if errno != EINTR { throw .last }
    }
  }

  /// Reads what there is, up to as much as fits; 0 at the end.
  package static func read(
    _ descriptor: Int32, into buffer: inout [UInt8]
  ) throws(SystemError) -> Int {
    let result = buffer.withUnsafeMutableBytes { bytes in
      Result { () throws(SystemError) in try read(descriptor, into: bytes) }
    }
    return try result.get()
  }

  /// Writes some of the bytes, and says how many.
  package static func writeSome(
    _ bytes: ArraySlice<UInt8>, to descriptor: Int32
  ) throws(SystemError) -> Int {
    while true {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 { return count }
      if errno != EINTR { throw .last }
    }
  }

  /// Waits until one can be read or written, or is closed at its other end; false when the time is up, without
  /// limit where that is nil.
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

  /// Has reading and writing fail with `wouldBlock` instead of waiting.
  package static func setNonBlocking(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  /// Two that are connected; the programs that this one starts do not have them.
  ///
  /// They are sockets, since pipes cannot be made so in one step everywhere.
  package static func pair() throws(SystemError) -> (Int32, Int32) {
    var ends: [CInt] = [-1, -1]
    let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw .last }
    return (ends[0], ends[1])
  }

  /// Whether it is a terminal.
  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// Says who may read, write and run a file, as `chmod` takes it.
  package static func setPermissions(
    _ permissions: UInt32, of descriptor: Int32
  ) throws(SystemError) { guard fchmod(descriptor, mode_t(permissions)) == 0 else { throw .last } }

  /// Sets when a file was read and written last, in seconds since the epoch.
  package static func setTimes(_ seconds: Int, of descriptor: Int32) {
    let time = timespec(tv_sec: seconds, tv_nsec: 0)
    _ = futimens(descriptor, [time, time])
  }
}

// Waiting for the disk.
extension Descriptor {
  /// Waits until the disk has what was written.
  package static func sync(_ descriptor: Int32) throws(SystemError) {
    while fsync(descriptor) != 0 { if errno != EINTR { throw .last } }
  }

  /// Waits until the disk has all that was written to a file system, names included.
  ///
  /// A failed write of any of its files since the descriptor was opened is thrown.
  package static func syncFileSystem(of descriptor: Int32) throws(SystemError) {
    while syncfs(descriptor) != 0 { if errno != EINTR { throw .last } }
  }

  /// Whether a file is on a file system of this machine's own.
  ///
  /// Syncing all of it leaves no file behind, and a directory's times change with its files. On those of the network, of
  /// programs and of other systems it may be otherwise.
  package static func isOnLocalFileSystem(_ descriptor: Int32) -> Bool {
    local.contains(luego_file_system_kind(descriptor))
  }

  /// By the numbers in Linux's `magic.h`: ext4 and its elders, XFS, Btrfs, F2FS, bcachefs, ZFS, tmpfs,
  /// overlays.
  private static let local: Set<UInt32> = [
    0xef53, 0x5846_5342, 0x9123_683e, 0xf2f5_2010, 0xca45_1a4e, 0x2fc1_2fc1, 0x0102_1994,
    0x794c_7630,
  ]
}
