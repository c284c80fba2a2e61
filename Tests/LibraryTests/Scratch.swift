import Glibc
import Library
import ReadingList
import TestSupport

/// A directory of a test's own, removed with everything in it when the test is over.
final class Scratch {
  let path: String

  init() {
    var template = Array("\(TemporaryDirectory.parent)/luego-store-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else {
      preconditionFailure("No directory can be made in \(TemporaryDirectory.parent)")
    }
    path = String(cString: made)
  }

  deinit { Self.remove(path) }

  var library: String { path + "/library" }
  var cache: String { path + "/cache" }
  var state: String { path + "/state" }

  func open(_ access: Library.Access = .readWrite, files: FileLayer = .real) throws -> Library {
    try Library.open(library, cache: cache, state: state, access: access, files: files)
  }

  func file(_ id: ArticleID) -> String { LibraryFiles.record(of: id, in: library) }

  func body(_ id: ArticleID) -> String { LibraryFiles.text(of: id, in: library) }

  static func mode(_ path: String) -> mode_t {
    var found = stat()
    return stat(path, &found) == 0 ? found.st_mode & 0o777 : 0
  }

  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  static func rename(_ from: String, to path: String) { Glibc.rename(from, path) }

  static func makeSpecial(_ kind: String, at path: String) {
    if kind == "pipe" { mkfifo(path, 0o600) } else { mkdir(path, 0o700) }
  }

  /// Every file below a directory with its bytes, without those of a name.
  static func contents(_ path: String, without name: String = "") -> [String: [UInt8]] {
    var found: [String: [UInt8]] = [:]
    guard let directory = opendir(path) else {
      found[path] = read(path)
      return found
    }
    defer { closedir(directory) }
    while let entry = readdir(directory) {
      let entryName = withUnsafePointer(to: &entry.pointee.d_name) {
        String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
      }
      if entryName == "." || entryName == ".." || entryName == name { continue }
      found.merge(contents(path + "/" + entryName, without: name)) { first, _ in first }
    }
    return found
  }

  static func remove(_ path: String) {
    if let directory = opendir(path) {
      while let entry = readdir(directory) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
        }
        if name != ".", name != ".." { remove(path + "/" + name) }
      }
      closedir(directory)
      rmdir(path)
    } else {
      unlink(path)
    }
  }

  static func read(_ path: String) -> [UInt8]? {
    let descriptor = Glibc.open(path, O_RDONLY)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = Glibc.read(descriptor, &buffer, buffer.count), count > 0 {
      all += buffer[..<count]
    }
    return all
  }

  static func text(_ path: String) -> String? {
    read(path).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Writes as an editor does that keeps the file's inode.
  static func write(_ text: String, to path: String) { write(Array(text.utf8), to: path) }

  static func write(_ bytes: [UInt8], to path: String) {
    let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    precondition(descriptor >= 0, "cannot write \(path)")
    var done = 0
    while done < bytes.count {
      done += bytes[done...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }
    close(descriptor)
  }
}

/// A moment some seconds after the tests' own day.
func at(_ seconds: Int64) -> Timestamp {
  Timestamp(seconds: 1_770_000_000).advanced(bySeconds: seconds)
}

func article(_ url: String, at moment: Timestamp = at(0)) throws -> Article {
  Article(address: try WebAddress(url), given: url, savedAt: moment)
}
