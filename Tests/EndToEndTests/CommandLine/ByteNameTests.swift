import Foundation
import TestSupport
import Testing

@Suite("File names that are no text", .endsAtAll) struct ByteNameTests {
  private let home: Home

  init() throws {
    home = try Home()
    let text = String(repeating: "<p>A sentence, and others after it.</p>", count: 20)
    try home.directory.write("page.html", text: "<title>Page</title><article>\(text)</article>")
  }

  /// Runs a line of the shell, which can write any byte, in the home; `luego` in it is the program.
  private func shell(_ line: String) async throws -> Outcome {
    try await home.run([], under: ["/bin/bash", "-c", "cd; luego() { \"$0\" \"$@\"; }; \(line)"])
  }

  @Test(
    "work wherever a file or directory is named",
    arguments: [
      "cp page.html $'caf\\xe9.html'; luego add --html $'caf\\xe9.html' https://a.example/",
      "cp page.html $'caf\\xe9.html'; luego extract $'caf\\xe9.html'",
      "L=$'lib\\xe9/r'; luego --library $L add --html page.html https://a.example/"
        + " && luego --library $L show url:a.example && test -d $'lib\\xe9/r/articles'",
      "export HOME=$PWD/$'h\\xf6me'; luego add --html page.html https://a.example/"
        + " && luego show url:a.example && test -d $'h\\xf6me/.local/share/luego/articles'",
      "export XDG_DATA_HOME=$PWD/$'\\xff' XDG_CACHE_HOME=$PWD/$'\\xfe' XDG_STATE_HOME=$PWD/$'\\xfd';"
        + " luego add --html page.html https://a.example/ && luego list && test -d $'\\xff/luego'",
      "luego --log $'l\\xf6g' add --no-fetch https://a.example/ && test -s $'l\\xf6g'",
      "printf 'nonsense\\n' >$'c\\xe9'; luego --config $'c\\xe9' sources 2>&1"
        + " | grep -q $'c\\xef\\xbf\\xbd:1:'",
      "mkdir $'d\\xe9'; echo https://a.example/x >$'d\\xe9/s.txt'; cd $'d\\xe9'; luego sources add s.txt && cd .."
        + " && LC_ALL=C grep -q $'d\\xe9/s.txt' .config/luego/config.kept"
        + " && luego sources remove $'d\\xe9/s.txt' && ! grep s.txt .config/luego/config.kept",
      // The scalars that stand for bytes, as a name's own.
      "cp page.html $'\\xf4\\x8f\\xbf\\xa9'; luego extract $'\\xf4\\x8f\\xbf\\xa9'",
    ])
  func names(line: String) async throws {
    let outcome = try await shell(line)
    #expect(outcome.status == 0, "\(outcome.text) \(outcome.errorLines)")
    #expect(!outcome.text.unicodeScalars.contains { $0.value >= 0x10_ff80 })
  }

  @Test("are shown with a sign in place of what is no text, as are words that name no files")
  func shown() async throws {
    let missing = try await shell("luego extract $'no\\xe9'")
    #expect(missing.status != 0 && missing.errorLines.count == 1)
    #expect(missing.errorLines.first?.contains("no\u{fffd}") == true)
    let title = try await shell("luego add --no-fetch https://a.example/ --title $'x\\xe9'")
    #expect(title.status == 0, "\(title.errorLines)")
    #expect(try await home.entries().map(\.title) == ["x\u{fffd}"])
    let command = try await shell("luego $'x\\xe9'")
    #expect(command.status == 2 && command.errorLines.first?.contains("x\u{fffd}") == true)
  }

  @Test("of others' files in the library and the site rules stop nothing")
  func strangers() async throws {
    let line = """
      luego add --html page.html https://a.example/ &&
      for shard in .local/share/luego/articles/*; do touch "$shard"/$'\\xff.json'; done &&
      mkdir -p .config/luego/site-rules && touch .config/luego/site-rules/$'\\xff.txt' &&
      luego add --html page.html https://b.example/ && luego list && luego doctor --repair
      """
    let outcome = try await shell(line)
    // The doctor names it, and moves that very file.
    #expect(outcome.status == 0, "\(outcome.text) \(outcome.errorLines)")
    #expect(outcome.lines.contains { $0.contains("/\u{fffd}.json: its name") })
    #expect(try await home.entries().count == 2)
    let moved = try await shell("ls .local/share/luego/damaged/$'\\xff.json'")
    #expect(moved.status == 0)
  }
}
