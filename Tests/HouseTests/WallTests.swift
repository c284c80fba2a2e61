import Foundation
import Glibc
import Testing

private let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()

private struct SourceFile {
  var room: String
  var name: String
  var text: String
  var lines: [Substring]

  init(_ path: String, in base: URL) throws {
    room = String(path.prefix { $0 != "/" })
    name = path
    text = try String(contentsOf: base.appending(path: path), encoding: .utf8)
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  static func all(in directory: String) throws -> [SourceFile] {
    let base = root.appending(path: directory)
    return try FileManager.default.subpathsOfDirectory(atPath: base.path).filter {
      $0.hasSuffix(".swift")
    }.map { try SourceFile($0, in: base) }
  }

  /// Whether the file is in a folder (a module or part of one), or is that file.
  func isIn(_ folder: String) -> Bool { name == folder || name.hasPrefix(folder + "/") }

  /// Whether the file contains a word; much faster than matching a pattern.
  func has(_ word: String) -> Bool {
    text.withCString { text in word.withCString { strstr(text, $0) != nil } }
  }

  /// The lines that contain any of the words.
  func lines(with words: [String]) -> [Substring] {
    let found = words.filter(has)
    return found.isEmpty ? [] : lines.filter { line in found.contains { line.contains($0) } }
  }
}

/// Every Swift file under Sources, read once for all tests.
private let allSources = Result { try SourceFile.all(in: "Sources") }

private func sources() throws -> [SourceFile] { try allSources.get() }

/// The allowed imports by module, from the table in the code map; nil for modules that may import all.
private func mayImport() throws -> [String: Set<String>?] {
  let note = try String(
    contentsOf: root.appending(path: "Sources/ARCHITECTURE.md"), encoding: .utf8)
  var table: [String: Set<String>?] = [:]
  for line in note.split(separator: "\n") {
    let cells = line.split(separator: "|", omittingEmptySubsequences: false).map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    guard cells.count == 6, cells[1].hasPrefix("`"), cells[1].hasSuffix("`") else { continue }
    let room = cells[1].trimmingCharacters(in: ["`"])
    switch cells[3] {
    case "all": table[room] = .some(nil)
    case "the standard library": table[room] = []
    default: table[room] = Set(cells[3].components(separatedBy: ", "))
    }
  }
  return table
}

/// Code that is allowed only in certain places.
private struct Rule {
  /// The acceptance numbers and the subject.
  var name: String
  /// Words, one of which is on every line in question: a fast filter before the pattern.
  var words: [String]
  /// The pattern that such a line matches.
  var pattern = ""
  /// The modules or folders to check; empty for all.
  var folders: [String] = []
  /// The folders and file name suffixes where it is allowed.
  var places: [String] = []

