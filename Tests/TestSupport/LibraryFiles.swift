import Platform

/// The paths of files in a library, in the only place where tests define them.
package enum LibraryFiles {
  /// The names of the entries in a library that machines exchange.
  package static let parts = ["articles", "texts", "library.json"]

  /// The directory of all records.
  package static func articles(in library: String) -> String { library + "/articles" }

  /// The directory of all texts.
  package static func texts(in library: String) -> String { library + "/texts" }

  /// The file with the library's identity.
  package static func identity(in library: String) -> String { library + "/library.json" }

  /// The directory of an article's records; two digits also name a directory.
  package static func shard(of id: some CustomStringConvertible, in library: String) -> String {
    "\(articles(in: library))/\(id.description.prefix(2))"
  }

  /// The directory of an article's text; two digits also name a directory.
  package static func textShard(of id: some CustomStringConvertible, in library: String) -> String {
    "\(texts(in: library))/\(id.description.prefix(2))"
  }

  /// The files of an article's records, one for each machine that has changed it.
  package static func records(of id: some CustomStringConvertible, in library: String) -> [String] {
    let directory = shard(of: id, in: library)
    return names(in: directory).filter { $0.hasPrefix("\(id).") && $0.hasSuffix(".json") }.map {
      directory + "/" + $0
    }
  }

  /// The first of these, or where a test may write one.
  package static func record(of id: some CustomStringConvertible, in library: String) -> String {
    records(of: id, in: library).first ?? record(of: id, by: "test-0000", in: library)
  }

  /// The file of one machine's record of an article.
  package static func record(
    of id: some CustomStringConvertible, by machine: String, in library: String
  ) -> String { "\(shard(of: id, in: library))/\(id).\(machine).json" }

  /// The file of an article's text, or of the text with this hash; a nonexistent path if there is none.
  package static func text(
    of id: some CustomStringConvertible, hash: String? = nil, in library: String
  ) -> String {
    let directory = textShard(of: id, in: library)
    let name = names(in: directory).first { $0.hasPrefix("\(id)-") && $0.hasSuffix(".html") }
    guard hash == nil, let name else {
      return "\(directory)/\(id)-\(hash?.prefix(16) ?? "0000000000000000").html"
    }
    return directory + "/" + name
  }

  package static func records(in library: String) -> [String] {
    files(in: articles(in: library), ending: ".json")
  }

  package static func texts(storedIn library: String) -> [String] {
    files(in: texts(in: library), ending: ".html")
  }

  /// Whether a path is a record or a directory of records.
  package static func isRecord(_ path: String) -> Bool { path.contains("/articles/") }

  /// Whether a path is a text or a directory of texts.
  package static func isText(_ path: String) -> Bool { path.contains("/texts/") }

  private static func files(in directory: String, ending: String) -> [String] {
    names(in: directory).flatMap { shard in
      names(in: directory + "/" + shard).filter { $0.hasSuffix(ending) }.map {
        "\(directory)/\(shard)/\($0)"
      }
    }
  }

  private static func names(in directory: String) -> [String] {
    (fileNames(in: directory) ?? []).sorted()
  }
}
