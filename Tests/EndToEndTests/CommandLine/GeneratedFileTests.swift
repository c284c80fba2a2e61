import Foundation
import TestSupport
import Testing

/// Files that are made from the program's tables; with `LUEGO_RECORD=1` they are written again.
@Suite("Generated files", .serialized, .endsAtAll) struct GeneratedFileTests {
  private let data = (1...4).reduce(URL(filePath: #filePath)) { path, _ in
    path.deletingLastPathComponent()
  }.appending(path: "Data")

  private var isRecording: Bool { ProcessInfo.processInfo.environment["LUEGO_RECORD"] == "1" }

  private func check(_ text: String, isIn path: String) throws {
    let file = data.appending(path: path)
    if isRecording {
      try text.write(to: file, atomically: true, encoding: .utf8)
      Issue.record("Rewrote \(path); run again without LUEGO_RECORD")
    } else {
      let found = try String(contentsOf: file, encoding: .utf8)
      #expect(found == text, "\(path) is stale; run with LUEGO_RECORD=1")
    }
  }

  @Test("4.16 the manual's synopses are those of the table of commands") func manual() async throws
  {
    let home = try Home()
    let overview = try await home.luego("help", "all").lines
    let start = try #require(overview.firstIndex(of: "Commands:"))
    let names = overview[(start + 1)...].prefix { !$0.hasPrefix("Options") }.compactMap {
      $0.split(separator: " ").first.map(String.init)
    }
    #expect(names.contains("add") && names.contains("version"))
    var synopses: [String] = []
    for name in names {
      synopses.append(try #require(try await home.luego("help", name).lines.first))
    }
    var wanted: [String] = []
    for synopsis in synopses {
      let words = synopsis.dropFirst("luego ".count).split(separator: " ", maxSplits: 1)
      let rest = words.count > 1 ? " " + Self.roff(String(words[1])) : ""
      // Commands of one form stand together.
      if rest.hasPrefix(" Ar target ..."), wanted.last?.hasSuffix(rest) == true {
        wanted[wanted.count - 1].replace(rest, with: " , \(words[0])\(rest)")
      } else {
        wanted.append(".It Cm \(words[0])\(rest)")
      }
    }
    let file = data.appending(path: "man/luego.1")
    var lines = try String(contentsOf: file, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false
    ).map(String.init)
    let section = try #require(lines.firstIndex(of: ".Sh COMMANDS"))
    let end = try #require(lines[section...].firstIndex(of: ".Sh OPTIONS"))
    let places = lines[section..<end].indices.filter { lines[$0].hasPrefix(".It Cm ") }
    func name(_ line: String) -> Substring { line.split(separator: " ")[2] }
    #expect(places.map { name(lines[$0]) } == wanted.map { name($0) })
    for (place, line) in zip(places, wanted) where lines[place] != line {
      #expect(isRecording, "\(line) is not what the manual has: \(lines[place])")
      lines[place] = line
    }
    if isRecording { try check(lines.joined(separator: "\n"), isIn: "man/luego.1") }
  }

  /// A synopsis with the macros of mdoc: options in lower case are flags, words in capitals arguments.
  private static func roff(_ synopsis: String) -> String {
    var words: [String] = []
    var rest = Substring(synopsis)
    while let first = rest.first {
      switch first {
      case " ": rest.removeFirst()
      case "[":
        words.append("Oo")
        rest.removeFirst()
      case "]":
        words.append("Oc")
        rest.removeFirst()
      case "|":
        words.append("|")
        rest.removeFirst()
      default:
        let word = rest.prefix { !" []|".contains($0) }
        rest = rest[word.endIndex...]
        let dots = word.hasSuffix("...") ? " ..." : ""
        let name = dots.isEmpty ? word : word.dropLast(3)
        if name.isEmpty {
          words.append("...")
        } else if name.hasPrefix("-"), name.count > 1, name.dropFirst().allSatisfy({ $0 != "T" }) {
          words.append("Fl \(name.dropFirst())\(dots)")
        } else if name.contains(where: \.isLetter), name.allSatisfy({ !$0.isLowercase }) {
          let sign = name.prefix { "+-".contains($0) }
          let argument = "Ar \(name.dropFirst(sign.count).lowercased())\(dots)"
          words.append(sign.isEmpty ? argument : "Cm \(sign) Ns \(argument)")
        } else {
          words.append("Cm \(name)\(dots)")
        }
      }
    }
    return words.joined(separator: " ")
  }

  @Test(
    "4.16 fish completes commands, options, ids and tags, also behind other options",
    .enabled(if: isInstalled("fish"), "needs fish"))
  func fish() async throws {
    let home = try Home()
    try await home.luego("add", "--no-fetch", "-t", "design,slow web", "https://a.example")
    let id = try #require(try await home.everything().first).id.prefix(8)
    for (line, wanted) in [
      ("luego ran", "random"), ("luego --seed 3 arch", "archive"), ("luego archive ", String(id)),
      ("luego add -t ", "design slow web"), ("luego show --format m", "markdown"),
      ("luego sources ref", "refresh"), ("luego help que", "queries"),
      ("luego list --sort o", "oldest"), ("luego tag \(id) +de", "+design"),
      ("luego --snapshot 9x9 --format a", "ansi"),
    ] {
      let script = """
        luego completions fish | source
        complete -C '\(line)' | string replace -r '\\t.*' ''
        """
      let outcome = try await Programs.run(
        ["/usr/bin/fish", "--no-config", "-c", script], environment: home.environment(),
        directory: home.path)
      #expect(outcome.lines.joined(separator: " ") == wanted, "\(line): \(outcome.errors)")
    }
  }

  @Test("4.16 bash completes commands, options, ids, tags and queries") func bash() async throws {
    let home = try Home()
    try await home.luego("add", "--no-fetch", "-t", "design,slow web", "https://a.example")
    let id = try #require(try await home.everything().first).id.prefix(8)
    for (line, wanted) in [
      ("luego ran", "random"),
      ("luego add --no", "--no-fetch --no-color --no-mouse --no-animation"),
      ("luego archive ", String(id)), ("luego --library x list is:unr", "unread"),
      ("luego add -t ", "design slow\\ web"), ("luego list tag:de", "design"),
      ("luego show --format m", "markdown"), ("luego sources re", "remove refresh"),
      ("luego completions ", "bash zsh fish"), ("luego help sta", "stats"),
      ("luego help que", "queries"), ("luego tag \(id) +de", "+design"),
      ("luego tag \(id) -de", "-design"), ("luego --snapshot 9x9 --format a", "ansi"),
      ("luego --theme pa", "paper"), ("luego discover --source bl", "blogroll"),
      ("luego --theme=pa", "paper"), ("luego add --ti", "--title"),
      ("luego add --title x --ti", ""),
      ("luego --library \(home.path)/.local/sh", "\(home.path)/.local/share"),
    ] {
      let script = """
        source <(luego completions bash)
        COMP_LINE='\(line)' COMP_POINT=\(line.count)
        _luego 2>/dev/null
        echo "${COMPREPLY[*]}"
        """
      let outcome = try await Programs.run(
        ["/bin/bash", "--norc", "-c", script], environment: home.environment(), directory: home.path
      )
      #expect(outcome.lines.first ?? "" == wanted, "\(line)")
    }
  }
}
