import Glibc

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

  /// Opens a file.
  ///
  /// - Throws: why it cannot be read.
  package init(_ path: String) throws(Problem) {
    let kind: FileStatus.Kind
    let descriptor: Int32
    // Before it is opened, which some devices and writers of pipes take notice of.
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

  /// All of it.
  ///
  /// - Throws: why it cannot be read; `tooLarge` where it has more bytes than the limit.
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

  /// The name of a kind of file that is not regular.
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