  func holds(for file: SourceFile) -> Bool {
    (folders.isEmpty || folders.contains { file.isIn($0) })
      && !places.contains { file.isIn($0) || file.name.hasSuffix($0) }
  }
}

@Suite("The house") struct WallTests {
  private static let rules = [
    Rule(
      name: "2.4 3.21 a branch on the kind of layout, by its property, its type or a case of it",
      words: ["ayout.", ".tooSmall", ".narrow", ".medium", ".wide"],
      pattern: #"\b[Ll]ayout\.[Kk]ind\b|\.(tooSmall|narrow|medium|wide)\b"#,
      folders: ["Reader", "luego"], places: ["Reader/Layout.swift"]),
    Rule(
      name: "2.9 a color's number", words: ["0x", "#"],
      pattern: #"0x[0-9A-Fa-f]{6}\b|#[0-9A-Fa-f]{6}\b"#, folders: ["Reader"]),
    Rule(
      name: "2.2 the size of the terminal", words: ["TIOCGWINSZ", "\"COLUMNS\""],
      places: ["Terminal/Ncurses"]),
    Rule(
      name: "2.11 a size that is no named constant",
      words: ["columns: ", "rows: ", "width: ", "height: "],
      pattern: #"(columns|rows|width|height): \d\d"#, folders: ["Reader"],
      places: ["Reader/Model", "Reader/Typesetting", "Layout.swift"]),
    Rule(
      name: "3.19 a type named for what says nothing",
      words: ["Manager", "Helper", "Utils", "Handler", "Base"],
      pattern:
        #"\b(class|struct|enum|protocol|actor) \w*(Manager|Helper|Utils|Handler|Base)\b"#),
    Rule(
      name: "0.6 a list of the filters",
      words: ["\"All Articles\"", "\"Favorites\"", "\"Discovery\""],
      places: ["ReadingList/Queries/Filter.swift"]),
    Rule(
      name: "0.6 a filter's title or sign by default: a new one would compile without its own",
      words: ["default:"], folders: ["ReadingList/Queries/Filter.swift"]),
    Rule(
      name: "0.25 1.7 a copy of list, cursor, open article or focus",
      words: [": Navigation.Pane", ": SavedView"],
      pattern: #"^\s*(package |private |internal )*(\(set\) )?"#
        + #"var (focus|view|places|cursor|isZen|order|filter)\b[^{]*$"#,
      folders: ["Reader", "luego"], places: ["Reader/Model"]),
    Rule(
      name: "0.25 1.7 where each list is", words: ["var places: [SavedView: Place]"],
      places: ["Reader/Model/Navigation.swift"]),
    Rule(
      name: "what traps on purpose or lies about concurrency",
      words: ["try!", "@unchecked Sendable", "nonisolated(unsafe)", "fatalError(", "as!"]),
    Rule(
      name: "a file named to the system in text, which is not what the C library takes",
      words: ["Glibc.", "opendir(", "realpath(", "readlink(", "inotify_add_watch("],
      pattern:
        #"^(?!.*func ).*\b(Glibc\.(open|access|mkdir|rmdir|unlink|rename|link|symlink|chmod)"#
        + #"|opendir|realpath|readlink|inotify_add_watch)\((?!.*\.fileName)"#,
      folders: ["Platform"]),
    Rule(
      name: "words of the command line with their bytes replaced",
      words: ["CommandLine.arguments"], places: ["luego-bench"]),
    Rule(
      name: "an end of the process", words: ["xit("],
      pattern: #"\b(exit|_exit|quick_exit|_Exit)\("#, places: ["Processes/CurrentProcess.swift"]),
    Rule(
      name: "an end of the program",
      words: ["CurrentProcess.end("], places: ["luego/main.swift", "luego-bench"]),
    Rule(name: "a module that is handed on", words: ["@_exported"]),
  ]

  @Test(
    "0.6 0.25 1.7 2.2 2.4 2.9 2.11 3.19 3.21 colors, sizes, filters, branches and ends stand at their places"
  )
  func places() throws {
    for rule in Self.rules {
      let pattern = try Regex(rule.pattern)
      var isAtPlace = rule.places.isEmpty
      for file in try sources() {
        for line in file.lines(with: rule.words) where !line.contains("///") {
          let isFound = line.firstMatch(of: pattern) != nil
          if rule.holds(for: file) {
            #expect(!isFound, "\(rule.name): \(file.name): \(line)")
          } else if isFound {
            isAtPlace = true
          }
        }
      }
      // A pattern without any match has been renamed.
      #expect(isAtPlace, "\(rule.name)")
    }
  }

  @Test("2.4 3.21 there is exactly one branch on the kind of layout") func oneBranch() throws {
    let layout = try #require(try sources().first { $0.name == "Reader/Layout.swift" })
    let branch = /\b(switch|if case|guard case)\b.*\bkind\b/
    #expect(layout.lines.count { !$0.contains("///") && $0.contains(branch) } == 1)
  }

  @Test(
    "3.18 3.20 4.1 0.23 each room imports what the table allows, and the system where it belongs")
  func imports() throws {
    let system: [String: [String]] = [
      "Glibc": ["Platform", "Terminal/Ncurses"], "CFileSystem": ["Platform"],
      "CNcurses": ["Terminal/Ncurses"], "CXapian": ["Library/Search"],
      "CICU": ["ReadingList/Segmentation"],
      "CCurl": ["Web/Fetching"], "CUchardet": ["Web/Fetching"], "Musl": [], "Darwin": [],
      "Foundation": [], "FoundationEssentials": [], "Dispatch": [],
    ]
    let kinds = "struct|class|enum|func|var|typealias"
    let form = try Regex(
      "^(?:@\\w+ |package |public |private |internal )*import (?:(?:\(kinds)) )?(\\w+)",
      as: (Substring, Substring).self)
    let table = try mayImport()
    #expect(Set(try sources().map(\.room)) == Set(table.keys))
    for file in try sources() {
      let allowed = table[file.room] ?? nil
      for line in file.lines(with: ["import "]) {
        guard let module = line.firstMatch(of: form).map({ String($0.output.1) }) else { continue }
        #expect(
          allowed?.contains(module) != false || module == "Synchronization", "\(file.name): \(line)"
        )
        #expect(system[module]?.contains { file.isIn($0) } != false, "\(file.name): \(line)")
        // The model does not use cells.
        let isUnknown = file.isIn("Reader/Model") && module == "Terminal"
        #expect(!isUnknown, "\(file.name): \(line)")
      }
    }
  }

  @Test(
    "4.1 4.2 the map and the package say the same of who may import whom, and one knows ncurses")
  func package() throws {
    let manifest = try String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
    var cursesUsers: [String] = []
    for (room, allowed) in try mayImport() {
      guard let allowed else { continue }
      let named = /(room\(\s*|name: )"(?<room>[^"]+)"/
      let start = try #require(
        manifest.matches(of: named).last { $0.room == room }?.range, "\(room)")
      let rest = manifest[start.upperBound...]
      let row = rest.prefix(
        upTo: rest.firstRange(of: /\n    (room\(|\.|\/\/)/)?.lowerBound ?? rest.endIndex)
      let list = row.firstMatch(of: /(imports|dependencies): \[([^\]]*)\]/)?.output.2 ?? ""
      let imports = Set(list.matches(of: /"([^"]+)"/).map { String($0.output.1) })
      #expect(imports == allowed.subtracting(["Glibc"]), "\(room)")
      if imports.contains("CNcurses") { cursesUsers.append(room) }
    }
    #expect(cursesUsers == ["Terminal"])
  }

