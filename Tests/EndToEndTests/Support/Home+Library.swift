import Foundation
import TestSupport
import Testing

/// What the library of a home holds, as files and as the program shows it.
extension Home {
  /// Saves a page with its text.
  func save(_ url: String, title: String, text: String = "Herons stand in the water.") async throws
  {
    let body = String(repeating: "<p>\(text) They wait for fish there.</p>", count: 20)
    let page = "<title>\(title)</title><article><h1>\(title)</h1>\(body)</article>"
    let outcome = try await luego("add", "--html", "-", url, input: Array(page.utf8))
    try #require(outcome.status == 0, "\(outcome.errorLines)")
  }

  /// What the program shows of every article, Trash included: lists and all that is known of each.
  func shown(_ library: String? = nil) async throws -> [String: String] {
    let options = library.map { ["--library", $0] } ?? []
    var found: [String: String] = [:]
    for list in ["in:all", "in:trash"] {
      let outcome = try await run(options + ["list", "--json", list])
      try #require([0, 3].contains(outcome.status), "\(outcome.errorLines)")
      for line in outcome.lines {
        let entry = try JSONDecoder().decode(Entry.self, from: Data(line.utf8))
        found[entry.id] = line
      }
    }
    return found
  }

  /// Writes the config file, and gives its path.
  @discardableResult
  func configure(_ text: String) throws -> String {
    try directory.write(".config/luego/config", text: text)
  }

  /// Makes a directory in the home with those above it, and gives its path.
  @discardableResult
  func makeDirectory(_ name: String) throws -> String {
    try FileManager.default.createDirectory(
      atPath: directory.path(name), withIntermediateDirectories: true)
    return directory.path(name)
  }

  /// Puts a file into the inbox that nobody writes to any more, and gives its path.
  @discardableResult
  func putInInbox(_ name: String, text: String) throws -> String {
    try age(directory.write(".local/share/luego/inbox/" + name, text: text))
  }

  /// Makes a file one that was changed long ago.
  @discardableResult
  func age(_ path: String) throws -> String {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)], ofItemAtPath: path)
    return path
  }

  /// The files under the home directory that hold some bytes, by their paths.
  func files(holding word: String, except: (String) -> Bool = { _ in false }) throws -> [String] {
    let wanted = Array(word.utf8)
    return try files(under: path).filter { name, bytes in
      !except(name) && (name.contains(word) || bytes.firstRange(of: wanted) != nil)
    }.map(\.key).sorted()
  }
}
