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
  guard let open = opendir(directory) else { return nil }
  defer { closedir(open) }
  var names: [String] = []
  while let entry = readdir(open) {
    let name = String(nameOf: entry)
    if name != ".", name != ".." { names.append(name) }
  }
  return names
}

extension String {
  /// The name that `readdir` gives.
  ///
  /// An entry is only as long as its name, and the last one may end where memory does: its field must
  /// not be copied as a whole.
  init(nameOf entry: UnsafeMutablePointer<dirent>) {
    let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
    let name = UnsafeRawPointer(entry) + offset
    self.init(fileName: name.assumingMemoryBound(to: CChar.self))
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
