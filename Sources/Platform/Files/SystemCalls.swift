import CFileSystem
import Glibc

// System calls that take file names, for names in a `String` (the C functions would take its text
// as bytes). They return 0, or -1 and `SystemError.last`.

@discardableResult package func mkdir(_ name: String, _ permissions: UInt32) -> Int32 {
  Glibc.mkdir(name.fileName, mode_t(permissions))
}

@discardableResult package func rmdir(_ name: String) -> Int32 { Glibc.rmdir(name.fileName) }

@discardableResult package func unlink(_ name: String) -> Int32 { Glibc.unlink(name.fileName) }

@discardableResult package func rename(_ name: String, _ next: String) -> Int32 {
  Glibc.rename(name.fileName, next.fileName)
}

@discardableResult package func symlink(_ target: String, _ name: String) -> Int32 {
  Glibc.symlink(target.fileName, name.fileName)
}

@discardableResult package func chmod(_ name: String, _ permissions: UInt32) -> Int32 {
  Glibc.chmod(name.fileName, mode_t(permissions))
}

/// Renames to an unused name: in one step, by a link, or, if the file system has neither, after a
/// check.
package func renameWithoutReplacing(_ name: String, _ next: String) -> Int32 {
  let code = luego_place(name.fileName, next.fileName)
  guard code != 0, errno == EINVAL || errno == ENOSYS else { return code }
  if Glibc.link(name.fileName, next.fileName) == 0 { return unlink(name) }
  if errno == EEXIST { return -1 }
  do throws(SystemError) {
    _ = try FileStatus(notFollowing: next)
    errno = EEXIST
  } catch {
    if error == .notFound { return rename(name, next) }
    errno = error.code
  }
  return -1
}

package func touch(_ name: String) { _ = utimensat(AT_FDCWD, name.fileName, nil, 0) }

/// Does not follow links.
package func removeTree(_ path: String) {
  for name in fileNames(in: path) ?? [] {
    let place = path + "/" + name
    if (try? FileStatus(notFollowing: place))?.isDirectory == true {
      removeTree(place)
    } else {
      unlink(place)
    }
  }
  rmdir(path)
}

/// Access checks, with the values of `access(2)`.
package enum FileAccess: Int32, Sendable { case existing, executing, writing, reading = 4 }

/// If false, `SystemError.last` says why.
package func allows(_ access: FileAccess, _ name: String) -> Bool {
  Glibc.access(name.fileName, access.rawValue) == 0
}

package func exists(_ name: String) -> Bool { allows(.existing, name) }

/// Unordered, without `.` and `..`; nil, with `SystemError.last`, if the directory cannot be read.
package func fileNames(in directory: String) -> [String]? {
  guard let open = opendir(directory.fileName) else { return nil }
  return fileNames(in: open)
}

/// Returns the names in an open directory, and closes it.
package func fileNames(inDirectory descriptor: Int32) -> [String]? {
  guard let open = fdopendir(descriptor) else {
    let code = errno
    close(descriptor)
    errno = code
    return nil
  }
  return fileNames(in: open)
}

private func fileNames(in open: OpaquePointer) -> [String]? {
  var names: [String] = []
  while true {
    // Only `errno` tells the end from an error.
    errno = 0
    guard let entry = readdir(open) else { break }
    let name = String(fileName: entry.fileName)
    if name != ".", name != ".." { names.append(name) }
  }
  let code = errno
  closedir(open)
  errno = code
  return code == 0 ? names : nil
}

/// Reads from an offset until the buffer is full or the file ends; returns the count, and the error
/// or 0.
package func readAll(
  _ descriptor: Int32, from start: Int = 0, into buffer: UnsafeMutableRawBufferPointer
) -> (count: Int, code: Int32) {
  var count = 0
  while count < buffer.count, let base = buffer.baseAddress {
    let got = pread(descriptor, base + count, buffer.count - count, off_t(start + count))
    if got < 0, errno == EINTR { continue }
    guard got > 0 else { return (count, got < 0 ? errno : 0) }
    count += got
  }
  return (count, 0)
}

/// Writes all bytes; returns the error, or 0.
@discardableResult package func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
  bytes.withUnsafeBytes { buffer in
    var done = 0
    while done < buffer.count, let base = buffer.baseAddress {
      let count = Glibc.write(descriptor, base + done, buffer.count - done)
      if count < 0, errno == EINTR { continue }
      // Another program made it non-blocking.
      var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      if count < 0, errno == EAGAIN, poll(&entry, 1, -1) > 0 || errno == EINTR { continue }
      guard count > 0 else { return count < 0 ? errno : EIO }
      done += count
    }
    return 0
  }
}

extension UnsafeMutablePointer<dirent> {
  /// The name of a `readdir` entry.
  ///
  /// An entry is only as long as its name, and may end where its memory does: the field must not be
  /// copied as a whole.
  fileprivate var fileName: UnsafePointer<CChar> {
    (UnsafeRawPointer(self) + (MemoryLayout<dirent>.offset(of: \.d_name) ?? 0)).assumingMemoryBound(
      to: CChar.self)
  }
}

/// Nil if it is not a symbolic link.
package func linkTarget(_ name: String) -> String? {
  var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
  let count = readlink(name.fileName, &buffer, buffer.count)
  return count > 0 ? String(fileName: buffer[..<count].map { UInt8(bitPattern: $0) }) : nil
}

/// The path without symbolic links and dots; nil if it does not exist.
package func resolvedPath(_ name: String) -> String? {
  guard let path = realpath(name.fileName, nil) else { return nil }
  defer { free(path) }
  return String(fileName: path)
}
