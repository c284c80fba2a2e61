import CXapian
import Platform
import ReadingList

/// A committed state of the index, open for reading.
final class Reader {
  /// A term and the number of documents that have it.
  typealias Term = (bytes: [UInt8], count: Int)
  /// By the number of a document: 1 if it is one of a set, else 0.
  typealias Marks = [UInt8]

  /// The version of words, terms and values.
  static let format = "luego 6"

  private let handle: OpaquePointer
  /// By number; zero where there is no document.
  private(set) var ids: [ArticleID] = []
  private(set) var stamps: [UInt64] = []
  /// The numbers of all documents, sorted by id.
  private(set) var order: [UInt32] = []

  /// Opens the index in a directory.
  init(_ directory: String) throws(SearchError) {
    let opened = try SearchError.check { xapianOpen(directory, Self.format, $0) }
    guard let opened else { throw .failed(directory) }
    handle = opened
    let all = try SearchError.check { xapianAll(handle, $0) }
    let entries = UnsafeBufferPointer(start: all.entries, count: all.count)
    let size = Int(entries.last?.number ?? 0) + 1
    // Numbers of deleted articles stay free, but not that many.
    guard size <= entries.count * 100 + 100_000 else { throw .damaged("its numbers are too large") }
    ids = Array(repeating: ArticleID(head: 0, tail: 0), count: size)
    stamps = Array(repeating: 0, count: size)
    for entry in entries where entry.number < size {
      (ids[Int(entry.number)], stamps[Int(entry.number)]) = entry.content
      order.append(entry.number)
    }
    order.sort { [ids] in ids[Int($0)] < ids[Int($1)] }
  }

  deinit { xapianClose(handle) }

  /// Marks for no document.
  var none: Marks { Marks(repeating: 0, count: ids.count) }

  /// Marks of articles whose ids are sorted.
  func marks(of articles: [ArticleID]) -> Marks {
    var marks = none
    var rest = articles[...]
    for number in order {
      let id = ids[Int(number)]
      while let first = rest.first, first < id { rest.removeFirst() }
      if rest.first == id { marks[Int(number)] = 1 }
    }
    return marks
  }

  /// The articles that are marked, sorted by id.
  func articles(_ marks: Marks) -> [ArticleID] {
    order.compactMap { marks[Int($0)] == 0 ? nil : ids[Int($0)] }
  }

  /// The number of an article's document.
  func number(of id: ArticleID) -> UInt32? {
    let place = order.partitioningIndex { ids[Int($0)] >= id }
    return place < order.count && ids[Int(order[place])] == id ? order[place] : nil
  }

  /// The most frequent terms that begin with `prefix` and have `part` after it.
  func terms(_ prefix: [UInt8], part: [UInt8] = [], limit: Int) throws(SearchError) -> [Term] {
    let found = try prefix.asBytes { prefix in
      part.asBytes { part in
        Result { () throws(SearchError) in
          try SearchError.check { xapianTerms(handle, prefix, part, limit, $0) }
        }
      }
    }.get()
    let bytes = UnsafeBufferPointer(start: found.bytes, count: found.count)
    var terms: [Term] = []
    var place = 0
    while place < bytes.count {
      let end = place + 1 + Int(bytes[place])
      let count = bytes[end..<(end + 4)].reversed().reduce(0) { $0 << 8 | Int($1) }
      terms.append((Array(bytes[(place + 1)..<end]), count))
      place = end + 4
    }
    return terms
  }

  /// Marks of the documents that have at least one of some terms.
  func marks(_ terms: [[UInt8]]) throws(SearchError) -> Marks {
    var marks = none
    try Self.list(terms).asBytes { terms in
      Result { () throws(SearchError) in
        try SearchError.check { xapianMark(handle, terms, &marks, marks.count, $0) }
      }
    }.get()
    return marks
  }

  /// The best of the marked documents.
  ///
  /// - Parameters:
  ///   - marks: the documents that match.
  ///   - counted: terms that count together like one, and how much.
  ///   - limit: the most documents.
  /// - Returns: their numbers, best first; equal ones by id.
  /// - Throws: `SearchError`.
  func ranked(
    _ marks: Marks, by counted: [(terms: [[UInt8]], weight: Double)], limit: Int
  ) throws(SearchError) -> [UInt32] {
    for (terms, weight) in counted {
      try Self.list(terms).asBytes { terms in
        Result { () throws(SearchError) in
          try SearchError.check { xapianCount(handle, terms, weight, $0) }
        }
      }.get()
    }
    let found = try SearchError.check { xapianRank(handle, marks, marks.count, limit, $0) }
    return UnsafeBufferPointer(start: found.entries, count: found.count).map(\.number)
  }

  private static func list(_ terms: [[UInt8]]) -> [UInt8] {
    terms.flatMap { [UInt8(clamping: $0.count)] + $0 }
  }
}

extension XapianEntry {
  /// The value of an article.
  static func value(_ id: ArticleID, _ stamp: UInt64) -> [UInt8] {
    id.bytes + withUnsafeBytes(of: stamp.bigEndian) { Array($0) }
  }

  /// The article and its stamp.
  var content: (ArticleID, UInt64) {
    withUnsafeBytes(of: value) { value in
      let head = UInt64(bigEndian: value.loadUnaligned(fromByteOffset: 0, as: UInt64.self))
      let tail = UInt16(bigEndian: value.loadUnaligned(fromByteOffset: 8, as: UInt16.self))
      let stamp = UInt64(bigEndian: value.loadUnaligned(fromByteOffset: 10, as: UInt64.self))
      return (ArticleID(head: head, tail: tail), stamp)
    }
  }
}

extension [UInt8] {
  fileprivate func asBytes<Value>(_ body: (XapianBytes) -> Value) -> Value {
    withUnsafeBufferPointer { body(XapianBytes(bytes: $0.baseAddress, count: $0.count)) }
  }
}
