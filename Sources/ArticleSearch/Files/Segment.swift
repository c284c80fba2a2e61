import CXapian
import Platform

/// A file of the index, which is never written again.
final class Segment {
  private let handle: OpaquePointer

  /// Opens a file.
  init(_ path: String) throws(SearchError) {
    let opened = try SearchError.check { xapianOpen(path.fileName, $0) }
    guard let opened else { throw .failed(path) }
    handle = opened
  }

  deinit { xapianClose(handle) }

  /// Calls `body` with the value of a key; empty where there is none.
  func withValue<Result>(
    _ key: [UInt8],
    _ body: (UnsafeRawBufferPointer) throws(SearchError) -> Result
  ) throws(SearchError) -> Result {
    let found = try SearchError.check { xapianValue(handle, key, key.count, $0) }
    return try body(UnsafeRawBufferPointer(start: found.bytes, count: found.count))
  }

  /// The keys that begin so, rising.
  func keys(from prefix: [UInt8], limit: Int) throws(SearchError) -> [[UInt8]] {
    let found = try SearchError.check { xapianKeys(handle, prefix, prefix.count, limit, $0) }
    let bytes = UnsafeBufferPointer(start: found.bytes, count: found.count)
    var keys: [[UInt8]] = []
    var place = 0
    while place < bytes.count {
      let end = min(bytes.count, place + 1 + Int(bytes[place]))
      keys.append(Array(bytes[(place + 1)..<end]))
      place = end
    }
    return keys
  }

  /// The record of a document's text; see `StoredDocument`.
  func textRecord(_ number: UInt32) throws(SearchError) -> [UInt8] {
    try withValue(StoredDocument.key(of: number)) { Array($0) }
  }
}
