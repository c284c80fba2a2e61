import Foundation
import TestSupport
import Testing

/// The contents of a home's library, as files and as the program shows them.
extension Home {
  func save(_ url: String, title: String, text: String = "Herons stand in the water.") async throws
  {
    let body = String(repeating: "<p>\(text) They wait for fish there.</p>", count: 20)
    let page = "<title>\(title)</title><article><h1>\(title)</h1>\(body)</article>"
    let outcome = try await luego("add", "--html", "-", url, input: Array(page.utf8))
    try #require(outcome.status == 0, "\(outcome.errorLines)")
  }

  /// Everything the program shows of each article, Trash included: its list rows and all its details.
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

  /// Writes the config file and returns its path.
  @discardableResult
  func configure(_ text: String) throws -> String {
    try directory.write(".config/luego/config", text: text)
  }

  /// Creates a directory in the home, with its parents, and returns its path.
  @discardableResult
  func makeDirectory(_ name: String) throws -> String {
    try FileManager.default.createDirectory(
      atPath: directory.path(name), withIntermediateDirectories: true)
    return directory.path(name)
  }

  /// Writes a finished file to the inbox and returns its path.
  @discardableResult
  func putInInbox(_ name: String, text: String) throws -> String {
    try age(directory.write(".local/share/luego/inbox/" + name, text: text))
  }

  /// Backdates a file's last change.
  @discardableResult
  func age(_ path: String) throws -> String {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)], ofItemAtPath: path)
    return path
  }

  /// The paths of files under the home directory that contain the given bytes.
  func files(holding word: String, except: (String) -> Bool = { _ in false }) throws -> [String] {
    let wanted = Array(word.utf8)
    return try files(under: path).filter { name, bytes in
      !except(name) && (name.contains(word) || bytes.firstRange(of: wanted) != nil)
    }.map(\.key).sorted()
  }
}
