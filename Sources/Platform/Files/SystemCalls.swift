package import Glibc

// The calls of the system that take a file's name, for names in a `String`. Where this module is imported
// they come before those of the C library, which take text for bytes.

package func open(_ name: String, _ flags: CInt, _ mode: mode_t = 0o600) -> CInt {
  Glibc.open(name.fileName, flags, mode)
}

package func stat(_ name: String, _ status: UnsafeMutablePointer<Glibc.stat>) -> CInt {
  fstatat(AT_FDCWD, name.fileName, status, 0)
}

package func access(_ name: String, _ mode: CInt) -> CInt { Glibc.access(name.fileName, mode) }

@discardableResult
package func mkdir(_ name: String, _ mode: mode_t) -> CInt { Glibc.mkdir(name.fileName, mode) }

@discardableResult
package func unlink(_ name: String) -> CInt { Glibc.unlink(name.fileName) }

@discardableResult
package func rename(_ name: String, _ next: String) -> CInt {
  Glibc.rename(name.fileName, next.fileName)
}

package func link(_ name: String, _ next: String) -> CInt {
  Glibc.link(name.fileName, next.fileName)
}

package func opendir(_ name: String) -> OpaquePointer? { Glibc.opendir(name.fileName) }

/// The names in a directory, in no order, without `.` and `..`; nil, with `errno`, when it cannot be read.
package func fileNames(in directory: String) -> [String]? {
  var names: [String] = []
  let isRead = forEachFileName(in: directory) { name, _ in
    if let name = name.baseAddress { names.append(String(fileName: name)) }
  }
  return isRead ? names : nil
}

/// Goes through the names in a directory, in no order, without `.` and `..`.
///
/// - Parameters:
///   - directory: its path.
///   - body: called with each name, after which a zero stands, and the directory's descriptor.
/// - Returns: false, with `errno`, when it cannot be read.
package func forEachFileName(
  in directory: String,
  _ body: (UnsafeBufferPointer<CChar>, CInt) -> Void
) -> Bool {
  guard let open = opendir(directory) else { return false }
  defer { closedir(open) }
  let descriptor = dirfd(open)
  while let entry = readdir(open) {
    let name = entry.fileName
    let isDot = name[0] == 0x2e && (name[1] == 0 || name[1] == 0x2e && name[2] == 0)
    if !isDot { body(UnsafeBufferPointer(start: name, count: strlen(name)), descriptor) }
  }
  return true
}

/// Reads bytes of a file from a place on until the buffer is full or the file ends.
///
/// - Returns: how many there were, and the system's error or 0.
package func readAll(
  _ descriptor: CInt,
  from start: Int = 0,
  into buffer: UnsafeMutableRawBufferPointer
) -> (count: Int, code: CInt) {
  var count = 0
  while count < buffer.count, let base = buffer.baseAddress {
    let got = pread(descriptor, base + count, buffer.count - count, off_t(start + count))
    if got < 0, errno == EINTR { continue }
    guard got > 0 else { return (count, got < 0 ? errno : 0) }
    count += got
  }
  return (count, 0)
}

/// Writes all of the bytes; gives the system's error, or 0.
package func writeAll(_ bytes: [UInt8], to descriptor: CInt) -> CInt {
  bytes.withUnsafeBytes { buffer in
    var done = 0
    while done < buffer.count, let base = buffer.baseAddress {
      let count = Glibc.write(descriptor, base + done, buffer.count - done)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return count < 0 ? errno : EIO }
      done += count
    }
    return 0
  }
}

extension UnsafeMutablePointer<dirent> {
  /// The name that `readdir` gives.
  ///
  /// An entry is only as long as its name, and the last one may end where memory does: its field must
  /// not be copied as a whole.
  var fileName: UnsafePointer<CChar> {
    (UnsafeRawPointer(self) + (MemoryLayout<dirent>.offset(of: \.d_name) ?? 0))
      .assumingMemoryBound(to: CChar.self)
  }
}

package func inotify_add_watch(_ descriptor: CInt, _ name: String, _ events: UInt32) -> CInt {
  Glibc.inotify_add_watch(descriptor, name.fileName, events)
}

/// Where a symbolic link leads; nil when it is none.
package func linkTarget(_ name: String) -> String? {
  var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
  let count = readlink(name.fileName, &buffer, buffer.count)
  return count > 0 ? String(fileName: buffer[..<count].map { UInt8(bitPattern: $0) }) : nil
}

/// A path without symbolic links and dots; nil when nothing is there.
package func resolvedPath(_ name: String) -> String? {
  guard let path = Glibc.realpath(name.fileName, nil) else { return nil }
  defer { free(path) }
  return String(fileName: path)
}
