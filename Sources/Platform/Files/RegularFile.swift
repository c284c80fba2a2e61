import Glibc

/// A regular file, opened for reading without blocking.
///
/// For files whose path the program chooses: a pipe, socket or device in the place of one is an
/// error to report, not something to wait for.
package struct RegularFile: ~Copyable {
  package enum Problem: Error, Equatable {
    case missing
    /// Names what is there instead, such as “a directory”.
    case notRegular(String)
    /// In bytes.
    case tooLarge(limit: Int)
    case failed(SystemError)

    /// The problem, worded to follow “it cannot be read: ”.
    package var reason: String {
      switch self {
      case .missing: SystemError.notFound.reason
      case .notRegular(let kind): "it is \(kind), not a regular file"
      case .tooLarge(let limit): "it is larger than \(limit >> 20) MiB"
      case .failed(let error): error.reason
      }
    }
  }

  package let status: FileStatus
  private let descriptor: Int32

  package init(_ path: String) throws(Problem) {
    let kind: FileStatus.Kind
    let descriptor: Int32
    // Before opening, which some devices and pipe writers notice.
    do throws(SystemError) { kind = try FileStatus(path).kind } catch { throw Self.problem(error) }
    if let name = Self.name(of: kind) { throw .notRegular(name) }
    do throws(SystemError) {
      descriptor = try Descriptor.open(path, [.nonBlocking, .notControlling])
    } catch { throw Self.problem(error) }
    guard let status = try? FileStatus(of: descriptor), status.isRegular else {
      Descriptor.close(descriptor)
      throw .notRegular("another file by now")
    }
    self.status = status
    self.descriptor = descriptor
  }

  deinit { Descriptor.close(descriptor) }

  package func bytes(limit: Int) throws(Problem) -> [UInt8] {
    guard status.size <= limit else { throw .tooLarge(limit: limit) }
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(status.size)) { buffer, count in
      (count, code) = readAll(descriptor, into: UnsafeMutableRawBufferPointer(buffer))
    }
    if code != 0 { throw .failed(SystemError(code: code)) }
    return bytes
  }

  private static func problem(_ error: SystemError) -> Problem {
    [ENOENT, ENOTDIR, ENAMETOOLONG].contains(error.code) ? .missing : .failed(error)
  }

  /// Nil for a regular file.
  private static func name(of kind: FileStatus.Kind) -> String? {
    switch kind {
    case .regular: nil
    case .directory: "a directory"
    case .pipe: "a pipe"
    case .socket: "a socket"
    case .device, .symbolicLink: "a device"
    }
  }
}
