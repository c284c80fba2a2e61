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

  /// Every Swift file in a directory.
  static func all(in directory: String) throws -> [SourceFile] {
    let base = root.appending(path: directory)
    return try FileManager.default.subpathsOfDirectory(atPath: base.path).filter {
      $0.hasSuffix(".swift")
    }.map { try SourceFile($0, in: base) }
  }

  /// Whether it is in one of these folders, a room or a part of one.
  func isIn(_ folders: String...) -> Bool { folders.contains { name.hasPrefix($0 + "/") } }

  /// Whether a word stands in it, which is found out much sooner than what matches a pattern.
  func has(_ word: String) -> Bool {
    text.withCString { text in word.withCString { strstr(text, $0) != nil } }
  }

  /// The lines that have one of these words.
  func lines(with words: String...) -> [Substring] {
    let found = words.filter(has)
    return found.isEmpty ? [] : lines.filter { line in found.contains { line.contains($0) } }
  }
}

/// Every Swift file of the rooms, read once for all tests.
private let allSources = Result { try SourceFile.all(in: "Sources") }

private func sources() throws -> [SourceFile] { try allSources.get() }

/// Who may import whom, as the table of rooms in the map of the code has it; nil for who may import all.
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

@Suite("The house") struct WallTests {
  @Test(
    "3.18 3.20 4.1 0.23 each room imports only what the table allows, and only one knows ncurses")
  func imports() throws {
    let files = try sources()
    let table = try mayImport()
    #expect(Set(files.map(\.room)) == Set(table.keys))
    for file in files {
      guard let allowed = table[file.room] ?? nil else { continue }
      for line in file.lines(with: "import ") {
        let words = line.split(separator: " ")
        guard let index = words.firstIndex(of: "import"),
          words[..<index].allSatisfy({ ["package", "public", "private", "internal"].contains($0) })
        else { continue }
        let module = String(words[index + 1])
        // A row of the table of commands is no import.
        guard module.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else { continue }
        #expect(
          allowed.contains(module) || module == "Synchronization", "\(file.name) imports \(module)")
      }
    }
  }

  @Test("what only one part of a room may import stands there only, and nothing hands it on")
  func parts() throws {
    let system: [String: [String]] = [
      "Glibc": ["Platform", "Terminal/Ncurses"], "CFileSystem": ["Platform"],
      "CNcurses": ["Terminal/Ncurses"], "CXapian": ["Library/Search"],
      "CICU": ["ReadingList/Segmentation"],
      "CCurl": ["Web/Fetching"], "CUchardet": ["Web/Fetching"], "Musl": [], "Darwin": [],
      "Foundation": [], "FoundationEssentials": [], "Dispatch": [],
    ]
    let form = /^[@\w ]*\bimport (?:(?:struct|class|enum|func|var|typealias) )?(\w+)/
    for file in try sources() {
      for line in file.lines(with: "import ") {
        guard let module = line.firstMatch(of: form)?.output.1 else { continue }
        #expect(
          system[String(module)]?.contains { file.isIn($0) } ?? true, "\(file.name): \(line)")
        #expect(!line.contains("@_exported"), "\(file.name): \(line)")
        // The model knows no cells.
        let unknown = file.isIn("Reader/Model") && module == "Terminal"
        #expect(!unknown, "\(file.name): \(line)")
      }
    }
  }

  @Test("4.1 the map and the package say the same of who may import whom") func package() throws {
    let manifest = try String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
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
    }
  }

  @Test("2.4 3.21 there is exactly one branch on the kind of layout, and none outside the layout")
  func oneBranch() throws {
    // By the property, by the type, or by a case of it, with whatever is before it.
    let kinds = /\b[Ll]ayout\.[Kk]ind\b|\.(tooSmall|narrow|medium|wide)\b/
    let branch = /\b(switch|if case|guard case)\b.*\bkind\b/
    var branches = 0
    for file in try sources() where file.isIn("Reader", "luego") {
      if file.name == "Reader/Layout.swift" {
        branches += file.lines.count { !$0.contains("///") && $0.contains(branch) }
        continue
      }
      for line in file.lines(with: "ayout.", ".tooSmall", ".narrow", ".medium", ".wide")
      where !line.contains("///") { #expect(!line.contains(kinds), "\(file.name): \(line)") }
    }
    #expect(branches == 1)
  }

  @Test("2.9 no color numbers stand outside the themes") func colors() throws {
    let hex = /0x[0-9A-Fa-f]{6}\b|#[0-9A-Fa-f]{6}\b/
    for file in try sources() where file.isIn("Reader") {
      for line in file.lines(with: "0x", "#") {
        #expect(line.firstMatch(of: hex) == nil, "\(file.name): \(line)")
      }
    }
  }

  @Test("2.2 the size of the terminal is asked for in one room only") func oneSize() throws {
    for file in try sources() where !file.isIn("Terminal/Ncurses") {
      #expect(!file.has("TIOCGWINSZ") && !file.has("\"COLUMNS\""), "\(file.name)")
    }
  }

  @Test("3.19 no type is named for what says nothing") func names() throws {
    let bad = /\b(class|struct|enum|protocol|actor) \w*(Manager|Helper|Utils|Handler|Base)\b/
    for file in try sources() {
      for line in file.lines(with: "Manager", "Helper", "Utils", "Handler", "Base") {
        #expect(line.firstMatch(of: bad) == nil, "\(file.name): \(line)")
      }
    }
  }

  @Test("0.25 1.7 one type keeps list, cursor, open article and focus, and no copy of them is kept")
  func navigation() throws {
    let kept =
      /^\s*(package |private |internal )*(\(set\) )?var (focus|view|places|cursor|isZen|order|filter)\b[^{]*$/
    for file in try sources() where file.isIn("Reader", "luego") && !file.isIn("Reader/Model") {
      for line in file.lines(with: ": Navigation.Pane", ": SavedView") {
        #expect(line.firstMatch(of: kept) == nil, "\(file.name): \(line)")
      }
    }
    let declaring = try sources().filter { $0.has("var places: [SavedView: Place]") }
    #expect(declaring.map(\.name) == ["Reader/Model/Navigation.swift"])
  }

  @Test("4.3 a protocol stands only where a second implementation does") func protocols() throws {
    let declared = /^(package |public |private )?protocol (\w+)/
    let tests = try SourceFile.all(in: "Tests")
    let all = try sources()
    var found = 0
    for file in all {
      for line in file.lines(with: "protocol ") {
        guard let name = line.firstMatch(of: declared)?.output.2 else { continue }
        found += 1
        let use = try Regex("(class|struct|enum|actor|extension) \\w+: [^{]*\\b\(name)\\b")
        let inSources = all.flatMap { $0.lines(with: String(name)) }.count {
          $0.firstMatch(of: use) != nil
        }
        let inTests = tests.count { $0.has(String(name)) && $0.text.firstMatch(of: use) != nil }
        #expect(inSources + inTests >= 2, "\(name)")
      }
    }
    #expect(found > 0)
  }

  @Test("nothing in the sources traps on purpose or lies about concurrency") func rules() throws {
    let bad = ["try!", "@unchecked Sendable", "nonisolated(unsafe)", "fatalError(", "as!"]
    for file in try sources() {
      for word in bad {
        for line in file.lines(with: word) {
          #expect(line.contains("///"), "\(file.name): \(line)")
        }
      }
    }
  }

  @Test("tests use what the package offers, so that they test the build that is installed")
  func testable() throws {
    for file in try SourceFile.all(in: "Tests") {
      #expect(!file.has(["@testable", "import"].joined(separator: " ")), "\(file.name)")
    }
  }

  @Test("whoever names files to the system does so in bytes") func fileNames() throws {
    // All others name them to `Platform`, which knows that text is not what the C library takes.
    let call =
      /\b(Glibc\.(open|access|mkdir|rmdir|unlink|rename|link|symlink|chmod)|opendir|realpath|readlink|inotify_add_watch)\((.*)/
    var found = 0
    for file in try sources() where file.room == "Platform" {
      for line in file.lines where !line.contains("func ") {
        guard let words = line.firstMatch(of: call)?.output.3 else { continue }
        found += 1
        #expect(words.contains(".fileName"), "\(file.name): \(line)")
      }
    }
    #expect(found > 5)
    for file in try sources() where file.room != "Platform" && file.room != "luego-bench" {
      for line in file.lines(with: "CommandLine.arguments") {
        #expect(line.contains("//"), "\(file.name): \(line)")
      }
    }
  }

  @Test("the program ends in one place, after the threads of libcurl") func oneEnd() throws {
    func places(of call: Regex<Substring>, _ word: String) throws -> [(SourceFile, Int)] {
      try sources().filter { $0.room != "luego-bench" && $0.has(word) }.flatMap { file in
        file.lines.indices.filter { file.lines[$0].firstMatch(of: call) != nil }.map { (file, $0) }
      }
    }
    let calls = try places(of: /\b(?:exit|_exit|quick_exit|_Exit)\(/, "xit(")
    #expect(calls.map(\.0.name) == ["Platform/Processes/CurrentProcess.swift"])
    let ends = try places(of: /\bCurrentProcess\.end\(/, "CurrentProcess.end(")
    #expect(ends.map(\.0.name) == ["luego/main.swift"])
    let (main, line) = try #require(ends.first)
    #expect(main.lines[..<line].contains { $0.contains("TransferThreads.process.endAll()") })
    #expect(main.lines.contains("end(await run())"))
  }

  @Test("the top level is exactly what the layout names") func topLevel() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: root.path).filter {
      !$0.hasPrefix(".")
    }.sorted()
    #expect(
      names == ["Data", "LICENSE", "Makefile", "Package.swift", "README.md", "Sources", "Tests"])
  }

  @Test("0.6 the filters are listed in one place, and each has a title and a sign there")
  func oneListOfFilters() throws {
    let names = ["\"All Articles\"", "\"Favorites\"", "\"Discovery\""]
    for file in try sources() where file.name != "ReadingList/Queries/Filter.swift" {
      for name in names { #expect(!file.has(name), "\(file.name): \(name)") }
    }
    // No default in the switches: a new case without a title or a sign does not compile.
    let filter = try #require(try sources().first { $0.name == "ReadingList/Queries/Filter.swift" })
    let type = filter.lines.prefix { !$0.contains("package struct Membership") }
    #expect(type.contains { $0.contains("switch self") })
    #expect(!type.contains { $0.contains("default:") })
  }

  @Test("which articles a list holds, in which order, and by which rules is said in one place each")
  func oneEvaluator() throws {
    /// Where a rule may stand, by what only the rule has to write.
    let places: [(words: [String], folders: Set<String>)] = [
      // Which of the four places a membership is in.
      ([".isIn("], ["Library/Index"]),
      // The settings that lists depend on.
      (
        ["favoritesStay"],
        ["ReadingList/Queries", "ReadingList/Articles", "Reader/Model/Commands"]
      ),
      // What an order sorts by, its name, and its section of the index.
      (
        ["case .recentlyRead:", "case .recentlyRead,"],
        ["ReadingList/Queries", "Library/Index"]
      ),
      // What a test of a query asks, and how it is written.
      (["case .language(let"], ["ReadingList/Queries", "Library/Index"]),
    ]
    for (words, folders) in places {
      let found = try sources().filter { file in
        words.contains { file.lines(with: $0).contains { !$0.contains("//") } }
      }
      let holding = found.map { $0.name.split(separator: "/").dropLast().joined(separator: "/") }
      #expect(Set(holding) == folders, "\(found.map(\.name))")
    }
  }

  @Test("2.11 panes take sizes from the named constants") func namedSizes() throws {
    let magic = /(columns|rows|width|height): \d\d/
    for file in try sources()
    where file.isIn("Reader") && !file.isIn("Reader/Model", "Reader/Typesetting")
      && !file.name.hasSuffix("Layout.swift")
    {
      for line in file.lines(with: "columns: ", "rows: ", "width: ", "height: ") {
        #expect(line.firstMatch(of: magic) == nil, "\(file.name): \(line)")
      }
    }
  }

  @Test("4.1 seven lines in ten are core") func coreShare() throws {
    var lines: [String: Int] = [:]
    var screen = 0
    for file in try sources() {
      lines[file.room, default: 0] += file.lines.count
      let isCore =
        !file.isIn("Reader", "Terminal/Ncurses", "luego", "luego-bench")
        || file.isIn("Reader/Model", "Reader/Typesetting")
      if !isCore { screen += file.lines.count }
    }
    let all = lines.values.reduce(0, +)
    for (room, count) in lines.sorted(by: { $0.key < $1.key }) {
      print("\(room): \(count) lines, \(count * 100 / all)%")
    }
    #expect((all - screen) * 100 / all >= 70)
  }

  @Test("4.2 one room is linked with ncurses") func oneCursesUser() throws {
    let manifest = try String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
    let users = manifest.split(separator: "\n").filter {
      $0.contains("\"CNcurses\"") && $0.contains("room(")
    }
    #expect(users.count == 1)
    #expect(users.first?.contains("room(\"Terminal\"") == true)
  }
}
