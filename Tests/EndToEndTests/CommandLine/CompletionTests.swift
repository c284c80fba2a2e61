import Foundation
import TestSupport
import Testing

@Suite("Synopses and completions", .endsAtAll) struct CompletionTests {
  @Test("4.16 the manual's synopses are those of the table of commands")
  func manual() async throws {
    let home = try Home()
    let overview = try await home.luego("help", "all").lines
    let start = try #require(overview.firstIndex(of: "Commands:"))
    let names = overview[(start + 1)...].prefix { !$0.hasPrefix("Options") }.compactMap {
      $0.split(separator: " ").first.map(String.init)
    }
    #expect(names.contains("add") && names.contains("version"))
    let documented = try DocumentedCommands.lines(of: "COMMANDS", of: "luego.1").filter {
      $0.hasPrefix(".It Cm ")
    }.flatMap(Self.synopses)
    #expect(documented.count == names.count)
    for (name, synopsis) in zip(names, documented) {
      let line = try await home.luego("help", name).lines.first
      #expect("luego" + synopsis == line?.filter { $0 != " " }, "\(name)")
    }
  }

  /// The synopses in an item of the manual, without spaces; commands of the same form share an item.
  private static func synopses(_ item: String) -> [String] {
    let names = item.dropFirst(".It Cm ".count).components(separatedBy: " , ")
    let rest = names.last?.split(separator: " ").dropFirst() ?? []
    var (style, text) = ("", "")
    for word in rest {
      switch (word, style) {
      case ("Cm", _), ("Ar", _), ("Fl", _): style = String(word)
      case ("Ns", _): break
      case ("Oo", _): text += "["
      case ("Oc", _): text += "]"
      case ("...", _), ("|", _): text += word
      case (_, "Ar"): text += word.uppercased()
      case (_, "Fl"): text += "-" + word
      default: text += word
      }
    }
    return names.compactMap { $0.split(separator: " ").first.map { $0 + text } }
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
}
