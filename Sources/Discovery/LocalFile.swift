import FileNames
import Glibc

/// Small files of discovery's own: the cache of pools, what was seen, how sources did.
///
/// None of it is worth an error that a person would have to read: what cannot be read is as if it were
/// not there, and what cannot be written is told to the caller.
enum LocalFile {
  /// The content of a regular file of at most `limit` bytes; nil when there is none, or it is larger.
  static func read(_ path: String, limit: Int = 64 << 20) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size <= limit
    else { return nil }
    let size = Int(status.st_size)
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let got = Glibc.read(descriptor, buffer.baseAddress.map { $0 + count }, size - count)
        if got < 0, errno == EINTR { continue }
        guard got > 0 else { return }
        count += got
      }
    }
  }

  /// Puts bytes into a file, all or none; false when the system refuses.
  static func replace(_ path: String, with bytes: [UInt8]) -> Bool {
    makeDirectory(of: path)
    if let slash = path.lastIndex(of: "/") {
      TemporaryFile.removeLeftovers(in: String(path[..<slash]))
    }
    let temporary = TemporaryFile.name(for: path)
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    let isWritten = write(bytes, to: descriptor)
    close(descriptor)
    guard isWritten, rename(temporary, path) == 0 else {
      unlink(temporary)
      return false
    }
    return true
  }

  /// Adds bytes to the end of a file; false when the system refuses.
  static func append(_ bytes: [UInt8], to path: String) -> Bool {
    makeDirectory(of: path)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return write(bytes, to: descriptor)
  }

  /// What tells one state of a file from another; nil when there is no such file.
  static func stamp(of path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return "\(status.st_size) \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec) \(status.st_ino)"
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  static func makeDirectory(of path: String) {
    var index = path.startIndex
    while let slash = path[path.index(after: index)...].firstIndex(of: "/") {
      mkdir(String(path[..<slash]), 0o700)
      index = slash
    }
  }
}