  @Test("4.3 a protocol stands only where a second implementation does") func protocols() throws {
    let declared = /^(package |public |private )?protocol (\w+)/
    let tests = try SourceFile.all(in: "Tests")
    let all = try sources()
    var found = 0
    for file in all {
      for line in file.lines(with: ["protocol "]) {
        guard let name = line.firstMatch(of: declared)?.output.2 else { continue }
        found += 1
        let use = try Regex("(class|struct|enum|actor|extension) \\w+: [^{]*\\b\(name)\\b")
        let inSources = all.flatMap { $0.lines(with: [String(name)]) }.count {
          $0.firstMatch(of: use) != nil
        }
        let inTests = tests.count { $0.has(String(name)) && $0.text.firstMatch(of: use) != nil }
        #expect(inSources + inTests >= 2, "\(name)")
      }
    }
    #expect(found > 0)
  }

  @Test("tests use what the package offers, so that they test the build that is installed")
  func testable() throws {
    for file in try SourceFile.all(in: "Tests") {
      #expect(!file.has(["@testable", "import"].joined(separator: " ")), "\(file.name)")
    }
  }

  @Test("the top level is exactly what the layout names") func topLevel() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: root.path).filter {
      !$0.hasPrefix(".")
    }.sorted()
    #expect(
      names == ["Data", "LICENSE", "Makefile", "Package.swift", "README.md", "Sources", "Tests"])
  }

  @Test("4.1 seven lines in ten are core") func coreShare() throws {
    var lines: [String: Int] = [:]
    var screen = 0
    for file in try sources() {
      lines[file.room, default: 0] += file.lines.count
      let isCore =
        !["Reader", "Terminal/Ncurses", "luego", "luego-bench"].contains { file.isIn($0) }
        || file.isIn("Reader/Model") || file.isIn("Reader/Typesetting")
      if !isCore { screen += file.lines.count }
    }
    let all = lines.values.reduce(0, +)
    for (room, count) in lines.sorted(by: { $0.key < $1.key }) {
      print("\(room): \(count) lines, \(count * 100 / all)%")
    }
    #expect((all - screen) * 100 / all >= 70)
  }
}
