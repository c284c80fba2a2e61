import Foundation
import Glibc
import Library
import ReadingList
import TestSupport

/// A library in a temporary directory, removed when the test ends.
final class Scratch: Sendable {
  private let directory: TemporaryDirectory

  init() {
    guard let made = try? TemporaryDirectory() else { preconditionFailure("no directory is made") }
    directory = made
  }

  var path: String { directory.path }
  var library: String { path + "/library" }
  var cache: String { path + "/cache" }
  var state: String { path + "/state" }

  func open(_ access: Library.Access = .readWrite, files: FileLayer = .real) throws -> Library {
    try Library.open(library, cache: cache, state: state, access: access, files: files)
  }

  func file(_ id: ArticleID) -> String { LibraryFiles.record(of: id, in: library) }

  func body(_ id: ArticleID) -> String { LibraryFiles.text(of: id, in: library) }

  static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  static func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }

  /// Replaces a file, as sync programs do.
  static func rename(_ from: String, to path: String) { Glibc.rename(from, path) }

  /// Every file at or below a path, with its bytes.
  static func contents(_ path: String) -> [String: [UInt8]] {
    let below = FileManager.default.subpaths(atPath: path) ?? []
    return ([path] + below.map { path + "/" + $0 }).reduce(into: [:]) { $0[$1] = read($1) }
  }

  static func read(_ path: String) -> [UInt8]? {
    FileManager.default.contents(atPath: path).map { Array($0) }
  }

  static func text(_ path: String) -> String? {
    read(path).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Writes in place, as editors that keep the inode do.
  static func write(_ text: String, to path: String) { write(Array(text.utf8), to: path) }

  static func write(_ bytes: [UInt8], to path: String) {
    do { try Data(bytes).write(to: URL(filePath: path)) } catch { preconditionFailure("\(error)") }
  }
}

/// A moment this many seconds into the tests' fixed day.
func at(_ seconds: Int64) -> Timestamp {
  Timestamp(seconds: 1_770_000_000).advanced(bySeconds: seconds)
}

func article(_ url: String, at moment: Timestamp = at(0)) throws -> Article {
  Article(address: try WebAddress(url), given: url, savedAt: moment)
}
