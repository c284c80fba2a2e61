import ArticleSearch
import Glibc
import ReadingList
import TestSupport

/// An index in a directory of its own.
struct Indexed {
  let scratch: TemporaryDirectory
  let index: SearchIndex

  init(_ documents: [SearchDocument] = []) throws {
    scratch = try TemporaryDirectory()
    index = SearchIndex(directory: scratch.path("index"))
    try add(documents)
  }

  /// Puts and commits.
  func add(_ documents: [SearchDocument]) throws {
    let writer = try index.writer()
    for document in documents { try writer.put(document) }
    try writer.commit()
  }

  /// The titles of what matches, sorted.
  func titles(_ test: Query.Test, of documents: [SearchDocument]) throws -> [String] {
    let ids = Set(try index.matches(test))
    return documents.filter { ids.contains($0.id) }.map(\.title).sorted()
  }

  /// The files that the index consists of, but the lock.
  var files: [String] {
    (names(in: index.directory)).filter { $0 != "lock" }.sorted()
  }
}

func names(in directory: String) -> [String] {
  guard let listing = opendir(directory) else { return [] }
  defer { closedir(listing) }
  var names: [String] = []
  while let entry = readdir(listing) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) {
      $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    if name != ".", name != ".." { names.append(name) }
  }
  return names
}

/// An article whose id comes from its number.
func document(
  _ number: Int,
  _ title: String = "",
  _ body: String = "",
  language: String = "",
  stamp: UInt64 = 1
) -> SearchDocument {
  SearchDocument(
    id: id(number),
    stamp: stamp,
    title: title,
    language: language,
    body: body
  )
}

func id(_ number: Int) -> ArticleID { ArticleID(canonicalURL: "urn:test:\(number)") }
