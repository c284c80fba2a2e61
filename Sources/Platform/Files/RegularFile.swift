package import Glibc

/// A regular file, opened for reading without waiting for anybody.
///
/// For files that the program names itself: where somebody put a pipe, a socket or a device in the place of one, that
/// is a problem to report and nothing to wait for.
package struct RegularFile: ~Copyable {
  /// Why a file cannot be read.
  package enum Problem: Error, Equatable {
    case missing
    /// Something else is there, such as “a directory”.
    case notRegular(String)
    /// It has more bytes than it may have.
    case tooLarge(limit: Int)
    /// The number of the system's error.
    case failed(Int32)

    /// What is wrong, to go on after “it cannot be read: ”.
    package var reason: String {
      switch self {
      case .missing: String(cString: strerror(ENOENT))
      case .notRegular(let kind): "it is \(kind), not a regular file"
      case .tooLarge(let limit): "it is larger than \(limit >> 20) MiB"
      case .failed(let code): String(cString: strerror(code))
      }
    }
  }

  /// What the system says of it.
  package let status: stat
  private let descriptor: Int32

  /// Opens a file.
  ///
  /// - Throws: why it cannot be read.
  package init(_ path: String) throws(Problem) {
    var status = Glibc.stat()
    // Before it is opened, which some devices and writers of pipes take notice of.
    guard stat(path, &status) == 0 else { throw Self.problem(errno) }
    if let kind = Self.kind(status) { throw .notRegular(kind) }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw Self.problem(errno) }
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw .notRegular("another file by now")
    }
    self.status = status
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// All of it.
  ///
  /// - Throws: why it cannot be read; `tooLarge` where it has more bytes than the limit.
  package func bytes(limit: Int) throws(Problem) -> [UInt8] {
    guard status.st_size <= limit else { throw .tooLarge(limit: limit) }
    return try bytes(from: 0)
  }

  /// Its last lines, of so many bytes at most; the first of them is whole.
  package func lastLines(limit: Int) throws(Problem) -> [UInt8] {
    let start = max(0, Int(status.st_size) - limit)
    let bytes = try bytes(from: start)
    guard start > 0 else { return bytes }
    return bytes.firstIndex(of: 0x0a).map { Array(bytes[($0 + 1)...]) } ?? []
  }

  private func bytes(from start: Int) throws(Problem) -> [UInt8] {
    let size = Int(status.st_size) - start
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      (count, code) = readAll(descriptor, from: start, into: UnsafeMutableRawBufferPointer(buffer))
    }
    if code != 0 { throw .failed(code) }
    return bytes
  }

  private static func problem(_ code: Int32) -> Problem {
    [ENOENT, ENOTDIR, ENAMETOOLONG].contains(code) ? .missing : .failed(code)
  }

  /// What something is that is no regular file.
  private static func kind(_ status: stat) -> String? {
    switch status.st_mode & S_IFMT {
    case S_IFREG: nil
    case S_IFDIR: "a directory"
    case S_IFIFO: "a pipe"
    case S_IFSOCK: "a socket"
    default: "a device"
    }
  }
}
