import Foundation
import Library
import ReadingList
import Synchronization
import TestSupport

/// A temporary index, and the texts of a library.
struct Indexed {
  let scratch: TemporaryDirectory
  let library: TextLibrary
  let index: SearchIndex

  init(_ documents: [SearchDocument] = []) throws {
    scratch = try TemporaryDirectory()
    library = TextLibrary()
    index = SearchIndex(directory: scratch.path("index"), texts: library.texts)
    try add(documents)
  }

  /// Adds documents and commits.
  func add(_ documents: [SearchDocument]) throws {
    let writer = try index.writer()
    for document in documents { try put(document, writer) }
    try writer.commit()
  }

  /// Changes the library and the index.
  func put(_ document: SearchDocument, _ writer: SearchWriter) throws {
    library[document.id] = document
    try writer.put(document)
  }

  /// The index's files, without locks.
  var files: [String] {
    names(in: index.directory).filter { $0 != "lock" && $0 != "flintlock" }.sorted()
  }
}

extension SearchIndex {
  /// The best articles that match any of the conditions.
  func best(_ tests: Query.Test..., limit: Int) throws -> [ArticleID] {
    let found = Set(try tests.flatMap { try matches($0) }).sorted()
    return try ranked(tests, among: found, limit: limit)
  }
}

/// Documents by id, in place of a library.
final class TextLibrary: Sendable {
  private let documents = Mutex<[ArticleID: SearchDocument]>([:])

  subscript(id: ArticleID) -> SearchDocument? {
    get { documents.withLock { $0[id] } }
    set { documents.withLock { $0[id] = newValue } }
  }

  var texts: SearchTexts { { self[$0] } }
}

func names(in directory: String) -> [String] {
  (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
}

/// An article whose id is derived from a number.
func document(
  _ number: Int, _ title: String = "", _ body: String = "", language: String = "",
  stamp: UInt64 = 1, _ change: (inout SearchDocument) -> Void = { _ in }
) -> SearchDocument {
  var document = SearchDocument(
    id: id(number), stamp: stamp, title: title, language: language, body: body)
  change(&document)
  return document
}

func id(_ number: Int) -> ArticleID { ArticleID(canonicalURL: "urn:test:\(number)") }
